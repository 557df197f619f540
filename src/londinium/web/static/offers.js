// @ts-check
/** What can be done now: shown under the pointer and the focus, asked about where it is final, and sent. */
import { hideBubble, isInBubble, showBubble } from "./bubble.js";
import { slots } from "./fragments.js";
import { hideGhosts, showGhosts } from "./ghosts.js";
import { setting } from "./settings.js";
import { tell, untell } from "./tells.js";

/** @typedef {import("./messages.js").Offer} Offer */
/** @typedef {import("./messages.js").Why} Why */
/** @typedef {import("./messages.js").Hint} Hint */

export class Offers {
  /** @type {Object<string, Offer>} */ #offers = {};
  /** @type {string | null} The move whose effect is shown. */ #shown = null;
  /** @type {string | null} The move that waits for a second click. */ #chosen = null;
  /** @type {Element | null} What explains itself just now. */ #told = null;
  #send;
  #why;

  /**
   * @param {(move: string) => void} send
   * @param {(move: string) => void} why
   */
  constructor(send, why) {
    this.#send = send;
    this.#why = why;
    const over = (/** @type {Event} */ event) => this.#look(/** @type {Element} */ (event.target));
    document.addEventListener("pointerover", (event) => event.pointerType === "touch" || over(event));
    document.addEventListener("focusin", over);
    document.addEventListener("focusout", () => this.#chosen ?? this.#hide());
    document.addEventListener("click", (event) => this.#click(event));
  }

  /** After the server has drawn something new. @param {Object<string, Offer> | null} offers  null: the same as before */
  refresh(offers) {
    if (offers) this.#offers = offers;
    const shown = this.#shown;
    if (this.#chosen && !this.#offers[this.#chosen]) this.#chosen = null;
    // What explains itself may go on as long as it is there; why something was not allowed is of the past.
    const past = this.#told ? !this.#told.isConnected : offers !== null;
    if (shown && this.#offers[shown]) this.#showAgain(shown);
    else if (shown || past) this.#hide();
    this.#ask();
  }

  cancel() {
    this.#chosen = null;
    this.#hide();
    this.#ask();
  }

  confirm() {
    if (!this.#chosen) return false;
    this.#commit(this.#chosen);
    return true;
  }

  /** Why something cannot be done, or what could be. @param {Why | Hint} why @param {"why-not" | "hint"} [kind] */
  explain(why, kind = "why-not") {
    const name = CSS.escape(why.move);
    const place = document.querySelector(`[data-place="${name}"]`) ?? document.querySelector(`[data-move="${name}"]`);
    this.#hide();
    showGhosts(why.ghosts ?? {});
    // The rule itself waits in its drawer, which the link in the bubble opens.
    const rule = why.kind === "why" ? why.rule : undefined;
    for (const slot of slots("rule")) slot.innerHTML = rule ?? "";
    showBubble(why.markup, place ?? slots("prompt")[0], kind);
  }

  /** @param {Element} target */
  #look(target) {
    if (isInBubble(target)) return;
    const element = target.closest("[data-move]");
    const move = element?.getAttribute("data-move");
    const told = target.closest("[data-tell]");
    if (element && move && this.#offers[move]) {
      if (move !== this.#shown) this.#show(move, element);
    } else if (told) {
      if (told !== this.#told) this.#tell(told);
    } else if (this.#told || (this.#shown && this.#shown !== this.#chosen)) {
      this.#hide();
      if (this.#chosen) this.#show(this.#chosen, null);
    }
  }

  /** @param {Element} element  something that says what it is */
  #tell(element) {
    this.#hide();
    if (this.#chosen) this.#show(this.#chosen, null);
    this.#told = element;
    tell(element);
  }

  /** @param {string} move @param {Element | null} element  null: no bubble, only the board */
  #show(move, element) {
    this.#hide();
    this.#shown = move;
    const offer = this.#offers[move];
    for (const same of document.querySelectorAll(`[data-move="${CSS.escape(move)}"]`)) same.classList.add("on");
    showGhosts(offer.ghosts ?? {});
    if (element && offer.bubble) showBubble(offer.bubble, element, "effect");
  }

  /**
   * The board was drawn anew under somebody who looks at a move: they still do, unless it went away from under them.
   * @param {string} move
   */
  #showAgain(move) {
    const same = `[data-move="${CSS.escape(move)}"]`;
    const element = document.querySelector(`${same}:hover`) ?? document.activeElement?.closest(same) ?? null;
    if (element || move === this.#chosen) this.#show(move, element);
    else this.#hide();
  }

  #hide() {
    this.#shown = this.#told = null;
    untell();
    for (const element of document.querySelectorAll("[data-move].on")) element.classList.remove("on");
    hideGhosts();
    hideBubble();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target);
    if (isInBubble(target) || target.closest("a, dialog")) return;
    const move = target.closest("[data-move]")?.getAttribute("data-move");
    const place = target.closest("[data-place]")?.getAttribute("data-place");
    if (move && this.#offers[move]) this.#pick(move, /** @type {Element} */ (target.closest("[data-move]")), event);
    else if (place) this.#why(place);
    else if (target.closest("[data-tell]")) this.#tell(/** @type {Element} */ (target.closest("[data-tell]")));
    else if (!target.closest(".prompt-bar")) this.cancel();
  }

  /** @param {string} move @param {Element} element @param {MouseEvent} event */
  #pick(move, element, event) {
    const touched = /** @type {PointerEvent} */ (event).pointerType === "touch";
    const asks = touched || (this.#offers[move].final && setting("ask"));
    if (move === this.#chosen || !asks) {
      this.#commit(move);
      return;
    }
    this.#chosen = move;
    this.#show(move, element);
    this.#ask();
  }

  /** @param {string} move */
  #commit(move) {
    this.#chosen = null;
    this.#hide();
    this.#ask();
    this.#send(move);
  }

  /** Let the prompt bar ask for confirmation, or no longer. */
  #ask() {
    for (const element of document.querySelectorAll("[data-move].chosen")) element.classList.remove("chosen");
    for (const bar of document.querySelectorAll(".prompt-bar")) {
      bar.querySelector(".asking-words")?.remove();
      bar.querySelector(".asking-acts")?.remove();
      bar.classList.toggle("asking", this.#chosen !== null);
      if (this.#chosen) this.#fill(bar, this.#offers[this.#chosen]);
    }
    if (!this.#chosen) return;
    for (const element of document.querySelectorAll(`[data-move="${CSS.escape(this.#chosen)}"]`)) element.classList.add("chosen");
  }

  /** @param {Element} bar @param {Offer} offer */
  #fill(bar, offer) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("asking"));
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    /** @type {HTMLElement} */ (copy.querySelector("[data-label]")).textContent = offer.label;
    /** @type {HTMLElement} */ (copy.querySelector("[data-gain]")).textContent = offer.gain ?? "";
    bar.append(copy);
  }
}
