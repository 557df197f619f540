// Put into a page before its own scripts: looks at every thing of a table in every frame, plays by itself, and tries the marks.
window.motion = { frames: 0, wrong: [] };

// @param most  so many times its size a thing may seem
motion.record = (most) => {
  const boxes = () => {
    const found = new Map();
    for (const element of document.querySelectorAll("[data-key], .flourish")) {
      const box = element.getClientRects().length ? element.getBoundingClientRect() : null;
      if (box?.width && box.height) found.set(element.getAttribute("data-key") ?? "flourish", { element, box });
    }
    return found;
  };
  const busy = () => document.getAnimations().some((each) => each.playState === "running" && each.timeline === document.timeline
    && each.effect.getComputedTiming().iterations < 2);
  motion.busy = busy;
  const sizes = new Map();
  let before = new Map(); // where everything was when nothing moved last
  let during = new Map(); // how far everything has been from there since
  const note = (words) => motion.wrong.length < 20 && motion.wrong.push(words);
  const look = () => {
    motion.frames += 1;
    motion.rested = false;
    const now = boxes();
    // What is chosen rises under the hand, by the style sheet.
    const raised = document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.effect.target);
    for (const [key, { element, box }] of now) {
      if (box.width > innerWidth * 0.9) continue;
      const seen = sizes.get(key) ?? [];
      seen.push({ element, width: box.width, height: box.height });
      sizes.set(key, seen);
      const outside = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
      const start = before.get(key);
      const allowed = Math.max(4, start ? Math.max(-start.left, -start.top, start.right - innerWidth, start.bottom - innerHeight) + 4 : 4);
      if (outside > allowed && !element.closest("dialog")) during.set(`out ${key}`, Math.round(outside));
      if (start && !raised.some((each) => each.contains(element) || element.contains(each))) {
        const far = Math.hypot(box.x + box.width / 2 - start.x - start.width / 2, box.y + box.height / 2 - start.y - start.height / 2);
        during.set(key, Math.max(during.get(key) ?? 0, far));
      }
    }
    if (!busy()) {
      motion.rested = true;
      for (const [key, { element, box }] of now) {
        const start = before.get(key);
        const same = start && Math.hypot(box.x - start.x, box.y - start.y) < 1.5 && Math.abs(box.width - start.width) < 1.5;
        if (same && during.get(key) > 8 && key !== "flourish") note(`${key} did not change and moved by ${during.get(key).toFixed(1)}`);
        if (during.has(`out ${key}`) && box.right <= innerWidth && box.bottom <= innerHeight) {
          note(`${key} left the window by ${during.get(`out ${key}`)}`);
        }
        for (const seen of sizes.get(key) ?? []) {
          if (seen.element !== element) continue;
          const grown = Math.max(seen.width / box.width, seen.height / box.height);
          if (grown > most) note(`${key} was ${grown.toFixed(2)} times as large`);
        }
      }
      sizes.clear();
      during = new Map();
      before = new Map([...now].map(([key, { box }]) => [key, box]));
    }
    requestAnimationFrame(look);
  };
  look();
};

motion.play = async (seed) => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  let state = seed;
  const chance = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const end = performance.now() + 50000;
  let moves = 0;
  while (performance.now() < end && !document.querySelector(".table.over")) {
    await pause(30);
    const table = document.querySelector(".table");
    // As soon as everything has come to rest, go on.
    if (table.matches(".playing") && motion.rested) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    if (!table.matches(".my-turn:not(.sending):not(.settling)") || !motion.rested) continue;
    const asking = document.querySelector(".prompt-bar.asking [data-act=confirm]");
    const offered = [...document.querySelectorAll("[data-move]")].filter((each) => wire.offers[each.dataset.move]);
    const choice = asking ?? offered[Math.floor(chance() * offered.length)];
    if (!asking && choice) moves += 1;
    choice?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    if (!asking) await pause(30);
  }
  return { moves, over: !!document.querySelector(".table.over"), frames: motion.frames, wrong: motion.wrong };
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
