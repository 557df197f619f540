// @ts-check
/** The bubble beside a thing: inside the window, and where it covers neither the thing nor what else could be chosen. */
import { boxOf, distance, overlap } from "./boxes.js";

const GAP = 12;
const EDGE = 6;
const STEP = 14;
/** How far from its thing a bubble may stand, and from which distance on a line leads there. */
const REACH = 280;
const NEAR = 16;
/** Where on its way a line is looked at: it should cross nothing that one reads or chooses. */
const LINE = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
/** What a pixel costs: covered of the thing or of what stays in sight, of what can be chosen, of the rest; and one further away. */
const COST = { thing: 60, choice: 8, rest: 1, way: 22 };

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {{box: Box, cost: number}} Obstacle */

/** @type {HTMLElement} */
const bubble = document.createElement("div");
bubble.setAttribute("role", "tooltip");
bubble.id = "bubble";
bubble.hidden = true;
document.body.append(bubble);
// In a window of another shape its thing is somewhere else.
addEventListener("resize", () => (bubble.hidden = true));

/** @param {string} markup @param {Element} thing @param {"effect" | "why-not" | "hint" | "told"} kind */
export function showBubble(markup, thing, kind) {
  bubble.className = `bubble floating ${kind}`;
  bubble.innerHTML = `<div class="bubble-words">${markup}</div><span class="pointer"></span><span class="leader"></span>`;
  bubble.hidden = false;
  place(thing);
}

export function hideBubble() {
  bubble.hidden = true;
}

/** @param {Element} element */
export function isInBubble(element) {
  return bubble.contains(element);
}

/** The first thing in it that can be chosen, while it is shown. @returns {HTMLElement | null} */
export function firstInBubble() {
  return bubble.hidden ? null : bubble.querySelector("[data-move]");
}

/** @param {Element} thing */
function place(thing) {
  const target = boxOf(thing.querySelector("[data-aim]") ?? thing);
  const obstacles = obstaclesOf(thing);
  let best = { shape: "", box: target, harm: Infinity };
  for (const { shape, spots, way } of SHAPES) {
    bubble.dataset.shape = shape;
    const box = cheapest(target, obstacles, spots, way);
    const harm = harmOf(box, obstacles);
    if (harm < best.harm) best = { shape, box, harm };
    if (!harm) break;
  }
  bubble.dataset.shape = best.shape;
  bubble.style.left = `${best.box.x}px`;
  bubble.style.top = `${best.box.y}px`;
  // A little into the thing, so that it is clear what is meant; of a button only to its edge: its words are read.
  point(best.box, target, thing.closest(".prompt-bar") ? 0 : 1 / 4);
}

/**
 * Where a bubble of the present shape stands best.
 * @param {Box} target @param {Obstacle[]} obstacles @param {typeof around} spots @param {number} way  what a pixel further away costs
 */
function cheapest(target, obstacles, spots, way) {
  bubble.style.left = bubble.style.top = "0";
  const size = { width: bubble.offsetWidth, height: bubble.offsetHeight };
  const inside = insideFor(size);
  let box = inside(target.x, target.y - size.height - GAP);
  let best = { box, cost: Infinity };
  for (const { x, y } of spots(target, size)) {
    const next = inside(x, y);
    if (next.x === box.x && next.y === box.y && best.cost < Infinity) continue; // beyond the edge all spots are the same one
    box = next;
    const cost = costOf(box, target, obstacles, way, best.cost);
    if (cost < best.cost) best = { box, cost };
  }
  return best.box;
}

/** How much a box covers of what should not be covered at all. @param {Box} box @param {Obstacle[]} obstacles */
function harmOf(box, obstacles) {
  return obstacles.reduce((sum, each) => sum + (each.cost > COST.rest ? each.cost * overlap(box, each.box) : 0), 0);
}

/** Shapes of a bubble: in a small window, where it would cover something, its lines follow each other, and it may stand anywhere. */
const SHAPES = [
  { shape: "", spots: around, way: COST.way },
  { shape: "low", spots: anywhere, way: 30 },
  { shape: "low slim", spots: anywhere, way: 30 },
];

/** What should stay free, and what it costs to cover it. @param {Element} thing @returns {Obstacle[]} */
function obstaclesOf(thing) {
  const most = (innerWidth * innerHeight) / 6;
  const found = boxesOf(thing).map((box) => ({ box, cost: COST.thing }));
  const others = document.querySelectorAll(
    "[data-move], [data-clear], [data-tell], [data-part].lit, .coach, .ghosts > *, " +
      ".prompt-bar, .prompt-bar :is(button, p), :is(.tabs, .tools) button",
  );
  for (const other of others) {
    if (other.contains(thing) || thing.contains(other)) continue;
    const choice = other.matches("[data-move], [data-part].lit, button, p, .coach");
    const cost = other.matches("[data-clear]") ? COST.thing : choice ? COST.choice : COST.rest;
    for (const box of boxesOf(other)) if (box.width && box.width * box.height < most) found.push({ box, cost });
  }
  return found;
}

/** Where a thing is: of a long one that aims at something, what it aims at and the way there. @param {Element} element @returns {Box[]} */
export function boxesOf(element) {
  const aim = element.querySelector("[data-aim]");
  const way = aim && element.querySelector("path");
  const matrix = way?.getScreenCTM();
  if (!aim || !way || !matrix) return [boxOf(element)];
  const along = [0.15, 0.3, 0.45, 0.6, 0.75].map((part) => {
    const at = way.getPointAtLength(part * way.getTotalLength()).matrixTransform(matrix);
    return { x: at.x - 8, y: at.y - 8, width: 16, height: 16 };
  });
  return [boxOf(aim), ...along];
}

