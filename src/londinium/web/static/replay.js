// @ts-check
/** The page of a replay: steps through what was drawn before. It works without a server, from one file, as well. */
import { copy } from "./clipboard.js";
import { bindDrawers, toggle } from "./drawers.js";
import { Eyes } from "./eyes.js";
import { show, slots } from "./fragments.js";
import { Ideas } from "./ideas.js";
import { showNotice } from "./notice.js";
import { Player } from "./player.js";
import { sendPlace } from "./source.js";
import { Study } from "./study.js";
import { Trial } from "./trial.js";
import { bindZoom } from "./zoom.js";

const ALL = "all";

const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
const board = /** @type {HTMLElement} */ (document.getElementById("board"));
const dock = /** @type {HTMLElement} */ (document.querySelector(".dock"));
const scrub = /** @type {HTMLInputElement} */ (document.getElementById("scrub"));
const speed = /** @type {HTMLSelectElement} */ (document.getElementById("speed"));

const eyes = new Eyes();
/** @type {import("./timeline.js").Timeline<import("./timeline.js").Replay>} */
let timeline;
let eye = "";
/** @type {number | null} What the board shows; null: nothing yet. */
let shown = null;
/** Whether one stops after every decision, and not only after every turn. */
let whole = false;
let speaking = 0;
let writing = 0;

const player = new Player({
  show: go,
  end: () => document.querySelector("#final .sheets") && toggle("final"),
  changed: (playing) => {
    dock.classList.toggle("playing", playing);
    for (const button of dock.querySelectorAll("[data-do=play]")) button.setAttribute("aria-pressed", String(playing));
  },
});

/** @type {Study | null} An exported file has no server that could analyse. */
const study = document.getElementById("study") ? new Study((step) => player.go(step), look) : null;

/** @type {Trial | null} */
const trial = study ? new Trial() : null;

/** @type {Ideas | null} An exported file thinks by itself. */
const ideas = document.getElementById("ideas") ? new Ideas((step) => player.go(step), look) : null;

/** Where one stops: after every turn, or after every decision. */
function stops() {
  return whole ? timeline.replay.steps.map((_, step) => step) : timeline.replay.turns;
}

/** Turn by turn, or decision by decision. */
function change() {
  whole = !whole;
  for (const button of document.querySelectorAll("[data-do=whole]")) button.setAttribute("aria-pressed", String(whole));
  player.lay(stops());
  if (shown !== null) go(shown);
}

/** @param {number} step */
function go(step) {
  const from = shown === null ? -1 : stops().indexOf(shown);
  const near = shown !== null && (Math.abs(step - shown) === 1 || (from >= 0 && Math.abs(stops().indexOf(step) - from) === 1));
  ideas?.leave();
  show(timeline.difference(shown, step), near);
  shown = step;
  const next = stops().find((stop) => stop > step);
  study?.show(step, eye, next);
  trial?.show(timeline.replay.decisions, timeline.ply(study?.toldStep ?? step), eye);
  ideas?.show(step, eye, next);
  markLog(step);
  showPlace(step);
}

/** Look from another point of view, at the same place. @param {string} wish @param {number} [ply] */
async function look(wish, ply) {
  const seen = eyes.has(wish) ? wish : eyes.first;
  if (seen === eye) {
    if (ply !== undefined) player.go(timeline.stepAt(ply));
    return;
  }
  eye = seen;
  for (const button of eyes.buttons) button.setAttribute("aria-pressed", String(button.dataset.eye === seen));
  const found = await eyes.timeline(seen).catch(fail);
  if (!found || eye !== seen) return;
  const at = ply ?? (shown === null ? 0 : timeline.ply(shown));
  timeline = found;
  shown = null;
  delete table.dataset.show;
  board.innerHTML = found.replay.layout;
  for (const slot of slots("log")) {
    slot.innerHTML = found.replay.log;
    slot.setAttribute("role", "group"); // nothing is added to it, so there is nothing to announce
  }
  for (const slot of slots("final")) slot.innerHTML = found.replay.final;
  measure();
  player.lay(stops());
  player.go(found.stepAt(at));
  table.dataset.ready = "";
}

function fail() {
  eye = "";
  say(dock.dataset.failed);
}

/** The length of the scrubber, and where the parts of the match begin. */
function measure() {
  scrub.max = String(timeline.last);
  study?.measure(timeline.last);
  scrub.disabled = false;
  const ticks = /** @type {HTMLElement} */ (dock.querySelector(".ticks"));
  ticks.replaceChildren(
    ...timeline.replay.parts.map((step) => {
      const tick = document.createElement("i");
      tick.style.setProperty("--at", String(step / timeline.last));
      return tick;
    }),
  );
}

/** @param {number} step */
function showPlace(step) {
  const at = stops().findLastIndex((stop) => stop <= step);
  const facts = { at: String(at), last: String(stops().length - 1) };
  const told = (whole ? dock.dataset.place : dock.dataset.turn) ?? "";
  const words = told.replace(/\{(at|last)\}/g, (_, name) => facts[/** @type {"at" | "last"} */ (name)]);
  scrub.value = String(step);
  scrub.style.setProperty("--at", String(timeline.last ? step / timeline.last : 0));
  scrub.setAttribute("aria-valuetext", words);
  const place = /** @type {HTMLElement} */ (dock.querySelector(".place"));
  place.textContent = `${facts.at} / ${facts.last}`;
  place.dataset.ply = String(timeline.ply(step));
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (dock.querySelectorAll("[data-do]"))) {
    if (["first", "back"].includes(button.dataset.do ?? "")) button.disabled = step === 0;
    if (["on", "last"].includes(button.dataset.do ?? "")) button.disabled = step === timeline.last;
  }
  // A screen reader says where the reader has got to, not everything on the way; browsers limit how often an address may change.
  clearTimeout(speaking);
  clearTimeout(writing);
  speaking = setTimeout(speak, 350);
  writing = setTimeout(() => history.replaceState(null, "", address()), 250);
}

