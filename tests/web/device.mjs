// The worker of a page in Node: `thinking.js` as it is served, with what a browser gives it.

import { pathToFileURL } from "node:url";

const [script, socket, module, network] = process.argv.slice(2);
Object.assign(globalThis, { self: globalThis, postMessage: (/** @type {string} */ said) => console.log(said) });
await import(pathToFileURL(script).href);
await globalThis.onmessage({ data: { socket, module, network } });
