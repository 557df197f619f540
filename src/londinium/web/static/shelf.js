// @ts-check
/** The boxes that this browser keeps: their names and links, by game. Nothing of them is on the server. */
import { below } from "./below.js";

/** @typedef {{game: string, name: string, address: string}} Kept */

const SHELF = "workshop";
const MOST_KEPT = 60;

/** @returns {Kept[]} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(SHELF) ?? "[]");
    const shelf = below("/workshop/");
    const isKept = (/** @type {any} */ one) => typeof one?.name === "string" && String(one.address).startsWith(shelf);
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} boxes */
function keep(boxes) {
  try {
    localStorage.setItem(SHELF, JSON.stringify(boxes.slice(0, MOST_KEPT)));
  } catch {
    // A browser that keeps nothing: the link is still there.
  }
}

/** Writes what is kept into the lists of the page. */
export function showShelf() {
  for (const shelf of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-shelf]"))) {
    const own = kept().filter((one) => one.game === shelf.dataset.shelf);
    shelf.hidden = !own.length;
    shelf.querySelector("ul")?.replaceChildren(...own.map((one) => row(one, shelf.dataset.remove ?? "")));
  }
}

/** @param {Kept} one @param {string} remove */
function row(one, remove) {
  const [item, link, button] = [document.createElement("li"), document.createElement("a"), document.createElement("button")];
  link.href = one.address;
  link.textContent = one.name;
  button.type = "button";
  button.className = "quiet";
  button.textContent = remove;
  button.setAttribute("aria-label", `${remove}: ${one.name}`);
  button.dataset.drop = one.address;
  item.append(link, button);
  return item;
}

export function bindShelf() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-keep], [data-drop]"));
    if (!button) return;
    const { drop, keep: game, name = "", done = "" } = button.dataset;
    if (drop !== undefined) {
      keep(kept().filter((one) => one.address !== drop));
    } else if (game) {
      const address = location.pathname + (location.search || `?box=${document.getElementById("workshop")?.dataset.box}`);
      const others = kept().filter((one) => one.game !== game || (one.name !== name && one.address !== address));
      keep([{ game, name, address }, ...others]);
      button.textContent = done;
    }
    showShelf();
  });
}
