// @ts-check
// The workers that think, as many as there are cores to spare. Errands of one mind go to the same worker, one after the other.

/** @typedef {import("./errand.js").Errand} Errand */
/** @typedef {import("./errand.js").Answer} Answer */

const MOST = 8;

export class Thinkers {
  /** @type {Worker[]} */ #workers = [];
  /** @type {Map<string, number>} by mind: its worker */ #places = new Map();
  /** @type {Map<number, { resolve: (answer: Answer) => void, reject: (problem: Error) => void }>} */ #asked = new Map();
  #number = 0;
  #next = 0;

  /** @param {(game: string) => string} address of a game's module */
  constructor(address) {
    this.address = address;
    // One core is for the page and for Python.
    this.count = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  }

  /** @param {Errand} errand @returns {Promise<Answer>} */
  ask(errand) {
    const number = this.#number++;
    return new Promise((resolve, reject) => {
      this.#asked.set(number, { resolve, reject });
      this.#worker(errand.mind).postMessage({ number, address: this.address(errand.game), errand });
    });
  }

  /** @param {string} mind */
  #worker(mind) {
    let place = this.#places.get(mind);
    if (place === undefined) {
      place = this.#next++ % this.count;
      this.#places.set(mind, place);
    }
    this.#workers[place] ??= this.#started();
    return this.#workers[place];
  }

  #started() {
    const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { number, answer, problem } }) => {
      const waiting = this.#asked.get(number);
      this.#asked.delete(number);
      if (problem === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(problem));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#asked.values()) reject(new Error(message));
      this.#asked.clear();
    };
    return worker;
  }
}
