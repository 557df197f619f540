// @ts-check
/** Who came and went: said for a moment over the table, which stays as it is, and to screen readers when they are done with the rest. */

const note = /** @type {HTMLElement} */ (document.getElementById("news"));
const STAYS = 6000;
let timer = 0;

/** @param {string[]} words */
export function showNews(words) {
  // What is still shown stays beside what is new, so that nobody's coming is lost behind another's.
  const before = note.hidden ? [] : [...note.children].map((line) => line.textContent ?? "");
  note.hidden = false;
  note.replaceChildren(...[...before, ...words].slice(-3).map(line));
  clearTimeout(timer);
  timer = setTimeout(() => (note.hidden = true), STAYS);
}

/** @param {string} words */
function line(words) {
  const paragraph = document.createElement("p");
  paragraph.textContent = words;
  return paragraph;
}
