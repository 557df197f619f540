// @ts-check
// A game's module in JavaScript: its memory, and its functions by name. Knows nothing of any game; the module says what it takes.

/**
 * @typedef {{ name: string, kind: "i64" | "f64" | "record" | "array", item?: string, dimensions?: number }} Parameter
 * @typedef {{ parameters: Parameter[], result: "i64" | "f64" | null }} Export
 * @typedef {{ size: number, fields: [string, string, number, number[]][] }} RecordLayout
 * @typedef {{ game: string, rules_version: number, fingerprint: string, exports: Record<string, Export>,
 *   records: Record<string, RecordLayout>, sizes: Record<string, any>, search: Record<string, any> }} Description
 */

const SECTION = "londinium";
const PAGE = 65536;
const CELLS = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** An array in a module's memory. Its cells are looked up afresh each time: memory that grows moves. */
export class Room {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {string} item
   * @param {number} size of an item, in bytes
   * @param {number} address
   * @param {number[]} shape
   */
  constructor(memory, item, size, address, shape) {
    this.memory = memory;
    this.item = item;
    this.size = size;
    this.address = address;
    this.shape = shape;
  }

  get count() {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  get bytes() {
    return new Uint8Array(this.memory.buffer, this.address, this.count * this.size);
  }

  /** @returns {any} its numbers, as a typed array over the memory itself; of records, their bytes */
  get cells() {
    const kind = CELLS[/** @type {keyof typeof CELLS} */ (this.item)] ?? Uint8Array;
    return new kind(this.memory.buffer, this.address, (this.count * this.size) / kind.BYTES_PER_ELEMENT);
  }

  /** @param {ArrayLike<any>} values */
  set(values) {
    this.cells.set(values);
    return this;
  }

  /** @param {number} first @param {number} last some of its rows, as an array of their own over the same memory */
  rows(first, last) {
    const row = (this.count / this.shape[0]) * this.size;
    return new Room(this.memory, this.item, this.size, this.address + first * row, [last - first, ...this.shape.slice(1)]);
  }
}

/** A module that runs. */
export class Engine {
  /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance */
  constructor(module, instance) {
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    /** @type {Description} */
    this.description = JSON.parse(new TextDecoder().decode(section));
    /** @type {any} */
    this.exports = instance.exports;
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.top = Number(this.exports.__heap_base.value);
  }

  /** @param {BufferSource | WebAssembly.Module} code */
  static async start(code) {
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Engine(module, await WebAssembly.instantiate(module, {}));
  }

  /** @param {string} item */
  sizeOf(item) {
    if (item.startsWith("record:")) return this.description.records[item.slice("record:".length)].size;
    return CELLS[/** @type {keyof typeof CELLS} */ (item)].BYTES_PER_ELEMENT;
  }

  /**
   * Room for an array of zeros. What is taken is given back with `release` only, all at once.
   * @param {string} item @param {...number} shape
   */
  room(item, ...shape) {
    const size = this.sizeOf(item);
    const address = (this.top + 15) & ~15;
    const end = address + size * shape.reduce((product, length) => product * length, 1);
    if (end > this.memory.buffer.byteLength) this.memory.grow(Math.ceil((end - this.memory.buffer.byteLength) / PAGE));
    this.top = end;
    const room = new Room(this.memory, item, size, address, shape);
    room.bytes.fill(0);
    return room;
  }

  /** Where the next room will be: to give back everything taken after it. */
  mark() {
    return this.top;
  }

  /** @param {number} mark */
  release(mark) {
    this.top = mark;
  }

  /** @param {string} name */
  has(name) {
    return name in this.description.exports;
  }

  /**
   * Call a function with its parameters in their order; a bundle is an object of its parts, or a list.
   * @param {string} name @param {...any} values
   */
  call(name, ...values) {
    return this.bound(name, ...values)();
  }

  /**
   * A function with its arguments: for one that is called often with the same. Its last number may be given at each call.
   * @param {string} name @param {...any} values
   * @returns {(last?: number | bigint) => any}
   */
  bound(name, ...values) {
    const { parameters, result } = this.description.exports[name];
    const tops = [...new Set(parameters.map((one) => one.name.split(".")[0]))];
    if (values.length !== tops.length) throw new TypeError(`${name} takes ${tops.join(", ")}`);
    const words = parameters.flatMap((parameter) => {
      const [top, ...path] = parameter.name.split(".");
      /** @type {any} */
      const bundle = values[tops.indexOf(top)];
      return this.words(name, parameter, path.reduce((part, key) => part?.[key], bundle));
    });
    const call = this.exports[name];
    return (last) => {
      if (last !== undefined) words[words.length - 1] = BigInt(last);
      const answer = call(...words);
      return result === "i64" ? toNumber(answer) : answer;
    };
  }

  /** @param {string} name @param {Parameter} parameter @param {Room | number | bigint} value @returns {(number | bigint)[]} */
  words(name, parameter, value) {
    if (parameter.kind === "i64") return [BigInt(/** @type {number | bigint} */ (value))];
    if (parameter.kind === "f64") return [Number(value)];
    if (!(value instanceof Room) || value.item !== parameter.item) {
      throw new TypeError(`${name}: ${parameter.name} is an array of ${parameter.item}`);
    }
    if (parameter.kind === "record") return [value.address];
    if (value.shape.length !== parameter.dimensions) {
      throw new TypeError(`${name}: ${parameter.name} has ${parameter.dimensions} dimensions`);
    }
    return [value.address, ...value.shape];
  }
}

/** Numbers that a double cannot hold stay what they are: keys of 64 bits. @param {bigint} answer */
function toNumber(answer) {
  const number = Number(answer);
  return Number.isSafeInteger(number) ? number : answer;
}
