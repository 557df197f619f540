// @ts-check
/** The connection to the table. It comes back by itself, and sends what was not acknowledged again with the same id. */

import { connect, isFar } from "./transport.js";

/** @typedef {import("./messages.js").Command} Command */
/** @typedef {import("./messages.js").Question} Question */
/** @typedef {import("./messages.js").Said} Said */
/** @typedef {"final" | "busy" | "closed" | "silent"} Loss */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** How often it is asked whether the server is still there: now and then, and often while somebody depends on it. */
const BEAT = 20000;
const QUICK_BEAT = 1400;
/** After this long without an answer the connection is said to be lost; after the longer time it is given up. */
const PATIENCE = 1200;
const SILENCE = 9000;
const TICK = 250;
/** Closed for good: this link opens no table. */
const NO_TABLE = 4404;
/** Too many pages of this network have come at once: there is room again in a while. */
const TOO_MANY = 4429;
const BUSY_PAUSE = 4000;
const LONGEST_BUSY_PAUSE = 30000;
/** The server restarts, and all its pages come back, at once but not in the same instant. */
const RESTART = 1012;
const RESTART_PAUSE = 100;
const SPREAD = 400;
/** A new server does not know the rules of this match; the page says so when it is asked for again. */
const NOT_HERE = 4409;

/** @returns {string} An id for a command; `crypto.randomUUID` is missing on plain http in a home network. */
function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, Command & {id: string}>} */ #unacknowledged = new Map();
  #failures = 0;
  #heard = 0;
  /** Since when an answer is waited for; 0: for none. */
  #asked = 0;
  /** Whether it was said that no answer comes. */
  #stalled = false;
  /** Whether somebody depends on the connection just now, beside those who have sent something. */
  eager = false;
  #retry = 0;
  #url;
  #listener;

  /**
   * @param {string} url
   * @param {{said: (message: Said) => void, open: (anew: boolean) => void, lost: (how: Loss) => void}} listener
   */
  constructor(url, listener) {
    this.#url = url;
    this.#listener = listener;
    this.#connect();
    setInterval(() => this.#tick(), TICK);
    // Where the application runs in this browser, nobody needs a network.
    addEventListener("offline", () => isFar() && this.#stall());
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /**
   * Ask for something that must happen exactly once: it is sent until the server has acknowledged or refused it.
   * @param {Command} command
   * @returns {string} its id
   */
  send(command) {
    const id = freshId();
    const sent = { ...command, id };
    this.#unacknowledged.set(id, sent);
    this.#write(sent);
    return id;
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
    const socket = connect(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#answered();
      this.#listener.open(true);
      for (const command of this.#unacknowledged.values()) this.#write(command);
    });
    socket.addEventListener("message", (event) => {
      this.#failures = 0; // it was let in
      this.#answered();
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
    if (code === NOT_HERE) location.reload();
    const final = code === NO_TABLE;
    this.#listener.lost(final ? "final" : code === TOO_MANY ? "busy" : "closed");
    if (!final) this.#retry = setTimeout(() => this.#connect(), this.#pause(code));
  }

  /** How long to wait: in part by chance, so that not everybody comes back in the same instant. @param {number} code */
  #pause(code) {
    const grown = 2 ** this.#failures++;
    if (code === RESTART) return RESTART_PAUSE + Math.random() * SPREAD;
    const busy = code === TOO_MANY;
    const pause = busy ? Math.min(LONGEST_BUSY_PAUSE, BUSY_PAUSE * grown) : Math.min(LONGEST_PAUSE, FIRST_PAUSE * grown);
    return pause / 2 + (Math.random() * pause) / 2;
  }

  #answered() {
    this.#heard = Date.now();
    this.#asked = 0;
    if (this.#stalled) this.#listener.open(false);
    this.#stalled = false;
  }

  /** Ask now and then whether the server is still there, and say when it is not. */
  #tick() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const now = Date.now();
    const eager = !document.hidden && (this.eager || this.#unacknowledged.size > 0);
    if (!this.#asked && now - this.#heard > (eager ? QUICK_BEAT : BEAT)) this.#ping();
    if (!this.#asked) return;
    if (eager && now - this.#asked > PATIENCE) this.#stall();
    if (now - this.#asked > SILENCE) this.#drop();
  }

  #ping() {
    this.#asked = Date.now();
    this.#write({ do: "ping" });
  }

  #stall() {
    if (this.#stalled || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#stalled = true;
    if (!this.#asked) this.#ping();
    this.#listener.lost("silent");
  }

  /** Give up a connection that no longer answers, without waiting for its farewell. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#asked = 0;
    this.#stalled = false;
    socket.close();
    this.#closed(socket, 1006);
  }

  #hurry() {
    if (!this.#socket && this.#retry) this.#connect();
    // A page that was away cannot have heard an answer; it is asked for again.
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
  }
}
