// @ts-check
/** Setting up a position: while its text is being typed, the server's page for it is put in place. Knows no game. */
import { copy } from "./clipboard.js";

const PAUSE = 400;
const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("text"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("position"));
let waiting = 0;
let asked = 0;

function address() {
  const facts = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) facts.set(name, String(value));
  return `${form.action}?${facts}`;
}

/** Fetches the page of what the field holds, and shows what is new in it; an answer that comes too late is left out. */
async function show() {
  const [number, there] = [++asked, address()];
  const answer = await fetch(there);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const made = next.getElementById("shown");
  const now = document.getElementById("shown");
  if (number !== asked || !made || !now) return;
  now.replaceWith(document.importNode(made, true));
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = next.getElementById("text")?.getAttribute(name);
    if (value) field.setAttribute(name, value);
    else field.removeAttribute(name);
  }
  showButtons();
  try {
    history.replaceState(null, "", there);
  } catch {
    // Some browsers allow only so many in half a minute; the next change will do it.
  }
}

function showButtons() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) button.hidden = false;
}

form.addEventListener("input", ({ target }) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => show().catch(() => {}), target === field ? PAUSE : 0);
});

document.addEventListener("click", async ({ target }) => {
  const button = /** @type {HTMLElement} */ (target).closest?.("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const source = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
  const label = button.textContent;
  await copy(source.value);
  source.select();
  button.textContent = button.dataset.done ?? "";
  setTimeout(() => (button.textContent = label), 1500);
});

showButtons();
