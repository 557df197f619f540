// @ts-check
/**
 * Pinch and pan on touch: two fingers enlarge what lies in a box that is marked `data-zoom`, one finger moves it then, and a double
 * tap puts it back. A finger that has moved something has chosen nothing; a tap still chooses.
 */
import { hideBubble } from "./bubble.js";

const MOST = 4;
/** How far a finger may tremble in a tap, in pixels, and how fast a second tap follows the first, in milliseconds. */
const TREMBLE = 8;
const DOUBLE = 300;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{scale: number, x: number, y: number}} View  how large, and how far moved */

/** @type {Map<number, Point>} Where each finger is. */
const fingers = new Map();
/** @type {WeakMap<Element, View>} */
const views = new WeakMap();
/** @type {HTMLElement | null} The box that the fingers are in. */
let box = null;
/** @type {Point} Where the first finger came down. */
let start = { x: 0, y: 0 };
let moved = false;
/** Whether a finger holds something of the board, which it moves instead of the box. */
let held = false;
/** @type {{at: number, x: number, y: number}} */
let tapped = { at: -Infinity, x: 0, y: 0 };

/** @param {PointerEvent} event @returns {Point} */
const point = (event) => ({ x: event.clientX, y: event.clientY });
/** @param {Point} one @param {Point} two */
const apart = (one, two) => Math.hypot(one.x - two.x, one.y - two.y);
/** @param {Point} one @param {Point} two @returns {Point} */
const middle = (one, two) => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });

/** @param {HTMLElement} element @returns {View} */
function viewOf(element) {
  return views.get(element) ?? { scale: 1, x: 0, y: 0 };
}

/** Show a box as it shall be seen: never smaller than it is, and never beyond its edges. @param {HTMLElement} element @param {View} view */
function set(element, view) {
  const inside = /** @type {HTMLElement | null} */ (element.firstElementChild);
  if (!inside) return;
  const scale = Math.max(1, Math.min(MOST, view.scale));
  const least = (/** @type {number} */ length, /** @type {number} */ shift) => Math.max(length * (1 - scale), Math.min(0, shift));
  const kept = { scale, x: least(element.clientWidth, view.x), y: least(element.clientHeight, view.y) };
  views.set(element, kept);
  inside.style.transformOrigin = "0 0";
  inside.style.transform = scale === 1 ? "" : `translate(${kept.x}px, ${kept.y}px) scale(${scale})`;
  element.toggleAttribute("data-zoomed", scale > 1);
  hideBubble();
}

/** @param {PointerEvent} event */
function down(event) {
  const found = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-zoom]"));
  release();
  if (event.pointerType !== "touch" || !found) return;
  if (!fingers.size) [box, start, moved] = [found, point(event), false];
  if (found === box && fingers.size < 2) fingers.set(event.pointerId, point(event));
}

/** @param {PointerEvent} event */
function move(event) {
  const was = fingers.get(event.pointerId);
  if (!box || !was) return;
  const now = point(event);
  const view = viewOf(box);
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  fingers.set(event.pointerId, now);
  if (other) {
    moved = true;
    pinch(box, view, [was, other], [now, other]);
  } else if (!held && view.scale > 1 && (moved || apart(start, now) > TREMBLE)) {
    moved = true;
    set(box, { ...view, x: view.x + now.x - was.x, y: view.y + now.y - was.y });
  }
}

/**
 * What lay between the fingers stays between them.
 * @param {HTMLElement} element @param {View} view @param {[Point, Point]} before @param {[Point, Point]} after
 */
function pinch(element, view, before, after) {
  const { x, y } = element.getBoundingClientRect();
  const [from, to] = [middle(...before), middle(...after)];
  const scale = Math.max(1, Math.min(MOST, (view.scale * apart(...after)) / Math.max(1, apart(...before))));
  const grown = scale / view.scale;
  set(element, { scale, x: to.x - x - (from.x - x - view.x) * grown, y: to.y - y - (from.y - y - view.y) * grown });
}

/** @param {PointerEvent} event */
function up(event) {
  if (!fingers.delete(event.pointerId) || fingers.size || !box) return;
  const now = { at: event.timeStamp, ...point(event) };
  const again = now.at - tapped.at < DOUBLE && apart(now, tapped) < 3 * TREMBLE;
  if (!moved && again && viewOf(box).scale > 1) {
    set(box, { scale: 1, x: 0, y: 0 });
    moved = true;
  }
  tapped = moved ? { at: -Infinity, x: 0, y: 0 } : now;
  if (moved) swallow();
}

/** @param {Event} event */
function stop(event) {
  event.stopPropagation();
}

/** A finger takes hold of something, or lets it go. @param {boolean} on */
export function hold(on) {
  held = on;
  if (on) moved = true;
}

/** The click that follows a finger that has moved something means nothing. */
export function swallow() {
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(release, 60);
}

function release() {
  document.removeEventListener("click", stop, { capture: true });
}

export function bindZoom() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
}
