// @ts-check
/** The signs that it is this player's turn: the tab's title and icon, a sound, a notification. */
import { setting } from "./settings.js";

let wasTurn = false;
/** @type {AudioContext | null} */
let audio = null;

/** @param {string} title @param {boolean} turn */
export function announce(title, turn) {
  document.title = (turn ? "● " : "") + title;
  for (const icon of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=icon]"))) {
    const address = turn ? icon.dataset.turn : icon.dataset.rest;
    if (address && icon.getAttribute("href") !== address) icon.href = address;
  }
  if (turn && !wasTurn) {
    if (setting("sound")) chime();
    if (setting("notify") && document.hidden) notify(title);
  }
  wasTurn = turn;
}

/** Two soft notes. */
export function chime() {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  [659.3, 880].forEach((pitch, note) => {
    const tone = /** @type {AudioContext} */ (audio).createOscillator();
    const volume = /** @type {AudioContext} */ (audio).createGain();
    const at = start + note * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(at);
    tone.stop(at + 0.55);
  });
}

/** @param {string} title */
function notify(title) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(title, { tag: location.pathname });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Ask for notifications, only when somebody switches them on. @returns {Promise<boolean>} */
export async function allowNotifications() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
