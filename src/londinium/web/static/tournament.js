// @ts-check
/** The pages of a tournament: they look again by themselves, and replace what has changed. */
import { countDown } from "./days.js";
import { put } from "./fresh.js";
import { bindShare } from "./share.js";

const EVERY = 8000;

countDown();
bindShare();
if (document.querySelector("[data-live]")) setInterval(lookAgain, EVERY);

/** Ask for the page again, and put in what is new in it; what somebody is using just now waits for the next time. */
async function lookAgain() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!!page.querySelector("[data-refresh]") !== !!document.querySelector("[data-refresh]")) return location.reload(); // it is over
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-live]"))) {
      const fresh = page.querySelector(`[data-live="${place.dataset.live}"]`);
      if (fresh) renew(place, fresh);
    }
  } catch {
    // no connection: the next time
  }
}

/** @param {HTMLElement} place @param {Element} fresh */
function renew(place, fresh) {
  for (const opened of place.querySelectorAll("details[id]")) {
    fresh.querySelector(`#${opened.id}`)?.toggleAttribute("open", opened.hasAttribute("open"));
  }
  // What has no name of its own would lose the focus.
  if (!place.contains(document.activeElement) || document.activeElement?.id) put(place, fresh.innerHTML);
}
