// @ts-check
/** Where a replay stands, and whether it goes on by itself. */

/** Milliseconds from step to step at normal speed. */
const PAUSE = 1600;

export class Player {
  #at = 0;
  #last = 0;
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

  /** Another match, or the same with other eyes; it may go on playing. @param {number} last  the number of its last step */
  lay(last) {
    this.#last = last;
  }

  /** Stand at a step. @param {number} step */
  go(step) {
    this.#at = Math.max(0, Math.min(this.#last, step));
    this.#acts.show(this.#at);
    if (this.#playing) this.#wait();
  }

  /** By hand: whoever steps wants to look. @param {number} by */
  step(by) {
    this.#play(false);
    if (this.#at + by >= 0 && this.#at + by <= this.#last) this.go(this.#at + by);
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
    if (this.#at < this.#last) this.go(this.#at + 1);
    if (this.#at < this.#last) return;
    this.#play(false);
    this.#acts.end();
  }
}
