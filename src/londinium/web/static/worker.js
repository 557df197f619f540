// @ts-check
/**
 * The service worker: it keeps the shell (style sheets, scripts, icons, which never change under their address) and the page that
 * says that there is no connection. Pages and tables always come from the server. It also shows what is pushed while no page is open.
 */

/** @type {any} */
const worker = self;
/** The path below which the site lies. */
const ROOT = "PREFIX";
const ASSETS = `${ROOT}/assets/DIGEST/`;
const CACHE = "londinium-DIGEST";
const OFFLINE = `${ROOT}/no-network`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([OFFLINE, `${ASSETS}site.css`, `${ASSETS}icon.svg`]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  // A site without a server, below this one, has its own.
  const old = caches.keys().then((names) => names.filter((name) => /^londinium-(?!site-)/.test(name) && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const request = /** @type {Request} */ (event.request);
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (address.pathname.startsWith(ASSETS)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offline()));
});

/** An asset: from here, else from the server and then kept. @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function offline() {
  return (await caches.match(OFFLINE)) ?? Response.error();
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  const said = event.data?.json() ?? {};
  event.waitUntil(tell(said));
});

/**
 * A notification, unless the reader is already looking at the table.
 * @param {{ title?: string, body?: string, url?: string, tag?: string }} said
 */
async function tell(said) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const here = (/** @type {any} */ page) => page.visibilityState === "visible" && new URL(page.url).pathname === ROOT + said.url;
  if (pages.some(here)) return;
  await worker.registration.showNotification(said.title ?? "Londinium", {
    body: said.body ?? "",
    tag: said.tag ?? "londinium",
    icon: `${ASSETS}icon-192.png`,
    badge: `${ASSETS}badge-96.png`,
    data: ROOT + (said.url ?? "/"),
  });
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** The table in the page that shows it already, else in a new one. @param {string} path */
async function show(path) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path);
  return open ? open.focus() : worker.clients.openWindow(path);
}
