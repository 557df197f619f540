// @ts-check
/** Where a lesson was left: in the address, which can be sent on, and in this browser, which comes back to it. */

/** @typedef {{at: number, reached: number}} Place  the step that is shown, and the furthest that was */

const STEP = "step";

/** @param {string} text @returns {Partial<Place>} */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

export class Bookmark {
  #key;

  /** @param {string} name  of the lesson */
  constructor(name) {
    this.#key = `londinium-lesson-${name}`;
  }

  /** The step that the address names, if it names one. @returns {number | null} */
  get asked() {
    const step = Number(new URLSearchParams(location.hash.slice(1)).get(STEP) ?? NaN);
    return Number.isInteger(step) && step > 0 ? step - 1 : null;
  }

  /** What this browser remembers. @returns {Place} */
  get kept() {
    let kept = /** @type {Partial<Place>} */ ({});
    try {
      kept = parsed(localStorage.getItem(this.#key) ?? "{}");
    } catch {
      // a browser that keeps nothing still teaches
    }
    const whole = (/** @type {unknown} */ number) => (Number.isInteger(number) && Number(number) > 0 ? Number(number) : 0);
    return { at: whole(kept.at), reached: whole(kept.reached) };
  }

  /** @param {Place} place */
  keep(place) {
    history.replaceState(null, "", this.address(place.at));
    try {
      localStorage.setItem(this.#key, JSON.stringify(place));
    } catch {
      // as above
    }
  }

  /** @param {number} step */
  address(step) {
    return `#${STEP}=${step + 1}`;
  }
}
