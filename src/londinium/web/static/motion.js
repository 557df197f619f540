// @ts-check
/**
 * Things move: every element with a `data-key` goes from where it was to where it is, whatever was swapped in between. How it goes
 * is said by marks in the drawing (`kernel/contracts/drawing.py`): things with `data-turn` turn and do nothing else, those with
 * `data-path` hop, those with `data-flip` turn over, new ones with `data-lands` settle, old ones with `data-sinks` sink, and
 * whatever has an entrance of its own in the style sheet is left to it.
 *
 * Nothing moves that did not change: where only the picture around a thing was moved or grew, the thing stays in it.
 */
import { dust, send, sink, turnOver } from "./flourish.js";
import { light } from "./tells.js";

export const FLIGHT = { duration: 420, easing: "cubic-bezier(.2,.7,.2,1)" };
const FLIP = 320;
const HOP = 140;
const LANDING = { duration: 180, easing: "ease-out" };
const TURN_STEP = 350;
const FRESH = 900;
const CROSS_FADE = { duration: 120, easing: "ease-out" };
const SAMPLES = 8;
/** However different in size a thing was, it is never blown up or shrunk beyond this on its way. */
const LEAST = 0.3;
const MOST = 1.5;
/** How much of its picture, in both directions, a thing may be off without having moved. */
const SAME_PLACE = 0.006;
/** More hops than this nobody wants to watch. */
const MOST_HOPS = 30;

/**
 * Where something is: its middle and size on the screen, and where in its picture that is (`slot`, `right`, `down`).
 * @typedef {{
 *   element: Element, x: number, y: number, width: number, height: number, sized: boolean, slot: string, right: number, down: number,
 *   turn: number | null, face: string | null, at: number | null, box: {x: number, y: number, width: number, height: number} | null
 * }} Place
 */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What has an entrance of its own just now, by the style sheet. @returns {Set<Element>} */
function entering() {
  const found = new Set();
  for (const animation of document.getAnimations()) {
    if (!(animation instanceof CSSAnimation) || animation.timeline !== document.timeline) continue;
    const effect = /** @type {KeyframeEffect} */ (animation.effect);
    const moves = effect?.getKeyframes().some((frame) => ["transform", "translate", "scale", "rotate"].some((way) => way in frame));
    if (moves && effect.target && Number(effect.getComputedTiming().iterations) < 2) found.add(effect.target);
  }
  return found;
}

/** @param {Element} element @param {Set<Element>} those */
function within(element, those) {
  for (let at = /** @type {Element | null} */ (element); at && those.size; at = at.parentElement) if (those.has(at)) return true;
  return false;
}

/** @param {Element} element @param {string} name */
function number(element, name) {
  const value = element.getAttribute(name);
  return value === null ? null : Number(value);
}

/** @param {Element} element @param {boolean} sized  whether its size can be believed @returns {Place} */
function placeOf(element, sized) {
  const box = element.getBoundingClientRect();
  const slot = element.closest("[data-fragment]");
  const frame = (element instanceof SVGElement && element.ownerSVGElement ? element.ownerSVGElement : slot)?.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const known = slot && frame?.width && frame.height;
  const drawn = element instanceof SVGGraphicsElement && element.matches("[data-sinks], [data-flip]");
  return {
    element,
    x,
    y,
    width: box.width,
    height: box.height,
    sized,
    slot: known ? slot.getAttribute("data-fragment") ?? "" : "",
    right: known ? (x - frame.x) / frame.width : NaN,
    down: known ? (y - frame.y) / frame.height : NaN,
    turn: number(element, "data-turn"),
    face: element.getAttribute("data-flip"),
    at: number(element, "data-at"),
    box: drawn ? element.getBBox() : null,
  };
}

/** @param {Place} was @param {Place} now */
function stayed(was, now) {
  const near = Math.abs(was.right - now.right) < SAME_PLACE && Math.abs(was.down - now.down) < SAME_PLACE;
  return was.slot === now.slot && near;
}

/** @param {{x: number, y: number}} place */
function inWindow(place) {
  return place.x > 0 && place.y > 0 && place.x < innerWidth && place.y < innerHeight;
}

/** @returns {Element[]} */
function things() {
  return [...document.querySelectorAll("[data-key]")].filter((element) => element.getClientRects().length);
}

/** Where everything is now. @returns {Map<string, Place>} */
export function remember() {
  const places = new Map();
  const busy = entering();
  for (const element of things()) places.set(element.getAttribute("data-key"), placeOf(element, !within(element, busy)));
  return places;
}

/**
 * Let everything go from where it was to where it is; what is new appears.
 * @param {Map<string, Place>} before
 * @returns {Set<string>} the keys of what is new or has moved
 */
export function fly(before) {
  const changed = new Set();
  if (!before.size) return changed;
  const busy = entering();
  // Measure everything before the first animation moves anything.
  const steps = things().map((element) => {
    const own = within(element, busy);
    const key = element.getAttribute("data-key") ?? "";
    return { key, element, own, now: placeOf(element, !own), was: before.get(key) };
  });
  /** @type {Map<Element, {x: number, y: number}>} */
  const moved = new Map();
  for (const { key, element, own, now, was } of steps) {
    if (change(element, own, was, now, moved)) changed.add(key);
  }
  const there = new Set(steps.map(({ key }) => key));
  for (const [key, was] of before) if (!there.has(key)) vanish(was);
  return changed;
}

