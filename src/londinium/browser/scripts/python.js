// @ts-check
// The worker that holds Python: the same application as on a server, for the pages of this browser. It hears them on a channel,
// tells them what the application says, and keeps what happens before anybody hears of it.

import { laidOut } from "./archive.js";
import * as kept from "./kept.js";
import { Thinkers } from "./thinkers.js";

const here = new URL(".", import.meta.url);
const channel = new BroadcastChannel(`londinium ${here.pathname}`);
/** Requests that are being answered, or were a moment ago: pages ask again when they hear nothing. @type {Map<string, any>} */
const answered = new Map();
const REMEMBERED = 200;
/** Milliseconds in which an answer reaches its page. */
const SEEN = 300;
const LIBRARIES = "/lib/python3.14/site-packages";

/** @type {any} */
let application = null;

/** @param {number} part @param {string} what */
function progress(part, what) {
  self.postMessage({ kind: "progress", part, what });
}

async function begin() {
  progress(0.5, "python");
  const cookies = await kept.cookies().catch(() => {
    throw new Error("storage");
  });
  const library = fetch(new URL("londinium.tar", here)).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", here).href);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", here).href });
  progress(0.75, "library");
  laidOut(python.FS, new Uint8Array(await library), LIBRARIES);
  progress(0.85, "tables");
  const thinkers = new Thinkers((game) => new URL(`modules/${game}.wasm`, here).href);
  const outside = {
    pages: kept.pages,
    keep: (/** @type {any} */ pages, /** @type {number} */ count) => kept.keep(pages, count),
    cookies,
    keepCookies: kept.keepCookies,
    ask: (/** @type {any} */ errand) => thinkers.ask(errand),
    workers: thinkers.count,
  };
  const { start } = python.pyimport("londinium.browser.start");
  application = await start(outside, `${here.pathname}app`);
  progress(1, "ready");
  channel.onmessage = ({ data }) => heard(data);
  channel.postMessage({ kind: "awake" });
  self.postMessage({ kind: "ready" });
}

/** @param {any} said */
async function heard(said) {
  if (said.kind === "request") await answer(said);
  else if (said.kind === "open") open(said);
  else if (said.kind === "say") application.hear(said.name, said.text);
  else if (said.kind === "leave") application.leave(said.name);
}

/** @param {{ name: string, method: string, address: string, headers: [string, string][], body: ArrayBuffer | null }} asked */
async function answer(asked) {
  const known = answered.get(asked.name);
  if (known) return known === "under way" || channel.postMessage(known);
  answered.set(asked.name, "under way");
  let told;
  try {
    const body = new Uint8Array(asked.body ?? []);
    const [status, headers, bytes] = await application.answer(asked.method, asked.address, asked.headers, body);
    told = { kind: "answer", name: asked.name, status, headers, body: bytes };
    if (asked.method === "POST" && asked.address === "/you/file" && status === 200) setTimeout(replaced, SEEN);
  } catch (error) {
    told = { kind: "answer", name: asked.name, status: 500, headers: [], body: new TextEncoder().encode(String(error)) };
  }
  answered.set(asked.name, told);
  if (answered.size > REMEMBERED) answered.delete(answered.keys().next().value ?? "");
  channel.postMessage(told);
}

/** Everything was brought back from a file: what Python holds is of the past. */
function replaced() {
  self.postMessage({ kind: "replaced" });
}

/** @param {{ name: string, address: string }} asked */
function open({ name, address }) {
  const tell = (/** @type {string} */ text) => channel.postMessage({ kind: "tell", name, text });
  const end = (/** @type {number} */ code) => channel.postMessage({ kind: "end", name, code });
  application.open_socket(name, address, tell, end);
  channel.postMessage({ kind: "opened", name });
}

begin().catch((error) => self.postMessage({ kind: "failed", problem: error.message }));
