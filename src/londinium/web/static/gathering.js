// @ts-check
/**
 * Moves that are chosen together and made one after the other, such as cards taken one by one. What they may come to is the
 * server's: each says its size and how often it can be chosen, and the move that ends them what each sum is called.
 */

/** @typedef {import("./messages.js").Offer} Offer */

export class Gathering {
  /** @type {Object<string, Offer>} */ #offers = {};
  /** @type {string[]} In the order of the clicks. */ #moves = [];

  /** What can be done has changed. @param {Object<string, Offer>} offers */
  refresh(offers) {
    this.#offers = offers;
    this.clear();
  }

  clear() {
    this.#moves = [];
  }

  get isEmpty() {
    return !this.#moves.length;
  }

  /** Whether nothing more can be chosen. */
  get isFull() {
    return !Object.keys(this.#offers).some((move) => this.#fits(move));
  }

  /** Whether something that could still be chosen would stay unused. */
  get leaves() {
    return !!this.end && !this.isFull;
  }

  /** Whether a move is one of several, or ends them. @param {string} move */
  holds(move) {
    return !!(this.#offers[move]?.size || this.#offers[move]?.sums);
  }

  /** The move that ends such a choice. */
  get end() {
    return Object.keys(this.#offers).find((move) => this.#offers[move].sums) ?? "";
  }

  /** Choose a move once more; where it no longer fits, all of its kind are put back. @param {string} move */
  choose(move) {
    if (this.#fits(move)) this.#moves.push(move);
    else this.#moves = this.#moves.filter((each) => each !== move);
  }

  /** What was chosen, with the move that ends it. */
  taken() {
    const moves = [...this.#moves, this.end];
    this.clear();
    return moves;
  }

  /** Draw what can be chosen together, how often each is, and what no longer fits. */
  draw() {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-move]"))) {
      const move = element.dataset.move ?? "";
      const times = this.#times(move);
      if (times) element.dataset.times = `×${times}`;
      else delete element.dataset.times;
      if (times) element.classList.add("chosen");
      element.classList.toggle("gathers", !!this.#offers[move]?.size);
      element.classList.toggle("beyond", !this.isEmpty && !times && !!this.#offers[move]?.size && !this.#fits(move));
    }
  }

  /** All that is chosen, as one. @returns {Offer} */
  get together() {
    const names = [...new Set(this.#moves)].sort().map((move) => {
      const { key = "", label } = this.#offers[move];
      const times = this.#times(move);
      return [...(times > 1 ? [`${times} ×`] : []), ...(key ? [key] : []), label].join(" ").replaceAll(" ", "\u00a0");
    });
    return { label: names.join(", ") || this.#offers[this.end].label, gain: this.#offers[this.end]?.sums?.[this.#sum] ?? "" };
  }

  get #sum() {
    return this.#moves.reduce((sum, move) => sum + (this.#offers[move].size ?? 0), 0);
  }

  /** @param {string} move */
  #times(move) {
    return this.#moves.filter((each) => each === move).length;
  }

  /** @param {string} move */
  #fits(move) {
    const { size = 0, most = 0 } = this.#offers[move] ?? {};
    const room = (this.#offers[this.end]?.sums?.length ?? 0) - 1 - this.#sum;
    return size > 0 && size <= room && this.#times(move) < most;
  }
}
