// @ts-check
/** The log: a click on its title opens it as a drawer, a line lights what it speaks of, and it always opens at what is newest. */
import { slots } from "./fragments.js";

/** @type {Element | null} */
let lit = null;

export function bindLogDrawer() {
  for (const slot of slots("log")) {
    const title = slot.previousElementSibling;
    if (title?.matches("h2") && !slot.closest("dialog")) open(/** @type {HTMLElement} */ (title));
  }
  const drawer = document.getElementById("log");
  drawer?.addEventListener("opened", newest);
  for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", () => setTimeout(newest));
  for (const kind of ["pointerover", "focusin", "click"]) {
    document.addEventListener(kind, (event) => speakOf(/** @type {Element} */ (event.target).closest("[data-fragment=log] [data-lights]")));
  }
  document.addEventListener("keydown", walk);
}

/** The title of a log is what opens it. @param {HTMLElement} title */
function open(title) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "log-title";
  button.dataset.open = "log";
  button.setAttribute("aria-expanded", "false");
  button.append(...title.childNodes);
  title.append(button);
}

/** Wherever the log can be seen, its newest line is. */
function newest() {
  for (const slot of slots("log")) {
    const box = slot.closest("dialog") ?? slot;
    if (slot.getClientRects().length) box.scrollTop = box.scrollHeight;
  }
}

/** @param {Element | null} line */
function speakOf(line) {
  if (line === lit) return;
  if (lit) light(lit, false);
  lit = line;
  if (lit) light(lit, true);
}

/** @param {Element} line @param {boolean} on */
function light(line, on) {
  for (const name of (line.getAttribute("data-lights") ?? "").split(" ")) {
    const it = CSS.escape(name);
    for (const part of document.querySelectorAll(`.table [data-part="${it}"], .table [data-key="${it}"]`)) part.classList.toggle("lit", on);
  }
}

/** From line to line. @param {KeyboardEvent} event */
function walk(event) {
  const target = /** @type {Element} */ (event.target);
  const slot = target.closest("[data-fragment=log]");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!slot || !step) return;
  const lines = [.../** @type {NodeListOf<HTMLElement>} */ (slot.querySelectorAll("[data-lights]"))];
  if (!lines.length) return;
  const at = lines.indexOf(/** @type {HTMLElement} */ (target.closest("[data-lights]")));
  lines[at < 0 ? lines.length - 1 : Math.max(0, Math.min(lines.length - 1, at + step))].focus();
  event.preventDefault();
}
