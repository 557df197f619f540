// @ts-check
// A search in a worker, without Python: bytes in, counts out. The same position, key and number of simulations give the same thoughts
// as the compiled search anywhere.

import { Engine, Room } from "./engine.js";

/**
 * @typedef {{ [name: string]: Room }} Network what was learnt of a game, see `readNetwork`
 * @typedef {{ move: number, tries: number, value: number, squares: number, points: number, wins: number }} Tried sums over all tries
 * @typedef {object} Question a decision, as the seat that decides knows it
 * @property {Uint8Array} box
 * @property {number} seats
 * @property {number[]} options their codes
 * @property {[number, number][]} plies all moves that the seat knows of: who made them, and which
 * @property {number} ply how many moves were made in all
 * @property {number} seat
 * @property {Partial<Record<string, number>>} [settings] where they differ from the game's own
 * @property {boolean} [foresight] whether the network knows this box and these options
 * @property {number} [number] of the worker: each draws luck of its own
 */

const SHORTEST = 5;
/** Milliseconds between looks at the clock. */

export class Thinker {
  /** @param {Engine} engine @param {Network | null} network @param {number} [nodes] room of the tree */
  constructor(engine, network = null, nodes = engine.description.search.nodes) {
    const { sizes, search } = engine.description;
    this.engine = engine;
    this.nodes = nodes;
    const row = () => engine.room("int16", sizes.moves);
    const slots = 2 ** Math.ceil(Math.log2(2 * nodes));
    this.tree = {
      table: engine.room("int32", slots),
      nodes: engine.room("record:Node", nodes),
      edges: engine.room("record:Edge", sizes.edges_per_node * nodes),
      size: engine.room("int64", 3),
      looks: engine.room("int64", sizes.moves),
    };
    this.box = engine.room("record:Box", 1);
    this.options = engine.room("int8", sizes.options);
    this.settings = engine.room("float64", sizes.settings);
    this.results = engine.room("float64", sizes.results);
    this.weights = engine.room("int64", sizes.weights).set(search.weights.map(BigInt));
    this.network = network ?? emptyNetwork(engine);
    this.rows = engine.room("float64", sizes.moves, 6);
    this.paper = {
      root: engine.room("record:State", 1),
      root_history: engine.room("uint64", sizes.history),
      states: engine.room("record:State", sizes.search_rows),
      history: engine.room("uint64", sizes.history),
      path: engine.room("int32", sizes.deepest, 3),
      moves: row(),
      odds: row(),
      worths: engine.room("int64", sizes.moves),
      points: engine.room("float64", sizes.seats),
      places: engine.room("int32", sizes.seats),
      gains: engine.room("float64", sizes.seats),
      firsts: engine.room("float64", sizes.seats),
    };
    const most = Math.max(this.network.first.shape[1], this.network.second.shape[1]) + 1;
    this.seen = {
      inner: engine.room("float32", this.network.first_bias.shape[1]),
      outer: engine.room("float32", this.network.second_bias.shape[1]),
      rows: engine.room("int32", most),
      times: engine.room("float32", most),
      told: engine.room("float64", sizes.seats, sizes.seat_outputs),
    };
    this.top = engine.mark();
  }

  /**
   * Lay out a decision. What was thought before is forgotten.
   * @param {Question} question
   */
  ask(question) {
    const { engine, paper } = this;
    const { sizes, search } = engine.description;
    engine.release(this.top);
    this.box.set(question.box);
    this.options.set(question.options);
    const settings = { ...search.settings, ...question.settings };
    if (!question.foresight || !this.network.first.count) settings.foresight = 0;
    this.settings.set(Object.keys(search.settings).map((name) => settings[name]));
    const plies = engine.room("int16", question.plies.length, 2).set(question.plies.flat());
    paper.root.bytes.fill(0);
    paper.root_history.bytes.fill(0);
    this.results.bytes.fill(0);
    engine.call("recall", paper.root, this.box, question.seats, this.options, plies, paper.root_history);
    engine.call("clear_tree", this.tree);
    const seen = engine.room("uint8", search.foresees ? sizes.sight[question.seats] : 0);
    const mind = {
      seat: question.seat,
      seats: question.seats,
      settings: this.settings,
      weights: this.weights,
      skip: search.skip,
      tree: this.tree,
      results: this.results,
      foresight: { network: this.network, options: this.options, seen, ...this.seen },
    };
    const luck = [question.seat, question.ply].reduce((key, branch) => this.branch(key, branch), BigInt(search.luck));
    this.seat = question.seat;
    this.asked = { mind, luck };
    this.simulate = engine.bound("simulate", mind, paper, this.box, this.branch(luck, question.number ?? 0), 0);
  }

  /** @param {bigint} key @param {number} number */
  branch(key, number) {
    return BigInt(this.engine.call("split", key, number));
  }

  /**
   * Simulate `most` times, or until `milliseconds` have passed. Returns how often.
   * @param {number} most @param {number} [milliseconds]
   */
  think(most, milliseconds = Infinity) {
    const started = performance.now();
    let [made, chunk, now] = [0, 8, started];
    while (made < most && now - started < milliseconds) {
      const count = Math.min(chunk, most - made);
      /** @type {(last: number) => void} */ (this.simulate)(count);
      made += count;
      const took = performance.now() - now;
      now += took;
      chunk = Math.max(1, Math.min(4 * chunk, Math.floor((chunk * SHORTEST) / Math.max(0.001, took))));
    }
    return made;
  }

