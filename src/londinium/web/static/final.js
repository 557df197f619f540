// @ts-check
/**
 * The end of a match: the score sheets add up row by row, and one's best so far is told. What stands in the document is true from
 * the beginning; rows are only covered, and running totals are written over the true ones, until a click or a key lifts all that.
 */
import { copy } from "./clipboard.js";
import { showNotice } from "./notice.js";

/** Milliseconds from row to row. */
const PAUSE = 520;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const NUMBER = /([−-]?)([^0-9]*)([0-9]+)/;

/** @type {number} */
let timer = 0;

/** The rows of each sheet: what names itself a row, else every row of a table. @param {Element} final @returns {HTMLElement[][]} */
function sheetsOf(final) {
  const sheets = [...final.querySelectorAll("article, table")].filter((each) => !each.parentElement?.closest("article"));
  const rows = (/** @type {Element} */ sheet) => {
    const named = /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll("[data-row]"));
    return [...(named.length ? named : /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll("tr:has(td), .row")))];
  };
  return sheets.map(rows).filter((found) => found.length > 1);
}

/** @param {string} words */
function valueOf(words) {
  const found = NUMBER.exec(words);
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
  const most = Math.max(...sheets.map((rows) => rows.length));
  for (const rows of sheets) for (const row of rows) row.classList.add("covered");
  /** @param {number} at */
  const next = (at) => {
    for (const rows of sheets) {
      rows[at]?.classList.remove("covered");
      sumUp(rows, at);
    }
    if (at + 1 < most) timer = setTimeout(() => next(at + 1), PAUSE);
    else settle();
  };
  timer = setTimeout(() => next(0), PAUSE);
}

/** Write over the totals of a table what its rows have brought up to one of them. @param {HTMLElement[]} rows @param {number} at */
function sumUp(rows, at) {
  const total = rows.find((row) => row.matches(".total"));
  if (!total) return;
  const last = rows.indexOf(total);
  const done = at >= last;
  total.classList.toggle("covered", false);
  for (const [column, cell] of [...total.querySelectorAll("td")].entries()) {
    const values = rows.slice(0, Math.min(at + 1, last)).map((row) => valueOf(row.querySelectorAll("td")[column]?.textContent ?? ""));
    const sum = values.reduce((before, value) => before + value, 0);
    if (done) delete cell.dataset.soFar;
    else cell.dataset.soFar = written(cell.textContent ?? "", sum);
  }
}

/** Everything as it is. */
export function settle() {
  clearTimeout(timer);
  for (const final of document.querySelectorAll(".adding")) final.classList.remove("adding");
  for (const row of document.querySelectorAll(".covered")) row.classList.remove("covered");
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-so-far]"))) delete cell.dataset.soFar;
}

/** Tell one's best so far: the server's for a name, this browser's for a guest. @param {HTMLElement} table */
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
  document.addEventListener("click", async (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share]"));
    if (!button) return;
    const url = new URL(button.dataset.share ?? "", location.href).href;
    if (navigator.share) return void navigator.share({ title: button.dataset.title ?? "", url }).catch(() => {});
    await copy(url);
    showNotice(button.dataset.copied ?? "", 2500);
  });
  dialog?.addEventListener("opened", () => tellBest(table));
}
