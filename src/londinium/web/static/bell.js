// @ts-check
/** "Your turn" while no page is open: this browser's subscription, told to the seat of this page. Whatever fails, fails quietly. */

import { below } from "./below.js";

const table = /** @type {HTMLElement} */ (document.querySelector(".table"));

/** Whether server and browser can do it at all. */
function possible() {
  return !!table.dataset.pushKey && "serviceWorker" in navigator && "PushManager" in window && window.isSecureContext;
}

/** @param {string} path @param {unknown} said */
async function tell(path, said) {
  const headers = { "content-type": "application/json" };
  await fetch(path, { method: "POST", headers, body: JSON.stringify(said) });
}

/** Subscribe, and tell the server. Notifications are allowed by now. */
export async function hangBell() {
  if (!possible()) return;
  try {
    await navigator.serviceWorker.register(below("/worker.js"));
    const { pushManager } = await navigator.serviceWorker.ready;
    const applicationServerKey = table.dataset.pushKey ?? "";
    let subscription = await pushManager.getSubscription();
    if (subscription && !belongs(subscription, applicationServerKey)) {
      await subscription.unsubscribe(); // of another server at the same address
      subscription = null;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    await tell(`${table.dataset.push}`, subscription);
  } catch {
    // no push service within reach: the page still tells while it is open
  }
}

/** @param {PushSubscription} subscription @param {string} key */
function belongs(subscription, key) {
  const own = subscription.options?.applicationServerKey;
  if (!own) return true;
  const written = btoa(String.fromCharCode(...new Uint8Array(own)));
  return written.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}

/** Nothing more for this seat; other tables may still ring. */
export async function takeBellDown() {
  if (!possible()) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    if (subscription) await tell(`${table.dataset.push}/stop`, subscription);
  } catch {
    // as above
  }
}
