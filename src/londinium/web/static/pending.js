// @ts-check
/** A decision that was sent and has not changed anything yet: it is drawn as pending, and nothing else can be decided. */

/** After this many milliseconds the page says that something is being sent. */
const UNSAID = 1000;

export class Pending {
  #table;
  /** @type {string | null} The id of what was sent. */ #id = null;
  /** The version it answers. */ #version = 0;
  #timer = 0;

  /** @param {HTMLElement} table  says in `data-sending-words` what is said */
  constructor(table) {
    this.#table = table;
  }

  get waits() {
    return this.#id !== null;
  }

  /** @param {string} id @param {number} version */
  begin(id, version) {
    this.#id = id;
    this.#version = version;
    this.#table.classList.add("sending");
    this.#timer = setTimeout(() => this.#say(), UNSAID);
  }

  /**
   * A state of this version is shown, in which something else can be done than before, or not.
   * @param {number} version @param {boolean} other
   */
  shown(version, other) {
    if (this.waits && (other || version > this.#version)) this.#end();
  }

  /** @param {string} id */
  refused(id) {
    if (id !== this.#id) return;
    this.#end();
    for (const element of document.querySelectorAll(".sent")) element.classList.remove("sent");
    for (const words of document.querySelectorAll(".sending-words")) words.remove();
  }

  #end() {
    this.#id = null;
    clearTimeout(this.#timer);
    this.#table.classList.remove("sending", "slow");
  }

  #say() {
    this.#table.classList.add("slow");
    for (const bar of document.querySelectorAll(".prompt-bar:not(:has(.sending-words))")) {
      const words = document.createElement("p");
      words.className = "sending-words";
      words.setAttribute("role", "status");
      words.textContent = this.#table.dataset.sendingWords ?? "";
      bar.append(words);
    }
  }
}
