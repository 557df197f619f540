// @ts-check
/** The page of a table. It knows no rule: it shows what the server has drawn and sends back what was chosen. */
import { allowNotifications, announce, chime } from "./alerts.js";
import { runClocks, setClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { bindDrawers, toggle } from "./drawers.js";
import { bindLog, show } from "./fragments.js";
import { bindKeys } from "./keys.js";
import { showWrittenNotice } from "./notice.js";
import { Offers } from "./offers.js";
import { bindSettings } from "./settings.js";

/** @typedef {import("./messages.js").Said} Said */
/** @typedef {import("./messages.js").State} State */

const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
const address = new URL(/** @type {string} */ (table.dataset.socket), location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";

/** Commands that need nothing but their name. */
const ASKED_BY_NAME = /** @type {const} */ (["leave", "return", "rematch", "renew-link"]);

let version = 0;
/** How many words of others have been seen; those that were there before this page count as seen. @type {number | null} */
let read = null;
let said = 0;
let fading = 0;

const connection = new Connection(address.href, {
  said: hear,
  open: () => {
    clearTimeout(fading);
    lost.hidden = true;
    table.dataset.connected = "";
  },
  lost: (final) => {
    delete table.dataset.connected;
    lost.dataset.final = String(final);
    // A server that restarts is back before anybody needs to know.
    fading = setTimeout(() => (lost.hidden = false), final ? 0 : 700);
  },
});
const offers = new Offers(
  (move) => connection.send({ do: "move", version, move }),
  (move) => connection.ask({ do: "why", move }),
);

/** @param {Said} message */
function hear(message) {
  switch (message.kind) {
    case "state":
      return take(message);
    case "refused":
      return showWrittenNotice(message.markup, 7000);
    case "why":
      offers.explain(message);
      return speak(document.getElementById("bubble")?.textContent ?? "");
    case "hint":
      offers.explain(message, "hint");
      return speak(document.getElementById("bubble")?.textContent ?? "");
    case "go":
      location.href = message.address;
  }
}

/** @param {State} state */
function take(state) {
  const ended = !!state.over && !table.classList.contains("over") && version > 0;
  version = state.version;
  show(state);
  offers.refresh(state.offers ?? null);
  announce(state.title, !!state.turn);
  speak(document.querySelector(".prompt-words")?.textContent ?? "");
  table.classList.toggle("my-turn", !!state.turn);
  table.classList.toggle("over", !!state.over);
  said = state.unread ?? 0;
  badge();
  if (state.now) setClocks(state.now);
  if (ended) toggle("final");
}

/** Let a screen reader say what is to be done now. @param {string} words */
function speak(words) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== words) live.textContent = words;
}

/** How many words of others were not seen yet. */
function badge() {
  const people = /** @type {HTMLDialogElement} */ (document.getElementById("people"));
  if (people.open || read === null) read = said;
  for (const sign of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".badge"))) {
    sign.textContent = said > read ? String(said - read) : "";
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-act]");
  if (!button) return;
  const act = button.getAttribute("data-act");
  if (act === "undo") connection.send({ do: "take-back", version });
  else if (act === "hint") connection.send({ do: "hint", version });
  else if (act === "confirm") offers.confirm();
  else if (act === "cancel") offers.cancel();
  else if (act === "replace") connection.send({ do: "replace", seat: Number(button.getAttribute("data-seat")) });
  const named = ASKED_BY_NAME.find((name) => name === act);
  if (named) connection.send({ do: named });
});

document.getElementById("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("words"));
  if (field.value.trim()) connection.send({ do: "say", text: field.value, ...speaker() });
  field.value = "";
});

/** Spectators say who speaks. */
function speaker() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#say [name=name]"));
  return field ? { name: field.value } : {};
}

document.getElementById("rename")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("name"));
  if (field.value.trim()) connection.send({ do: "join", name: field.value });
});

document.getElementById("people")?.addEventListener("opened", badge);

bindLog();
bindDrawers();
bindKeys({ confirm: () => offers.confirm(), cancel: () => offers.cancel(), help: () => toggle("help") });
bindSettings(async (name, value) => {
  if (name === "sound" && value) chime();
  if (name === "notify" && value) return allowNotifications();
  return value;
});
runClocks();
