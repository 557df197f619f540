// @ts-check
/**
 * What would you play here? An exported file thinks by itself, in a worker, about a decision as its seat knew it. The questions, and
 * all words, were written by study/questions.py; the worker's side is wasm/judge.js.
 *
 * @typedef {{steps: [number, number], seat: number, ply: number, plies: [number, number][], offers: Object<string, number>,
 *   played: number | null, part: string, marks: Object<string, number>}} Question
 * @typedef {[move: string, label: string, gain: string, ghosts: [string, number][]]} Offer
 * @typedef {{box: string, seats: number, options: number[], judging: object, questions: Question[], offers: Offer[],
 *   drawings: string[], own: string[], words: Object<string, string>, shapes: Object<string, string>}} Questions
 * @typedef {{move: number, points: number, win: number | null, loss: number, equal: boolean}} Weighed
 * @typedef {{rank: number, size: string}} Played
 * @typedef {{best: Weighed[], played: Played | null}} Judgement
 * @typedef {{part: number} | {judgement: Judgement} | {problem: string}} Told
 */
import { slots } from "./fragments.js";
import { hideGhosts, showMove } from "./ghosts.js";
import { bytesOf, unpack } from "./packed.js";

export class Ideas {
  /** @type {Questions | null} */ #all = null;
  /** @type {Question[]} What can be asked here, the first by itself. */ #here = [];
  /** @type {Question | null} */ #chosen = null;
  /** @type {Map<Question, Judgement>} */ #known = new Map();
  /** @type {Worker | null} */ #worker = null;
  /** @type {Question | null} What is being thought of. */ #thinking = null;
  /** @type {[HTMLElement, Node[]][]} Where moves are marked, and what stands there otherwise. */ #marked = [];
  #unable = false;
  #step = 0;
  #until = Infinity;
  #eye = "";
  #go;
  #look;
  #panel = /** @type {HTMLElement} */ (document.getElementById("ideas"));
  #button = /** @type {HTMLButtonElement} */ (document.querySelector(".dock [data-do=ask]"));
  #list = /** @type {HTMLElement} */ (this.#panel.querySelector(".best"));

