// @ts-check
/**
 * What is shown at each step of a replay; the server's side of it is study/replay.py.
 *
 * @typedef {{ply: number, change: Object<string, number>}} Step
 * @typedef {{fragments: Object<string, string[]>, steps: Step[]}} Steps  as a lesson has them, too
 * @typedef {{seat: number, ply: number, since: number, part: string}} OwnDecision
 * @typedef {Steps & {layout: string, turns: number[], parts: number[], decisions: OwnDecision[], log: string, final: string}} Replay
 */

const GONE = -1;

/** @template {Steps} Shown */
export class Timeline {
  /** @type {Object<string, number>[]} The version of every fragment, by step. */ #shown = [];

  /** @param {Shown} replay */
  constructor(replay) {
    this.replay = replay;
    let now = {};
    for (const { change } of replay.steps) this.#shown.push((now = { ...now, ...change }));
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /** @param {number} step */
  ply(step) {
    return this.replay.steps[step].ply;
  }

  /** The step that shows a ply: the first that stops there or later. @param {number} ply */
  stepAt(ply) {
    const found = this.replay.steps.findIndex((step) => step.ply >= ply);
    return found < 0 ? this.last : found;
  }

  /** The fragments in which two steps differ. @param {number | null} from  null: nothing is shown yet @param {number} to */
  difference(from, to) {
    const before = from === null ? {} : this.#shown[from];
    /** @type {Object<string, string>} */
    const set = {};
    const drop = [];
    for (const [name, version] of Object.entries(this.#shown[to])) {
      if ((before[name] ?? GONE) === version) continue;
      if (version === GONE) drop.push(name);
      else set[name] = this.replay.fragments[name][version];
    }
    for (const name of Object.keys(before)) if (!(name in this.#shown[to]) && before[name] !== GONE) drop.push(name);
    return { set, drop };
  }
}