function speak() {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  live.textContent = document.querySelector(".prompt-words")?.textContent ?? "";
}

/** Mark what has just happened, and keep it in sight. @param {number} step */
function markLog(step) {
  /** @type {Map<Element | null, HTMLElement>} The line to look at, in each place where the log stands. */
  const current = new Map();
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
    const its = Number(line.dataset.step);
    line.classList.toggle("later", its > step);
    if (its === step) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    const list = line.closest("ol");
    if (its <= step && Number(current.get(list)?.dataset.step ?? -1) < its) current.set(list, line);
  }
  for (const line of current.values()) keepInSight(line);
}

/** Scroll the list, and nothing else. @param {HTMLElement} line */
function keepInSight(line) {
  let box = line.parentElement;
  while (box && (box.scrollHeight <= box.clientHeight || !/auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement;
  if (!box || box.contains(table)) return;
  const [here, around] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
  if (here.top < around.top || here.bottom > around.bottom) box.scrollTop += here.top - around.top - box.clientHeight / 2;
}

// ── The address: a link to a ply ──

function address() {
  return `#ply=${timeline.ply(shown ?? 0)}&eye=${eye}`;
}

function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const ply = Number(asked.get("ply") ?? NaN);
  look(asked.get("eye") ?? eye, Number.isInteger(ply) ? ply : undefined);
  if (asked.has("study")) study?.open();
}

async function copyLink() {
  const link = location.href.replace(/#.*/, "") + address();
  await copy(link);
  say(dock.dataset.copied);
}

/** @param {string | undefined} words */
function say(words) {
  showNotice(words ?? "", 2500);
}

// ── What can be done ──

/** @param {number} by */
function lookFurther(by) {
  const all = eyes.buttons.map((button) => button.dataset.eye ?? "");
  look(all[(all.indexOf(eye) + by + all.length) % all.length]);
}

/** @param {number} by */
function hurry(by) {
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  player.speed = Number(speed.value);
}

/** @type {Object<string, () => void>} */
const DEEDS = {
  first: () => player.go(0),
  back: () => player.step(-1),
  play: () => player.toggle(),
  on: () => player.step(1),
  last: () => player.go(timeline.last),
  whole: change,
  sheet: () => study?.pull(),
  link: copyLink,
  study: () => study?.toggle(),
  mistakeBack: () => study?.seek(-1),
  mistakeOn: () => study?.seek(1),
  ask: () => think(() => ideas?.press()),
  askHere: () => think(() => ideas?.ask()),
  stopThinking: () => ideas?.stop(),
  closeIdeas: () => ideas?.close(),
};

/** Somebody who asks wants to look. @param {() => void} ask */
function think(ask) {
  player.pause();
  ask();
}

/** @type {Object<string, () => void>} */
const KEYS = {
  ArrowLeft: DEEDS.back,
  ArrowRight: DEEDS.on,
  Home: DEEDS.first,
  End: DEEDS.last,
  " ": DEEDS.play,
  "+": () => hurry(1),
  "=": () => hurry(1),
  "-": () => hurry(-1),
  ArrowUp: () => lookFurther(-1),
  ArrowDown: () => lookFurther(1),
  a: DEEDS.study,
  d: DEEDS.whole,
  h: DEEDS.ask,
  n: DEEDS.mistakeOn,
  p: DEEDS.mistakeBack,
  "?": () => toggle("help"),
};

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const deed = target.closest("[data-do]")?.getAttribute("data-do");
  if (deed && timeline) DEEDS[deed]();
  const line = target.closest("[data-step]");
  if (line) player.go(Number(line.getAttribute("data-step")));
  const seen = target.closest("[data-eye]")?.getAttribute("data-eye");
  if (seen) look(seen);
  const tried = /** @type {HTMLElement | null} */ (target.closest("[data-try]"));
  if (tried && !trial?.place(tried)) event.preventDefault(); // the match is still on its way
  if (target.closest("[data-set-up]")) timeline ? sendPlace(timeline.ply(shown ?? 0), eye) : event.preventDefault();
  // Another language or scheme is another page; the place in the match goes along.
  const way = target.closest("[data-keep-place]");
  if (way && !timeline) return;
  if (way instanceof HTMLAnchorElement) way.hash = address();
  if (way instanceof HTMLButtonElement) way.formAction = way.formAction.replace(/#.*/, "") + address();
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !timeline) return;
  if (document.querySelector("dialog:modal") || target.closest("select, [role=tab]")) return;
  // The scrubber goes by the arrows itself; a button does what it says.
  if (target === scrub && /^(Arrow|Home|End|Page)/.test(event.key)) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // with Caps Lock, too
  const seat = /^\d$/.test(event.key) ? (event.key === "0" ? ALL : String(Number(event.key) - 1)) : "";
  if (eyes.has(seat)) look(seat);
  else if (key in KEYS) KEYS[key]();
  else return;
  event.preventDefault();
});

for (const way of document.querySelectorAll("[role=tab], [data-open=book]")) {
  way.addEventListener("click", () => setTimeout(() => shown !== null && markLog(shown))); // what was hidden could not be scrolled
}
scrub.addEventListener("input", () => player.go(stops().find((stop) => stop >= Number(scrub.value)) ?? timeline.last));
speed.addEventListener("change", () => (player.speed = Number(speed.value)));
addEventListener("hashchange", follow);
bindDrawers();
bindZoom();
follow();
