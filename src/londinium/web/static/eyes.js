// @ts-check
/** The points of view of a replay, and where what they show comes from: from the page itself, or from the server. */
import { unpack } from "./packed.js";
import { ask } from "./source.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("./timeline.js").Replay} Replay */

export class Eyes {
  /** @type {Map<string, Promise<Timeline<Replay>>>} */ #found = new Map();

  constructor() {
    this.buttons = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-eye]"))];
    this.first = this.buttons[0].dataset.eye ?? "";
  }

  /** @param {string} eye */
  has(eye) {
    return this.buttons.some((button) => button.dataset.eye === eye);
  }

  /** @param {string} eye @returns {Promise<Timeline<Replay>>} */
  timeline(eye) {
    let found = this.#found.get(eye);
    if (!found) {
      found = read(eye).then((replay) => new Timeline(replay));
      found.catch(() => this.#found.delete(eye)); // so that it can be tried again
      this.#found.set(eye, found);
    }
    return found;
  }
}

/** @param {string} eye @returns {Promise<Replay>} */
async function read(eye) {
  const within = document.querySelector(`script[data-seen-by="${eye}"]`);
  const found = within ? await unpack(within.textContent ?? "") : await ask(`eyes/${eye}`);
  return /** @type {Replay} */ (found);
}
