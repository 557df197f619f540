// @ts-check
/** What can be done now: shown under the pointer and the focus, asked about where it is final, and sent. */
import { firstInBubble, hideBubble, isInBubble, showBubble } from "./bubble.js";
import { slots } from "./fragments.js";
import { Gathering } from "./gathering.js";
import { hideGhosts, showGhosts } from "./ghosts.js";
import { Quiet } from "./quiet.js";
import { setting } from "./settings.js";
import { plain, tell, unbroken, untell } from "./tells.js";

/** @typedef {import("./messages.js").Offer} Offer */
/** @typedef {import("./messages.js").Why} Why */
/** @typedef {import("./messages.js").Hint} Hint */

/** Of a row that can be pushed sideways, how much of its end is faint. */
const EDGE = 28;

export class Offers {
  /** @type {Object<string, Offer>} */ #offers = {};
  /** @type {string | null} The move whose effect is shown. */ #shown = null;
  /** @type {string | null} The move that waits for a second click. */ #chosen = null;
  /** Moves that are chosen together and wait to be confirmed. */ #gathered = new Gathering();
  /** Whether those who choose them were told that something would stay unused. */ #sure = false;
  /** @type {string[]} Those of them that are still to be sent, each when the one before it was made. */ #rest = [];
  /** @type {string | null} The move that was sent and has not changed anything yet. */ #sent = null;
  /** @type {Element | null} What explains itself just now. */ #told = null;
  /** @type {Element | null} The place of several ways whose bubble offers them. */ #place = null;
  /** @type {Element | null} A place that was chosen and still asks which of its ways is meant. */ #open = null;
  #quiet = new Quiet();
  /** Whether a hand draws to something: then only what it leads to is shown. */ drawing = false;
  #send;
  #why;

