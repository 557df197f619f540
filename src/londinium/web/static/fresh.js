// @ts-check
/** Parts of a page that are asked for again and again, so that they show what is so now. */

const EVERY = 3000;

/** @param {HTMLElement} part */
function keepFresh(part) {
  const refresh = async () => {
    if (!document.hidden) {
      try {
        const page = { headers: { accept: "text/html" } };
        const answer = await fetch(`${part.dataset.fresh}?lang=${document.documentElement.lang}`, page);
        if (answer.status === 204) {
          part.remove(); // there is nothing more to tell
          return;
        }
        if (answer.ok) put(part, await answer.text());
      } catch {
        // a server that restarts is back soon
      }
    }
    setTimeout(refresh, EVERY);
  };
  setTimeout(refresh, EVERY);
}

/** What is as it was stays untouched, and keeps the focus if it has it. @param {HTMLElement} part @param {string} markup */
export function put(part, markup) {
  const now = document.createElement("template");
  now.innerHTML = markup;
  if (now.innerHTML.trim() === part.innerHTML.trim()) return;
  const id = part.contains(document.activeElement) ? document.activeElement?.id : "";
  part.replaceChildren(now.content);
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}

/** @type {WeakSet<HTMLElement>} */
const bound = new WeakSet();

export function bindFresh() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-fresh]"))) {
    if (!bound.has(part)) keepFresh(part);
    bound.add(part);
  }
}
