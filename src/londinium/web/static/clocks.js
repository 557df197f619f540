// @ts-check
/** Clocks run on between two messages of the server, towards a time of the server's own clock. */

/** How far the server's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/** @param {number} now  the server's time, as it has just said */
export function setClocks(now) {
  ahead = now - Date.now();
  tick();
}

/** @param {number} left  milliseconds */
function words(left) {
  const seconds = Math.floor(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-ends]"))) {
    // At the beginning of a decision a moment is not counted; until it is over the clock stands.
    const most = Number(clock.dataset.left ?? Infinity);
    const left = Math.max(0, Math.min(most, Number(clock.dataset.ends) - Date.now() - ahead));
    clock.textContent = words(left);
    clock.classList.toggle("short", left < 60000);
  }
}

/** Put every seat's clock where the drawing has a place for it; the list of people has them all. */
export function placeClocks() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock-of]"))) {
    const clock = document.querySelector(`[data-fragment=people] time[data-of="${CSS.escape(place.dataset.clockOf ?? "")}"]`);
    place.replaceChildren(...(clock ? [clock.cloneNode(true)] : []));
    place.classList.toggle("running", !!clock?.hasAttribute("data-ends"));
  }
}

export function runClocks() {
  setInterval(tick, 250);
}
