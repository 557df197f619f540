// @ts-check
/** The teacher's finger: rings around what is spoken of, and a line to the nearest of them. */
import { distance, overlap } from "./boxes.js";
import { chooseTab } from "./drawers.js";

const RIM = 5;
/** Milliseconds within which things that fly have arrived. */
const PATIENCE = 700;
/** How far the line to a ring may be: further away a ring says enough, and a line across the table says too much. */
const REACH = 150;
const NEAR = 14;
/** What explains itself around a thing is the whole of it up to this many times its size. */
const LARGER = 3;

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {{x: number, y: number}} Corner */
/** @typedef {[string, string]} Point  a mark of the drawing, without its `data-`, and its value; several values: one ring around all */

export class Pointer {
  /** @type {Point[]} */ #points = [];
  #turn = 0;
  #panel;
  #picture;

  /** @param {HTMLElement} panel @param {SVGSVGElement} picture  over the whole window */
  constructor(panel, picture) {
    this.#panel = panel;
    this.#picture = picture;
    addEventListener("resize", () => this.at(this.#points));
    document.addEventListener("scroll", () => this.#draw(), { capture: true, passive: true });
  }

  /** Point at these, once everything has come to rest. @param {Point[]} points */
  async at(points) {
    const turn = ++this.#turn;
    this.#points = points;
    this.#picture.replaceChildren();
    delete this.#picture.dataset.rings;
    openTab(points);
    await atRest();
    if (turn !== this.#turn) return;
    for (const element of targets(points)[0] ?? []) reveal(element);
    this.#draw();
    this.#picture.dataset.rings = String(targets(points).length);
  }

  #draw() {
    const rings = targets(this.#points).map(ringOf);
    const shapes = rings.map((ring) => ring.shape);
    const here = this.#panel.getBoundingClientRect();
    const [nearest] = rings.map((ring) => ring.box).sort((a, b) => distance(a, here) - distance(b, here));
    const far = nearest ? distance(nearest, here) : 0;
    if (far > NEAR && far < REACH) shapes.push(leader(here, nearest, [...document.querySelectorAll(".prompt-bar")].map(extent)));
    this.#picture.innerHTML = shapes.join("");
  }
}

/**
 * What is spoken of, as far as it can be seen, a list for each ring.
 * @param {Point[]} points @returns {Element[][]}
 */
function targets(points) {
  return points.flatMap(([mark, value]) => {
    const each = value.split(" + ").map((one) => (mark === "move" ? shown(mark, one) : shown(mark, one).slice(0, 1)));
    return value.includes(" + ") ? [each.flat()].filter((some) => some.length) : each.flat().map((one) => [one]);
  });
}

/** What has a mark and can be seen; buttons that repeat a thing of the board are left out. @param {string} mark @param {string} value */
function shown(mark, value) {
  // Where several moves lead to one place, the place is meant.
  const ways = [...document.querySelectorAll(".table [data-ways]")].filter((place) => leadsTo(place, value) && isSeen(place));
  const places = ways.filter((place) => !place.closest(".prompt-bar"));
  if (mark === "move" && places.length) return places;
  const all = [...document.querySelectorAll(`.table [data-${mark}="${CSS.escape(value)}"]`)].filter(isSeen);
  const board = all.filter((element) => !element.closest(".prompt-bar"));
  return board.length ? board : all;
}

/** @param {Element} place @param {string} move */
function leadsTo(place, move) {
  return place.getAttribute("data-ways")?.split("|").includes(move) ?? false;
}

/** @param {Element} element */
function isSeen(element) {
  const box = extent(element);
  return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
}

/** On a phone the table has parts that are shown in turn: open the first that has what is spoken of. @param {Point[]} points */
function openTab(points) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tabs [data-tab]"))) {
    chooseTab(tab.dataset.tab ?? "");
    if (!points.length || targets(points).length) return;
  }
  const first = /** @type {HTMLElement | null} */ (document.querySelector(".tabs [data-tab]"));
  if (first) chooseTab(first.dataset.tab ?? "");
}

/** When nothing is still in flight; what moves for ever is not waited for. */
async function atRest() {
  const flights = document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().endTime ?? Infinity) <= PATIENCE);
  await Promise.race([Promise.allSettled(flights.map((each) => each.finished)), new Promise((done) => setTimeout(done, PATIENCE))]);
}

/** @param {Element} element */
function reveal(element) {
  const [box, room] = [element.getBoundingClientRect(), (element.closest(".room") ?? document.body).getBoundingClientRect()];
  if (box.top < room.top || box.bottom > room.bottom) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (box.left < room.left || box.right > room.right) element.scrollIntoView({ block: "nearest", inline: "center" });
}

// ── Rings ──

/** A ring around some things: turned like the thing where it is one, and around what can be seen of it. @param {Element[]} elements */
function ringOf(elements) {
  const several = elements.length > 1;
  const aims = elements.map((element) => element.querySelector("[data-aim]") ?? (several ? element.closest("li") : null) ?? element);
  const corners = several ? null : turned(aims[0]);
  const box = around(joined(aims.map((aim) => (corners ? boxOfCorners(corners) : whole(aim)))));
  const points = corners?.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const rect = `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="9"/>`;
  return { box, shape: points ? `<polygon points="${points}"/>` : rect };
}

