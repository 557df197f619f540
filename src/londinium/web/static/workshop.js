// @ts-check
/** The workshop: sends edits and puts the server's page in place; steps back and forth; what this browser keeps. Knows no game. */
import { copy } from "./clipboard.js";
import { bindTicks, showTicks } from "./proof.js";
import { bindShelf, showShelf } from "./shelf.js";

/** @typedef {{past: string[], future: string[]}} Steps  the addresses of boxes before and after the one that is shown */

const MOST_STEPS = 200;
const page = () => document.getElementById("workshop");

const kept = /** @type {Partial<Steps> | null} */ (history.state);
/** @type {Steps} */
let steps = { past: kept?.past ?? [], future: kept?.future ?? [] };
let here = location.pathname + location.search;

/** The address of the page is that of its box, and a reload keeps the steps. @param {string} address @param {Steps} went */
function settle(address, went) {
  [here, steps] = [address, went];
  try {
    history.replaceState(went, "", address);
  } catch {
    // Some browsers allow only so many in half a minute; the next edit will do it.
  }
}

// One edit waits for the other: each begins with the box that the one before has made.
let turn = Promise.resolve();
/** @param {() => Promise<void>} step */
function inTurn(step) {
  turn = turn.then(step).catch(() => say(page()?.dataset.lost ?? ""));
  return turn;
}

/** Fetches a page of the workshop and shows it. @param {string} address @param {RequestInit} sent @param {Steps | null} then */
async function show(address, sent, then) {
  const answer = await fetch(address, sent);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const made = next.getElementById("workshop");
  const now = page();
  if (!made || !now) {
    // What went wrong is said on a page of its own; the bench stays as it is.
    return say(next.querySelector("#content p")?.textContent?.trim() ?? String(answer.status));
  }
  const same = made.dataset.box === now.dataset.box;
  const { pathname, search } = new URL(answer.url);
  settle(pathname + search, then ?? (same ? steps : { past: [...steps.past, here].slice(-MOST_STEPS), future: [] }));
  swap(now, document.importNode(made, true));
}

/** What did not work, in sight; nothing else has changed. @param {string} problem */
function say(problem) {
  const live = document.getElementById("live");
  if (!live) return;
  live.className = "error";
  live.textContent = problem;
  live.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} now @param {HTMLElement} made */
function swap(now, made) {
  // What was chosen or typed while the answer was on its way stays.
  const brush = document.querySelector("[name=brush]:checked")?.id;
  const focused = document.activeElement;
  const typed = focused instanceof HTMLInputElement && focused.value !== focused.defaultValue ? focused.value : null;
  now.replaceWith(made);
  const same = brush ? document.getElementById(brush) : null;
  if (same instanceof HTMLInputElement) same.checked = true;
  dress();
  const again = focused?.id ? document.getElementById(focused.id) : null;
  if (typed !== null && again instanceof HTMLInputElement) again.value = typed;
  again?.focus({ preventScroll: true });
  const live = document.getElementById("live");
  if (live) {
    live.className = "unseen";
    live.textContent = document.getElementById("verdict")?.textContent ?? "";
  }
}

/** What only a script can do, on the page as it is now. */
function dress() {
  const { past, future } = steps;
  for (const [name, count] of /** @type {[string, number][]} */ ([["undo", past.length], ["redo", future.length]])) {
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-${name}]`));
    if (!button) continue;
    button.hidden = false;
    button.disabled = !count;
  }
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy], [data-keep]"));
  for (const button of buttons) button.hidden = false;
  for (const [at, touch] of touches().entries()) touch.tabIndex = at ? -1 : 0;
  showShelf();
  showTicks();
}

/** @param {"past" | "future"} way */
function step(way) {
  void inTurn(async () => {
    const { past, future } = steps;
    const to = way === "past" ? past.at(-1) : future[0];
    const back = { past: past.slice(0, -1), future: [here, ...future] };
    if (to) await show(to, {}, way === "past" ? back : { past: [...past, here], future: future.slice(1) });
  });
}

// ── Edits ──

const chosenBrush = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[name=brush]:checked"))?.value ?? "";

/** @param {HTMLFormElement} form @param {HTMLElement | null} by */
function edit(form, by) {
  const button = /** @type {HTMLButtonElement | null} */ (by);
  const [name, value, brush] = [button?.name ?? "", button?.value ?? "", chosenBrush()];
  void inTurn(() => {
    const current = /** @type {HTMLFormElement} */ (document.getElementById(form.id) ?? form);
    const sent = new FormData(current);
    if (name) sent.set(name, value);
    if (brush) sent.set("brush", brush);
    return show(current.action, { method: "POST", body: sent }, null);
  });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id === "bench") {
    event.preventDefault();
    edit(form, event.submitter);
  } else if (form.matches("[data-dice]")) {
    event.preventDefault();
    const sent = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.name) sent.set(button.name, button.value);
    throwDice(form, sent);
  }
});

/** @param {HTMLFormElement} form @param {URLSearchParams} sent */
function throwDice(form, sent) {
  sent.set("brush", chosenBrush());
  form.setAttribute("aria-busy", "true");
  void inTurn(() => show(`${form.getAttribute("action")}?${sent}`, {}, null)).finally(() => form.removeAttribute("aria-busy"));
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const bench = /** @type {HTMLFormElement | null} */ (document.getElementById("bench"));
  if (field.matches("[data-entry]") && bench) edit(bench, null);
  const slider = /** @type {HTMLFormElement | null} */ (field.type === "range" ? field.closest("[data-dice]") : null);
  if (!slider) return;
  const sent = new URLSearchParams(/** @type {any} */ (new FormData(slider)));
  if (!sent.get("number")) sent.set("dice", "1");
  throwDice(slider, sent);
});

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const shown = field.type === "range" ? field.parentElement?.querySelector("output") : null;
  if (shown) shown.textContent = field.value;
});

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-undo], [data-redo], [data-copy]"));
  if (button?.hasAttribute("data-undo")) step("past");
  else if (button?.hasAttribute("data-redo")) step("future");
  else if (button) void copied(button);
  // A line of the verdict leads to its place, which is a button or a field: it takes the focus.
  const line = /** @type {HTMLAnchorElement | null} */ (target.closest(".verdict a"));
  if (line) {
    event.preventDefault();
    const place = document.getElementById(line.hash.slice(1));
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true });
  }
});

/** @param {HTMLElement} button */
async function copied(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
  const label = button.textContent;
  await copy(field.value);
  button.textContent = button.dataset.done ?? "";
  setTimeout(() => (button.textContent = label), 1500);
}

// ── Keys ──

const touches = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".touch")]);
/** @type {Object<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea");
  if ((event.ctrlKey || event.metaKey) && !typing && /^[zy]$/i.test(event.key)) {
    event.preventDefault();
    step(event.key.toLowerCase() === "y" || event.shiftKey ? "future" : "past");
  }
  const way = ARROWS[event.key];
  if (!way || !target.matches(".touch")) return;
  event.preventDefault();
  const [column, row] = [Number(target.dataset.column) + way[0], Number(target.dataset.row) + way[1]];
  const next = /** @type {HTMLElement | null} */ (document.querySelector(`.touch[data-column="${column}"][data-row="${row}"]`));
  next?.focus();
});

document.addEventListener("focusin", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches(".touch")) for (const touch of touches()) touch.tabIndex = touch === target ? 0 : -1;
});

bindShelf();
bindTicks();
dress();
