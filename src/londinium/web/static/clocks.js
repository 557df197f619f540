// @ts-check
/** Clocks run on between two messages of the server. */

/** When each clock was drawn. @type {WeakMap<Element, number>} */
const drawn = new WeakMap();

/** @param {number} left  milliseconds */
function words(left) {
  const seconds = Math.floor(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

export function runClocks() {
  setInterval(() => {
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-running]"))) {
      if (!drawn.has(clock)) drawn.set(clock, performance.now());
      const left = Math.max(0, Number(clock.dataset.left) - (performance.now() - /** @type {number} */ (drawn.get(clock))));
      clock.textContent = words(left);
      clock.classList.toggle("short", left < 60000);
    }
  }, 250);
}
