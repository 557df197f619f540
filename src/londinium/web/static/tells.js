// @ts-check
/** Things that explain themselves: `data-tell` is what a bubble says, `data-lights` names the parts of the picture it speaks of. */
import { showBubble } from "./bubble.js";

/** @type {Element | null} */
let telling = null;

/** @param {Element} element  what has `data-tell`, in lines of which the first is the most important */
export function tell(element) {
  const [first, ...rest] = (element.getAttribute("data-tell") ?? "").split("\n");
  telling = element;
  // What lights up is not to be covered.
  light(element, true);
  showBubble(`<b>${unbroken(first)}</b>${rest.map((line) => `<p>${unbroken(line)}</p>`).join("")}`, element, "told");
}

export function untell() {
  if (telling) light(telling, false);
  telling = null;
}

/** Light the parts that an element speaks of, or let them go out. @param {Element} element @param {boolean} on */
export function light(element, on) {
  for (const name of (element.getAttribute("data-lights") ?? "").split(" ")) {
    if (name) for (const part of document.querySelectorAll(`[data-part="${CSS.escape(name)}"]`)) part.classList.toggle("lit", on);
  }
}

/** Words as markup in which no line ends between a sign and its number. @param {string} words */
export function unbroken(words) {
  return plain(words.replace(/[+−]/g, "$&\u2060"));
}

/** Words as markup, also in an attribute. @param {string} words */
export function plain(words) {
  const element = document.createElement("p");
  element.textContent = words;
  return element.innerHTML.replaceAll('"', "&quot;");
}
