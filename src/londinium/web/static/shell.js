// @ts-check
/**
 * On every page. Of a server: the service worker, where a browser has one; it makes the site installable and keeps its shell at
 * hand. Without a server: files to be saved, for browsers ask the network for them, where nobody answers.
 */

import { below } from "./below.js";

const { root } = document.documentElement.dataset; // a site without a server has a service worker of its own
if (root === undefined && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(below("/worker.js")).catch(() => {}); // a browser that forbids it still plays
}

/** @param {HTMLAnchorElement} link */
async function save(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return location.assign(link.href); // which shows what is wrong
  const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  const made = document.createElement("a");
  made.href = URL.createObjectURL(await answer.blob());
  made.download = named?.[1] ?? link.download;
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 60000);
}

if (root !== undefined) {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || !link.hasAttribute("download") || link.protocol === "blob:") return;
    event.preventDefault();
    save(link);
  });
}