/**
 * Where a bubble may stand: above, below and beside the thing, else somewhere around it.
 * @param {Box} target @param {{width: number, height: number}} size
 */
function* around(target, size) {
  const [x, y] = [target.x + target.width / 2 - size.width / 2, target.y + target.height / 2 - size.height / 2];
  yield { x, y: target.y - size.height - GAP };
  yield { x, y: target.y + target.height + GAP };
  yield { x: target.x + target.width + GAP, y };
  yield { x: target.x - size.width - GAP, y };
  for (let right = -REACH - size.width; right <= target.width + REACH; right += STEP) {
    for (let down = -REACH - size.height; down <= target.height + REACH; down += STEP) yield { x: target.x + right, y: target.y + down };
  }
}

/** Everywhere in the window. @param {Box} _ @param {{width: number, height: number}} size */
function* anywhere(_, size) {
  for (let x = EDGE; x < innerWidth - size.width; x += STEP) {
    for (let y = EDGE; y < innerHeight - size.height; y += STEP / 2) yield { x, y };
  }
}

/**
 * @param {Box} box @param {Box} target @param {Obstacle[]} obstacles @param {number} way
 * @param {number} enough  what need not be counted beyond
 */
function costOf(box, target, obstacles, way, enough) {
  const far = distance(box, target);
  let cost = far < GAP ? (GAP - far) * 40 : (far - GAP) * way;
  if (box.y > target.y) cost += 60; // a finger lies below what it points at
  for (const obstacle of obstacles) {
    if (cost >= enough) return cost;
    cost += obstacle.cost * overlap(box, obstacle.box);
  }
  if (far <= NEAR || cost >= enough) return cost;
  for (const part of LINE) {
    const [x, y] = between(box, target, part);
    for (const obstacle of obstacles) if (obstacle.cost > COST.rest && holds(obstacle.box, x, y)) cost += 700;
  }
  return cost;
}

/**
 * What puts a box of this size into the window, as near as it can be to where it should be.
 * @param {{width: number, height: number}} size @returns {(x: number, y: number) => Box}
 */
function insideFor({ width, height }) {
  const [right, bottom] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
  return (x, y) => ({ x: Math.max(EDGE, Math.min(right, x)), y: Math.max(EDGE, Math.min(bottom, y)), width, height });
}

/** @param {Box} box @param {number} x @param {number} y */
function holds(box, x, y) {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** The point of a box that is nearest to the middle of another. @param {Box} box @param {Box} other @returns {[number, number]} */
function facing(box, other) {
  const [x, y] = [other.x + other.width / 2, other.y + other.height / 2];
  return [Math.max(box.x, Math.min(box.x + box.width, x)), Math.max(box.y, Math.min(box.y + box.height, y))];
}

/** A point on the way from a box to another one. @param {Box} box @param {Box} target @param {number} part @returns {[number, number]} */
function between(box, target, part) {
  const [x1, y1] = facing(box, target);
  const [x2, y2] = facing(target, { x: x1, y: y1, width: 0, height: 0 });
  return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
}

/**
 * Put the pointer at the edge that faces the thing; from further away a line with a dot leads there.
 * @param {Box} box @param {Box} target @param {number} into  how far into the thing, in parts of it
 */
function point(box, target, into) {
  const pointer = /** @type {HTMLElement} */ (bubble.querySelector(".pointer"));
  const leader = /** @type {HTMLElement} */ (bubble.querySelector(".leader"));
  const far = distance(box, target) > NEAR;
  pointer.hidden = far;
  leader.hidden = !far;
  if (far) lead(leader, box, target, into);
  const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
  const [above, below] = [box.y + box.height <= target.y + 2, box.y >= target.y + target.height - 2];
  const left = Math.max(14, Math.min(box.width - 14, x - box.x));
  const top = Math.max(14, Math.min(box.height - 14, y - box.y));
  pointer.dataset.side = above ? "bottom" : below ? "top" : box.x > x ? "left" : "right";
  pointer.style.cssText = above || below ? `left:${left}px` : `top:${top}px`;
}

/** Where a line leaves a bubble: not at its round corners. @param {Box} box @param {Box} target @returns {[number, number]} */
function startOf(box, target) {
  const [x, y] = facing(box, target);
  const level = y === box.y || y === box.y + box.height;
  if (level) return [Math.max(box.x + GAP, Math.min(box.x + box.width - GAP, x)), y];
  return [x, Math.max(box.y + GAP, Math.min(box.y + box.height - GAP, y))];
}

/** @param {HTMLElement} leader @param {Box} box @param {Box} target @param {number} into */
function lead(leader, box, target, into) {
  const [x1, y1] = startOf(box, target);
  const { x, y, width, height } = target;
  const rest = 1 - 2 * into;
  const [x2, y2] = between(box, { x: x + width * into, y: y + height * into, width: width * rest, height: height * rest }, 1);
  const turn = Math.atan2(y2 - y1, x2 - x1);
  leader.style.cssText = `left:${x1 - box.x}px;top:${y1 - box.y}px;width:${Math.hypot(x2 - x1, y2 - y1)}px;transform:rotate(${turn}rad)`;
}