/**
 * @param {Element} element @param {boolean} own  whether it has an entrance of its own @param {Place | undefined} was
 * @param {Place} now @param {Map<Element, {x: number, y: number}>} moved @returns {boolean} whether it changed
 */
function change(element, own, was, now, moved) {
  if (!was || !inWindow(was)) {
    appear(element, own);
    return !was;
  }
  if (now.turn !== null) {
    if (was.turn !== null && was.turn !== now.turn) turn(element, was.turn, now.turn);
    return false; // what turns, only turns
  }
  const flips = was.face !== null && now.face !== null && was.face !== now.face;
  if (flips && !still.matches) turnOver(element, was, FLIP);
  if (own) return flips;
  if (stayed(was, now) && was.at === now.at) return flips;
  return move(element, was, now, moved, flips ? FLIP : 0) || flips;
}

/** @param {Element} element @param {boolean} own */
function appear(element, own) {
  mark(element, "fresh", FRESH);
  if (still.matches) element.animate([{ opacity: 0 }, { opacity: 1 }], CROSS_FADE);
  else if (element.hasAttribute("data-lands")) land(element, 0);
  else if (!own) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, easing: "ease-out" });
  if (!still.matches && element.hasAttribute("data-lights")) {
    light(element, true);
    setTimeout(() => light(element, false), FRESH);
  }
}

/** @param {Place} was */
function vanish(was) {
  if (!still.matches && inWindow(was) && was.element.hasAttribute("data-sinks")) sink(was);
}

/** A building comes down: it falls a little, settles, and raises dust. @param {Element} element @param {number} delay */
function land(element, delay) {
  const local = toLocal(element);
  const frames = [
    { transform: local(0, -6, 1), composite: "add" },
    { transform: local(0, 1, 1), composite: "add", offset: 0.7 },
    { transform: local(0, 0, 1), composite: "add" },
  ];
  element.animate(/** @type {Keyframe[]} */ (frames), { ...LANDING, delay });
  setTimeout(() => element.isConnected && dust(element), delay + LANDING.duration * 0.7);
}

/**
 * @param {Element} element @param {Place} was @param {Place} now
 * @param {Map<Element, {x: number, y: number}>} moved  how far the things around this one fly already
 * @param {number} delay
 * @returns {boolean} whether it has moved by itself
 */
function move(element, was, now, moved, delay) {
  const around = element.parentElement?.closest("[data-key]");
  const carried = (around && moved.get(around)) || { x: 0, y: 0 };
  const whole = { x: was.x - now.x, y: was.y - now.y };
  moved.set(element, whole);
  const way = { x: whole.x - carried.x, y: whole.y - carried.y };
  const sized = was.sized && now.sized && !(around && moved.has(around));
  const scale = sized ? Math.max(LEAST, Math.min(MOST, was.width / (now.width || 1) || 1)) : 1;
  if (Math.hypot(way.x, way.y) < 2 && Math.abs(scale - 1) < 0.03) return false;
  if (still.matches) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], CROSS_FADE);
    mark(element, "changed", 1000);
    return true;
  }
  const path = hops(element, was, now);
  if (path) hop(element, [way, ...path, { x: 0, y: 0 }]);
  else glide(element, way, scale, room(was, now), delay);
  if (path) sheds(element, was, now);
  if (!path && element.hasAttribute("data-lands")) land(element, delay + FLIGHT.duration);
  return true;
}

/** How high an arc may be that stays in the window. @param {Place} was @param {Place} now */
function room(was, now) {
  return Math.max(0, Math.min(was.y, now.y) - Math.max(was.height, now.height) * 0.55);
}

/**
 * A low arc.
 * @param {Element} element @param {{x: number, y: number}} way @param {number} scale @param {number} above @param {number} delay
 */
function glide(element, way, scale, above, delay) {
  const local = toLocal(element);
  const lift = Math.min(36, above, Math.hypot(way.x, way.y) * 0.12);
  const frames = Array.from({ length: SAMPLES + 1 }, (_, step) => {
    const rest = 1 - step / SAMPLES;
    const hump = 4 * rest * (1 - rest);
    return { transform: local(way.x * rest, way.y * rest - lift * hump, 1 + (scale - 1) * rest + 0.04 * hump), composite: "add" };
  });
  lifted(element, element.animate(/** @type {Keyframe[]} */ (frames), { ...FLIGHT, delay, fill: "backwards" }));
}

// ── Hopping ──

/** The points of a path, in the coordinates of what the element stands in. @param {Element} element @returns {{x: number, y: number}[]} */
function pathOf(element) {
  const points = (element.getAttribute("data-path") ?? "").split(" ").filter(Boolean);
  return points.map((point) => point.split(",").map(Number)).map(([x, y]) => ({ x, y }));
}

