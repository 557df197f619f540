// @ts-check
/** How a page reaches its table: by a socket of the server's, or, where the application runs in this browser, by a channel. */

const OPEN = 1;
const CLOSED = 3;
/** Milliseconds within which somebody must answer: when the tab that answers was closed, another one starts first. */
const PATIENCE = 60000;

/** Whether the table is on a server. */
export function isFar() {
  return document.documentElement.dataset.root === undefined;
}

/** @param {string} url @returns {WebSocket} or what does the same */
export function connect(url) {
  const { root } = document.documentElement.dataset;
  return isFar() ? new WebSocket(url) : /** @type {any} */ (new ChannelSocket(url, root ?? ""));
}

/** What of a WebSocket a table uses, over a channel of this browser. */
class ChannelSocket extends EventTarget {
  readyState = 0;
  #channel;
  #name = `${Date.now()}.${Math.random()}`;

  /** @param {string} url @param {string} root */
  constructor(url, root) {
    super();
    this.#channel = new BroadcastChannel(`londinium ${root.replace(/app$/, "")}`);
    const { pathname, search } = new URL(url);
    const address = pathname.slice(root.length) + search;
    const open = () => this.#channel.postMessage({ kind: "open", name: this.#name, address });
    this.#channel.onmessage = ({ data }) => {
      if (data.name === this.#name) this.#heard(data);
      // The side that answered is gone, or another answers from now on that knows nothing of this page.
      else if (["asleep", "awake"].includes(data.kind) && this.readyState === OPEN) this.#ended(1012);
      else if (data.kind === "awake") open();
    };
    open();
    setTimeout(() => this.readyState === 0 && this.#ended(1006), PATIENCE);
    addEventListener("pagehide", () => this.close());
  }

  /** @param {string} text */
  send(text) {
    this.#channel.postMessage({ kind: "say", name: this.#name, text });
  }

  close() {
    if (this.readyState === CLOSED) return;
    this.#channel.postMessage({ kind: "leave", name: this.#name });
    this.#ended(1000);
  }

  /** @param {{ kind: string, text: string, code: number }} said */
  #heard({ kind, text, code }) {
    if (kind === "opened") {
      this.readyState = OPEN;
      this.dispatchEvent(new Event("open"));
    } else if (kind === "tell") this.dispatchEvent(new MessageEvent("message", { data: text }));
    else if (kind === "end") this.#ended(code);
  }

  /** @param {number} code */
  #ended(code) {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#channel.close();
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}
