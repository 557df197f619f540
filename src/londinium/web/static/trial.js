// @ts-check
/**
 * Going on from a point in a match: from which decision, said in words, and sent with the form of the page. The server finds the
 * same decision (`nearest_decision` in study/replay.py); what is sent leaves it nothing to find.
 *
 * @typedef {import("./timeline.js").OwnDecision} OwnDecision
 */
import { sendPlace } from "./source.js";

export class Trial {
  /** @type {OwnDecision[]} */ #decisions = [];
  #ply = 0;
  #eye = "";
  #source = /** @type {HTMLFormElement} */ (document.getElementById("source"));
  /** @type {number[]} The seats that the reader had. */ #own = JSON.parse(this.#source.dataset.own ?? "[]");
  /** @type {string[]} Whose decision it is, in words, by seat. */ #words = JSON.parse(this.#source.dataset.from ?? "[]");

  /** @returns {HTMLElement[]} */
  get #buttons() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-try]"))];
  }

  /** Say from where one would go on. @param {OwnDecision[]} decisions @param {number} ply @param {string} eye */
  show(decisions, ply, eye) {
    [this.#decisions, this.#ply, this.#eye] = [decisions, ply, eye];
    for (const button of this.#buttons) {
      const found = this.#find(button);
      button.hidden = !found;
      const words = found ? [this.#words[found.seat], found.part].filter(Boolean).join(" · ") : "";
      /** @type {HTMLElement} */ (button.querySelector("small")).textContent = words;
    }
  }

  /** Send with the form where a button leads. @param {HTMLElement} button @returns {boolean} whether it leads anywhere */
  place(button) {
    const found = this.#find(button);
    if (found) sendPlace(found.ply, String(found.seat));
    return found !== null;
  }

  /** The reader's seats; without one, the seat whose eyes are looked through, or any. @param {HTMLElement} button */
  #seats(button) {
    const seats = [...new Set(this.#decisions.map(({ seat }) => seat))];
    const asked = button.dataset.try || (!this.#own.length || this.#own.includes(Number(this.#eye)) ? this.#eye : "");
    if (/^\d+$/.test(asked)) return [Number(asked)];
    return seats.some((seat) => this.#own.includes(seat)) ? this.#own : seats;
  }

  /** The latest decision that is open here or was made before; at the beginning, the first. @param {HTMLElement} button */
  #find(button) {
    const seats = this.#seats(button);
    const decisions = this.#decisions.filter(({ seat }) => seats.includes(seat));
    return decisions.findLast(({ since }) => since <= this.#ply) ?? decisions[0] ?? null;
  }
}
