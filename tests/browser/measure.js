// Measures a table: what is outside of the window, cut, or written over something else. Sentences, empty if all is well.
window.measure = {};

const SLACK = 1.5;

// What is asked of hundreds of texts about the same few elements around them is looked up once, as long as nothing is drawn anew.
let known = new Map();
const looked = (name, look) => (element) => {
  const kept = known.get(element) ?? {};
  known.set(element, kept);
  return (kept[name] ??= look(element));
};
const styleOf = looked("style", (element) => {
  const { overflowX, overflowY, opacity, visibility } = getComputedStyle(element);
  return { overflowX, overflowY, opacity, visibility };
});
const boxOf = looked("box", (element) => element.getBoundingClientRect());
const clear = looked("clear", (element) => styleOf(element).opacity !== "0" && (!element.parentElement || clear(element.parentElement)));
const visible = looked("visible", (element) => {
  const style = styleOf(element);
  return style.visibility === "visible" && Number(style.opacity) > 0.05 && element.getClientRects().length > 0;
});
const shown = (element) => clear(element) && visible(element);
const scrolls = (style, way) => ["auto", "scroll"].includes(way === "x" ? style.overflowX : style.overflowY);
const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");

// Each of these can be seen whole. @param {Object<string, string>} regions
measure.regions = (regions) => {
  const problems = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + SLACK || root.scrollHeight > innerHeight + SLACK) {
    problems.push(`the page is ${root.scrollWidth} x ${root.scrollHeight}`);
  }
  for (const [name, selector] of Object.entries(regions)) {
    const found = [...document.querySelectorAll(selector)].filter(visible);
    if (!found.length) problems.push(`${name} is not there`);
    for (const element of found) {
      const box = element.getBoundingClientRect();
      const inside = box.left >= -SLACK && box.top >= -SLACK && box.right <= innerWidth + SLACK && box.bottom <= innerHeight + SLACK;
      if (!inside || box.width < 24 || box.height < 16) problems.push(`${name} at ${round(box)}`);
    }
  }
  return problems;
};

// Every button of the bar is in the window, or in a row that can be pushed sideways.
measure.buttons = () => {
  const problems = [];
  for (const button of document.querySelectorAll(".prompt button, .tabs button")) {
    if (!button.getClientRects().length) continue;
    const box = button.getBoundingClientRect();
    let slides = false;
    for (let each = button.parentElement; each; each = each.parentElement) slides ||= scrolls(styleOf(each), "x");
    const across = slides || (box.left >= -SLACK && box.right <= innerWidth + SLACK);
    if (!across || box.top < -SLACK || box.bottom > innerHeight + SLACK) problems.push(`button ${button.textContent.trim()} at ${round(box)}`);
  }
  return problems;
};

// The pieces of text that are to be read: their boxes.
const texts = () => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main.table"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("defs, symbol, .unseen, .skip, .ghosts, title, desc") || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) found.push({ element, box, words: node.data.trim() });
  }
  return found;
};

// Texts that leave the box that clips them.
const cuts = (written) => {
  const problems = new Set();
  for (const { element, box, words } of written) {
    let [across, down] = [true, true];
    for (let each = element; each && each.tagName !== "BODY"; each = each.parentElement) {
      const style = styleOf(each);
      if (each instanceof SVGElement && !(each instanceof SVGSVGElement)) continue;
      if (scrolls(style, "x")) across = false;
      if (scrolls(style, "y")) down = false;
      const edge = boxOf(each);
      if (across && style.overflowX !== "visible" && (box.left < edge.left - 2 || box.right > edge.right + 2)) problems.add(`cut: ${words}`);
      if (down && style.overflowY !== "visible" && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3)) problems.add(`cut: ${words}`);
    }
    const outside = box.left < -2 || box.top < -3 || box.right > innerWidth + 2 || box.bottom > innerHeight + 3;
    if (outside && across && down) problems.add(`outside: ${words}`);
  }
  return [...problems];
};

// What is seen of a box in a row that can be pushed sideways.
const seen = (element, { left, top, right, bottom }) => {
  for (let each = element; each; each = each.parentElement) {
    if (!scrolls(styleOf(each), "x")) continue;
    const edge = boxOf(each);
    [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
  }
  return { left, top, right, bottom, width: right - left, height: bottom - top };
};

// Texts over each other, unless something in front hides one of them.
const overlaps = (written) => {
  const problems = new Set();
  const open = written.map((text) => ({ ...text, box: seen(text.element, text.box) })).filter(({ element, box }) => {
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const region = element.closest("[data-fragment], section, nav, header");
    return top !== null && (top.contains(element) || element.contains(top) || region?.contains(top));
  });
  for (let one = 0; one < open.length; one += 1) {
    for (let two = one + 1; two < open.length; two += 1) {
      const [a, b] = [open[one], open[two]];
      if (a.element === b.element || a.box.right <= b.box.left || b.box.right <= a.box.left) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      const least = Math.min(a.box.height, b.box.height);
      if (across > 3 && down > Math.max(4, least * 0.4)) problems.add(`over each other: ${a.words} / ${b.words}`);
    }
  }
  return [...problems];
};

measure.all = (regions) => {
  known = new Map();
  const written = texts();
  return [...measure.regions(regions), ...measure.buttons(), ...cuts(written), ...overlaps(written)];
};

// Where the fixed things of the table are.
measure.boxes = (selectors) => {
  known = new Map();
  const found = {};
  for (const selector of selectors) {
    for (const [number, element] of [...document.querySelectorAll(selector)].filter(visible).entries()) {
      found[`${selector} ${number}`] = round(element.getBoundingClientRect());
    }
  }
  return found;
};
