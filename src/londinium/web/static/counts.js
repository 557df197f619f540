// @ts-check
/**
 * Numbers that have changed rise or sink into their place: every element with a `data-count`, which is its name. What stands in the
 * document is the true number at once; the motion only dresses it, so that nothing read in between can be wrong.
 */

const TIME = { duration: 400, easing: "cubic-bezier(.2,.7,.2,1)" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const WHOLE = /^[0-9]+$/;

/** @returns {NodeListOf<HTMLElement>} */
function counted() {
  return document.querySelectorAll("[data-count]");
}

/** The numbers that stand in the document now. @returns {Map<string, number>} */
export function numbers() {
  const found = new Map();
  for (const element of counted()) {
    const words = element.textContent ?? "";
    if (WHOLE.test(words)) found.set(element.dataset.count, Number(words));
  }
  return found;
}

/** Dress those that have changed. @param {Map<string, number>} before */
export function count(before) {
  if (still.matches) return;
  for (const element of counted()) {
    const was = before.get(element.dataset.count ?? "");
    const words = element.textContent ?? "";
    if (was === undefined || !WHOLE.test(words) || Number(words) === was || !element.getClientRects().length) continue;
    const from = Number(words) > was ? "0.6em" : "-0.6em";
    element.animate([{ transform: `translateY(${from})`, opacity: 0 }, { transform: "none", opacity: 1 }], TIME);
  }
}
