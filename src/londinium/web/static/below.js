// @ts-check
/** Addresses of a site that lies below a path: of a server behind a prefix, or of a site without a server. */

const { root, below: prefix } = document.documentElement.dataset;

/** @param {string} path as it would be at the root @returns {string} */
export function below(path) {
  return `${root ?? prefix ?? ""}${path}`;
}
