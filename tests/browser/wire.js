// Put into every page before its own scripts: notes what goes over the socket, and finds where a finger can reach.
window.wire = { sockets: [], asked: [], answered: [], heard: [], offers: {}, deaf: false };

window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    wire.sockets.push(this);
    this.addEventListener("message", (event) => {
      // A deaf page loses what it is told, as if the connection broke in that moment.
      if (wire.deaf) return event.stopImmediatePropagation();
      const said = JSON.parse(event.data);
      wire.heard.push(said);
      if (said.kind === "state" && said.offers) wire.offers = said.offers;
      if (said.kind === "ack" || said.kind === "refused") wire.answered.push(said);
    });
  }
  send(text) {
    const told = JSON.parse(text);
    if (told.id) wire.asked.push(told);
    super.send(text);
  }
};

// Wait in the page itself: its content security policy keeps Playwright from doing it with a text.
wire.until = (test, patience = 15000) =>
  new Promise((done, failed) => {
    const end = performance.now() + patience;
    const look = () => {
      if (test()) return done(true);
      if (performance.now() > end) return failed(new Error(`this did not come: ${test}`));
      return setTimeout(look, 10);
    };
    look();
  });

// Whether what the page shows is what came after the last answer: an answer and the news of it may come in either order.
wire.settled = () => {
  const answer = wire.answered.at(-1);
  const told = answer && wire.asked.findLast((asked) => asked.id === answer.id);
  if (!told || answer.kind !== "ack" || told.version === undefined) return true;
  const state = wire.heard.findLast((said) => said.kind === "state");
  return state.version > told.version;
};

wire.offered = () => Object.keys(wire.offers);

const SPOTS = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];

// A point where a click reaches this element and nothing above it; null if it is covered, clipped or out of the window.
wire.pointOf = (element) => {
  const hits = (x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const top = document.elementFromPoint(x, y);
    return top !== null && element.contains(top);
  };
  for (const box of element.getClientRects()) {
    for (const right of SPOTS) for (const down of SPOTS) {
      const [x, y] = [box.x + box.width * right, box.y + box.height * down];
      if (hits(x, y)) return [x, y];
    }
  }
  for (const shape of element.querySelectorAll("path, line, circle, rect, polyline, polygon, ellipse")) {
    const [matrix, whole] = [shape.getScreenCTM(), shape.getTotalLength()];
    for (let step = 0; step <= 12; step += 1) {
      const at = shape.getPointAtLength((whole * step) / 12).matrixTransform(matrix);
      if (hits(at.x, at.y)) return [at.x, at.y];
    }
  }
  return null;
};

// A point at which a move can be chosen; what scrolls is scrolled to it, if it must be.
wire.reach = (move) => {
  const same = [...document.querySelectorAll("[data-move]")].filter((element) => element.dataset.move === move);
  for (const element of same) {
    const point = wire.pointOf(element);
    if (point) return point;
  }
  for (const element of same) {
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const point = wire.pointOf(element);
    if (point) return point;
  }
  return null;
};

// What can be used but not be seen, wherever one scrolls: `tag: words`.
wire.outside = () => {
  const lost = [];
  for (const element of document.querySelectorAll("a[href], button, input, select, summary, [data-move], [role=tab]")) {
    const style = getComputedStyle(element);
    // What is folded away is there when it is unfolded.
    if (element.matches(".skip, [type=hidden]") || !element.checkVisibility() || style.visibility === "hidden") continue;
    let box = element.getBoundingClientRect();
    const within = () => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!within()) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    box = element.getBoundingClientRect();
    if (!within()) lost.push(`${element.tagName} ${element.className.baseVal ?? element.className}: ${element.textContent.trim().slice(0, 40)}`);
  }
  return lost;
};

const SPOKEN = ["title", "aria-label", "placeholder", "alt", "aria-description", "aria-roledescription", "aria-valuetext"];

// Every text and attribute that somebody could read or hear, also in dialogs that are closed and in bubbles yet to be shown.
// Left out: what is marked as another language (the names of the languages), codes, keys, and the record in its hidden field.
wire.words = () => {
  const own = document.documentElement.lang;
  const found = [];
  const parsed = (markup) => new DOMParser().parseFromString(markup, "text/html");
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const language = element.closest("[lang]")?.lang ?? own;
      if (language !== own || element.closest("script, style, code, textarea, kbd")) continue;
      if (element.tagName === "NOSCRIPT") {
        look(parsed(element.textContent)); // where scripts run, its markup is a text
        continue;
      }
      for (const name of SPOKEN) if (element.hasAttribute(name)) found.push(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE && node.data.trim()) found.push(node.data);
      if (element.tagName === "TEMPLATE") look(element.content);
    }
  };
  look(document);
  for (const said of wire.heard) {
    const parts = [said.markup ?? "", ...Object.values(said.set ?? {}), ...Object.values(said.lists ?? {}).map((list) => list.add)];
    for (const offer of Object.values(said.offers ?? {})) {
      parts.push(offer.label, offer.gain ?? "", offer.bubble ?? "", ...Object.values(offer.ghosts ?? {}));
    }
    look(parsed(parts.join("\n")));
  }
  return found;
};
