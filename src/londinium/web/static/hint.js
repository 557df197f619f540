// @ts-check
/** A hint: good moves and why, on a panel of its own that stands where it covers no choice. It says at once that it is being thought of. */
import { overlap } from "./boxes.js";
import { boxesOf } from "./bubble.js";
import { showGhosts } from "./ghosts.js";

const EDGE = 8;
const STEP = 12;
/** What a pixel costs: covered of what is to stay in sight, of what can be chosen, of a thing; and one further away from the prompt. */
const COST = { clear: 40, choice: 8, thing: 0.3, way: 1.5 };

/** What asks to be left in sight, and what one reads and presses to decide. */
const CLEAR = ".table [data-clear], .prompt-bar button, .prompt-bar p, .table .tools, .tabs";

const panel = /** @type {HTMLElement} */ (document.getElementById("hint"));
const words = /** @type {HTMLElement} */ (panel.querySelector(".hint-words"));

export function awaitHint() {
  words.textContent = panel.dataset.thinking ?? "";
  panel.classList.add("thinking");
  show();
}

/** @param {import("./messages.js").Hint} hint */
export function showHint(hint) {
  panel.classList.remove("thinking");
  words.innerHTML = hint.markup;
  showGhosts(hint.ghosts ?? {});
  for (const same of document.querySelectorAll(`[data-move="${CSS.escape(hint.move)}"]`)) same.classList.add("on");
  show();
}

export function hideHint() {
  panel.hidden = true;
}

panel.addEventListener("click", (event) => {
  event.stopPropagation(); // it is not a click beside the moves
  if (/** @type {Element} */ (event.target).closest("[data-close]")) hideHint();
});
document.addEventListener("keydown", (event) => event.key === "Escape" && hideHint());
addEventListener("resize", () => panel.hidden || place());

function show() {
  panel.hidden = false;
  place();
}

/** Put the panel where it covers least of what one needs to see. */
function place() {
  panel.style.left = panel.style.top = "0";
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const most = (innerWidth * innerHeight) / 6;
  const seen = (/** @type {string} */ marks, /** @type {number} */ cost) => {
    const boxes = [...document.querySelectorAll(marks)].flatMap(boxesOf);
    return boxes.filter((box) => box.width && box.height && box.width * box.height < most).map((box) => ({ box, cost }));
  };
  const others = [...seen(CLEAR, COST.clear), ...seen(".table [data-move]", COST.choice), ...seen(".table [data-key]", COST.thing)];
  const bar = document.querySelector(".prompt-bar")?.getBoundingClientRect();
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (let y = EDGE; y <= Math.max(EDGE, innerHeight - size.height - EDGE); y += STEP) {
    for (let x = EDGE; x <= Math.max(EDGE, innerWidth - size.width - EDGE); x += STEP) {
      const box = { x, y, ...size };
      let cost = bar ? COST.way * Math.hypot(x + size.width / 2 - bar.x - bar.width / 2, y + size.height / 2 - bar.y - bar.height / 2) : 0;
      for (const other of others) cost += other.cost * overlap(box, other.box);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  }
  panel.style.left = `${best.x}px`;
  panel.style.top = `${best.y}px`;
}
