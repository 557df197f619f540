// @ts-check
/** Puts what the server has drawn into its places, keeps the focus, and lets things fly. */
import { count, numbers } from "./counts.js";
import { fly, remember } from "./motion.js";

/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Lines} Lines */

/** @param {string} name @returns {NodeListOf<HTMLElement>} */
export function slots(name) {
  return document.querySelectorAll(`[data-fragment="${CSS.escape(name)}"]`);
}

/** The log grows at its end: a screen reader says what is new, and readers without a mouse can scroll it. */
export function bindLog() {
  for (const slot of slots("log")) {
    // The same log stands in a drawer, too; it is said once.
    slot.setAttribute("role", slot.closest("dialog") ? "group" : "log");
    slot.tabIndex = 0;
  }
}

/** @typedef {Pick<State, "set" | "drop" | "lists">} Change */

/**
 * @param {Change} state @param {boolean} [flying]  whether things fly to where they are now
 * @returns {Set<string>} the keys of what is new or has moved
 */
export function show(state, flying = true) {
  return showAll([state], flying);
}

/** Several changes as one: whatever they moved flies once. @param {Change[]} states @param {boolean} [flying] */
export function showAll(states, flying = true) {
  const focus = focused();
  const before = flying ? remember() : new Map();
  const counted = flying ? numbers() : new Map();
  for (const state of states) put(state);
  const changed = fly(before);
  count(counted);
  focus();
  return changed;
}

/**
 * Where a list stands is looked at before anything is changed, and its end is gone to after everything is: a look in between would
 * lay the whole page out again, twice for each list.
 * @param {Change} state
 */
function put(state) {
  const lists = Object.entries(state.lists ?? {}).flatMap(([name, lines]) => [...slots(name)].map((slot) => ({ slot, lines })));
  const followed = lists.filter(({ slot }) => slot.scrollTop + slot.clientHeight >= slot.scrollHeight - 24);
  for (const name of state.drop ?? []) for (const slot of slots(name)) slot.replaceChildren();
  for (const [name, markup] of Object.entries(state.set ?? {})) for (const slot of slots(name)) slot.innerHTML = markup;
  for (const { slot, lines } of lists) extend(slot, lines);
  for (const [slot, end] of followed.map(({ slot }) => /** @type {const} */ ([slot, slot.scrollHeight]))) slot.scrollTop = end;
}

/** @param {HTMLElement} slot @param {Lines} lines */
function extend(slot, lines) {
  let list = slot.querySelector("ol");
  if (!list) {
    list = document.createElement("ol");
    list.className = "log";
    slot.append(list);
  }
  while (list.children.length > lines.keep) list.lastElementChild?.remove();
  list.insertAdjacentHTML("beforeend", lines.add);
}

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

/** What gives the focus back after a change: to the same thing, else to the nearest one that can be done now. */
function focused() {
  const element = document.activeElement;
  const slot = element?.closest("[data-fragment]");
  if (!element || !slot) return () => {};
  const mark = ["data-move", "data-place", "data-act", "data-show", "id"].find((name) => element.hasAttribute(name));
  const same = mark && `[${mark}="${CSS.escape(element.getAttribute(mark) ?? "")}"]`;
  const box = element.getBoundingClientRect();
  return () => {
    if (element.isConnected) return;
    const again = same ? slot.querySelector(same) ?? document.querySelector(same) : null;
    if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
    else if (byKeyboard) nearestMove(box)?.focus({ preventScroll: true });
  };
}

/** @param {DOMRect} box @returns {HTMLElement | undefined} */
function nearestMove(box) {
  const distance = (/** @type {Element} */ element) => {
    const there = element.getBoundingClientRect();
    return Math.hypot(there.x - box.x, there.y - box.y);
  };
  const moves = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-move]"))];
  return moves.filter((move) => move.getClientRects().length).sort((a, b) => distance(a) - distance(b))[0];
}
