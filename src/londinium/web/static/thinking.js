// @ts-check
/**
 * A worker that thinks for the server: it holds a game as WebAssembly, hears errands on a socket of its own and does them. The
 * server's side of it is web/live/device.py. There is no rule here, and nothing of it runs where the page is drawn.
 */
import { decoded, encoded } from "./answers.js";
import { Engine } from "./engine.js";
import { Desk } from "./errand.js";
import { readNetwork } from "./thinker.js";

/**
 * @typedef {{ socket: string, module: string, network?: string }} Place where the server listens, and what there is to think with
 * @typedef {import("./errand.js").Errand & { rooms: Record<string, { bytes: any, learnt?: boolean }> }} Sent bytes are in base 64
 */

/** Closed for good: nobody thinks there. */
const NOT_WANTED = 4404;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30000;

/** @param {MessageEvent<Place>} event */
self.onmessage = async ({ data: place }) => {
  try {
    const engine = await Engine.start(await fetched(place.module));
    new Thinking(place, engine).connect();
  } catch {
    self.postMessage("ended");
  }
};

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.arrayBuffer();
}

/** Says "lent" when the server has taken it, "lost" when a connection is, "thought" after each, and "ended" when it is of no use. */
class Thinking {
  #failures = 0;
  /** One errand after the other. */
  #turn = Promise.resolve();
  /** What a network has learnt, by name, as soon as somebody needs it. @type {Map<string, Uint8Array> | null} */
  #learnt = null;

  /** @param {Place} place @param {Engine} engine */
  constructor(place, engine) {
    this.place = place;
    this.engine = engine;
    this.desk = new Desk(engine);
  }

  connect() {
    const socket = new WebSocket(this.place.socket);
    socket.onmessage = ({ data }) => {
      this.#failures = 0;
      const asked = JSON.parse(data);
      if (asked.lent) return self.postMessage("lent");
      this.#turn = this.#turn.then(async () => {
        const answer = await this.#answer(asked);
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(answer));
      });
    };
    socket.onclose = ({ code }) => {
      const final = code === NOT_WANTED;
      self.postMessage(final ? "ended" : "lost");
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
      if (!final) setTimeout(() => this.connect(), pause / 2 + Math.random() * pause); // not all at once
    };
  }

  /** @param {{ number: number, errand: Sent }} asked */
  async #answer({ number, errand }) {
    try {
      for (const [name, room] of Object.entries(errand.rooms)) {
        if (room.learnt) room.bytes = (await this.#network()).get(name) ?? null;
        else if (room.bytes !== null) room.bytes = decoded(room.bytes);
      }
      const { made, results, rooms, gone } = this.desk.do(errand);
      const packed = await deflated(errand.give.flatMap((name) => rooms[name] ?? []));
      // The first errand is a trial, and one that goes on belongs to the thought before.
      if (number > 1 && !errand.continues) self.postMessage("thought");
      return { number, made, results, packed, gone: !!gone };
    } catch {
      return { number, failed: true };
    }
  }

  async #network() {
    if (!this.#learnt) {
      const file = new Uint8Array(await fetched(this.place.network ?? ""));
      const mark = this.engine.mark();
      const rooms = Object.entries(await readNetwork(this.engine, file));
      this.#learnt = new Map(rooms.map(([name, room]) => [name, room.bytes.slice()]));
      this.engine.release(mark);
    }
    return this.#learnt;
  }
}

/** @param {Uint8Array[]} rooms @returns {Promise<string>} */
async function deflated(rooms) {
  const stream = new Blob(/** @type {BlobPart[]} */ (rooms)).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return encoded(new Uint8Array(await new Response(stream).arrayBuffer()));
}
