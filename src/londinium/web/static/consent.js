// @ts-check
/** At the end of a match: who agrees that it becomes a puzzle, and the reader's own answer, without leaving the page. */
import { put } from "./fresh.js";

/** @param {HTMLElement} part */
async function show(part) {
  try {
    const answer = await fetch(`${part.dataset.consent}?lang=${document.documentElement.lang}`);
    if (answer.ok) put(part, await answer.text());
  } catch {
    // without a connection nothing is asked
  }
}

/** @param {SubmitEvent} event */
async function answered(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const part = /** @type {HTMLElement | null} */ (form.closest("[data-consent]"));
  if (!part) return;
  event.preventDefault();
  try {
    await fetch(form.action, { method: "POST", body: new URLSearchParams(/** @type {any} */ (new FormData(form))) });
  } finally {
    await show(part);
  }
}

/** @param {HTMLElement | null} dialog */
export function bindConsent(dialog) {
  if (!dialog) return;
  const place = () => /** @type {HTMLElement | null} */ (dialog.querySelector("[data-consent]"));
  const fill = (/** @type {HTMLElement | null} */ part) => part && void show(part);
  dialog.addEventListener("submit", (event) => void answered(/** @type {SubmitEvent} */ (event)));
  dialog.addEventListener("opened", () => fill(place()));
  // When the table goes on, to a rematch, its end is drawn again.
  new MutationObserver(() => fill(dialog.hasAttribute("open") && !place()?.firstChild ? place() : null)).observe(dialog, {
    childList: true,
    subtree: true,
  });
}
