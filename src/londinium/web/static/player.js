// @ts-check
/** Where a replay stands, and whether it goes on by itself. */

/** Milliseconds from step to step at normal speed. */
const PAUSE = 1600;

export class Player {
  #at = 0;
  /** @type {number[]} Where it stops. */ #stops = [0];
  #speed = 1;
  #timer = 0;
  #playing = false;
  #acts;

  /** @param {{show: (step: number) => void, end: () => void, changed: (playing: boolean) => void}} acts */
  constructor(acts) {
    this.#acts = acts;
  }

  /** @param {number} value */
  set speed(value) {
    this.#speed = value;
    if (this.#playing) this.#wait();
  }

  /** Another match, or the same with another view or stops; it may go on playing. @param {number[]} stops  the steps, from the first */
  lay(stops) {
    this.#stops = stops;
  }

  get #last() {
    return this.#stops[this.#stops.length - 1];
  }

  /** The stop before or after where it stands. @param {number} by */
  #beside(by) {
    return by > 0 ? this.#stops.find((stop) => stop > this.#at) : this.#stops.findLast((stop) => stop < this.#at);
  }

  /** Stand at a step. @param {number} step */
  go(step) {
    this.#at = Math.max(0, Math.min(this.#last, step));
    this.#acts.show(this.#at);
    if (this.#playing) this.#wait();
  }

  pause() {
    this.#play(false);
  }

  /** By hand: somebody who steps wants to look. @param {number} by */
  step(by) {
    this.pause();
    const next = this.#beside(by);
    if (next !== undefined) this.go(next);
  }

  toggle() {
    if (!this.#playing && this.#at === this.#last) this.go(0);
    this.#play(!this.#playing);
  }

  /** @param {boolean} playing */
  #play(playing) {
    if (playing === this.#playing) return;
    this.#playing = playing;
    clearTimeout(this.#timer);
    if (playing) this.#wait();
    this.#acts.changed(playing);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), PAUSE / this.#speed);
  }

  #next() {
    const next = this.#beside(1);
    if (next !== undefined) this.go(next);
    if (this.#at < this.#last) return;
    this.#play(false);
    this.#acts.end();
  }
}
