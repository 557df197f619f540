// @ts-check
/**
 * What the server tells is shown one after the other at the reader's own pace. Each state says how long it deserves a look, in
 * beats; a click on the board or a key goes on at once. A page that nobody looks at is always up to date.
 */
import { setting } from "./settings.js";

/** @typedef {import("./messages.js").State} State */

/** Milliseconds of a beat. @type {Object<string, number>} */
export const PACES = { calm: 1500, brisk: 600, "at-once": 0 };
/** What waits longer than this many beats in all is hurried. */
const PATIENCE = 9;
/** Where the player's own clock is about to run, what led to it is shown within this many milliseconds. */
const COURTESY = 1800;
/** What can be used while something is shown; a click anywhere else goes on. */
const CONTROLS = "button, a, input, select, textarea, label, summary, dialog, .bubble, [role=tab], [data-show]";

/** How long a beat is now, in milliseconds. */
function beatOf() {
  return PACES[setting("pace")] ?? PACES.calm;
}

export class Beats {
  /** @type {State[]} */ #queue = [];
  #show;
  #through;
  #timer = 0;
  /** Until when what is shown now is looked at. */
  #until = 0;
  /** What a beat is shortened to, until everything has been shown. */
  #hurry = 1;

  /**
   * @param {(states: State[], more: boolean) => void} show  shows states in their order, as one change; whether more is to come
   * @param {(event: MouseEvent) => void} through  what a click does where everything has been shown
   */
  constructor(show, through) {
    this.#show = show;
    this.#through = through;
    document.addEventListener("visibilitychange", () => document.hidden && this.#go());
    document.addEventListener("click", (event) => this.#goOn(event), true);
    document.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && this.#goOn(event), true);
  }

  /** @param {State} state */
  tell(state) {
    this.#queue.push(state);
    this.#shorten(state);
    this.#go();
  }

  /** Forget how long something was to be looked at: the player who decides has seen it. */
  goOn() {
    this.#until = 0;
    this.#go();
  }

  /** A new connection tells the present: what was to be shown before is of the past. */
  forget() {
    this.#queue = [];
    this.#until = 0;
    clearTimeout(this.#timer);
  }

  get playing() {
    return this.#queue.length > 0;
  }

  #go() {
    clearTimeout(this.#timer);
    const ready = [];
    while (this.#queue.length) {
      const wait = this.#until - performance.now();
      if (wait > 4 && !document.hidden) break;
      const state = /** @type {State} */ (this.#queue.shift());
      ready.push(state);
      const time = state.turn ? 0 : (state.pause ?? 0) * beatOf() * this.#hurry; // a player about to decide is not kept waiting
      if (time) this.#until = performance.now() + time;
      if (time) break;
    }
    if (!this.#queue.length) this.#hurry = 1;
    if (ready.length) this.#show(ready, this.playing);
    if (this.#queue.length) this.#timer = setTimeout(() => this.#go(), Math.max(0, this.#until - performance.now()));
  }

  /** Shorten the beat, also of what is shown now, so that nobody waits too long. @param {State} last  what was told last */
  #shorten(last) {
    if (!beatOf()) return;
    const now = performance.now();
    const held = Math.max(0, this.#until - now) / this.#hurry;
    const beats = this.#queue.reduce((sum, each) => sum + (each.pause ?? 0), 0);
    const whole = Math.max(1, held + beats * beatOf());
    const most = last.turn && last.now ? COURTESY : PATIENCE * beatOf();
    this.#hurry = Math.min(this.#hurry, most / whole);
    this.#until = now + held * this.#hurry;
  }

  /** @param {Event} event */
  #goOn(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.playing || target.closest(CONTROLS) || document.querySelector("dialog:modal")) return;
    event.preventDefault();
    event.stopPropagation();
    this.goOn();
    if (event instanceof MouseEvent && !this.playing) this.#through(event);
  }
}
