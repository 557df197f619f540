// @ts-check
// A judge in a worker, without Python and without a network: finds the best moves of a decision and compares them with the one that
// was played, as `bots/search/comparison.py` does. With the same number of simulations it comes to the same.

import { Engine } from "./engine.js";
import { Thinker } from "./thinker.js";

/** @typedef {import("./thinker.js").Question} Question */
/** @typedef {import("./thinker.js").Tried} Tried */
/**
 * @typedef {object} Judging how decisions are judged; written by `study/questions.py`
 * @property {number} simulations
 * @property {number} samples of each move that is compared
 * @property {number} nodes
 * @property {number} ideas
 * @property {number} branch
 * @property {Partial<Record<string, number>>} settings
 * @property {boolean} alone
 * @property {number} significant
 * @property {[string, number][]} sizes
 *
 * @typedef {{ move: number, gains: number[], points: number[], firsts: number[] }} Sample what came of a move, by simulation
 * @typedef {object} Weighed a move beside the best
 * @property {number} move
 * @property {number} points
 * @property {number | null} win
 * @property {number} loss what it is worth less
 * @property {boolean} equal whether that may be chance
 *
 * @typedef {object} Judgement
 * @property {Weighed[]} best the best first; the played one is among them
 * @property {{ rank: number, size: string } | null} played its place among all moves, and how large a mistake it was
 */

/** Simulations of each move at once, and reports of how far it is. */
const AT_ONCE = 16;
const REPORTS = 40;

export class Judge {
  /** @param {Engine} engine @param {Judging} judging */
  constructor(engine, judging) {
    this.judging = judging;
    this.enough = engine.description.search.enough;
    this.thinker = new Thinker(engine, null, judging.nodes);
  }

  /**
   * @param {Question} question @param {number[]} legal @param {number | null} played
   * @param {(part: number) => void} [report] hears which part is done
   * @returns {Judgement}
   */
  judge(question, legal, played, report = () => {}) {
    const { thinker, judging } = this;
    thinker.ask({ ...question, settings: judging.settings });
    const whole = judging.simulations + (judging.ideas + 1) * judging.samples;
    let made = 0;
    while (made < judging.simulations) {
      made += thinker.think(Math.min(Math.ceil(whole / REPORTS), judging.simulations - made));
      report(made / whole);
    }
    const tried = thinker.answer().filter((one) => one.tries > 0 && legal.includes(one.move));
    const ranking = ranked(tried, this.enough).map((one) => one.move);
    const found = ranking.slice(0, judging.ideas);
    const moves = played === null || found.includes(played) ? found : [...found, played];
    const comparison = thinker.compare(moves, judging.samples, judging.branch);
    for (let first = 0; first < judging.samples; first += AT_ONCE) {
      comparison.sample(first, Math.min(judging.samples, first + AT_ONCE));
      report((judging.simulations + first * moves.length) / whole);
    }
    return this.weigh(comparison.samples(), ranking, played);
  }

  /** @param {Sample[]} samples @param {number[]} ranking @param {number | null} played @returns {Judgement} */
  weigh(samples, ranking, played) {
    const { alone, significant, sizes } = this.judging;
    const first = chosen(samples, significant);
    const weighed = samples.map((sample) => {
      const { mean: loss, error } = difference(first, sample);
      const win = alone ? null : mean(sample.firsts);
      return { move: sample.move, points: mean(sample.points), win, loss, equal: loss <= significant * error };
    });
    const ahead = (/** @type {Weighed} */ one) => (one.move === first.move ? 2 : Number(one.equal));
    const best = weighed.sort((a, b) => ahead(b) - ahead(a) || a.loss - b.loss);
    const place = best.findIndex((one) => one.move === played);
    const own = best[place];
    if (!own) return { best, played: null };
    const size = own.equal ? "" : (sizes.find(([, least]) => own.loss >= least)?.[0] ?? "");
    // Behind the best come moves that were not compared, in the order of the search.
    const rank = place < this.judging.ideas ? place + 1 : ranking.indexOf(own.move) + 1;
    return { best, played: { rank, size } };
  }
}

/** The best of the moves that were tried often enough first. @param {Tried[]} tried @param {number} enough */
function ranked(tried, enough) {
  const least = enough * Math.max(...tried.map((one) => one.tries));
  const worth = (/** @type {Tried} */ one) => one.value / one.tries;
  return tried.sort((a, b) => {
    const [left, right] = [a, b].map((one) => one.tries >= least);
    if (left !== right) return left ? -1 : 1;
    return left ? worth(b) - worth(a) : b.tries - a.tries;
  });
}

/** The search's own choice, unless another one was clearly better when they were compared. @param {Sample[]} samples @param {number} significant */
function chosen(samples, significant) {
  return samples.reduce((best, other) => {
    const { mean: more, error } = difference(other, best);
    return more > significant * error ? other : best;
  });
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How two moves with the same luck differ, and how well that is known. @param {Sample} one @param {Sample} other */
function difference(one, other) {
  const differences = one.gains.map((gain, k) => gain - other.gains[k]);
  const middle = mean(differences);
  const spread = Math.sqrt(mean(differences.map((each) => (each - middle) ** 2)));
  return { mean: middle, error: spread / Math.sqrt(differences.length) };
}
