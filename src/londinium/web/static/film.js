// @ts-check
/** The page of a film: it says that the film is being made until it is there. */
import { bindShare } from "./share.js";

bindShare();
const screen = /** @type {HTMLElement} */ (document.querySelector(".screen"));
const film = /** @type {HTMLImageElement} */ (screen.querySelector("img"));
const making = /** @type {HTMLElement} */ (screen.querySelector(".making"));

function shown() {
  screen.removeAttribute("aria-busy");
  making.hidden = true;
}

function failed() {
  screen.removeAttribute("aria-busy");
  making.textContent = film.dataset.failed ?? "";
  film.hidden = true;
}

film.addEventListener("load", shown);
film.addEventListener("error", failed);
if (film.complete) (film.naturalWidth ? shown : failed)();