  /**
   * @param {(move: string) => void} send
   * @param {(move: string) => void} why
   */
  constructor(send, why) {
    this.#send = send;
    this.#why = why;
    const over = (/** @type {Event} */ event) => this.drawing || this.look(/** @type {Element} */ (event.target));
    document.addEventListener("pointerover", (event) => event.pointerType === "touch" || this.#quiet.rests(event) || over(event));
    document.addEventListener("pointermove", (event) => {
      const rested = this.#quiet.isResting;
      if (!this.#quiet.rests(event) && rested) over(event);
    });
    document.addEventListener("focusin", (event) => this.#quiet.byFinger || over(event));
    document.addEventListener("focusout", () => this.#chosen ?? this.#open ?? this.#hide());
    document.addEventListener("click", (event) => this.#click(event));
  }

  /** After the server has drawn something new. @param {Object<string, Offer> | null} offers  null: the same as before */
  refresh(offers) {
    if (offers) {
      this.#offers = offers;
      this.#sent = this.#open = null;
      this.#gathered.refresh(offers);
      this.#quiet.calm();
    }
    const shown = this.#shown;
    if (this.#chosen && !this.#offers[this.#chosen]) this.#chosen = null;
    if (!this.#open?.isConnected) this.#open = null;
    // What explains itself may go on as long as it is there; why something was not allowed is of the past.
    const past = this.#told ? !this.#told.isConnected : offers !== null;
    if (shown && this.#offers[shown]) this.#showAgain(shown);
    else if (shown || past) this.#hide();
    this.#ask();
    this.#arm(document.querySelector("[data-armed]")?.getAttribute("data-armed") ?? "");
    this.#mark("sent", this.#sent);
    if (offers) this.#goOn();
  }

  cancel() {
    if (this.#chosen) this.#quiet.heed();
    this.#chosen = this.#open = null;
    this.#gathered.clear();
    this.#rest = [];
    this.#hide();
    this.#ask();
  }

  confirm() {
    if (!this.#chosen && this.#gathered.isEmpty) return false;
    if (!this.#chosen && this.#gathered.leaves) {
      if (this.#sure && this.#quiet.is) return true; // the second of a double click
      if (!this.#sure) return this.#askAgain();
    }
    const [first, ...rest] = this.#chosen ? [this.#chosen] : this.#gathered.taken();
    this.#rest = rest;
    this.#commit(first);
    return true;
  }

  /** Something that could still be chosen would stay unused: ask once. */
  #askAgain() {
    this.#sure = true;
    this.#ask();
    this.#quiet.hush();
    return true;
  }

  /** Make the move that ends a turn and keeps what could still be used, unless something else is chosen already. */
  keep() {
    const move = Object.keys(this.#offers).find((each) => this.#offers[each].keeps);
    if (move && !this.#chosen && !this.#sent) this.#commit(move);
  }

  /** Why something cannot be done, or what could be. @param {Why | Hint} why @param {"why-not" | "hint"} [kind] */
  explain(why, kind = "why-not") {
    this.#open = null;
    const name = CSS.escape(why.move);
    const place = document.querySelector(`[data-place="${name}"]`) ?? document.querySelector(`[data-move="${name}"]`);
    this.#hide();
    showGhosts(why.ghosts ?? {});
    // The rule itself waits in its drawer, which the link in the bubble opens.
    const rule = why.kind === "why" ? why.rule : undefined;
    for (const slot of slots("rule")) slot.innerHTML = rule ?? "";
    showBubble(why.markup, place ?? slots("prompt")[0], kind);
  }

  // ── Looking ──

  /** Show what something would do, or what it is. @param {Element} target */
  look(target) {
    // What asks for one of its ways goes on asking, whatever a pointer passes on its way there.
    if (isInBubble(target) || (this.#open && firstInBubble())) return;
    const element = target.closest("[data-move], [data-ways]");
    const move = this.#moveOf(element);
    const told = target.closest("[data-tell]");
    if (element && this.#asksWhich(element)) {
      if (element !== this.#told) this.#showWays(element);
    } else if (element && move) {
      if (move !== this.#shown) this.#show(move, element);
    } else if (told) {
      if (told !== this.#told) this.#tell(told);
    } else if (this.#told || (this.#shown && this.#shown !== this.#chosen)) {
      this.#hide();
      // Of several ways the others stay in reach.
      if (this.#chosen) this.#show(this.#chosen, this.#place?.isConnected ? this.#place : null);
    }
  }

  /** Whether something asks which of its ways is meant, and none of them is chosen yet. @param {Element | null} element */
  #asksWhich(element) {
    const ways = this.#waysOf(element);
    return Boolean(element?.hasAttribute("data-which")) && ways.length > 1 && !ways.includes(this.#chosen ?? "");
  }

  /** The ways of a place that asks which is meant. @param {Element} place */
  #showWays(place) {
    this.#hide();
    this.#told = this.#place = place;
    const which = `<b>${plain(place.getAttribute("data-which") ?? "")}</b>`;
    showBubble(which + waysMarkup(this.#waysOf(place), "", this.#offers), place, "effect");
  }

  /**
   * The move that something stands for: of several ways, the one that was chosen, else the first that costs nothing.
   * @param {Element | null} element
   */
  #moveOf(element) {
    const ways = this.#waysOf(element);
    if (!ways.length) return null;
    const armed = document.querySelector("[data-armed]")?.getAttribute("data-armed") ?? "";
    return ways.find((move) => move === this.#chosen) ?? ways.find((move) => (this.#offers[move].costs ?? "") === armed) ?? ways[0];
  }

  /** @param {Element | null} element */
  #waysOf(element) {
    const named = element?.getAttribute("data-ways")?.split("|") ?? [element?.getAttribute("data-move") ?? ""];
    return named.filter((move) => this.#offers[move]);
  }

  /** @param {Element} element  something that says what it is */
  #tell(element) {
    this.#open = null;
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
    this.#mark("on", move);
    showGhosts(offer.ghosts ?? {});
    const ways = this.#waysOf(element);
    this.#place = ways.length > 1 ? element : null;
    const markup = (offer.bubble ?? "") + (ways.length > 1 ? waysMarkup(ways, move, this.#offers) : "");
    if (element && markup) showBubble(markup, element, "effect");
    this.#dim();
  }

  /** What is only looked at is drawn paler than what is chosen. */
  #dim() {
    const looked = this.#shown !== null && this.#shown !== this.#chosen && this.#gathered.isEmpty;
    document.querySelector(".table")?.classList.toggle("previewing", looked);
  }

  /**
   * The board was redrawn under somebody looking at a move: they still are, unless it went away from under them.
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
    this.#mark("on", null);
    this.#dim();
    hideGhosts();
    hideBubble();
  }

  /** Give everything that stands for a move a class, and take it from everything else. @param {string} name @param {string | null} move */
  #mark(name, move) {
    for (const element of document.querySelectorAll(`:is([data-move], [data-ways]).${name}`)) element.classList.remove(name);
    if (move === null) return;
    for (const element of document.querySelectorAll(`[data-move="${CSS.escape(move)}"]`)) element.classList.add(name);
    for (const chip of document.querySelectorAll(".chips > [data-ways]")) if (leadsTo(chip, move)) chip.classList.add(name);
  }

  // ── Choosing ──

  /** @param {MouseEvent} event */
  #click(event) {
    const target = this.#quiet.meant(event);
    const way = target.closest(".ways [data-move]");
    if ((isInBubble(target) && !way) || target.closest("a, dialog")) return;
    const button = target.closest("[data-arm]");
    const element = target.closest("[data-move], [data-ways]");
    const move = way?.getAttribute("data-move") ?? this.#moveOf(element);
    const place = target.closest("[data-place]")?.getAttribute("data-place");
    if (button) this.#arm(button.getAttribute("aria-pressed") === "true" ? "" : (button.getAttribute("data-arm") ?? ""));
    else if (!way && element && move && this.#asksWhich(element)) this.#slips(event, element, move) || this.#leaveOpen(element, event);
    else if (move && element) this.#slips(event, element, move) || this.#pick(move, element, event);
    else if (place) this.#why(place);
    else if (target.closest("[data-tell]")) this.#tell(/** @type {Element} */ (target.closest("[data-tell]")));
    else if (!target.closest(".prompt-bar")) this.cancel();
  }

  /** A place is meant, but not yet which of its ways. @param {Element} place @param {MouseEvent} event */
  #leaveOpen(place, event) {
    this.#chosen = null;
    this.#gathered.clear();
    this.#open = place;
    this.#showWays(place);
    this.#ask();
    if (event.detail) this.#quiet.hush();
    else firstInBubble()?.focus();
  }

  /** What a hand has drawn to is chosen as a click on it would choose it. @param {Element} element @param {PointerEvent} event */
  choose(element, event) {
    const move = element.getAttribute("data-move");
    const place = element.getAttribute("data-place");
    if (move && this.#offers[move]) this.#slips(event, element, move) || this.#pick(move, element, event);
    else if (place) this.#why(place);
  }

  /**
   * A click that only went on to what can be chosen now: it chooses what it reaches there, unless that has just come up as a button.
   * @param {MouseEvent} event
   */
  reach(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-move], [data-ways]") ?? null;
    const move = this.#moveOf(element);
    if (!element || !move || element.closest(".prompt-bar")) return;
    if (this.#asksWhich(element)) this.#leaveOpen(element, event);
    else this.#pick(move, element, event);
  }

  /**
   * Whether a click means nothing. Of what is only gathered two quick clicks are two.
   * @param {MouseEvent} event @param {Element} element @param {string} move
   */
  #slips(event, element, move) {
    return this.#quiet.slips(event, element, Boolean(this.#offers[move].size));
  }

  /** @param {string} move @param {Element} element @param {MouseEvent} event */
  #pick(move, element, event) {
    const touched = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (this.#offers[move].size) return this.#gather(move, touched);
    // Enough is enough: what was gathered is meant.
    const early = this.#quiet.is || event.detail > 1;
    if (!this.#gathered.isEmpty && move === this.#gathered.end) return void (early || this.confirm());
    this.#gathered.clear();
    const place = isInBubble(element) && this.#place ? this.#place : element;
    const unused = (this.#gathered.leaves && move === this.#gathered.end) || (this.#offers[move].keeps && !setting("keep"));
    const asks = touched || early || unused || this.#waysOf(place).length > 1 || (this.#offers[move].asks && setting("ask"));
    if (!asks || move === this.#chosen) {
      if (!early) this.#commit(move);
      return;
    }
    this.#open = null;
    this.#chosen = move;
    this.#show(move, place);
    this.#ask();
    reveal(move);
    // A second click on the same thing makes the move, but not one that comes at once.
    if (event.detail) this.#quiet.hush();
  }

  /** @param {string} move @param {boolean} touched */
  #gather(move, touched) {
    this.#chosen = null;
    this.#sure = false;
    this.#gathered.choose(move);
    this.#show(move, null);
    this.#ask();
    reveal(move);
    if (this.#gathered.isFull && !touched && !this.#quiet.is && !setting("ask")) this.confirm();
  }

  /** What was gathered is made move by move, as long as each can still be made. */
  #goOn() {
    const next = this.#rest.shift() ?? "";
    if (this.#gathered.holds(next)) this.#commit(next);
    else this.#rest = [];
  }

  /** @param {string} move */
  #commit(move) {
    this.#chosen = this.#open = null;
    this.#hide();
    this.#ask();
    this.#sent = move;
    this.#mark("sent", move);
    this.#send(move);
  }

  /** Arm a power, so that the moves that use it stand out; without a name, none. @param {string} power */
  #arm(power) {
    const buttons = [...document.querySelectorAll("[data-arm]")];
    const armed = buttons.some((button) => button.getAttribute("data-arm") === power) ? power : "";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.getAttribute("data-arm") === armed));
    const table = document.querySelector(".table");
    if (armed) table?.setAttribute("data-armed", armed);
    else table?.removeAttribute("data-armed");
  }

  /** Let the prompt bar ask for confirmation, or no longer. */
  #ask() {
    this.#mark("chosen", this.#chosen);
    this.#dim();
    this.#gathered.draw();
    const ends = this.#chosen && this.#chosen === this.#gathered.end;
    const one = this.#chosen && !ends ? this.#offers[this.#chosen] : null;
    const offer = one ?? (ends || !this.#gathered.isEmpty ? this.#gathered.together : null);
    if (!offer) this.#sure = false;
    for (const bar of document.querySelectorAll(".prompt-bar")) {
      bar.classList.toggle("asking", offer !== null);
      bar.classList.toggle("unused", (ends || this.#sure) && this.#gathered.leaves);
      const words = bar.querySelector(".asking-words");
      if (words && offer) words.innerHTML = asked(offer);
    }
  }
}

/** Whether something stands for a move, alone or as one of several. @param {Element} element @param {string} move */
function leadsTo(element, move) {
  return (element.getAttribute("data-ways")?.split("|") ?? [element.getAttribute("data-move")]).includes(move);
}

/** Push a row of buttons that is longer than its place so far that the one of a move can be seen whole. @param {string} move */
function reveal(move) {
  const chip = [...document.querySelectorAll(".chips > *")].find((each) => leadsTo(each, move));
  const row = chip?.parentElement;
  if (!chip || !row || row.scrollWidth <= row.clientWidth) return;
  const [box, room] = [chip.getBoundingClientRect(), row.getBoundingClientRect()];
  if (box.left < room.left || box.width > room.width - EDGE) row.scrollLeft += box.left - room.left - 2;
  // The first pixels of the faint end are as good as clear: nothing moves for them.
  else if (box.right > room.right - EDGE + 2) row.scrollLeft += box.right - room.right + EDGE;
}

/** What the prompt bar asks. @param {Offer} offer */
function asked(offer) {
  return `<strong>${plain(offer.label)}</strong> <b>${unbroken(offer.gain ?? "")}</b>`;
}

/** Buttons for the moves that lead to one place. @param {string[]} ways @param {string} shown @param {Object<string, Offer>} offers */
function waysMarkup(ways, shown, offers) {
  const button = (/** @type {string} */ move) =>
    `<button type="button" class="chip${move === shown ? " on" : ""}" data-move="${plain(move)}">${asked(offers[move])}</button>`;
  return `<div class="ways">${ways.map(button).join("")}</div>`;
}
