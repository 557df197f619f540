// @ts-check
/** What is seen for a moment above the table and is part of no drawing: dust, what sinks, the back of what turns over, coins on the way. */

/** @typedef {import("./motion.js").Place} Place */

/** What a copy that only moves must not have of its original. */
const MARKS = ["data-key", "data-move", "data-place", "data-hotkey", "data-flip", "data-sinks", "id", "tabindex", "role"];
const SVG = "http://www.w3.org/2000/svg";
const SINKING = { duration: 260, easing: "ease-in" };
const DUST = { duration: 320, easing: "ease-out" };
/** From the middle of a thing's foot, in parts of its width: where four strokes of dust begin and how far they go. */
const STROKES = [
  [-0.46, -9, -2],
  [-0.3, -5, -5],
  [0.3, 5, -5],
  [0.46, 9, -2],
];

/**
 * Something that lies above the table for as long as it moves.
 * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} time
 */
function pass(element, frames, time) {
  element.classList.add("flourish");
  element.setAttribute("aria-hidden", "true");
  (document.querySelector(".table") ?? document.body).append(element);
  const moving = element.animate(frames, { fill: "both", ...time });
  moving.finished.catch(() => {}).then(() => element.remove());
  return moving;
}

/** @param {number} left @param {number} top @param {number} width @param {number} height */
function sheet(left, top, width, height) {
  const made = document.createElementNS(SVG, "svg");
  Object.assign(made.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  made.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return made;
}

/** Four strokes at the foot of what has landed. @param {Element} element */
export function dust(element) {
  const box = element.getBoundingClientRect();
  if (!box.width || box.bottom > innerHeight || box.right > innerWidth) return;
  const made = sheet(box.left - 12, box.bottom - 10, box.width + 24, 14);
  const strokes = STROKES.map(([at, right, up]) => `M${12 + box.width * (0.5 + at)} 10l${right} ${up}`).join("");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", strokes);
  path.setAttribute("class", "dust");
  made.append(path);
  pass(made, [{ opacity: 0.9 }, { opacity: 0, transform: "translateY(-2px)" }], DUST);
}

/** A copy of something that is no longer in the document, where it was. @param {Place} was @returns {Element | null} */
function copyOf(was) {
  const copy = /** @type {Element} */ (was.element.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of MARKS) element.removeAttribute(name);
  }
  const made = sheet(was.x - was.width / 2, was.y - was.height / 2, was.width, was.height);
  if (was.box) {
    if (!was.box.width || !was.box.height) return null;
    copy.removeAttribute("transform");
    made.setAttribute("viewBox", `${was.box.x} ${was.box.y} ${was.box.width} ${was.box.height}`);
    made.setAttribute("preserveAspectRatio", "none");
    made.append(copy);
    return made;
  }
  const div = document.createElement("div");
  div.style.cssText = made.style.cssText;
  div.append(copy);
  return div;
}

/** A building that is replaced sinks behind the parapet. @param {Place} was */
export function sink(was) {
  const copy = copyOf(was);
  const inner = copy?.firstElementChild;
  if (!copy || !inner) return;
  const height = was.box?.height ?? was.height;
  inner.animate([{ transform: "none" }, { transform: `translateY(${height}px)` }], { ...SINKING, fill: "forwards" });
  pass(copy, [{ opacity: 1 }, { opacity: 0.2 }], SINKING);
}

/**
 * The old face turns away, the new one comes, about the vertical axis.
 * @param {Element} element @param {Place} was @param {number} duration
 */
export function turnOver(element, was, duration) {
  const half = duration / 2;
  const copy = copyOf(was);
  if (copy) pass(copy, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: half, easing: "ease-in" });
  const box = element instanceof SVGGraphicsElement ? element.getBBox() : null;
  const middle = box ? box.x + box.width / 2 : 0;
  const turned = (/** @type {number} */ scale) =>
    box ? `translateX(${middle}px) scaleX(${scale}) translateX(${-middle}px)` : `scaleX(${scale})`;
  const frames = [
    { transform: turned(0), composite: "add" },
    { transform: turned(1), composite: "add" },
  ];
  element.animate(/** @type {Keyframe[]} */ (frames), { duration: half, delay: half, fill: "backwards", easing: "ease-out" });
}

/**
 * A small thing on its way over the table.
 * @param {string} sign  the name of a piece of the sprite @param {{x: number, y: number}} from @param {Element} goal
 * @param {KeyframeAnimationOptions} time
 */
export function send(sign, from, goal, time) {
  const box = goal.getBoundingClientRect();
  const made = sheet(from.x - 10, from.y - 10, 20, 20);
  made.setAttribute("viewBox", "-10 -10 20 20");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${sign}`);
  made.append(use);
  const way = `translate(${box.x + box.width / 2 - from.x}px, ${box.y + box.height / 2 - from.y}px)`;
  pass(made, [{ transform: "none" }, { opacity: 1, offset: 0.8 }, { transform: way, opacity: 0 }], time);
}
