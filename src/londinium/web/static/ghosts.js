// @ts-check
/** Ghosts: what a move would change, drawn pale over the board. Fragments have a layer for them. */
import { slots } from "./fragments.js";

/** @param {Object<string, string>} ghosts  the markup of each fragment's layer */
export function showGhosts(ghosts) {
  for (const [name, markup] of Object.entries(ghosts)) {
    for (const slot of slots(name)) for (const layer of slot.querySelectorAll(".ghosts")) layer.innerHTML = markup;
  }
}

/**
 * What a seat's move would change, on the part of the table that shows it.
 * @param {Object<string, string>} ghosts @param {string[]} hidden  the fragments on which it is not drawn for this viewer
 * @param {string} part
 */
export function showMove(ghosts, hidden, part) {
  hideGhosts();
  showGhosts(Object.fromEntries(Object.entries(ghosts).filter(([name]) => !hidden.includes(name))));
  if (!part) return;
  const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
  const own = slots(part)[0]?.classList.contains("own") ?? true;
  if (own) delete table.dataset.show;
  else table.dataset.show = part;
}

export function hideGhosts() {
  for (const layer of document.querySelectorAll(".ghosts")) if (layer.firstChild) layer.replaceChildren();
}
