// @ts-check
/** On every page: the service worker, where a browser has one. It makes the site installable and keeps its shell at hand. */

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // a browser that forbids it still plays
}
