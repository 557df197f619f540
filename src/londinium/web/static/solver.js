// @ts-check
/**
 * What this browser remembers of the person solving puzzles here: a rating by game, what was tried, days in a row. There is no account:
 * nothing of it is kept by the server, and one other place to keep it would change only `load` and `save`.
 *
 * @typedef {{mu: number, sigma: number, shown: number}} Rating
 * @typedef {{
 *   ratings: Object<string, Rating>, tried: Object<string, Object<string, boolean>>, row: number, best: number,
 *   day: string, days: number, storms: Object<string, number>
 * }} Memory  ratings, tries and the best storm by game; solved in a row now and at best; the last day solved, and days in a row
 * @typedef {{number: number, rating: number, theme: string}} Listed
 * @typedef {{game: string, end: number, right: number, wrong: number, seen: number[]}} Storm
 */

import { below } from "./below.js";

const KEY = "londinium-solver";
const STORM = "londinium-storm";
const A_DAY = 24 * 3600 * 1000;
/** Any of this many puzzles nearest to a rating may come. */
const NEAR = 12;
/** A storm begins with puzzles of this rating; each that is solved makes the next harder by this step. */
const STORM_START = 1250;
const STORM_STEP = 25;
export const STORM_TIME = 3 * 60 * 1000;

/** @returns {Memory} */
function fresh() {
  return { ratings: {}, tried: {}, row: 0, best: 0, day: "", days: 0, storms: {} };
}

/** @returns {Memory} */
export function load() {
  try {
    return { ...fresh(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return fresh(); // a browser that keeps nothing still solves
  }
}

/** @param {Memory} memory */
function save(memory) {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // as above
  }
}

/** Whether a puzzle was tried before, and so no longer counts. @param {string} game @param {number} number */
export function wasTried(game, number) {
  return String(number) in (load().tried[game] ?? {});
}

/** The first try at a puzzle. @param {string} game @param {number} number @param {boolean} solved */
export function noteTry(game, number, solved) {
  const memory = load();
  memory.tried[game] = { ...memory.tried[game], [number]: solved };
  memory.row = solved ? memory.row + 1 : 0;
  memory.best = Math.max(memory.best, memory.row);
  save(memory);
}

/** @param {string} game @param {Rating} rating */
export function noteRating(game, rating) {
  const memory = load();
  memory.ratings[game] = rating;
  save(memory);
}

/** A puzzle of the day was solved. @param {string} day */
export function noteDay(day) {
  const memory = load();
  if (memory.day === day) return;
  memory.days = daysBetween(memory.day, day) === 1 ? memory.days + 1 : 1;
  memory.day = day;
  save(memory);
}

/** How many days in a row there are by today. @param {string} today */
export function daysInRow(today) {
  const { day, days } = load();
  return day && daysBetween(day, today) <= 1 ? days : 0;
}

/** @param {string} before @param {string} after */
function daysBetween(before, after) {
  return Math.round((Date.parse(after) - Date.parse(before)) / A_DAY);
}

// ── Which one next ──

/**
 * One that was not tried, near to a rating.
 * @param {Listed[]} list @param {string} game @param {{theme?: string, near?: number, not?: number[]}} wish
 */
export function pick(list, game, { theme = "", near, not = [] }) {
  const memory = load();
  const tried = memory.tried[game] ?? {};
  const goal = near ?? memory.ratings[game]?.shown ?? 1500;
  const fits = list.filter((one) => (!theme || one.theme === theme) && !not.includes(one.number));
  // Once all of them were tried, they come round again.
  const fresh = fits.filter((one) => !(String(one.number) in tried));
  const some = (fresh.length ? fresh : fits).sort((a, b) => Math.abs(a.rating - goal) - Math.abs(b.rating - goal));
  const few = some.slice(0, NEAR);
  return few[Math.floor(Math.random() * few.length)]?.number ?? null;
}

/** @param {string} game @returns {Promise<Listed[]>} */
export async function listOf(game) {
  const answer = await fetch(below(`/puzzles/${game}/list`));
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

// ── The storm ──

/** The storm that is under way in this tab. @returns {Storm | null} */
export function storm() {
  try {
    return JSON.parse(sessionStorage.getItem(STORM) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Storm | null} now */
export function keepStorm(now) {
  try {
    if (now) sessionStorage.setItem(STORM, JSON.stringify(now));
    else sessionStorage.removeItem(STORM);
  } catch {
    // a storm needs a browser that keeps it from page to page
  }
}

/** A storm is over: the best so far. @param {Storm} over */
export function noteStorm(over) {
  const memory = load();
  memory.storms[over.game] = Math.max(memory.storms[over.game] ?? 0, over.right);
  save(memory);
  return memory.storms[over.game];
}

/** The next one of a storm: each a little harder than the one before. @param {Storm} now @param {Listed[]} list */
export function nextOfStorm(now, list) {
  return pick(list, now.game, { near: STORM_START + STORM_STEP * now.right, not: now.seen });
}