/**
 * Over which points a thing hops, as shifts on the screen from where it is now; null if it does not.
 * @param {Element} element @param {Place} was @param {Place} now
 */
function hops(element, was, now) {
  const [path, parent] = [pathOf(element), element.parentElement];
  if (was.at === null || now.at === null || was.slot !== now.slot || !path[was.at] || !path[now.at]) return null;
  const count = Math.abs(now.at - was.at);
  if (!count || count > MOST_HOPS) return null;
  const matrix = /** @type {unknown} */ (parent) instanceof SVGGraphicsElement ? /** @type {any} */ (parent).getScreenCTM() : null;
  const step = Math.sign(now.at - was.at);
  const end = path[now.at];
  return Array.from({ length: count - 1 }, (_, i) => path[/** @type {number} */ (was.at) + step * (i + 1)]).map((point) => {
    const [x, y] = [point.x - end.x, point.y - end.y];
    return matrix ? { x: matrix.a * x + matrix.c * y, y: matrix.b * x + matrix.d * y } : { x, y };
  });
}

/** @param {Element} element @param {{x: number, y: number}[]} stops */
function hop(element, stops) {
  const local = toLocal(element);
  const frames = [];
  for (let i = 1; i < stops.length; i += 1) {
    const [from, to] = [stops[i - 1], stops[i]];
    for (const part of [0, 0.25, 0.5, 0.75]) {
      const lift = 6 * 4 * part * (1 - part);
      frames.push({ transform: local(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part - lift, 1), composite: "add" });
    }
  }
  frames.push({ transform: local(0, 0, 1), composite: "add" });
  const duration = HOP * (stops.length - 1);
  lifted(element, element.animate(/** @type {Keyframe[]} */ (frames), { duration, easing: "ease-in-out" }));
}

/** What a hopping thing gives off on its way: coins that go to a purse. @param {Element} element @param {Place} was @param {Place} now */
function sheds(element, was, now) {
  const [path, parent, sign] = [pathOf(element), element.parentElement, element.getAttribute("data-shed")];
  const goal = document.querySelector(`[data-goal="${CSS.escape(element.getAttribute("data-to") ?? "")}"]`);
  if (!sign || !goal?.getClientRects().length || !(/** @type {unknown} */ (parent) instanceof SVGGraphicsElement)) return;
  const matrix = /** @type {any} */ (parent).getScreenCTM();
  for (const space of (element.getAttribute("data-sheds") ?? "").split(" ").filter(Boolean).map(Number)) {
    if (space <= /** @type {number} */ (was.at) || space > /** @type {number} */ (now.at) || !path[space]) continue;
    const from = new DOMPoint(path[space].x, path[space].y).matrixTransform(matrix);
    setTimeout(() => send(sign, from, goal, FLIGHT), HOP * (space - /** @type {number} */ (was.at)));
  }
}

// ── In the element's own coordinates ──

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
  const duration = Math.min(1400, Math.max(TURN_STEP, (way / 60) * TURN_STEP));
  rotate(element, pivot(element), -way, duration);
  // What stands on it stays upright.
  for (const piece of element.querySelectorAll("[data-upright]")) {
    const box = piece instanceof SVGGraphicsElement ? piece.getBBox() : { x: 0, y: 0, width: 0, height: 0 };
    rotate(piece, [box.x + box.width / 2, box.y + box.height / 2], way, duration);
  }
}

/** @param {Element} element @param {number[]} about @param {number} from @param {number} duration */
function rotate(element, [x, y], from, duration) {
  const rotated = (/** @type {number} */ angle) => `translate(${x}px, ${y}px) rotate(${angle}deg) translate(${-x}px, ${-y}px)`;
  const frames = [
    { transform: rotated(from), composite: "add" },
    { transform: rotated(0), composite: "add" },
  ];
  element.animate(/** @type {Keyframe[]} */ (frames), { duration, easing: "cubic-bezier(.4,0,.2,1)" });
}

/** Around what a thing turns: its own origin, or its middle where the origin lies outside it. @param {Element} element */
function pivot(element) {
  if (!(element instanceof SVGGraphicsElement)) return [0, 0];
  const box = element.getBBox();
  const inside = box.x < 0 && box.y < 0 && box.x + box.width > 0 && box.y + box.height > 0;
  return inside ? [0, 0] : [box.x + box.width / 2, box.y + box.height / 2];
}

/** How many things fly in each slot. @type {WeakMap<Element, number>} */
const flights = new WeakMap();

/** Keep a thing above its surroundings and unclipped while it flies. @param {Element} element @param {Animation} flight */
function lifted(element, flight) {
  const slot = element.closest("[data-fragment]");
  if (!slot) return;
  slot.classList.add("flying");
  flights.set(slot, (flights.get(slot) ?? 0) + 1);
  flight.finished.catch(() => {}).then(() => {
    const left = (flights.get(slot) ?? 1) - 1;
    flights.set(slot, left);
    if (!left) slot.classList.remove("flying");
  });
}

/** @param {Element} element @param {string} name @param {number} time */
function mark(element, name, time) {
  element.classList.add(name);
  setTimeout(() => element.classList.remove(name), time);
}
