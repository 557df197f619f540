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
    const left = Math.max(0, Number(clock.dataset.ends) - Date.now() - ahead);
    clock.textContent = words(left);
    clock.classList.toggle("short", left < 60000);
  }
}

export function runClocks() {
  setInterval(tick, 250);
}
