// @ts-check
/**
 * The end of a match: the score sheets add up row by row, and the player's best so far is told. What stands in the document is true from
 * the beginning; rows are only covered, and running totals are written over the true ones, until a click or a key lifts all that.
 */
import { bindConsent } from "./consent.js";
import { noteDays } from "./days.js";
import { bindShare } from "./share.js";
import { play } from "./sound.js";

/** Milliseconds from row to row, and within which a total runs on to the next row's. */
const PAUSE = 520;
const RUN = 360;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const NUMBER = /([−-]?)([^0-9]*)([0-9]+)/;

/** @type {number} */
let timer = 0;
/** @type {number} */
let frame = 0;

/** The rows of each sheet: what names itself a row, else every row of a table. @param {Element} final @returns {HTMLElement[][]} */
function sheetsOf(final) {
  const sheets = [...final.querySelectorAll("article, table")].filter((each) => !each.parentElement?.closest("article"));
  const rows = (/** @type {Element} */ sheet) => {
    const named = /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll("[data-row]"));
    return [...(named.length ? named : /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll("tr:has(td), .row")))];
  };
  return sheets.map(rows).filter((found) => found.length > 1);
}

/** @param {Element} row */
function isTotal(row) {
  return row.matches("[data-row=total]");
}

/** The numbers of a row: what says that it adds something, else its cells. @param {Element} row @returns {HTMLElement[]} */
function cellsOf(row) {
  const marked = /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-adds]"));
  return [...(marked.length ? marked : row.querySelectorAll("td"))];
}

/** @param {HTMLElement | undefined} cell */
function valueOf(cell) {
  if (cell?.dataset.adds) return Number(cell.dataset.adds);
  const found = NUMBER.exec(cell?.textContent ?? "");
  return found ? (found[1] ? -1 : 1) * Number(found[3]) : 0;
}

/** A total as it was after the rows that are shown: the same words with another number. @param {string} words @param {number} sum */
function written(words, sum) {
  return words.replace(NUMBER, (_, __, unit) => `${sum < 0 ? "−" : ""}${unit.replace(/[−-]/, "")}${Math.abs(sum)}`);
}

/** Add up, row by row. @param {Element} final */
export function addUp(final) {
  settle();
  const sheets = sheetsOf(final);
  if (still.matches || !sheets.length) return;
  final.classList.add("adding");
  // Totals stand there from the beginning, and what follows them comes after them.
  const added = sheets.map((rows) => rows.filter((row) => !isTotal(row)));
  for (const rows of added) for (const row of rows) row.classList.add("covered");
  for (const rows of sheets) sumUp(rows, 0, 0);
  const most = Math.max(...added.map((rows) => rows.length));
  /** @param {number} at */
  const next = (at) => {
    for (const rows of added) rows[at]?.classList.remove("covered");
    run(sheets, at);
    play(["tick"]);
    timer = setTimeout(() => (at + 1 < most ? next(at + 1) : settle()), PAUSE);
  };
  timer = setTimeout(() => next(0), PAUSE);
}

/** Let the totals run on while a row appears. @param {HTMLElement[][]} sheets @param {number} at */
function run(sheets, at) {
  const start = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - start) / RUN);
    for (const rows of sheets) sumUp(rows, at, part);
    if (part < 1) frame = requestAnimationFrame(step);
  };
  cancelAnimationFrame(frame);
  step();
}

/**
 * Write over the totals of a sheet what its rows have brought before one of them, and a part of what that one brings.
 * @param {HTMLElement[]} rows @param {number} at @param {number} part
 */
function sumUp(rows, at, part) {
  const total = rows.find(isTotal);
  if (!total) return;
  const added = rows.filter((row) => row !== total).map(cellsOf);
  for (const [column, cell] of cellsOf(total).entries()) {
    const values = added.slice(0, at + 1).map((cells, i) => valueOf(cells[column]) * (i < at ? 1 : part));
    const sum = Math.round(values.reduce((before, value) => before + value, 0));
    cell.dataset.soFar = written(cell.textContent ?? "", sum);
    // Where a sheet is longer than the window, its sum is also seen at its head.
    const head = column ? null : total.closest("article")?.querySelector("[data-runs]");
    if (head instanceof HTMLElement) head.dataset.soFar = cell.dataset.soFar;
  }
}

/** Everything as it is. */
export function settle() {
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  for (const final of document.querySelectorAll(".adding")) final.classList.remove("adding");
  for (const row of document.querySelectorAll(".covered")) row.classList.remove("covered");
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-so-far]"))) delete cell.dataset.soFar;
}

/** Tell the player's best so far: the server's for a name, this browser's for a guest. @param {HTMLElement} table */
export function tellBest(table) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector(".best[data-best-of]"));
  if (!place) return;
  const score = Number(place.dataset.score);
  const guest = table.dataset.named === undefined;
  const kept = guest ? remembered(place.dataset.bestOf ?? "", score, table.dataset.id ?? "") : table.dataset.best;
  if (!kept) return;
  const best = Number(kept);
  // A minus stands before the unit.
  const words = (best < score ? place.dataset.beaten : place.dataset.below) ?? "";
  place.textContent = words.replace(/(\S*)\{best\}/, (_, unit) => `${best < 0 ? "−" : ""}${unit}${Math.abs(best)}`);
  place.hidden = false;
}

/**
 * The best of this browser before this match; from now on this match counts along.
 * @param {string} what @param {number} score @param {string} id  of the table, which is counted once
 */
function remembered(what, score, id) {
  const key = `londinium-best ${what}`;
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    const before = kept?.id === id ? kept.before : kept?.best;
    localStorage.setItem(key, JSON.stringify({ id, before: before ?? null, best: Math.max(score, before ?? score) }));
    return before ?? null;
  } catch {
    return null; // a browser that keeps nothing has no best
  }
}

/** @param {HTMLElement} table */
export function bindFinal(table) {
  const dialog = document.getElementById("final");
  dialog?.addEventListener("pointerdown", settle);
  document.addEventListener("keydown", settle, true);
  dialog?.addEventListener("close", settle);
  bindShare();
  bindConsent(dialog);
  dialog?.addEventListener("opened", () => {
    tellBest(table);
    noteDays();
  });
}
