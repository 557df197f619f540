// @ts-check
/** The teacher's finger: rings around what is spoken of, and where the teacher stands meanwhile without being in the way. */
import { distance, overlap } from "./boxes.js";
import { chooseTab } from "./drawers.js";

const EDGE = 8;
const RIM = 5;
/** Milliseconds within which things that fly have arrived. */
const PATIENCE = 700;
const PHONE = 900;
/**
 * What a pixel costs: covered of what is spoken of, of what can be chosen, of other things; away from what is spoken of,
 * and from where it stood.
 */
const COST = { target: 12, choice: 14, thing: 1.5, way: 18, move: 3 };

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {[string, string]} Point  a mark of the drawing, without its `data-`, and its value */

export class Pointer {
  /** @type {Point[]} */ #points = [];
  #turn = 0;
  #panel;
  #picture;

  /** @param {HTMLElement} panel @param {SVGSVGElement} picture  over the whole window */
  constructor(panel, picture) {
    this.#panel = panel;
    this.#picture = picture;
    addEventListener("resize", () => this.#draw());
    document.addEventListener("scroll", () => this.#draw(false), { capture: true, passive: true });
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
    for (const element of found(points).slice(0, 1)) reveal(element);
    this.#draw();
  }

  /** @param {boolean} [moving]  whether the teacher may go elsewhere */
  #draw(moving = true) {
    const targets = found(this.#points).map(boxOf);
    if (moving) stand(this.#panel, targets);
    const here = this.#panel.getBoundingClientRect();
    const rings = targets.map((box) => around(box));
    const shapes = rings.map((ring) => `<rect x="${ring.x}" y="${ring.y}" width="${ring.width}" height="${ring.height}" rx="9"/>`);
    const nearest = rings.sort((a, b) => distance(a, here) - distance(b, here))[0];
    if (nearest && distance(nearest, here) > 14) shapes.push(leader(here, nearest));
    this.#picture.innerHTML = shapes.join("");
    this.#picture.dataset.rings = String(rings.length);
  }
}

/**
 * What is spoken of, as far as it can be seen; buttons that repeat a thing of the board are left out.
 * @param {Point[]} points @returns {Element[]}
 */
function found(points) {
  return points.flatMap(([mark, value]) => {
    const all = [...document.querySelectorAll(`.table [data-${mark}="${CSS.escape(value)}"]`)].filter(isSeen);
    const board = all.filter((element) => !element.closest(".prompt-bar"));
    return board.length ? board : all;
  });
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
    if (!points.length || found(points).length) return;
  }
  const first = /** @type {HTMLElement | null} */ (document.querySelector(".tabs [data-tab]"));
  if (first) chooseTab(first.dataset.tab ?? "");
}

/** When nothing flies any more; what moves for ever is not waited for. */
async function atRest() {
  const flights = document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().endTime ?? Infinity) <= PATIENCE);
  await Promise.race([Promise.allSettled(flights.map((each) => each.finished)), new Promise((done) => setTimeout(done, PATIENCE))]);
}

/** @param {Element} element */
function reveal(element) {
  const box = element.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (box.left < 0 || box.right > innerWidth) element.scrollIntoView({ block: "nearest", inline: "center" });
}

/** @param {Element} element @returns {Box} */
function boxOf(element) {
  return extent(element.querySelector("[data-aim]") ?? element);
}

/** Where something is; what has no box of its own is where its parts are. @param {Element} element @returns {Box} */
function extent(element) {
  const parts = getComputedStyle(element).display === "contents" ? [...element.children] : [element];
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width && box.height);
  if (!boxes.length) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  return { x, y, width: Math.max(...boxes.map((box) => box.right)) - x, height: Math.max(...boxes.map((box) => box.bottom)) - y };
}

/** A ring around a box, inside the window. @param {Box} box @returns {Box} */
function around(box) {
  const [left, top] = [Math.max(3, box.x - RIM), Math.max(3, box.y - RIM)];
  const right = Math.min(innerWidth - 3, box.x + box.width + RIM);
  const bottom = Math.min(innerHeight - 3, box.y + box.height + RIM);
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Put the panel where it covers neither what is spoken of nor what can be chosen. @param {HTMLElement} panel @param {Box[]} targets */
function stand(panel, targets) {
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const before = panel.style.left ? { x: parseFloat(panel.style.left), y: parseFloat(panel.style.top), ...size } : null;
  const seen = (/** @type {string} */ marks) => [...document.querySelectorAll(marks)].filter(isSeen).map(boxOf);
  const obstacles = [
    ...targets.map((target) => ({ box: around(target), cost: COST.target })),
    ...seen(".table [data-move], .prompt-bar.mine").map((box) => ({ box, cost: COST.choice })),
    ...seen(".table [data-key]").map((box) => ({ box, cost: COST.thing })),
  ];
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (const spot of spots(size)) {
    const cost = costOf({ ...spot, ...size }, targets, obstacles, before, least);
    if (cost < least) [best, least] = [spot, cost];
  }
  panel.style.left = `${best.x}px`;
  panel.style.top = `${best.y}px`;
}

/** @param {{width: number, height: number}} size */
function* spots(size) {
  const [right, bottom] = [innerWidth - size.width - EDGE, innerHeight - size.height - EDGE];
  const step = innerWidth < PHONE ? Infinity : 20;
  for (let y = bottom; y >= EDGE; y -= 10) for (let x = Math.max(0, right); x >= 0; x -= step) yield { x, y };
}

/**
 * @param {Box} box @param {Box[]} targets @param {{box: Box, cost: number}[]} obstacles
 * @param {Box | null} before @param {number} enough  what need not be counted beyond
 */
function costOf(box, targets, obstacles, before, enough) {
  const far = targets.length ? Math.min(...targets.map((target) => distance(box, target))) : 0;
  let cost = COST.way * Math.max(0, far - 24) + (before ? COST.move * Math.hypot(box.x - before.x, box.y - before.y) : 0);
  for (const obstacle of obstacles) {
    if (cost >= enough) return cost;
    cost += obstacle.cost * overlap(box, obstacle.box);
  }
  return cost;
}

/** A line from the panel to a ring. @param {Box} from @param {Box} to */
function leader(from, to) {
  const x1 = clamp(to.x + to.width / 2, from.x + 14, from.x + from.width - 14);
  const y1 = clamp(to.y + to.height / 2, from.y + 14, from.y + from.height - 14);
  const [x2, y2] = [clamp(x1, to.x, to.x + to.width), clamp(y1, to.y, to.y + to.height)];
  const [x3, y3] = [clamp(x2, from.x, from.x + from.width), clamp(y2, from.y, from.y + from.height)];
  return `<path d="M${x3} ${y3}L${x2} ${y2}"/><circle cx="${x2}" cy="${y2}" r="4"/>`;
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
