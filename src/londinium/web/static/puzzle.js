// @ts-check
/** The page of a puzzle: one decision, an answer to every try, and the next one; in a storm, as many as three minutes allow. */
import { below } from "./below.js";
import { Exercise } from "./exercise.js";
import { keepStorm, listOf, load, nextOfStorm, noteDay, noteRating, noteStorm, noteTry, pick, storm, wasTried } from "./solver.js";

const exercise = new Exercise({ made, missed, said });
const { puzzle = "", day = "", theme = "" } = exercise.table.dataset;
const game = exercise.table.dataset.game ?? "";
const number = Number(puzzle);
const raging = location.search.includes("storm") ? storm() : null;
/** Milliseconds between two looks at the clock. */
const TICK = 200;
/** @type {boolean | null} How the first try went; null: nothing was tried yet. */
let first = null;
/** The first wrong move that was made. */
let wrong = "";

/** Something that the page shows of its solver. @param {string} name @param {string | number} value */
function show(name, value) {
  for (const place of document.querySelectorAll(`[data-own="${name}"]`)) {
    place.textContent = String(value);
    place.closest("[hidden]")?.removeAttribute("hidden");
  }
}

/** @param {string} move */
function made(move) {
  if (raging) return strike(true);
  settle(first ?? true, move);
  return false;
}

/** @param {string} move */
function missed(move) {
  if (raging) return strike(false);
  settle(false, move);
  wrong ||= move;
  return false;
}

/**
 * What is said at a step: at the end whether it was found, and why the move that was tried first, or the natural one, is not as good.
 * @param {number} at @param {string} markup
 */
function said(at, markup) {
  if (at === 0) return markup;
  const told = first ? exercise.table.dataset.right : exercise.table.dataset.shown;
  const words = document.createElement("template");
  words.innerHTML = markup;
  for (const why of /** @type {NodeListOf<HTMLElement>} */ (words.content.querySelectorAll("[data-tried]"))) {
    if (wrong ? why.dataset.tried === wrong : !why.hidden) why.hidden = false;
    else why.remove();
  }
  return `<p class="told"><b>${told}</b></p>${words.innerHTML}`;
}

exercise.deeds.help = () => {
  if (raging && strike(false)) return; // a storm shows nothing, it goes on
  settle(false, "");
  exercise.go(1);
};
exercise.deeds.next = () => void next();

/** The first try counts, once for each puzzle. @param {boolean} solved @param {string} move  empty: the move was shown */
function settle(solved, move) {
  if (first !== null) return;
  first = solved;
  const counts = !wasTried(game, number);
  if (solved && day) noteDay(day);
  if (!counts) return;
  noteTry(game, number, solved);
  show("row", load().row);
  void rate(move);
}

/** Ask the server what the try makes of both ratings. @param {string} move */
async function rate(move) {
  const { mu, sigma } = load().ratings[game] ?? {};
  const body = new URLSearchParams({ move });
  if (mu !== undefined) body.set("mu", String(mu));
  if (sigma !== undefined) body.set("sigma", String(sigma));
  const answer = await fetch(below(`/puzzles/${game}/${number}/try`), { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return; // a try that is not rated is still a try
  const rated = await answer.json();
  const before = load().ratings[game]?.shown ?? rated.before;
  noteRating(game, rated.solver);
  show("rating", rated.solver.shown);
  const more = rated.solver.shown - before;
  show("change", more < 0 ? `−${-more}` : `+${more}`);
  show("puzzle", rated.puzzle.shown);
}

/** Another puzzle: of the same theme, if one was chosen. */
async function next() {
  const now = raging ? storm() : null;
  const list = await listOf(game).catch(() => []);
  const found = now ? nextOfStorm(now, list) : pick(list, game, { theme, not: [number] });
  if (found === null) location.assign(below("/puzzles"));
  else location.assign(below(`/puzzles/${game}/${found}${now ? "?storm" : theme ? `?theme=${theme}` : ""}`));
}

// ── The storm ──

/** One more of a storm. @param {boolean} solved */
function strike(solved) {
  const now = storm();
  if (!now || Date.now() >= now.end) return false;
  now[solved ? "right" : "wrong"] += 1;
  now.seen.push(number);
  keepStorm(now);
  void next();
  return true;
}

/** @param {number} timer */
function tick(timer) {
  const now = storm();
  if (!now) return;
  const left = Math.max(0, now.end - Date.now());
  const seconds = Math.ceil(left / 1000);
  show("time", `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  show("right", now.right);
  if (left) return;
  clearInterval(timer);
  keepStorm(null);
  const best = noteStorm(now);
  let over = exercise.table.dataset.over ?? "";
  for (const [name, value] of Object.entries({ ...now, best })) over = over.replace(`{${name}}`, String(value));
  exercise.go(1);
  exercise.say(`<p><b>${over}</b></p>`);
  document.body.classList.add("storm-over");
}

// ── The page ──

exercise.begin(() => {
  if (raging) {
    document.body.classList.add("storming");
    const timer = setInterval(() => tick(timer), TICK);
    tick(timer);
  } else {
    show("rating", load().ratings[game]?.shown ?? exercise.table.dataset.start ?? "");
    show("row", load().row);
  }
  return 0;
});
