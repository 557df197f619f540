// @ts-check
/**
 * The analysis of a replay: asked for, waited for, and shown beside each position; the server's side of it is study/notes.py.
 *
 * @typedef {{step: number, seat: number, size: string, part: string, markup: string, ghosts: Object<string, string>[]}} Note
 * @typedef {{state: string, part: number, told?: string}} Progress
 * @typedef {{graph: string, notes: Note[], own: string[], summary: string, par: string}} Notes
 */
import { hideGhosts, showMove } from "./ghosts.js";
import { ask } from "./source.js";

/** Milliseconds between two questions how far it is. */
const PAUSE = 1000;
const NONE = "none";
const SIZES = [NONE, "inaccuracy", "mistake", "blunder"];

/** How far an analysis is. @param {string} what @param {boolean} [change] */
async function progress(what, change) {
  return /** @type {Progress} */ (await ask(what, change));
}

export class Study {
  /** @type {Notes | null} */ #found = null;
  /** @type {Note[]} What is told just now. */ #told = [];
  #step = 0;
  #last = 1;
  #eye = "";
  #until = Infinity;
  #timer = 0;
  #drawn = false;
  #go;
  #look;
  /** Loaded only where there is a server: an exported file has none. */
  #device = import("./reader_device.js").then(({ readerDevice }) => readerDevice());
  #panel = /** @type {HTMLElement} */ (document.getElementById("study"));

  /** @param {(step: number) => void} go @param {(eye: string) => Promise<void>} look */
  constructor(go, look) {
    this.#go = go;
    this.#look = look;
    const course = this.#part(".course");
    course.addEventListener("click", (event) => {
      const box = course.getBoundingClientRect();
      this.#go(Math.round(((event.clientX - box.left) / box.width) * this.#last));
    });
    this.#bindGrip();
    const notes = this.#part(".notes");
    for (const kind of ["pointerover", "focusin", "click"]) {
      notes.addEventListener(kind, (event) => this.#point(/** @type {Element} */ (event.target)));
    }
    progress("analysis").then(({ state }) => state === "done" && this.open(), () => {});
  }

  /** @param {string} selector @returns {HTMLElement} */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.#panel.querySelector(selector));
  }

  /** How many steps there are. @param {number} last */
  measure(last) {
    this.#last = Math.max(1, last);
  }

