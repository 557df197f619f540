// @ts-check
/**
 * A table at which moves are asked for: the steps of a lesson, or the one decision of a puzzle. It knows no rule: what may be chosen,
 * and why something may not, was worked out by the server; the server's side of it is web/pages/lesson.py.
 *
 * @typedef {{markup: string, ghosts?: Object<string, string>, number: string}} Reason
 * @typedef {{
 *   ply: number, record: number, change: Object<string, number>, said: string, points: [string, string][], asked: string,
 *   offers: Object<string, import("./messages.js").Offer>, wrong: Object<string, string>, refused: Object<string, Reason>
 * }} Step
 * @typedef {{fragments: Object<string, string[]>, steps: Step[], rules: Object<string, string>, otherwise: string, notNow: string}} Lesson
 * @typedef {{
 *   shown?: (at: number, reached: number) => void, said?: (at: number, markup: string) => string,
 *   missed?: (move: string) => boolean, made?: (move: string) => boolean
 * }} Hooks
 *   What a page does when a step is shown, and what it says there; when a legal move was wrong, or the asked move was made. True: the
 *   page goes elsewhere by itself.
 */
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

export class Exercise {
  table = /** @type {HTMLElement} */ (document.querySelector(".table"));
  coach = new Coach(/** @type {HTMLElement} */ (document.getElementById("coach")));
  /** @type {number | null} The step on the table; null: none yet. */ at = null;
  reached = 0;
  /** What the buttons do. @type {Object<string, () => void>} */
  deeds = {
    back: () => this.go((this.at ?? 0) - 1),
    on: () => this.#on(),
    again: () => this.#again(),
    help: () => this.go((this.at ?? 0) + 1),
    fold: () => this.coach.fold(),
  };
  #live = /** @type {HTMLElement} */ (document.getElementById("live"));
  #pointer = new Pointer(this.coach.panel, /** @type {SVGSVGElement} */ (document.querySelector("svg#pointing")));
  #offers = new Offers(
    (move) => this.#answer(move),
    (move) => this.#explain(move),
  );
  /** @type {Lesson | null} */ #lesson = null;
  /** @type {Timeline<Lesson> | null} */ #timeline = null;
  #hooks;

  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.#hooks = hooks;
    document.addEventListener("click", (event) => this.#clicked(/** @type {Element} */ (event.target)));
    document.addEventListener("keydown", (event) => this.#pressed(event));
    bindLog();
    bindDrawers();
    bindZoom();
    bindDrag(this.#offers);
    bindKeys({
      confirm: () => this.#offers.confirm() || (this.isReady && this.#enter()),
      cancel: () => (this.coach.isWrong ? this.#again() : this.#offers.cancel()),
      help: () => toggle("help"),
    });
  }

  get isReady() {
    return this.#lesson !== null;
  }

  get last() {
    return this.#timeline?.last ?? 0;
  }

  get #steps() {
    return /** @type {Lesson} */ (this.#lesson).steps;
  }

  /** The step on the table. */
  get #now() {
    return this.#steps[this.at ?? 0];
  }

  /** Whether a move is asked for that has not been made before. */
  get #asks() {
    return this.#now.asked !== "" && this.at === this.reached;
  }

  /** Fetch what is shown; then the page says where to begin. @param {(exercise: Exercise) => number} start */
  async begin(start) {
    try {
      const answer = await fetch(/** @type {string} */ (this.table.dataset.steps));
      if (!answer.ok) throw new Error(String(answer.status));
      const lesson = /** @type {Lesson} */ (await answer.json());
      this.#lesson = lesson;
      this.#timeline = new Timeline(lesson);
      this.coach.reserve(lesson.steps.flatMap((step, at) => [this.#words(at), ...Object.values(step.wrong)]));
      this.go(start(this));
      this.table.dataset.ready = "";
    } catch {
      this.tell(this.table.dataset.failed);
    }
  }

  /** @param {number} step */
  go(step) {
    const timeline = /** @type {Timeline<Lesson>} */ (this.#timeline);
    const target = Math.max(0, Math.min(this.last, step));
    // From one match to another nothing flies.
    const near = this.at !== null && Math.abs(target - this.at) === 1 && this.#steps[target].record === this.#now.record;
    show(timeline.difference(this.at, target), near);
    this.at = target;
    this.reached = Math.max(this.reached, target);
    this.#offers.refresh(this.#now.offers);
    this.table.classList.toggle("my-turn", this.#asks);
    this.say(this.#words(target));
    this.#pointer.at(this.#now.points);
    for (const slot of slots("log")) slot.scrollTop = slot.scrollHeight;
    this.#hooks.shown?.(target, this.reached);
  }

  /** What is said at a step. @param {number} at */
  #words(at) {
    const { said } = this.#steps[at];
    return this.#hooks.said?.(at, said) ?? said;
  }

  /** What is said, and what can be done about it. @param {string} markup @param {boolean} [wrong] */
  say(markup, wrong = false) {
    const [at, last, asks] = [this.at ?? 0, this.last, this.#asks];
    const open = { again: wrong, back: !wrong && at !== 0, on: !wrong && !asks && at !== last, help: !wrong && asks };
    this.#live.textContent = this.coach.say(markup, { wrong, at, last, open });
  }

  /** @param {string | undefined} words */
  tell(words) {
    showNotice(words ?? "", 3500);
  }

  // ── Moves ──

  /** A legal move was made. @param {string} move */
  #answer(move) {
    const step = this.#now;
    if (move === step.asked) {
      if (!this.#hooks.made?.(move)) this.go((this.at ?? 0) + 1);
    } else if (!this.#hooks.missed?.(move)) {
      this.#offers.cancel();
      this.say(step.wrong[move] ?? this.#lesson?.otherwise, true);
      // The move was not made: it can be chosen again like the others.
      this.#offers.refresh(step.offers);
      this.#pointer.at(step.points);
    }
  }

  /** Something was tried that is not allowed. @param {string} move */
  #explain(move) {
    const { markup, ghosts = {}, number } = this.#now.refused[move] ?? { markup: this.#lesson?.notNow ?? "", number: "" };
    this.#offers.explain({ kind: "why", move, markup, ghosts, rule: this.#lesson?.rules[number] ?? "" });
    this.#live.textContent = document.getElementById("bubble")?.textContent ?? "";
  }

  #on() {
    if (this.coach.isWrong) this.#again();
    else if (!this.#asks) this.go((this.at ?? 0) + 1);
  }

  #again() {
    this.say(this.#words(this.at ?? 0));
    this.#pointer.at(this.#now.points);
  }

  /** Enter where nothing else is chosen. @returns {boolean} whether it meant something */
  #enter() {
    if (this.coach.isWrong || (!this.#asks && this.at !== this.last)) this.#on();
    else if (this.at === this.last && this.deeds.next) this.deeds.next();
    else return false;
    return true;
  }

  // ── The page ──

  /** @param {Element} target */
  #clicked(target) {
    if (!this.isReady) return;
    const deed = target.closest("[data-do]")?.getAttribute("data-do");
    if (deed) this.deeds[deed]?.();
    const act = target.closest("[data-act]")?.getAttribute("data-act");
    if (act === "confirm") this.#offers.confirm();
    if (act === "cancel") this.#offers.cancel();
    // The rule waits in its drawer before the link opens it.
    const rule = target.closest("[data-rule]")?.getAttribute("data-rule");
    if (rule) for (const slot of slots("rule")) slot.innerHTML = this.#lesson?.rules[rule] ?? "";
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const keys = { ArrowRight: "on", ArrowLeft: "back", PageDown: "on", PageUp: "back" };
    const deed = /** @type {Object<string, string>} */ (keys)[event.key];
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || !this.isReady || !deed) return;
    if (document.querySelector("dialog:modal") || target.closest("dialog, [role=tab]")) return;
    // Where a move is asked for, arrows walk over the board.
    if (event.key.startsWith("Arrow") && this.#now.asked && !target.closest("#coach")) return;
    this.deeds[deed]();
    event.preventDefault();
  }
}
