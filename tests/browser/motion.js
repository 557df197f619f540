// Put into a page before its own scripts, behind timeless.js or alone: looks at every thing of a table in every frame of what it
// is told, and tries the marks.
window.motion = { frames: 0, wrong: [], moved: new Set() };

const FRAME = 1000 / 60;
const LONGEST = 400; // frames that a change may take to come to rest

const boxes = () => {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-key]")) {
    const box = element.getClientRects().length ? element.getBoundingClientRect() : null;
    if (box?.width && box.height && box.width < innerWidth * 0.9) found.set(element.getAttribute("data-key"), { element, box });
  }
  return found;
};
const outside = (box) => Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
const middles = (a, b) => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);

// What was wrong on the way from one rest to the next. @param most  so many times its size a thing may seem
const judge = (before, seen, after, most) => {
  const wrong = new Set();
  for (const frame of seen) {
    for (const [key, { element, box }] of frame) {
      const [start, end] = [before.get(key)?.box, after.get(key)];
      if (!end || end.element !== element) continue;
      const grown = Math.max(box.width / end.box.width, box.height / end.box.height);
      if (grown > most) wrong.add(`${key} was more than ${most} times as large`);
      const allowed = Math.max(0, outside(end.box), start ? outside(start) : 0);
      if (outside(box) > allowed + 4) wrong.add(`${key} left the window`);
      const same = start && Math.hypot(end.box.x - start.x, end.box.y - start.y) < 1 && Math.abs(end.box.width - start.width) < 1;
      if (same && middles(box, start) > 2) wrong.add(`${key} did not change and moved`);
      if (start && !same && middles(box, end.box) > 2) motion.moved.add(key);
    }
  }
  return [...wrong];
};

// Tell a state and look at everything, sixty times a second, until it has come to rest.
motion.look = async (state, most) => {
  const [before, seen] = [boxes(), []];
  puppet.tell(state);
  for (let frame = 0; frame < LONGEST; frame += 1) {
    await time.pass(FRAME);
    const moving = time.moving();
    if (!moving.length && !time.expects(1000)) break;
    if (frame === LONGEST - 1) motion.wrong.push(`never at rest: ${moving.map((each) => `${each.animationName ?? each.transitionProperty ?? "flight"} of ${each.effect.target?.outerHTML.slice(0, 60)}`)}`);
    motion.frames += 1;
    if (moving.length) seen.push(boxes());
  }
  for (const each of judge(before, seen, boxes(), most)) motion.wrong.push(each);
};

motion.marks = async (slot) => {
  const script = [...document.querySelectorAll("link[rel=modulepreload]")].find((link) => link.href.includes("fragments"));
  const { show } = await import(script.href);
  const thing = (key, x, more = "", width = 20) => `<rect data-key="${key}" x="${x}" y="60" width="${width}" height="20" ${more}/>`;
  const wheel = (turn) => `<g data-key="disc" data-turn="${turn}"><circle r="30"/><rect data-upright="1" width="9" height="9"/></g>`;
  const draw = (inner) => show({ set: { [slot]: `<svg width="600" height="120" viewBox="0 0 600 120">${inner}</svg>` } });
  const path = 'data-path="0,0 40,0 80,0 120,0"';
  const marker = (at) => `<g data-key="marker" data-at="${at}" ${path} transform="translate(${40 * at} 40)"><rect width="9" height="9"/></g>`;
  const of = (key) => document.querySelector(`[data-key="${key}"]`).getAnimations({ subtree: true });
  const times = (key) => of(key).map((each) => each.effect.getTiming().duration).sort();
  draw("");
  draw(thing("stone", 10) + thing("flown", 0) + thing("shrunk", 200, "", 200) + thing("card", 300, 'data-flip="back"')
    + thing("old", 350, "data-sinks='1'") + wheel(0) + marker(0));
  await new Promise((done) => setTimeout(done, 400));
  const box = document.querySelector("[data-key=shrunk]").getBoundingClientRect();
  draw(thing("stone", 10) + thing("flown", 100) + thing("shrunk", 500, "", 20) + thing("card", 300, 'data-flip="7"')
    + thing("new", 350, "data-lands='1'") + wheel(120) + marker(3));
  const turned = of("disc").map((each) => each.effect.getKeyframes()[0].transform?.match(/rotate\((-?\d+)/)[1] ?? "");
  const small = document.querySelector("[data-key=shrunk]").getBoundingClientRect();
  const found = {
    stone: times("stone"), flown: times("flown"), card: times("card"), new: times("new"), marker: times("marker"),
    turned, above: document.querySelectorAll(".flourish").length, growth: Math.round(small.width / (box.width / 10) * 10) / 10,
  };
  await new Promise((done) => setTimeout(done, 900));
  return { ...found, left: document.querySelectorAll(".flourish").length };
};
