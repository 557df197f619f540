// @ts-check
// An errand: rooms are laid out in a module's memory, functions called, rooms given back. Knows nothing of games or of searching.

import { Engine, Room } from "./engine.js";

/**
 * @typedef {{ item: string, shape: number[], bytes: Uint8Array | null, lasts: boolean }} Sent
 * @typedef {{ name: string, arguments: any[] }} Call
 * @typedef {{ name: string, arguments: any[], most: number | null, seconds: number | null, settled: Call | null }} Loop
 * @typedef {{ game: string, mind: string, rooms: Record<string, Sent>, before: Call[], loop: Loop | null, after: Call[],
 *   give: string[], continues: boolean }} Errand
 * @typedef {{ made: number, results: Record<string, any>, rooms: Record<string, Uint8Array>, gone?: boolean }} Answer
 */

const FIRST_CHUNK = 8;
/** Milliseconds between looks at the clock. */
const SMALLEST_WAIT = 5;

/** Does errands with the module of one game; what lasts is kept for the mind that came last. */
export class Desk {
  /** @type {Map<string, Room>} */
  #lasting = new Map();
  #mind = "";

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.bottom = engine.mark();
    this.mark = this.bottom;
  }

  /** @param {Errand} errand @returns {Answer} */
  do(errand) {
    if (errand.continues) {
      if (this.#mind !== errand.mind) return { made: 0, results: {}, rooms: {}, gone: true };
      this.engine.release(this.mark);
    } else {
      this.engine.release(this.bottom);
      this.#lasting.clear();
      this.#mind = errand.mind;
    }
    const rooms = this.#laidOut(errand);
    for (const call of errand.before) this.#call(call, rooms);
    const made = errand.loop ? this.#repeat(errand.loop, rooms) : 0;
    const results = Object.fromEntries(errand.after.map((call) => [call.name, this.#call(call, rooms)]));
    const given = errand.give.map((name) => [name, /** @type {Room} */ (rooms.get(name)).bytes.slice()]);
    return { made, results, rooms: Object.fromEntries(given) };
  }

  /** @param {Errand} errand */
  #laidOut(errand) {
    const entries = Object.entries(errand.rooms);
    for (const [name, sent] of entries.filter(([, { lasts }]) => lasts)) this.#lasting.set(name, this.#room(sent));
    if (!errand.continues) this.mark = this.engine.mark();
    const rooms = new Map(this.#lasting);
    for (const [name, sent] of entries.filter(([, { lasts }]) => !lasts)) rooms.set(name, this.#room(sent));
    return rooms;
  }

  /** @param {Sent} sent */
  #room({ item, shape, bytes }) {
    const room = this.engine.room(item, ...shape);
    if (bytes) room.bytes.set(bytes);
    return room;
  }

  /** @param {Call} call @param {Map<string, Room>} rooms */
  #call(call, rooms) {
    return this.#bound(call, rooms)();
  }

  /** @param {Call} call @param {Map<string, Room>} rooms */
  #bound({ name, arguments: given }, rooms) {
    return this.engine.bound(name, ...given.map((one) => arrived(one, rooms)));
  }

  /**
   * Call with a number of rounds as the last argument, until there were as many as were asked for, the time is up or nothing can
   * change now.
   * @param {Loop} loop @param {Map<string, Room>} rooms
   */
  #repeat(loop, rooms) {
    const { most, seconds, settled } = loop;
    const call = this.#bound(loop, rooms);
    const lead = settled && this.#bound(settled, rooms);
    const started = performance.now();
    let made = 0;
    let chunk = FIRST_CHUNK;
    while (most === null || made < most) {
      const count = most === null ? chunk : Math.min(chunk, most - made);
      const before = performance.now();
      call(count);
      made += count;
      const now = performance.now();
      const passed = (now - started) / 1000;
      if (seconds !== null && passed >= seconds) break;
      if (lead) {
        const left = Math.min(most === null ? Infinity : most - made, seconds === null ? Infinity : (made / passed) * (seconds - passed));
        if (lead() > left) break;
      }
      chunk = Math.max(1, Math.min(4 * chunk, Math.floor((chunk * SMALLEST_WAIT) / Math.max(0.001, now - before))));
    }
    return made;
  }
}

/** @param {any} given @param {Map<string, Room>} rooms @returns {any} */
function arrived(given, rooms) {
  if (typeof given !== "object") return given;
  if ("room" in given) return rooms.get(given.room);
  if ("big" in given) return BigInt(given.big);
  return Object.fromEntries(Object.entries(given.parts).map(([name, part]) => [name, arrived(part, rooms)]));
}
