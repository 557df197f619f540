// @ts-check
// A worker that thinks: it holds games as WebAssembly and does errands. There is no Python here, and no rule in JavaScript.

import { Desk } from "./errand.js";
import { Engine } from "./engine.js";

/** @type {Map<string, Promise<Desk>>} */
const desks = new Map();

/** @param {MessageEvent<{ number: number, address: string, errand: import("./errand.js").Errand }>} event */
self.onmessage = async ({ data: { number, address, errand } }) => {
  try {
    if (!desks.has(errand.game)) desks.set(errand.game, opened(address));
    const desk = /** @type {Desk} */ (await desks.get(errand.game));
    self.postMessage({ number, answer: desk.do(errand) });
  } catch (error) {
    desks.delete(errand.game);
    self.postMessage({ number, problem: String(error) });
  }
};

/** @param {string} address */
async function opened(address) {
  return new Desk(await Engine.start(await (await fetch(address)).arrayBuffer()));
}
