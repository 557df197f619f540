// @ts-check
/** Where a replay comes from. The server keeps no record file, so one is sent along with every question. */

/**
 * What the server says about the match: `eyes/<eye>`, `analysis`, `notes`.
 * @param {string} what @param {boolean} [change]  whether something begins with it
 * @returns {Promise<unknown>}
 */
export async function ask(what, change = false) {
  const source = /** @type {HTMLFormElement} */ (document.getElementById("source"));
  const address = `${source.getAttribute("action")}/${what}?lang=${document.documentElement.lang}`;
  const sent = change || source.method === "post" ? { method: "POST", body: new FormData(source) } : {};
  const answer = await fetch(address, sent);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** Send a point in the match along with the form, and whose eyes or seat it is about. @param {number} ply @param {string} eye */
export function sendPlace(ply, eye) {
  const source = /** @type {HTMLFormElement} */ (document.getElementById("source"));
  for (const [name, value] of Object.entries({ ply, eye })) {
    const field = /** @type {HTMLInputElement} */ (source.elements.namedItem(name));
    field.disabled = false;
    field.value = String(value);
  }
}
