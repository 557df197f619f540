// @ts-check
/**
 * The page of a lesson: a prepared match, what is said at each of its steps, and moves that are asked for. It knows no rule:
 * what may be chosen, and why something may not, was worked out by the server; the server's side of it is web/pages/lesson.py.
 *
 * @typedef {{markup: string, ghosts?: Object<string, string>, number: string}} Reason
 * @typedef {{
 *   ply: number, record: number, change: Object<string, number>, said: string, points: [string, string][], asked: string,
 *   offers: Object<string, import("./messages.js").Offer>, wrong: Object<string, string>, refused: Object<string, Reason>
 * }} Step
 * @typedef {{fragments: Object<string, string[]>, steps: Step[], rules: Object<string, string>, otherwise: string, notNow: string}} Lesson
 */
import { Bookmark } from "./bookmark.js";
import { Coach } from "./coach.js";
import { bindDrag } from "./drag.js";
import { bindDrawers, toggle } from "./drawers.js";
import { bindLog, show, slots } from "./fragments.js";
import { bindKeys } from "./keys.js";
import { showNotice } from "./notice.js";
import { Offers } from "./offers.js";
import { Pointer } from "./pointer.js";
import { Timeline } from "./timeline.js";
import { bindZoom } from "./zoom.js";

const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
const coach = new Coach(/** @type {HTMLElement} */ (document.getElementById("coach")));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const pointer = new Pointer(coach.panel, /** @type {SVGSVGElement} */ (document.querySelector("svg#pointing")));
const bookmark = new Bookmark(table.dataset.lesson ?? "");
const offers = new Offers(answer, explain);

/** @type {Lesson} */
let lesson;
/** @type {Timeline<Lesson>} */
let timeline;
/** @type {number | null} The step on the table; null: none yet. */
let at = null;
let reached = 0;

/** @param {number} step */
function go(step) {
  const target = Math.max(0, Math.min(timeline.last, step));
  // From one match to another nothing flies.
  const near = at !== null && Math.abs(target - at) === 1 && lesson.steps[target].record === lesson.steps[at].record;
  show(timeline.difference(at, target), near);
  at = target;
  reached = Math.max(reached, target);
  offers.refresh(lesson.steps[at].offers);
  bookmark.keep({ at, reached });
  table.classList.toggle("my-turn", asks());
  say(lesson.steps[at].said, false);
  pointer.at(lesson.steps[at].points);
  for (const slot of slots("log")) slot.scrollTop = slot.scrollHeight;
}

/** The step on the table. */
function now() {
  return lesson.steps[at ?? 0];
}

/** Whether the learner is to move, and has not done so before. */
function asks() {
  return now().asked !== "" && at === reached;
}

/** What the teacher says, and what can be done about it. @param {string} markup @param {boolean} wrong */
function say(markup, wrong) {
  const open = { again: wrong, back: !wrong && at !== 0, on: !wrong && !asks() && at !== timeline.last, help: !wrong && asks() };
  live.textContent = coach.say(markup, { wrong, at: at ?? 0, last: timeline.last, open });
}

// ── Moves ──

/** A legal move was made. @param {string} move */
function answer(move) {
  if (move === now().asked) go((at ?? 0) + 1);
  else {
    offers.cancel();
    say(now().wrong[move] ?? lesson.otherwise, true);
    // The move was not made: it can be chosen again like the others.
    offers.refresh(now().offers);
    pointer.at(now().points);
  }
}

/** Something was tried that is not allowed. @param {string} move */
function explain(move) {
  const { markup, ghosts = {}, number } = now().refused[move] ?? { markup: lesson.notNow, number: "" };
  offers.explain({ kind: "why", move, markup, ghosts, rule: lesson.rules[number] ?? "" });
  live.textContent = document.getElementById("bubble")?.textContent ?? "";
}

function on() {
  if (coach.isWrong) again();
  else if (!asks()) go((at ?? 0) + 1);
}

function again() {
  say(now().said, false);
  pointer.at(now().points);
}

/** Enter where nothing else is chosen. @returns {boolean} whether it meant something */
function enter() {
  const goesOn = coach.isWrong || (!asks() && at !== timeline.last);
  if (goesOn) on();
  return goesOn;
}

/** @type {Object<string, () => void>} */
const DEEDS = { back: () => go((at ?? 0) - 1), on, again, help: () => go((at ?? 0) + 1), restart, fold: () => coach.fold() };

function restart() {
  reached = 0;
  go(0);
}

// ── The page ──

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!lesson) return;
  const deed = target.closest("[data-do]")?.getAttribute("data-do");
  if (deed) DEEDS[deed]();
  if (deed === "restart") target.closest("dialog")?.close();
  const act = target.closest("[data-act]")?.getAttribute("data-act");
  if (act === "confirm") offers.confirm();
  if (act === "cancel") offers.cancel();
  // The rule waits in its drawer before the link opens it.
  const rule = target.closest("[data-rule]")?.getAttribute("data-rule");
  if (rule) for (const slot of slots("rule")) slot.innerHTML = lesson.rules[rule] ?? "";
  // Another language or scheme is another page; the place in the lesson goes along.
  const way = target.closest("[data-keep-place]");
  if (way instanceof HTMLAnchorElement && at !== null) way.hash = bookmark.address(at);
});

/** @type {Object<string, () => void>} */
const KEYS = { ArrowRight: DEEDS.on, ArrowLeft: DEEDS.back, PageDown: DEEDS.on, PageUp: DEEDS.back };

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || !lesson || !(event.key in KEYS)) return;
  if (document.querySelector("dialog:modal") || target.closest("dialog, [role=tab]")) return;
  // Where a move is asked for, arrows walk over the board.
  if (event.key.startsWith("Arrow") && now().asked && !target.closest("#coach")) return;
  KEYS[event.key]();
  event.preventDefault();
});

addEventListener("hashchange", () => lesson && bookmark.asked !== null && bookmark.asked !== at && go(bookmark.asked));

async function begin() {
  const answer = await fetch(/** @type {string} */ (table.dataset.steps));
  if (!answer.ok) throw new Error(String(answer.status));
  lesson = await answer.json();
  timeline = new Timeline(lesson);
  const kept = bookmark.kept;
  // Whoever has come to the end begins anew.
  const done = kept.at >= timeline.last;
  reached = Math.min(kept.reached, timeline.last);
  const start = bookmark.asked ?? (done ? 0 : kept.at);
  if (bookmark.asked === null && start) tell(table.dataset.resumed);
  coach.reserve(lesson.steps.flatMap((step) => [step.said, ...Object.values(step.wrong)]));
  go(start);
  table.dataset.ready = "";
}

/** @param {string | undefined} words */
function tell(words) {
  showNotice(words ?? "", 3500);
}

bindLog();
bindDrawers();
bindZoom();
bindDrag(offers);
bindKeys({
  confirm: () => offers.confirm() || (!!lesson && enter()),
  cancel: () => (coach.isWrong ? again() : offers.cancel()),
  help: () => toggle("help"),
});
begin().catch(() => tell(table.dataset.failed));
