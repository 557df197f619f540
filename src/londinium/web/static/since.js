// @ts-check
/** What others have changed since the player's own last decision keeps a quiet outline until the next. */

export class Since {
  /** @type {Set<string>} */ #keys = new Set();

  /** The player has decided: what was there is known. */
  clear() {
    this.#keys.clear();
    this.#mark();
  }

  /** @param {Set<string>} changed  the keys of what is new or has moved @param {boolean} own  whether the player did it */
  note(changed, own) {
    if (!own) for (const key of changed) this.#keys.add(key);
    this.#mark();
  }

  #mark() {
    for (const element of document.querySelectorAll("[data-key]")) {
      element.classList.toggle("since", this.#keys.has(element.getAttribute("data-key") ?? ""));
    }
  }
}
