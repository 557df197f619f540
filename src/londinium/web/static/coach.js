// @ts-check
/** The teacher's panel: a band of its own beside the table, high enough for the longest of what is said, so that nothing ever moves. */

/** @typedef {{wrong: boolean, at: number, last: number, open: Object<string, boolean>}} Saying */

export class Coach {
  panel;
  #said;
  /** @type {string[]} Everything that will be said. */ #texts = [];

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.panel = panel;
    this.#said = /** @type {HTMLElement} */ (panel.querySelector(".said"));
    addEventListener("resize", () => this.#measure());
  }

  /** Whether the teacher speaks of a move that was not the one. */
  get isWrong() {
    return this.panel.classList.contains("wrong");
  }

  /** Keep room for the longest of these. @param {string[]} texts  markup */
  reserve(texts) {
    this.#texts = texts;
    this.#measure();
  }

  /** @param {string} markup @param {Saying} saying @returns {string} what was said */
  say(markup, { wrong, at, last, open }) {
    this.#said.innerHTML = markup;
    this.#said.scrollTop = 0;
    this.panel.classList.toggle("wrong", wrong);
    this.panel.classList.toggle("last", at === last);
    this.panel.style.setProperty("--done", String(at / (last || 1)));
    /** @type {HTMLElement} */ (this.panel.querySelector(".number")).textContent = `${at + 1} / ${last + 1}`;
    for (const [name, visible] of Object.entries(open)) {
      const button = /** @type {HTMLElement | null} */ (this.panel.querySelector(`[data-do="${name}"]`));
      if (button) button.hidden = !visible;
    }
    this.fold(false);
    return this.#said.textContent ?? "";
  }

  /** Put the words away, so that the table gets their room; the next ones come back by themselves. @param {boolean} [away] */
  fold(away = !document.body.classList.contains("folded")) {
    document.body.classList.toggle("folded", away);
    this.panel.querySelector(".fold")?.setAttribute("aria-expanded", String(!away));
    dispatchEvent(new Event("resize"));
  }

  #measure() {
    const width = this.#said.clientWidth;
    if (!width) return;
    const words = /** @type {HTMLElement} */ (this.#said.cloneNode());
    words.classList.add("trial");
    words.style.width = `${width}px`;
    this.#said.after(words);
    let most = 0;
    for (const text of this.#texts) {
      words.innerHTML = text;
      most = Math.max(most, words.scrollHeight);
    }
    words.remove();
    if (most) document.body.style.setProperty("--said", `${Math.ceil(most)}px`);
  }
}
