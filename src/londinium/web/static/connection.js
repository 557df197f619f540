// @ts-check
/** The connection to the table. It comes back by itself, and sends what was not acknowledged again with the same id. */

/** @typedef {import("./messages.js").Command} Command */
/** @typedef {import("./messages.js").Question} Question */
/** @typedef {import("./messages.js").Said} Said */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const BEAT = 20000;
const SILENCE = 45000;
/** Closed for good: this link opens no table, or the server has had enough of us. */
const FINAL_CODES = [4404, 4429];

/** @returns {string} An id for a command; `crypto.randomUUID` is missing on plain http in a home network. */
function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, Command & {id: string}>} */ #unacknowledged = new Map();
  #failures = 0;
  #heard = 0;
  #retry = 0;
  #url;
  #listener;

  /**
   * @param {string} url
   * @param {{said: (message: Said) => void, open: () => void, lost: (final: boolean) => void}} listener
   */
  constructor(url, listener) {
    this.#url = url;
    this.#listener = listener;
    this.#connect();
    setInterval(() => this.#beat(), BEAT);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /**
   * Ask for something that must happen exactly once: it is sent until the server has acknowledged or refused it.
   * @param {Command} command
   */
  send(command) {
    const id = freshId();
    const sent = { ...command, id };
    this.#unacknowledged.set(id, sent);
    this.#write(sent);
  }

  /**
   * Ask for something that may get lost.
   * @param {Question} question
   */
  ask(question) {
    this.#write(question);
  }

  /** @param {Command | Question} message */
  #write(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#failures = 0;
      this.#heard = Date.now();
      this.#listener.open();
      for (const command of this.#unacknowledged.values()) this.#write(command);
    });
    socket.addEventListener("message", (event) => {
      this.#heard = Date.now();
      const said = /** @type {Said} */ (JSON.parse(event.data));
      if (said.kind === "ack" || said.kind === "refused") this.#unacknowledged.delete(said.id);
      this.#listener.said(said);
    });
    socket.addEventListener("close", (event) => this.#closed(socket, event.code));
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    const final = FINAL_CODES.includes(code);
    this.#listener.lost(final);
    if (final) return;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++);
    // Half of it by chance, so that a hall full of players does not come back in the same instant.
    this.#retry = setTimeout(() => this.#connect(), pause / 2 + (Math.random() * pause) / 2);
  }

  #beat() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) this.#drop();
    else this.#write({ do: "ping" });
  }

  /** Give up a connection that no longer answers, without waiting for its farewell. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#closed(socket, 1006);
  }

  #hurry() {
    if (!this.#socket && this.#retry) this.#connect();
    else this.#beat();
  }
}
