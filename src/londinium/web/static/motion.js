// @ts-check
/**
 * Things fly: every element with a `data-key` moves from where it was to where it is, whatever was swapped in between.
 * Elements with `data-turn` turn clockwise to their new angle.
 */
import { light } from "./tells.js";

const FLIGHT = { duration: 420, easing: "cubic-bezier(.2,.7,.2,1)" };
const TURN_STEP = 350;
const FRESH = 900;
const CROSS_FADE = { duration: 120, easing: "ease-out" };
const SAMPLES = 8;

/** @typedef {{x: number, y: number, width: number, turn: number | null, within: string}} Place  `within`: where in its picture */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Element} element @returns {Place} */
function placeOf(element) {
  const box = element.getBoundingClientRect();
  const turn = element.getAttribute("data-turn");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return { x, y, width: box.width, turn: turn === null ? null : Number(turn), within: still.matches ? within(element, x, y) : "" };
}

/**
 * Where in its picture something is: the same when only the picture has moved or grown.
 * @param {Element} element @param {number} x @param {number} y
 */
function within(element, x, y) {
  const slot = element.closest("[data-fragment]");
  const frame = (element instanceof SVGElement && element.ownerSVGElement ? element.ownerSVGElement : slot)?.getBoundingClientRect();
  if (!slot || !frame?.width || !frame.height) return "";
  const [right, down] = [(x - frame.x) / frame.width, (y - frame.y) / frame.height];
  return `${slot.getAttribute("data-fragment")} ${Math.round(right * 50)} ${Math.round(down * 50)}`;
}

/** Where everything is now. @returns {Map<string, Place>} */
export function remember() {
  const places = new Map();
  for (const element of document.querySelectorAll("[data-key]")) {
    const key = element.getAttribute("data-key");
    if (key && element.getClientRects().length) places.set(key, placeOf(element));
  }
  return places;
}

/**
 * Let everything fly from where it was; what is new appears.
 * @param {Map<string, Place>} before
 */
export function fly(before) {
  if (!before.size) return;
  const elements = [...document.querySelectorAll("[data-key]")].filter((element) => element.getClientRects().length);
  // Measure everything before the first animation moves anything.
  const steps = elements.map((element) => ({ element, now: placeOf(element), was: before.get(element.getAttribute("data-key") ?? "") }));
  /** @type {Map<Element, {x: number, y: number}>} */
  const moved = new Map();
  for (const { element, now, was } of steps) {
    if (!was) appear(element);
    else if (turned(was, now)) turn(element, /** @type {number} */ (was.turn), /** @type {number} */ (now.turn));
    else move(element, was, now, moved);
  }
}

/** @param {Place} was @param {Place} now */
function turned(was, now) {
  return was.turn !== null && now.turn !== null && was.turn !== now.turn;
}

/** @param {Element} element */
function appear(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], still.matches ? CROSS_FADE : { duration: 240, easing: "ease-out" });
  mark(element, "fresh", FRESH);
  if (!still.matches && element.hasAttribute("data-lights")) {
    light(element, true);
    setTimeout(() => light(element, false), FRESH);
  }
}

/**
 * @param {Element} element @param {Place} was @param {Place} now
 * @param {Map<Element, {x: number, y: number}>} moved  how far the things around this one fly already
 */
function move(element, was, now, moved) {
  const around = element.parentElement?.closest("[data-key]");
  const carried = (around && moved.get(around)) || { x: 0, y: 0 };
  const whole = { x: was.x - now.x, y: was.y - now.y };
  moved.set(element, whole);
  const way = { x: whole.x - carried.x, y: whole.y - carried.y };
  const scale = around && moved.has(around) ? 1 : was.width / (now.width || 1) || 1;
  if (Math.hypot(way.x, way.y) < 2 && Math.abs(scale - 1) < 0.03) return;
  if (still.matches) {
    if (was.within === now.within) return;
    element.animate([{ opacity: 0 }, { opacity: 1 }], CROSS_FADE);
    mark(element, "changed", 1000);
    return;
  }
  const local = toLocal(element);
  const lift = Math.min(36, Math.hypot(way.x, way.y) * 0.12);
  const frames = Array.from({ length: SAMPLES + 1 }, (_, step) => {
    const rest = 1 - step / SAMPLES;
    const hump = 4 * rest * (1 - rest);
    return { transform: local(way.x * rest, way.y * rest - lift * hump, 1 + (scale - 1) * rest + 0.04 * hump), composite: "add" };
  });
  lifted(element, element.animate(/** @type {Keyframe[]} */ (frames), FLIGHT));
}

/**
 * How to say a shift on the screen in the element's own coordinates, scaling about its middle.
 * The result is added to the transform the element has, so that its own stays valid.
 * @param {Element} element @returns {(x: number, y: number, scale: number) => string}
 */
function toLocal(element) {
  if (!(element instanceof SVGGraphicsElement) || element instanceof SVGSVGElement) {
    return (x, y, scale) => `translate(${x}px, ${y}px) scale(${scale})`;
  }
  const matrix = element.getScreenCTM();
  const inverse = matrix && Math.abs(matrix.a * matrix.d - matrix.b * matrix.c) > 1e-9 ? matrix.inverse() : new DOMMatrix();
  const box = element.getBBox();
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  return (x, y, scale) => {
    const [shiftX, shiftY] = [inverse.a * x + inverse.c * y, inverse.b * x + inverse.d * y];
    return `translate(${shiftX + middleX}px, ${shiftY + middleY}px) scale(${scale}) translate(${-middleX}px, ${-middleY}px)`;
  };
}

/** @param {Element} element @param {number} was @param {number} now */
function turn(element, was, now) {
  const way = (((now - was) % 360) + 360) % 360;
  if (still.matches) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], CROSS_FADE);
    return;
  }
  const [x, y] = pivot(element);
  const rotated = (/** @type {number} */ angle) => `translate(${x}px, ${y}px) rotate(${angle}deg) translate(${-x}px, ${-y}px)`;
  const frames = [
    { transform: rotated(-way), composite: "add" },
    { transform: rotated(0), composite: "add" },
  ];
  const duration = Math.min(1400, Math.max(TURN_STEP, (way / 60) * TURN_STEP));
  element.animate(/** @type {Keyframe[]} */ (frames), { duration, easing: "cubic-bezier(.4,0,.2,1)" });
}

/** Around what a thing turns: its own origin, or its middle where the origin lies outside of it. @param {Element} element */
function pivot(element) {
  if (!(element instanceof SVGGraphicsElement)) return [0, 0];
  const box = element.getBBox();
  const inside = box.x < 0 && box.y < 0 && box.x + box.width > 0 && box.y + box.height > 0;
  return inside ? [0, 0] : [box.x + box.width / 2, box.y + box.height / 2];
}

/** Keep a thing above its surroundings and unclipped while it flies. @param {Element} element @param {Animation} flight */
function lifted(element, flight) {
  const slot = element.closest("[data-fragment]");
  if (!slot) return;
  slot.classList.add("flying");
  flight.finished.catch(() => {}).then(() => slot.classList.remove("flying"));
}

/** @param {Element} element @param {string} name @param {number} time */
function mark(element, name, time) {
  element.classList.add(name);
  setTimeout(() => element.classList.remove(name), time);
}
