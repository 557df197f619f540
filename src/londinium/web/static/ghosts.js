// @ts-check
/** Ghosts: what a move would change, drawn pale over the board. Fragments have a layer for them. */
import { slots } from "./fragments.js";

/** @param {Object<string, string>} ghosts  the markup of each fragment's layer */
export function showGhosts(ghosts) {
  for (const [name, markup] of Object.entries(ghosts)) {
    for (const slot of slots(name)) for (const layer of slot.querySelectorAll(".ghosts")) layer.innerHTML = markup;
  }
}

export function hideGhosts() {
  for (const layer of document.querySelectorAll(".ghosts")) if (layer.firstChild) layer.replaceChildren();
}
