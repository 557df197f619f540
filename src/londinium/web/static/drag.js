// @ts-check
/**
 * Drawing by hand: from where a hand may take hold (`data-grip`) to where it may let go (`data-spot`). What joins the two
 * (`data-joins`) is shown on the way, and chosen as a click on it would choose it; a click stays a click.
 */
import { showBubble } from "./bubble.js";
import { plain } from "./tells.js";
import { hold, swallow } from "./zoom.js";

/** How far a hand may tremble before it draws, and how near to a place it means that place, in pixels. */
const TREMBLE = 7;
const NEAR = 20;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{finger: number, grip: Element, start: Point, drawn: boolean, spot: Element | null}} Held */

/** @param {Element} element @returns {Point & {reach: number}} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, reach: Math.max(NEAR, box.width * 0.75) };
}

/** The element of a kind that a point is at. @param {ParentNode} within @param {string} kind @param {Point} point */
function nearest(within, kind, point) {
  let best = null;
  let least = Infinity;
  for (const element of within.querySelectorAll(kind)) {
    const { x, y, reach } = middle(element);
    const far = Math.hypot(x - point.x, y - point.y);
    if (far <= reach && far < least) [best, least] = [element, far];
  }
  return best;
}

class Drag {
  /** @type {Held | null} */ #held = null;
  #offers;

  /** @param {import("./offers.js").Offers} offers */
  constructor(offers) {
    this.#offers = offers;
    // Before the board itself is moved: what is held stays under the finger.
    document.addEventListener("pointerdown", (event) => this.#down(event), true);
    document.addEventListener("pointermove", (event) => this.#move(event), true);
    document.addEventListener("pointerup", (event) => this.#up(event), true);
    document.addEventListener("pointercancel", (event) => event.pointerId === this.#held?.finger && this.#end());
    // A browser that takes a drawing for a push of the page takes the next tap for its end, and no click comes of it.
    for (const box of document.querySelectorAll("[data-zoom]")) {
      box.addEventListener("touchmove", (event) => this.#held && event.preventDefault(), { passive: false });
    }
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#end());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    // A second finger enlarges: this is no longer drawing.
    if (this.#held) return this.#end();
    const board = /** @type {Element} */ (event.target).closest("svg");
    const start = { x: event.clientX, y: event.clientY };
    const grip = board && event.button === 0 && nearest(board, "[data-grip]", start);
    if (grip) this.#held = { finger: event.pointerId, grip, start, drawn: false, spot: null };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.finger) return;
    // What it held may be gone: then the table has changed meanwhile.
    if (!held.grip.isConnected || (event.pointerType === "mouse" && !event.buttons)) return this.#end();
    if (!held.drawn && Math.hypot(event.clientX - held.start.x, event.clientY - held.start.y) <= TREMBLE) return;
    if (!held.drawn) this.#begin(held);
    const point = { x: event.clientX, y: event.clientY };
    held.spot = this.#spotAt(held, point);
    const joined = this.#joined(held);
    this.#draw(held, point, held.spot !== null && !joined?.matches("[data-move]"));
    this.#offers.look(joined?.matches("[data-move]") ? joined : document.body);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.finger) return;
    const spot = held.grip.isConnected && held.drawn ? held.spot : null;
    const joined = this.#joined(held);
    const nothing = this.#tether(held)?.getAttribute("data-tether") ?? "";
    if (held.drawn) swallow();
    this.#end();
    if (joined && spot) this.#offers.choose(joined, event);
    else if (spot) showBubble(`<b>${plain(nothing)}</b>`, spot, "why-not");
  }

  /** @param {Held} held */
  #begin(held) {
    held.drawn = this.#offers.drawing = true;
    hold(true);
    this.#offers.cancel();
    document.body.classList.add("drawing");
  }

  #end() {
    const held = this.#held;
    this.#held = null;
    if (!held?.drawn) return;
    this.#offers.drawing = false;
    hold(false);
    document.body.classList.remove("drawing");
    this.#tether(held)?.classList.remove("drawn");
    this.#offers.look(document.body);
  }

  /** The place under a hand, if it is another one than where it began. @param {Held} held @param {Point} point */
  #spotAt(held, point) {
    const spot = nearest(/** @type {Element} */ (held.grip.closest("svg")), "[data-spot]", point);
    return spot?.getAttribute("data-spot") === held.grip.getAttribute("data-grip") ? null : spot;
  }

  /** What joins the two places: a move, else what says why it is not one. @param {Held} held @returns {Element | null} */
  #joined(held) {
    const ends = [held.grip.getAttribute("data-grip") ?? "", held.spot?.getAttribute("data-spot") ?? ""].map(CSS.escape);
    if (!ends[1]) return null;
    const both = ends.map((end) => `[data-joins~="${end}"]`).join("");
    const board = held.grip.closest("svg");
    return board?.querySelector(`[data-move]${both}`) ?? board?.querySelector(`[data-place]${both}`) ?? null;
  }

  /** @param {Held} held */
  #tether(held) {
    return held.grip.closest("svg")?.querySelector("[data-tether]") ?? null;
  }

  /** The thread from where it began to the hand. @param {Held} held @param {Point} point @param {boolean} barred */
  #draw(held, point, barred) {
    const tether = this.#tether(held);
    const matrix = /** @type {SVGGraphicsElement} */ (held.grip).getScreenCTM()?.inverse();
    if (!tether || !matrix) return;
    const from = new DOMPoint(middle(held.grip).x, middle(held.grip).y).matrixTransform(matrix);
    const to = new DOMPoint(point.x, point.y).matrixTransform(matrix);
    for (const [name, value] of Object.entries({ x1: from.x, y1: from.y, x2: to.x, y2: to.y })) tether.setAttribute(name, String(value));
    tether.classList.add("drawn");
    tether.classList.toggle("barred", barred);
  }
}

/** @param {import("./offers.js").Offers} offers */
export function bindDrag(offers) {
  new Drag(offers);
}
