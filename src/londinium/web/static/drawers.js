// @ts-check
/** Drawers and dialogs, the tabs of a phone, and what is shown large. */

export function bindDrawers() {
  for (const drawer of document.querySelectorAll("dialog.drawer")) drawer.addEventListener("close", () => mark(drawer.id, false));
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const opener = target.closest("[data-open]");
    if (opener) openBy(opener, event);
    if (target.closest("[data-close]")) target.closest("dialog")?.close();
    const tab = target.closest(".tabs [data-tab]");
    if (tab) chooseTab(/** @type {string} */ (tab.getAttribute("data-tab")));
    const shown = target.closest("[data-show]");
    if (shown && !shown.matches(".table")) showLarge(/** @type {string} */ (shown.getAttribute("data-show")));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const drawer of document.querySelectorAll("dialog.drawer[open]")) closeDrawer(drawer);
    const tab = /** @type {Element} */ (event.target).closest("[role=tab]");
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (tab && step) stepTab(tab, step);
  });
}

/**
 * What opens a drawer; a link to a page of its own still goes there where a new tab or window is asked for.
 * @param {Element} opener @param {MouseEvent} event
 */
function openBy(opener, event) {
  const id = /** @type {string} */ (opener.getAttribute("data-open"));
  if (!opener.matches("a")) return toggle(id);
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!document.querySelector(`#${id}[open]`)) toggle(id);
}

/** @param {string} id */
export function toggle(id) {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById(id));
  if (!dialog) return;
  if (dialog.open) closeDrawer(dialog);
  // A drawer leaves the table playable; a dialog is read and closed.
  else if (dialog.classList.contains("drawer")) {
    for (const other of document.querySelectorAll("dialog.drawer[open]")) closeDrawer(other);
    dialog.show();
    mark(id, true);
    dialog.dispatchEvent(new CustomEvent("opened"));
  } else dialog.showModal();
}

/** @param {Element} dialog */
function closeDrawer(dialog) {
  /** @type {HTMLDialogElement} */ (dialog).close();
}

/** @param {string} id @param {boolean} open */
function mark(id, open) {
  for (const opener of document.querySelectorAll(`[data-open="${id}"]`)) opener.setAttribute("aria-expanded", String(open));
}

/** @param {string} name */
export function chooseTab(name) {
  const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
  table.dataset.tab = name;
  for (const tab of document.querySelectorAll(".tabs [data-tab]")) {
    const chosen = tab.getAttribute("data-tab") === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? "0" : "-1");
  }
}

/** @param {Element} tab @param {number} step */
function stepTab(tab, step) {
  const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tabs [data-tab]"))];
  const next = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (tab)) + step + tabs.length) % tabs.length];
  next.focus();
  chooseTab(/** @type {string} */ (next.dataset.tab));
}

/** A part of the table in place of another, and back again. @param {string} name */
function showLarge(name) {
  const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
  if (!name || table.dataset.show === name) delete table.dataset.show;
  else table.dataset.show = name;
}
