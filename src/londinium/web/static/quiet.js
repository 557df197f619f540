// @ts-check
/**
 * A hand never does what the head did not want. Just after the table has changed a click was perhaps meant for what stood there
 * before: it chooses, but makes no move. What a press began on is meant, also where it has moved away before the finger left.
 */

/** For this long after a change a click makes no move. In milliseconds. */
const QUIET = 350;
/** How far a pointer has moved when it was moved on purpose. */
const MOVED = 3;
/** How far a finger may tremble in a tap. */
const TREMBLE = 12;
const CHOICE = "[data-move], [data-ways]";

/** @param {Element | null} element  what stands for moves @returns {string} which, to be compared */
function nameOf(element) {
  return element?.getAttribute("data-ways") ?? element?.getAttribute("data-move") ?? "";
}

export class Quiet {
  #timer = 0;
  /** When the table last changed. */
  #changed = -Infinity;
  /** @type {{x: number, y: number}} Where the pointer is. */ #pointer = { x: -1, y: -1 };
  /** @type {{x: number, y: number} | null} Where it lay when the table changed under it, until it moves. */ #resting = null;
  /** @type {{at: number, x: number, y: number, element: Element | null, name: string}} What a pointer came down on, and when. */
  #press = { at: Infinity, x: 0, y: 0, element: null, name: "" };
  /** When a pointer came down the time before. */
  #last = Infinity;
  /** Whether the last that was used is a finger: what it brings into focus is not looked at. */
  byFinger = false;

  constructor() {
    document.addEventListener("pointerdown", (event) => this.#down(event), true);
    document.addEventListener("keydown", () => (this.byFinger = false), true);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.byFinger = event.pointerType === "touch";
    const element = /** @type {Element} */ (event.target).closest(CHOICE);
    this.#last = this.#press.at;
    this.#press = { at: performance.now(), x: event.clientX, y: event.clientY, element, name: nameOf(element) };
  }

  /** Whether a click makes no move yet. */
  get is() {
    return this.#timer !== 0;
  }

  /** Whether a pointer has not moved since the table changed under it. */
  get isResting() {
    return this.#resting !== null;
  }

  /** The table has changed: for a moment a click makes no move, and a pointer that only lies there shows nothing. */
  calm() {
    this.#changed = performance.now();
    this.#resting = { ...this.#pointer };
    this.hush();
  }

  /** For a moment a click makes no move; meanwhile the table says so. */
  hush() {
    document.querySelector(".table")?.classList.add("settling");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.heed(), QUIET);
  }

  /** From now on a click does all that it can. */
  heed() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    document.querySelector(".table")?.classList.remove("settling");
  }

  /** Whether a pointer still lies where it lay when the table changed under it. @param {PointerEvent} event */
  rests(event) {
    this.#pointer = { x: event.clientX, y: event.clientY };
    const { x, y } = this.#resting ?? { x: Infinity, y: 0 };
    if (Math.hypot(event.clientX - x, event.clientY - y) <= MOVED) return true;
    this.#resting = null;
    return false;
  }

  /** What a click is about: the choice that the press began on, also where it has moved away since. @param {MouseEvent} event */
  meant(event) {
    const target = /** @type {Element} */ (event.target);
    const { element, x, y } = this.#press;
    const near = Math.hypot(event.clientX - x, event.clientY - y) <= TREMBLE;
    return event.detail && near && element?.isConnected && !target.closest("button, a, dialog") ? element : target;
  }

  /**
   * Whether a click means nothing: the second of a double click, unless both can count or the table has changed between them,
   * or a press that began on something else before the table changed.
   * @param {MouseEvent} event @param {Element} element  the choice that it is about @param {boolean} both
   */
  slips(event, element, both) {
    const before = event.detail > 0 && this.#press.at < this.#changed;
    const double = event.detail > 1 && !both && !(this.#last < this.#changed);
    return double || (before && this.#press.name !== nameOf(element));
  }
}