  /** Open the panel, and begin where there is nothing yet; or close it. */
  toggle() {
    const open = this.#panel.hidden;
    this.#panel.hidden = !open;
    document.body.classList.toggle("studying", open);
    for (const button of document.querySelectorAll("[data-do=study][aria-expanded]")) button.setAttribute("aria-expanded", String(open));
    clearTimeout(this.#timer);
    if (open && !this.#found) void this.#begin();
    this.show(this.#step, this.#eye, this.#until);
  }

  open() {
    if (this.#panel.hidden) this.toggle();
  }

  /** Let this device judge the match, if it may. */
  async #begin() {
    this.#say("working");
    const device = await this.#device;
    await device.ready();
    await this.#ask("analysis/start", true);
  }

  /** @param {string} what @param {boolean} [change] */
  async #ask(what, change) {
    try {
      const { state, part, told } = await progress(what, change);
      if (state === "done") this.#lay(/** @type {Notes} */ (await ask("notes")));
      else this.#wait(state, part, told);
    } catch {
      this.#wait("failed", 0);
    }
  }

  /** @param {string} state @param {number} part @param {string} [told] how many come before it */
  #wait(state, part, told) {
    this.#say(state, told);
    /** @type {HTMLProgressElement} */ (this.#panel.querySelector("progress")).value = part;
    if (state === "failed" || this.#panel.hidden) return;
    // Who was at it has stopped, with its process: somebody else is asked to begin.
    const anew = state === "none";
    this.#timer = setTimeout(() => this.#ask(anew ? "analysis/start" : "analysis", anew), PAUSE);
  }

  /** @param {string} state @param {string} [told] */
  #say(state, told) {
    this.#panel.dataset.state = state;
    this.#part(".told").textContent = told ?? this.#panel.dataset[state] ?? "";
  }

  /** @param {Notes} found */
  #lay(found) {
    this.#found = found;
    void this.#device.then((device) => device.end());
    this.#panel.dataset.state = "done";
    this.#part(".told").textContent = "";
    this.#part(".drawn").innerHTML = found.graph;
    /** @type {HTMLElement} */ (document.querySelector("#sums .sums")).innerHTML = found.summary + found.par;
    this.show(this.#step, this.#eye, this.#until);
  }

  /** On a phone: let the sheet down, so that the table is seen, or pull it up again. @param {boolean} [up] */
  pull(up = this.#panel.classList.contains("low")) {
    this.#panel.classList.toggle("low", !up);
    document.body.classList.toggle("sheet-low", !up);
    this.#part(".grip").setAttribute("aria-expanded", String(up));
  }

  /** A finger that draws at the grip. */
  #bindGrip() {
    const grip = this.#part(".grip");
    let from = 0;
    grip.addEventListener("pointerdown", (event) => {
      from = event.clientY;
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener("pointermove", (event) => {
      if (grip.hasPointerCapture(event.pointerId) && Math.abs(event.clientY - from) > 24) {
        this.pull(event.clientY < from);
        this.#drawn = true;
      }
    });
    grip.addEventListener("click", (event) => {
      if (this.#drawn) event.stopPropagation(); // the finger has done it already
      this.#drawn = false;
    });
  }

  /**
   * What there is to say about what is decided from a step on.
   * @param {number} step @param {string} eye @param {number} [until]  the next step at which one stops
   */
  show(step, eye, until = step + 1) {
    this.#step = step;
    this.#until = until;
    this.#eye = eye;
    this.#panel.style.setProperty("--at", String(step / this.#last));
    const open = !this.#panel.hidden;
    // The reader's own decision first, then the worst.
    const told = open && this.#found ? this.#found.notes.filter((note) => note.step >= step && note.step < until) : [];
    const weight = (/** @type {Note} */ note) => SIZES.indexOf(note.size) + (String(note.seat) === eye ? SIZES.length : 0);
    this.#told = told.sort((a, b) => weight(b) - weight(a));
    this.#part(".notes").innerHTML = this.#told.map((note) => note.markup).join("");
    hideGhosts();
    const first = this.#told[0];
    if (first && first.size !== NONE) this.#choose(0, 0);
  }

  /** To the next mistake, or the one before. What can be drawn only on a seat's own table is shown from its seat. @param {number} by */
  async seek(by) {
    const mistakes = (this.#found?.notes ?? []).filter((note) => note.size !== NONE);
    const found = by > 0 ? mistakes.find((note) => note.step > this.#step) : mistakes.findLast((note) => note.step < this.#step);
    if (!found) return;
    this.#go(found.step);
    if (Object.keys(found.ghosts[0]).some((name) => this.#found?.own.includes(name))) await this.#look(String(found.seat));
  }

  /** The step of the decision that is told first, if one is told. */
  get toldStep() {
    return this.#told[0]?.step;
  }

  /** A move under the pointer or the focus is drawn on the board. @param {Element} target */
  #point(target) {
    const button = target.closest("[data-choice]");
    if (!button) return;
    const articles = [...this.#panel.querySelectorAll("article")];
    this.#choose(articles.indexOf(/** @type {HTMLElement} */ (button.closest("article"))), Number(button.getAttribute("data-choice")));
  }

  /** @param {number} which  of the decisions that are told @param {number} choice */
  #choose(which, choice) {
    const note = this.#told[which];
    const hidden = String(note.seat) === this.#eye ? [] : (this.#found?.own ?? []);
    showMove(note.ghosts[choice] ?? {}, hidden, note.part);
    for (const [number, article] of this.#panel.querySelectorAll("article").entries()) {
      for (const button of article.querySelectorAll("[data-choice]")) {
        button.setAttribute("aria-pressed", String(number === which && Number(button.getAttribute("data-choice")) === choice));
      }
    }
  }
}
