// @ts-check
/** The bubble beside a thing: inside the window, and where it covers neither the thing nor what else could be chosen. */

const GAP = 12;
const EDGE = 6;
/** Where a bubble may stand: its middle seen from the thing, in halves of both sizes. The first is best. */
const SIDES = [[0, -1], [1, -1], [-1, -1], [1, 0], [-1, 0], [0, 1], [1, 1], [-1, 1]];

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @type {HTMLElement} */
const bubble = document.createElement("div");
bubble.setAttribute("role", "tooltip");
bubble.id = "bubble";
bubble.hidden = true;
document.body.append(bubble);

/** @param {string} markup @param {Element} thing @param {"effect" | "why-not"} kind */
export function showBubble(markup, thing, kind) {
  bubble.className = `bubble floating ${kind}`;
  bubble.innerHTML = `<div class="bubble-words">${markup}</div><span class="pointer"></span>`;
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

/** @param {Element} thing */
function place(thing) {
  bubble.style.left = bubble.style.top = "0";
  const size = { width: bubble.offsetWidth, height: bubble.offsetHeight };
  const target = thing.getBoundingClientRect();
  const others = [...document.querySelectorAll("[data-move]")]
    .filter((other) => !other.contains(thing) && !thing.contains(other))
    .map((other) => other.getBoundingClientRect())
    .filter((box) => box.width && box.width * box.height < (innerWidth * innerHeight) / 6);
  const candidates = SIDES.map(([right, down], rank) => {
    const box = inside({
      x: target.x + target.width / 2 - size.width / 2 + right * (target.width / 2 + size.width / 2 + (right && !down ? GAP : 0)),
      y: target.y + target.height / 2 - size.height / 2 + down * (target.height / 2 + size.height / 2 + GAP),
      ...size,
    });
    const cost = 10 * overlap(box, target) + others.reduce((sum, other) => sum + 3 * overlap(box, other), 0) + rank * 40;
    return { box, cost };
  });
  const best = candidates.reduce((a, b) => (b.cost < a.cost ? b : a)).box;
  bubble.style.left = `${best.x}px`;
  bubble.style.top = `${best.y}px`;
  point(best, target);
}

/** @param {Box} box @returns {Box} */
function inside(box) {
  return {
    ...box,
    x: Math.max(EDGE, Math.min(innerWidth - box.width - EDGE, box.x)),
    y: Math.max(EDGE, Math.min(innerHeight - box.height - EDGE, box.y)),
  };
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Put the pointer at the edge that faces the thing. @param {Box} box @param {Box} target */
function point(box, target) {
  const pointer = /** @type {HTMLElement} */ (bubble.querySelector(".pointer"));
  const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
  const [above, below] = [box.y + box.height <= target.y + 2, box.y >= target.y + target.height - 2];
  const left = Math.max(14, Math.min(box.width - 14, x - box.x));
  const top = Math.max(14, Math.min(box.height - 14, y - box.y));
  pointer.dataset.side = above ? "bottom" : below ? "top" : box.x > x ? "left" : "right";
  pointer.style.cssText = above || below ? `left:${left}px` : `top:${top}px`;
}
