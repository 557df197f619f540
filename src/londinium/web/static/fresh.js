// @ts-check
/** Parts of a page that are asked for again and again, so that they show what is so now. */

const EVERY = 3000;

/** @param {HTMLElement} part */
function keepFresh(part) {
  const refresh = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(`${part.dataset.fresh}?lang=${document.documentElement.lang}`);
        if (answer.ok) put(part, await answer.text());
      } catch {
        // a server that restarts is back soon
      }
    }
    setTimeout(refresh, EVERY);
  };
  setTimeout(refresh, EVERY);
}

/** What is as it was stays untouched, and whoever has the focus in it keeps it. @param {HTMLElement} part @param {string} markup */
export function put(part, markup) {
  const now = document.createElement("template");
  now.innerHTML = markup;
  if (now.innerHTML.trim() === part.innerHTML.trim()) return;
  const id = part.contains(document.activeElement) ? document.activeElement?.id : "";
  part.replaceChildren(now.content);
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}

export function bindFresh() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-fresh]"))) keepFresh(part);
}
