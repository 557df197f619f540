// @ts-check
// The service worker of a site without a server: its files come from the browser's cache, its pages from the worker with Python.

/** @type {any} */
const service = self;
const VERSION = "DIGEST";
const siteScope = new URL(service.registration.scope);
/** Each site of a web host has its own. */
const CACHES = `londinium-site-${siteScope.pathname}-`;
const FILES = CACHES + VERSION;
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

service.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchEverything().catch(refuse)));

/** Say why it cannot be installed. @param {Error} problem */
function refuse(problem) {
  channel.postMessage({ kind: "refused", what: problem.name === "QuotaExceededError" ? "storage" : problem.message });
  throw problem;
}

/** @typedef {[string, string, string, number]} SiteFile its name, the one it is sent under, its type, its bytes as sent */

/** Fetch all files of the site and keep them. */
async function fetchEverything() {
  const { files, size } = await facts();
  let fetched = 0;
  const one = async (/** @type {SiteFile} */ listed) => {
    await fetchOne(listed);
    fetched += listed[3];
    channel.postMessage({ kind: "fetched", part: fetched / size });
  };
  await Promise.all(files.map(one));
}

/** @returns {Promise<{ files: SiteFile[], size: number }>} */
async function facts() {
  const answer = await fetch(new URL("facts.json", siteScope), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`facts.json: ${answer.status}`);
  await (await caches.open(FILES)).put(new URL("facts.json", siteScope), answer.clone());
  return answer.json();
}

/** Fetch a file and keep it; what comes packed is kept unpacked. @param {SiteFile} listed */
async function fetchOne([name, sent, type]) {
  const answer = await fetch(new URL(sent, siteScope), { cache: "no-cache" });
  if (!answer.ok || !answer.body) throw new Error(`${sent}: ${answer.status}`);
  const body = name === sent ? answer.body : answer.body.pipeThrough(new DecompressionStream("gzip"));
  await (await caches.open(FILES)).put(new URL(name, siteScope), new Response(body, { headers: { "content-type": type } }));
}

service.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith(CACHES) && name !== FILES));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => service.clients.claim()));
});

service.addEventListener("fetch", (/** @type {any} */ event) => {
  const request = /** @type {Request} */ (event.request);
  const address = new URL(request.url);
  if (address.origin !== siteScope.origin) return;
  const path = address.pathname;
  if (path.startsWith(`${APP}/assets/`)) event.respondWith(file(request));
  else if (path === APP || path.startsWith(`${APP}/`)) event.respondWith(page(request, path.slice(APP.length) || "/", address));
  else if (path.startsWith(siteScope.pathname)) event.respondWith(file(request));
});

/** A file of the site. @param {Request} request */
async function file(request) {
  const cache = await caches.open(FILES);
  const wanted = request.url.split(/[?#]/)[0] === siteScope.href ? new URL("index.html", siteScope) : request;
  const known = () => cache.match(wanted, { ignoreSearch: true });
  return (await known()) ?? ((await fetchedAgain(wanted)) ? /** @type {Response} */ (await known()) : fetch(request));
}

/** Whether a file that the browser has dropped could be had again. @param {URL | Request} wanted */
async function fetchedAgain(wanted) {
  const address = wanted instanceof URL ? wanted.href : wanted.url.split(/[?#]/)[0];
  const { files } = await facts();
  const listed = files.find(([name]) => new URL(name, siteScope).href === address);
  if (listed) await fetchOne(listed);
  return listed !== undefined;
}

/** A page of the application. @param {Request} request @param {string} path @param {URL} address */
async function page(request, path, address) {
  // A visitor with the address of a page comes to the site first, which shows it.
  if (request.destination === "document") return Response.redirect(new URL(`./#${path}${address.search}`, siteScope), 302);
  return ask(request, path + address.search);
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