  /** @returns {Tried[]} what has come of the moves so far */
  answer() {
    const count = this.engine.call("read_moves", this.tree, this.paper.root_history, this.seat, this.rows);
    const cells = this.rows.cells;
    return Array.from({ length: count }, (_, k) => {
      const [move, tries, value, squares, points, wins] = cells.subarray(6 * k, 6 * k + 6);
      return { move, tries, value, squares, points, wins };
    });
  }

  /**
   * Some moves of the decision that was thought about, each simulated equally often and with the same luck.
   * @param {number[]} moves @param {number} most simulations of each @param {number} branch of luck
   */
  compare(moves, most, branch) {
    const { engine, paper, seat } = this;
    const { mind, luck } = /** @type {{ mind: { seats: number }, luck: bigint }} */ (this.asked);
    const lines = engine.description.sizes.score_lines;
    const sampling = {
      gains: engine.room("float64", moves.length, most),
      points: engine.room("int32", moves.length, most, mind.seats),
      firsts: engine.room("int8", moves.length, most, mind.seats),
      sums: engine.room("float64", moves.length, lines),
      lines: engine.room("int32", mind.seats, lines),
    };
    const chosen = engine.room("int64", moves.length).set(moves.map(BigInt));
    const key = this.branch(luck, branch);
    /** @param {Room} room @param {number} which what came of a move for the seat itself, by simulation @returns {number[]} */
    const own = (room, which) => {
      const cells = room.rows(which, which + 1).cells;
      return Array.from({ length: most }, (_, k) => cells[k * mind.seats + Number(seat)]);
    };
    return {
      /** The simulations of these numbers. @param {number} first @param {number} stop */
      sample: (first, stop) => engine.call("compare_moves", mind, paper, this.box, key, first, stop, chosen, sampling),
      samples: () =>
        moves.map((move, which) => ({
          move,
          gains: /** @type {number[]} */ ([...sampling.gains.rows(which, which + 1).cells]),
          points: own(sampling.points, which),
          firsts: own(sampling.firsts, which),
        })),
    };
  }
}

/** @param {Engine} engine @returns {Network} */
function emptyNetwork(engine) {
  const row = () => engine.room("float32", 1, 0);
  const table = () => engine.room("float32", 1, 0, 0);
  const worth = engine.description.search.settings.alone ? row() : table();
  return { first: table(), first_bias: row(), second: table(), second_bias: row(), worth };
}

// ── The file of a network ────────────────────────────────────────────────────

/** What the name of an array ends in that says by which powers of two the rows of another one are multiplied. */
const POWERS = "_powers";
/** The arrays of a network; what else is in its file says how it came about. */
const ARRAYS = ["first", "first_bias", "second", "second_bias", "worth"];

/**
 * A network from the file that a game keeps it in: a zip archive of NumPy's arrays, of numbers with half precision, or of eight bits
 * times a power of two for each row. What is read here has one period, which is no axis in the file.
 * @param {Engine} engine @param {Uint8Array<ArrayBuffer>} file @returns {Promise<Network>}
 */
export async function readNetwork(engine, file) {
  const kept = new Map((await unzipped(file)).map(([name, bytes]) => [name.replace(".npy", ""), bytes]));
  /** @type {Network} */
  const found = {};
  for (const name of ARRAYS) {
    const { shape, numbers } = readArray(name, kept.get(name) ?? new Uint8Array(10));
    if (name === "first_bias" && shape.length > 1) throw new TypeError("a network with several periods");
    const powers = kept.get(name + POWERS);
    if (powers) multiplyRows(numbers, readArray(name + POWERS, powers).numbers);
    found[name] = engine.room("float32", 1, ...shape).set(numbers);
  }
  return found;
}

/** How numbers of a kind are read, by NumPy's name for it. @type {Record<string, [number, (view: DataView, at: number) => number]>} */
const KINDS = {
  "<f2": [2, (view, at) => fromHalf(view.getUint16(at, true))],
  "<f4": [4, (view, at) => view.getFloat32(at, true)],
  "|i1": [1, (view, at) => view.getInt8(at)],
};

/** A file as NumPy keeps an array. @param {string} name @param {Uint8Array} bytes */
function readArray(name, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 10 + view.getUint16(8, true);
  const told = new TextDecoder().decode(bytes.subarray(10, start));
  const shape = (told.match(/'shape': \(([^)]*)\)/)?.[1] ?? "").split(",").filter((part) => part.trim()).map(Number);
  const kind = KINDS[told.match(/'descr': '([^']*)'/)?.[1] ?? ""];
  if (!kind || told.includes("'fortran_order': True")) throw new TypeError(`${name}: ${told}`);
  const [width, read] = kind;
  const count = shape.reduce((product, length) => product * length, 1);
  return { shape, numbers: Array.from({ length: count }, (_, k) => read(view, start + width * k)) };
}

/** Nothing is lost: eight bits times a power of two have room in single precision. @param {number[]} numbers @param {number[]} powers */
function multiplyRows(numbers, powers) {
  const width = numbers.length / powers.length;
  powers.forEach((power, row) => {
    for (let k = row * width; k < (row + 1) * width; k++) numbers[k] *= 2 ** power;
  });
}

/** @param {number} bits */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

/** @param {Uint8Array<ArrayBuffer>} file @returns {Promise<[string, Uint8Array][]>} the files of a zip archive */
async function unzipped(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let end = file.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  /** @type {[string, Uint8Array][]} */
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let k = view.getUint16(end + 10, true); k > 0; k--) {
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [named, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + named));
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = file.subarray(start, start + size);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    found.push([name, method ? new Uint8Array(await new Response(stream).arrayBuffer()) : packed]);
    at += 46 + named + extra + comment;
  }
  return found;
}
