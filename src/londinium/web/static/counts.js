// @ts-check
/** Numbers that count up or down to what they have become: every element with a `data-count`, which is its name. */

const TIME = 400;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const WHOLE = /^[0-9]+$/;

/** The numbers that are shown now. @returns {Map<string, number>} */
export function numbers() {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-count]")) {
    const words = element.textContent ?? "";
    if (WHOLE.test(words)) found.set(element.getAttribute("data-count"), Number(words));
  }
  return found;
}

/** Let those that have changed count on from what they were. @param {Map<string, number>} before */
export function count(before) {
  if (still.matches) return;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-count]"))) {
    const from = before.get(element.dataset.count ?? "");
    const words = element.textContent ?? "";
    const changed = from !== undefined && WHOLE.test(words) && Number(words) !== from;
    if (changed && element.getClientRects().length) run(element, from, Number(words));
  }
}

/** @param {HTMLElement} element @param {number} from @param {number} to */
function run(element, from, to) {
  const start = performance.now();
  const step = (/** @type {number} */ now) => {
    if (!element.isConnected) return;
    const part = Math.min(1, (now - start) / TIME);
    element.textContent = String(Math.round(from + (to - from) * (1 - (1 - part) ** 2)));
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}