  /** @param {(step: number) => void} go @param {(eye: string) => Promise<void>} look */
  constructor(go, look) {
    this.#go = go;
    this.#look = look;
    for (const kind of ["pointerover", "focusin", "click"]) {
      this.#list.addEventListener(kind, (event) => {
        const button = /** @type {Element} */ (event.target).closest("[data-idea]");
        if (button) this.#point(Number(button.getAttribute("data-idea")));
      });
    }
    for (const button of this.#seats()) button.addEventListener("click", () => this.#choose(Number(button.dataset.asked)));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    unpack(packed("questions")).then((found) => {
      this.#all = /** @type {Questions} */ (found);
      this.show(this.#step, this.#eye, this.#until);
    });
  }

  /** @returns {NodeListOf<HTMLElement>} */
  #seats() {
    return this.#panel.querySelectorAll("[data-asked]");
  }

  get #open() {
    return !this.#panel.hidden;
  }

  /**
   * What can be asked at a step: what is open there, or what is decided before the next step at which one stops.
   * @param {number} step @param {string} eye @param {number} [until]
   */
  show(step, eye, until = step + 1) {
    [this.#step, this.#eye, this.#until] = [step, eye, until];
    const all = this.#all?.questions ?? [];
    const now = all.filter(({ steps }) => steps[0] <= step && step <= steps[1]);
    const next = Math.min(...all.map(({ steps }) => steps[0]).filter((first) => first > step && first < until));
    this.#here = now.length ? now : all.filter(({ steps }) => steps[0] === next);
    if (!this.#chosen || !this.#here.includes(this.#chosen)) {
      this.#chosen = this.#here.find(({ seat }) => String(seat) === eye) ?? this.#here[0] ?? null;
    }
    if (this.#thinking !== this.#chosen) this.stop();
    this.#button.disabled = !this.#chosen && !this.#open;
    this.leave();
    if (this.#open) this.#draw();
  }

  /** Nothing of an idea stays on the board; to be called before another step is shown. */
  leave() {
    hideGhosts();
    for (const [slot, nodes] of this.#marked.splice(0)) slot.replaceChildren(...nodes);
  }

  /** The button and the key: open and ask, ask again elsewhere, or close. */
  press() {
    const answered = this.#chosen && (this.#known.has(this.#chosen) || this.#thinking);
    if (this.#open && (answered || !this.#chosen)) this.close();
    else this.ask();
  }

  close() {
    if (!this.#open) return;
    this.stop();
    this.#toggle(false);
    this.leave();
    this.#button.disabled = !this.#chosen;
  }

  /** @param {boolean} open */
  #toggle(open) {
    this.#panel.hidden = !open;
    // The table makes room as for an analysis.
    for (const name of ["studying", "asking"]) document.body.classList.toggle(name, open);
    this.#button.setAttribute("aria-expanded", String(open));
  }

  /** Ask about the decision at hand; the table shows it. */
  ask() {
    const question = this.#chosen;
    if (!question) return;
    this.#toggle(true);
    if (question.steps[0] > this.#step) this.#go(question.steps[0]);
    if (this.#known.has(question)) this.#bring(question);
    else {
      this.#think(question);
      this.#draw();
    }
  }

  /** @param {number} seat */
  #choose(seat) {
    this.#chosen = this.#here.find((question) => question.seat === seat) ?? this.#chosen;
    this.ask();
  }

  /** @param {Question} question */
  #think(question) {
    this.stop();
    this.#unable = false;
    const { box, seats, options, judging } = /** @type {Questions} */ (this.#all);
    const { seat, ply, plies, played } = question;
    try {
      this.#worker ??= begin({ module: packed("module"), judging });
    } catch {
      return this.#fail(); // no workers, or none from a file
    }
    this.#worker.onmessage = (/** @type {MessageEvent<Told>} */ { data }) => this.#hear(question, data);
    this.#worker.onerror = () => this.#hear(question, { problem: "" });
    const legal = Object.keys(question.offers).map(Number);
    this.#worker.postMessage({ question: { box: bytesOf(box), seats, options, plies, ply, seat }, legal, played });
    this.#thinking = question;
    this.#progress(0);
  }

  /** @param {Question} question @param {Told} told */
  #hear(question, told) {
    if ("part" in told) return this.#progress(told.part);
    this.#thinking = null;
    if ("judgement" in told) {
      this.#known.set(question, told.judgement);
      this.#bring(question);
    } else {
      this.#fail();
      this.#draw();
    }
  }

  #fail() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#unable = true;
  }

  /** @param {number} part */
  #progress(part) {
    /** @type {HTMLProgressElement} */ (this.#panel.querySelector("progress")).value = part;
  }

  /** Think no longer. A worker that thinks hears nothing, so it is let go. */
  stop() {
    if (!this.#thinking) return;
    this.#worker?.terminate();
    this.#worker = this.#thinking = null;
    if (this.#open) this.#draw();
  }

  // ── What is shown ──

  #draw() {
    const question = this.#chosen;
    const judgement = question && this.#known.get(question);
    this.#panel.querySelector(".whom")?.classList.toggle("several", this.#here.length > 1);
    for (const button of this.#seats()) {
      const seat = Number(button.dataset.asked);
      button.hidden = !this.#here.some((one) => one.seat === seat);
      button.setAttribute("aria-pressed", String(seat === question?.seat));
    }
    const state = !question ? "nothing" : judgement ? "answered" : this.#unable ? "unable" : this.#thinking ? "thinking" : "open";
    this.#panel.dataset.state = state;
    const told = /** @type {HTMLElement} */ (this.#panel.querySelector(".told"));
    // Before it is asked for, what the numbers of an answer mean.
    told.textContent = (state === "open" ? this.#all?.words.measure : this.#panel.dataset[`when${state}`]) ?? "";
    const verdict = /** @type {HTMLElement} */ (this.#panel.querySelector(".verdict"));
    verdict.replaceChildren();
    this.#list.replaceChildren();
    this.leave();
    if (!question || !judgement) return;
    if (judgement.played) verdict.append(...this.#verdict(question, judgement.played));
    this.#list.append(...judgement.best.map((one, number) => this.#row(question, judgement, one, number)));
    this.#mark(question);
    this.#point(0);
  }

  /** Its own table shows where a seat may choose, as at its turn. @param {Question} question */
  #mark(question) {
    const { drawings, seats } = /** @type {Questions} */ (this.#all);
    if (String(question.seat) !== this.#eye && seats > 1) return;
    for (const [name, drawn] of Object.entries(question.marks)) {
      for (const slot of slots(name)) {
        this.#marked.push([slot, [...slot.childNodes]]);
        slot.innerHTML = drawings[drawn];
      }
    }
  }

  /** What was answered is told, and shown as the player who was asked saw it. @param {Question} question */
  async #bring(question) {
    const before = this.#eye;
    await this.#look(String(question.seat));
    if (this.#eye === before) this.#draw(); // another point of view has drawn everything already
    const judgement = this.#known.get(question);
    if (!judgement || question !== this.#chosen) return;
    const live = /** @type {HTMLElement} */ (document.getElementById("live"));
    live.textContent = `${this.#offer(question, judgement.best[0].move)[1]}: ${this.#said(judgement, judgement.best[0])}`;
  }

  /** @param {Question} question @param {number} move */
  #offer(question, move) {
    const all = /** @type {Questions} */ (this.#all);
    return all.offers[question.offers[move]];
  }

  /** @param {number} number draw one of the ideas on the board */
  #point(number) {
    const question = this.#chosen;
    const one = question && this.#known.get(question)?.best[number];
    if (!question || !one || !this.#all) return;
    const { drawings, own } = this.#all;
    const [move, , , ghosts] = this.#offer(question, one.move);
    const drawn = Object.fromEntries(ghosts.map(([name, number]) => [name, drawings[number]]));
    showMove(drawn, String(question.seat) === this.#eye ? [] : own, question.part);
    for (const place of document.querySelectorAll("#board [data-move]")) {
      place.classList.toggle("on", place.getAttribute("data-move") === move);
    }
    for (const button of this.#list.querySelectorAll("[data-idea]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-idea") === String(number)));
    }
  }

  /** @param {Question} question @param {Judgement} judgement @param {Weighed} one @param {number} number */
  #row(question, judgement, one, number) {
    const words = /** @type {Questions} */ (this.#all).words;
    const [, label, gain] = this.#offer(question, one.move);
    const own = one.move === question.played;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.idea = String(number);
    button.dataset.of = String(one.move);
    const name = piece("b", label);
    if (gain) name.append(" ", piece("em", gain));
    button.append(name, piece("span", this.#said(judgement, one)));
    if (own) button.append(piece("i", words.played));
    const row = document.createElement("li");
    row.classList.toggle("own", own);
    row.append(button);
    return row;
  }

  /**
   * As a hint says it: what to expect of the best move, and how far the others are behind it.
   * @param {Judgement} judgement @param {Weighed} one
   */
  #said(judgement, one) {
    const { words } = /** @type {Questions} */ (this.#all);
    if (one !== judgement.best[0]) return one.equal ? words.equal : fill(words.less, { amount: this.#amount(one.loss) });
    const expected = fill(words.expected, { amount: this.#amount(one.points) });
    return one.win === null ? expected : `${expected}, ${fill(words.first, { chance: percent(one.win) })}`;
  }

  /** How what was played compares. @param {Question} question @param {Played} played @returns {Node[]} */
  #verdict(question, { rank, size }) {
    const { words, shapes } = /** @type {Questions} */ (this.#all);
    const place = fill(words.rank, { rank, count: Object.keys(question.offers).length });
    if (!size) return [piece("span", rank === 1 ? words.best : `${words.good}, ${place}`)];
    const shape = document.createElement("i");
    shape.innerHTML = shapes[size];
    return [shape, piece("span", `${words[size]}, ${place}`)];
  }

  /** @param {number} points */
  #amount(points) {
    const { words } = /** @type {Questions} */ (this.#all);
    const number = Math.abs(points).toFixed(1).replace(".", words.point);
    return fill(points < 0 ? words.debt : words.amount, { number });
  }
}

/** @param {object} start @returns {Worker} whose script comes from the page itself: nothing else can be loaded */
function begin(start) {
  const address = URL.createObjectURL(new Blob([packed("judge")], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.postMessage(start);
  return worker;
}

/** @param {string} name what the page carries */
function packed(name) {
  return document.querySelector(`script[data-thinks="${name}"]`)?.textContent ?? "";
}

/** @param {string} words @param {Object<string, string | number>} facts */
function fill(words, facts) {
  return words.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
}

/** @param {number} chance */
function percent(chance) {
  return (100 * chance).toFixed(0);
}

/** @param {string} tag @param {string} words */
function piece(tag, words) {
  const made = document.createElement(tag);
  made.textContent = words;
  return made;
}
