// @ts-check
/** The signs that it is this player's turn: the tab's title and icon, a sound, a notification. */
import { setting } from "./settings.js";
import { play } from "./sound.js";

let wasTurn = false;

/** @param {string} title @param {boolean} turn */
export function announce(title, turn) {
  document.title = (turn ? "● " : "") + title;
  for (const icon of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=icon]"))) {
    const address = turn ? icon.dataset.turn : icon.dataset.rest;
    if (address && icon.getAttribute("href") !== address) icon.href = address;
  }
  if (turn && !wasTurn) {
    play(["turn"]);
    if (setting("notify") && document.hidden) notify(title);
  }
  wasTurn = turn;
}

/** @param {string} title */
function notify(title) {
  if (!mayNotify()) return;
  const note = new Notification(title, { tag: location.pathname });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Whether notifications were allowed before. */
export function mayNotify() {
  return "Notification" in window && Notification.permission === "granted";
}

/** Ask for notifications, only when somebody switches them on. @returns {Promise<boolean>} */
export async function allowNotifications() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
