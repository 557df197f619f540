// @ts-check
/** Waiting for somebody: the page asks again and again, and goes to the table when somebody has come. */
import { put } from "./fresh.js";
import { bindShare } from "./share.js";

const EVERY = 2000;
const page = /** @type {HTMLElement} */ (document.querySelector("[data-wait]"));
const now = /** @type {HTMLElement} */ (document.getElementById("now"));

async function look() {
  try {
    const asked = { method: "POST", headers: { accept: "application/json" } };
    const answer = await fetch(`${page.dataset.wait}?lang=${document.documentElement.lang}`, asked);
    const said = answer.ok ? await answer.json() : {};
    if (said.go) {
      document.title = `● ${page.dataset.found ?? ""}`;
      location.href = said.go;
      return;
    }
    if (said.markup) put(now, said.markup);
  } catch {
    // a server that restarts is back soon
  }
  setTimeout(look, EVERY);
}

bindShare();
setTimeout(look, EVERY);
