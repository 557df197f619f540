// @ts-check
/**
 * On every page of a server: the service worker, where a browser has one. It makes the site installable and keeps its shell at
 * hand.
 */

const { place } = document.documentElement.dataset; // a site without a server has a service worker of its own
if (place !== "browser" && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // a browser that forbids it still plays
}
