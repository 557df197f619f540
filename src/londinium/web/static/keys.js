// @ts-check
/** The keyboard: arrows walk over the board, a key per move, Enter decides, Escape goes back. */

/** @type {Object<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Where arrows lead: what can be chosen or tried, and what explains itself. Long things between two places are not stops of their own. */
const BOARD = "[data-move], [data-ways], [data-place]:not(path), [data-tell]:not(path)";

/** @param {{confirm: () => boolean, cancel: () => void, help: () => void}} commands */
export function bindKeys(commands) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // A key that is held down walks on, but decides once.
    if (event.repeat && !(event.key in ARROWS)) return;
    if (target.closest("input, textarea, select") || document.querySelector("dialog:modal")) return;
    if (press(event, target, commands)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event @param {HTMLElement} target
 * @param {{confirm: () => boolean, cancel: () => void, help: () => void}} commands
 * @returns {boolean} whether the key meant something
 */
function press(event, target, commands) {
  if (event.key === "Escape") {
    commands.cancel();
    return false;
  }
  if (event.key === "?") {
    commands.help();
    return true;
  }
  if (event.key in ARROWS) return walk(target, ARROWS[event.key]);
  if (event.key === "Enter" || event.key === " ") return enter(event, target, commands);
  return hotkey(event.key);
}

/** @param {KeyboardEvent} event @param {HTMLElement} target @param {{confirm: () => boolean}} commands */
function enter(event, target, commands) {
  const thing = target.closest(BOARD);
  if (thing) {
    // A button clicks by itself; shapes of the board do not.
    if (thing instanceof HTMLButtonElement) return false;
    thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return true;
  }
  return event.key === "Enter" && !target.closest("button, a, [role=tab]") && commands.confirm();
}

/** @param {string} key */
function hotkey(key) {
  const element = document.querySelector(`[data-hotkey~="${CSS.escape(key.toLowerCase())}"]`);
  if (!element || !element.getClientRects().length) return false;
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return true;
}

/** To the nearest thing in a direction. @param {HTMLElement} from @param {[number, number]} direction */
function walk(from, [right, down]) {
  const things = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(BOARD))].filter(visible);
  const here = from.closest(BOARD);
  if (!here) {
    // Arrows also scroll: they walk only from the board, or from nowhere in particular.
    if (from !== document.body || !things.length) return false;
    go(things[0]);
    return true;
  }
  const start = middle(here);
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    const there = middle(thing);
    const along = (there.x - start.x) * right + (there.y - start.y) * down;
    const aside = Math.abs((there.x - start.x) * down) + Math.abs((there.y - start.y) * right);
    const distance = along + 2 * aside;
    if (thing !== here && along > 1 && distance < least) [best, least] = [thing, distance];
  }
  if (best) go(best);
  return best !== null;
}

/** Places that only say why not are reached by arrows; Tab goes from move to move. @param {HTMLElement} thing */
function go(thing) {
  if (!thing.hasAttribute("tabindex")) thing.setAttribute("tabindex", "-1");
  // What explains itself to a pointer is said to a screen reader, too.
  const told = thing.getAttribute("data-tell");
  if (told && !thing.hasAttribute("aria-label")) {
    thing.setAttribute("aria-label", told.replaceAll("\n", ". "));
    if (!thing.hasAttribute("role")) thing.setAttribute("role", "img");
  }
  thing.focus();
}

/** @param {Element} element */
function visible(element) {
  return element.getClientRects().length > 0;
}

/** @param {Element} element */
function middle(element) {
  const box = (element.querySelector("[data-aim]") ?? element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
