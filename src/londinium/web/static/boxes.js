// @ts-check
/** Boxes in the window: how they lie to each other. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Where an element is, in plain numbers: to ask a box of the browser's own for one takes ten times as long.
 * @param {Element} element @returns {Box}
 */
export function boxOf(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** How many pixels two boxes share. @param {Box} a @param {Box} b */
export function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** How far two boxes are from each other. @param {Box} a @param {Box} b */
export function distance(a, b) {
  const right = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width);
  const down = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.hypot(right, down);
}
