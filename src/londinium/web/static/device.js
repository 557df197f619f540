// @ts-check
/** This device thinks for the server, if it can and its reader lets it. Workers do it all; here they are only begun and ended. */
import { setting } from "./settings.js";
import { isFar } from "./transport.js";

/** A bot and a hint may have to be thought about at the same time. */
const MOST = 2;
/** Milliseconds after which a page has better things behind it. */
const LATER = 1000;
/** Milliseconds for which a page waits at most for a server that neither takes its device nor refuses it. */
const PATIENCE = 60000;

/** Whether there is a core to spare, and everything else that it takes. */
function isAble() {
  const needed = ["Worker", "WebAssembly", "CompressionStream", "DecompressionStream"];
  return isFar() && (navigator.hardwareConcurrency ?? 1) > 1 && needed.every((name) => name in window);
}

export class Device {
  /** @type {Worker[]} */ #workers = [];
  /** Where the worker finds everything; null where nobody asks for it. @type {Record<string, string> | null} */ #place = null;
  #script = "";
  #thoughts = 0;
  #panel = /** @type {HTMLElement | null} */ (document.querySelector("[data-device]"));
  /** When it is known whether the server takes its first worker. @type {Promise<void> | null} */ #known = null;
  /** Called then. */ #knows = () => {};

  constructor() {
    const { worker, socket, module, network } = this.#panel?.dataset ?? {};
    if (!this.#panel || !worker || !socket || !module || !isAble()) return;
    const address = new URL(socket, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.#script = worker;
    this.#place = { socket: address.href, module, ...(network ? { network } : {}) };
    this.#panel.hidden = false;
  }

  beginLater() {
    setTimeout(() => this.follow(setting("device")), LATER);
  }

  /** Begin with one worker, and wait until the server has taken or refused it. Callers who ask meanwhile wait for the same. */
  async ready() {
    if (!this.#place || !setting("device")) return;
    this.follow(true, 1);
    await this.#known;
  }

  /** @param {boolean} wish whether it may think @param {number} [most] at most this many workers */
  follow(wish, most = MOST) {
    if (!wish) this.end();
    else if (this.#place && !this.#workers.length) {
      this.#known = new Promise((resolve) => {
        this.#knows = resolve;
        setTimeout(resolve, PATIENCE);
      });
      const count = Math.min(most, navigator.hardwareConcurrency - 1);
      this.#workers = Array.from({ length: count }, () => this.#started());
    }
  }

  end() {
    this.#knows();
    for (const worker of this.#workers.splice(0)) worker.terminate();
  }

  #started() {
    const worker = new Worker(this.#script, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data === "thought") this.#note();
      else this.#knows();
      if (data === "ended") worker.terminate();
    };
    worker.onerror = () => this.#knows();
    worker.postMessage(this.#place);
    return worker;
  }

  /** Say how often it has thought. */
  #note() {
    this.#thoughts++;
    const line = this.#panel?.querySelector("[data-words]");
    if (line) line.textContent = (line.getAttribute("data-words") ?? "").replace("{count}", String(this.#thoughts));
  }
}