/**
 * The corners of something that lies askew, a little outside it; what others cover of it at the right is left out.
 * @param {Element} element @returns {Corner[] | null}
 */
function turned(element) {
  const angle = tilt(element);
  if (Math.abs(angle) < 0.02 || !(element instanceof HTMLElement || element instanceof SVGSVGElement)) return null;
  const box = element.getBoundingClientRect();
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  // The size before it was turned, from the box around it.
  const wide = (box.width * cos - box.height * sin) / (cos * cos - sin * sin);
  const high = (box.height * cos - box.width * sin) / (cos * cos - sin * sin);
  if (!(wide > 0 && high > 0)) return null;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({
    x: middle.x + x * Math.cos(angle) - y * Math.sin(angle),
    y: middle.y + x * Math.sin(angle) + y * Math.cos(angle),
  });
  const seen = (/** @type {number} */ x) => document.elementsFromPoint(at(x, 0).x, at(x, 0).y).find((top) => !top.closest("#pointing"));
  let right = wide / 2;
  while (right > 0 && !within(seen(right - 2), element)) right -= 3;
  const [left, top] = [-wide / 2 - RIM, -high / 2 - RIM];
  return [at(left, top), at(right + RIM - 2, top), at(right + RIM - 2, -top), at(left, -top)];
}

/** @param {Element | undefined} top @param {Element} element */
function within(top, element) {
  return !top || element.contains(top) || (top.contains(element) && !top.matches("main, body, html"));
}

/** How far something is turned, by itself and by what it stands in. @param {Element} element */
function tilt(element) {
  let angle = 0;
  for (let each = /** @type {Element | null} */ (element); each && !each.matches(".table"); each = each.parentElement) {
    const { transform, rotate } = getComputedStyle(each);
    if (transform !== "none") {
      const matrix = new DOMMatrix(transform);
      angle += Math.atan2(matrix.b, matrix.a);
    }
    if (rotate && rotate !== "none") angle += (parseFloat(rotate) * Math.PI) / 180;
  }
  return angle;
}

/**
 * A thing with what belongs to it: a house with its number. What explains itself there, a little larger than the thing, is it as a whole.
 * @param {Element} element @returns {Box}
 */
function whole(element) {
  const box = extent(element);
  if (!element.matches("[data-key]")) return box;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const around = [...document.querySelectorAll(".table [data-tell], .table [data-place]")].map(extent);
  const fits = (/** @type {Box} */ each) =>
    each.x <= middle.x && middle.x <= each.x + each.width && each.y <= middle.y && middle.y <= each.y + each.height;
  const size = (/** @type {Box} */ each) => (each.width * each.height) / (box.width * box.height);
  const larger = around.filter((each) => fits(each) && size(each) > 1 && size(each) < LARGER);
  return joined([box, ...larger.sort((one, other) => size(one) - size(other)).slice(0, 1)]);
}

/** @param {Corner[]} corners @returns {Box} */
function boxOfCorners(corners) {
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  const [x, y] = [Math.min(...xs) + RIM, Math.min(...ys) + RIM];
  return { x, y, width: Math.max(...xs) - RIM - x, height: Math.max(...ys) - RIM - y };
}

/** Where something is; what has no box of its own is where its parts are. @param {Element} element @returns {Box} */
function extent(element) {
  const parts = getComputedStyle(element).display === "contents" ? [...element.children] : [element];
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width && box.height);
  return boxes.length ? joined(boxes) : { x: 0, y: 0, width: 0, height: 0 };
}

/** The box around all of these. @param {Box[]} boxes @returns {Box} */
function joined(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  return { x, y, width: right - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** A little more than a box, inside the window. @param {Box} box @returns {Box} */
function around(box) {
  const [left, top] = [Math.max(3, box.x - RIM), Math.max(3, box.y - RIM)];
  const right = Math.min(innerWidth - 3, box.x + box.width + RIM);
  const bottom = Math.min(innerHeight - 3, box.y + box.height + RIM);
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/**
 * A line from the panel to a ring, unless it would cross something that is to be read.
 * @param {Box} from @param {Box} to @param {Box[]} texts
 */
function leader(from, to, texts) {
  const x1 = clamp(to.x + to.width / 2, from.x + 14, from.x + from.width - 14);
  const y1 = clamp(to.y + to.height / 2, from.y + 14, from.y + from.height - 14);
  const [x2, y2] = [clamp(x1, to.x, to.x + to.width), clamp(y1, to.y, to.y + to.height)];
  const [x3, y3] = [clamp(x2, from.x, from.x + from.width), clamp(y2, from.y, from.y + from.height)];
  const line = { x: Math.min(x2, x3), y: Math.min(y2, y3), width: Math.abs(x2 - x3) + 1, height: Math.abs(y2 - y3) + 1 };
  if (texts.some((text) => overlap(text, line))) return "";
  return `<path d="M${x3} ${y3}L${x2} ${y2}"/><circle cx="${x2}" cy="${y2}" r="4"/>`;
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
