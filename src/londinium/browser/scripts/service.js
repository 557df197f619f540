// @ts-check
// The service worker of a site without a server: its files come from the browser's cache, its pages from the worker with Python.

/** @type {any} */
const service = self;
const VERSION = "DIGEST";
const FILES = `londinium-site-${VERSION}`;
const siteScope = new URL(service.registration.scope);
const APP = `${siteScope.pathname}app`;
const channel = new BroadcastChannel(`londinium ${siteScope.pathname}`);
/** Milliseconds after which somebody is asked again, and after which nobody is there. */
const AGAIN = 1000;
const NOBODY = 60000;

/** @type {Map<string, (answer: any) => void>} */
const asked = new Map();

channel.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.kind === "answer") asked.get(data.name)?.(data);
};

service.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchEverything()));

/** Fetch all files of the site and keep them; what comes packed is kept unpacked. */
async function fetchEverything() {
  const cache = await caches.open(FILES);
  const facts = await fetch(new URL("facts.json", siteScope), { cache: "no-cache" });
  await cache.put(new URL("facts.json", siteScope), facts.clone());
  const { files, size } = await facts.json();
  let fetched = 0;
  const one = async (/** @type {[string, string, string, number]} */ [name, sent, type, bytes]) => {
    const answer = await fetch(new URL(sent, siteScope), { cache: "no-cache" });
    if (!answer.ok || !answer.body) throw new Error(`${sent}: ${answer.status}`);
    const body = name === sent ? answer.body : answer.body.pipeThrough(new DecompressionStream("gzip"));
    await cache.put(new URL(name, siteScope), new Response(body, { headers: { "content-type": type } }));
    fetched += bytes;
    channel.postMessage({ kind: "fetched", part: fetched / size });
  };
  await Promise.all(files.map(one));
}

service.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("londinium-site-") && name !== FILES));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => service.clients.claim()));
});

service.addEventListener("fetch", (/** @type {any} */ event) => {
  const request = /** @type {Request} */ (event.request);
  const address = new URL(request.url);
  if (address.origin !== siteScope.origin) return;
  const path = address.pathname;
  if (path === APP || path.startsWith(`${APP}/`)) event.respondWith(page(request, path.slice(APP.length) || "/", address));
  else if (path.startsWith(siteScope.pathname)) event.respondWith(file(request));
  else if (path.startsWith("/assets/")) event.respondWith(page(request, path, address)); // from a style sheet
});

/** A file of the site. @param {Request} request */
async function file(request) {
  const cache = await caches.open(FILES);
  const wanted = request.url.split(/[?#]/)[0] === siteScope.href ? new URL("index.html", siteScope) : request;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}

/** A page of the application. @param {Request} request @param {string} path @param {URL} address */
async function page(request, path, address) {
  // Whoever comes with the address of a page comes to the site first, which shows it.
  if (request.destination === "document") return Response.redirect(new URL(`./#${path}${address.search}`, siteScope), 302);
  const cache = await caches.open(FILES);
  const known = path.startsWith("/assets/") ? await cache.match(request) : null;
  if (known) return known;
  const answer = await ask(request, path + address.search);
  if (path.startsWith("/assets/") && answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request @param {string} address @returns {Promise<Response>} */
async function ask(request, address) {
  const name = `${Date.now()}.${Math.random()}`;
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const headers = [...request.headers];
  const told = await new Promise((resolve, reject) => {
    const send = () => channel.postMessage({ kind: "request", name, method: request.method, address, headers, body });
    const again = setInterval(send, AGAIN);
    const over = setTimeout(() => stop(() => reject(new Error("nobody answers"))), NOBODY);
    const stop = (/** @type {() => void} */ then) => {
      clearInterval(again);
      clearTimeout(over);
      asked.delete(name);
      then();
    };
    asked.set(name, (answer) => stop(() => resolve(answer)));
    send();
  });
  const empty = [204, 205, 304].includes(told.status);
  if (told.status >= 300 && told.status < 400 && told.status !== 304) {
    const to = told.headers.find((/** @type {[string, string]} */ [name]) => name === "location")[1];
    return Response.redirect(new URL(to, request.url), told.status);
  }
  return new Response(empty ? null : told.body, { status: told.status, headers: told.headers });
}
