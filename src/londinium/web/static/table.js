// @ts-check
/** The page of a table. It knows no rule: it shows what the server has drawn and sends back what was chosen. */
import { allowNotifications, announce, mayNotify } from "./alerts.js";
import { Beats, PACES } from "./beats.js";
import { hangBell, takeBellDown } from "./bell.js";
import { placeClocks, runClocks, setClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { Device } from "./device.js";
import { bindDrag } from "./drag.js";
import { bindDrawers, toggle } from "./drawers.js";
import { addUp, bindFinal } from "./final.js";
import { bindLog, showAll } from "./fragments.js";
import { awaitHint, hideHint, showHint } from "./hint.js";
import { bindKeys } from "./keys.js";
import { bindLogDrawer } from "./log.js";
import { bindMute, unheard } from "./mute.js";
import { showNews } from "./news.js";
import { showWrittenNotice } from "./notice.js";
import { Offers } from "./offers.js";
import { Pending } from "./pending.js";
import { bindSettings, setting } from "./settings.js";
import { Since } from "./since.js";
import { bindSound, play } from "./sound.js";
import { bindZoom } from "./zoom.js";

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
/** The same with those whom the reader has muted. */
let spoken = 0;
let fading = 0;
/** Whether somebody who took a move back is asked now, whatever they have set. */
let asked = false;
/** Of a beat, how long the player may still change their mind before a turn ends by itself. */
const CHANGE_OF_MIND = 0.5;

const connection = new Connection(address.href, {
  said: hear,
  open: (anew) => {
    clearTimeout(fading);
    lost.hidden = true;
    table.dataset.connected = "";
    // A page that comes back is told the present; what was still to be shown is past.
    if (anew) beats.forget();
  },
  lost: (how) => {
    if (how !== "silent") delete table.dataset.connected;
    lost.dataset.why = how;
    // A server that restarts is back before anybody needs to know.
    clearTimeout(fading);
    fading = setTimeout(() => (lost.hidden = false), how === "closed" ? 700 : 0);
  },
});
const beats = new Beats(take, (event) => offers.reach(event));
const hush = bindMute(table, count);
const pending = new Pending(table);
const device = new Device();
device.beginLater();
const since = new Since();
const offers = new Offers(
  (move) => decide({ do: "move", version, move }),
  (move) => connection.ask({ do: "why", move }),
);

/**
 * Send a decision; until it has changed something, no other can be made.
 * @param {import("./messages.js").Move | import("./messages.js").TakeBack} decision
 */
function decide(decision) {
  if (pending.waits) return;
  pending.begin(connection.send(decision), version);
  asked = decision.do === "take-back";
  since.clear();
  beats.goOn();
}

/** @param {Said} message */
function hear(message) {
  switch (message.kind) {
    case "state":
      return tell(message);
    case "refused":
      hideHint();
      pending.refused(message.id);
      offers.cancel();
      return showWrittenNotice(message.markup, 7000);
    case "why":
      offers.explain(message);
      return speak(document.getElementById("bubble")?.textContent ?? "");
    case "hint":
      offers.cancel();
      showHint(message);
      return speak(document.getElementById("hint")?.textContent ?? "");
    case "news":
      return showNews(message.words);
    case "go":
      location.href = message.address;
  }
}

/** Who is there and what they say is shown at once, the match at the reader's pace. @param {State} state */
function tell(state) {
  const { people, ...set } = state.set ?? {};
  const { chat, ...lists } = state.lists ?? {};
  showAll([{ set: people === undefined ? {} : { people }, lists: chat ? { chat } : {} }], false);
  hush();
  spoken = state.unread ?? 0;
  count();
  if (state.now) setClocks(state.now);
  beats.tell({ ...state, set, lists });
  table.classList.toggle("playing", beats.playing);
  placeClocks();
}

/** @param {State[]} states  what happened, as one change @param {boolean} more  whether more is to come */
function take(states, more) {
  const state = /** @type {State} */ (states.at(-1));
  const ended = !!state.over && !table.classList.contains("over") && version > 0;
  version = state.version;
  since.note(showAll(states), pending.waits);
  const told = states.filter((each) => each.offers);
  pending.shown(version, told.length > 0);
  offers.refresh(told.at(-1)?.offers ?? null);
  if (told.length) hideHint();
  if (told.length && state.turn && setting("keep") && !asked) keepSoon(version);
  announce(state.title, !!state.turn);
  play(states.flatMap((each) => each.sounds ?? []));
  speak(document.querySelector(".prompt-words")?.textContent ?? "");
  table.classList.toggle("my-turn", !!state.turn);
  table.classList.toggle("over", !!state.over);
  table.classList.toggle("playing", more);
  connection.eager = !!state.turn;
  placeClocks();
  if (state.over) device.end();
  if (ended) setTimeout(end, PACES[setting("pace")] ?? 0);
}

/** A turn in which something could still be used ends by itself, if the player has set that. @param {number} then  the version it is of */
function keepSoon(then) {
  setTimeout(() => version === then && !pending.waits && offers.keep(), CHANGE_OF_MIND * (PACES[setting("pace")] ?? 0));
}

/** The score sheets come by themselves, once. */
function end() {
  if (document.querySelector("dialog#final[open]")) return;
  toggle("final");
  addUp(/** @type {Element} */ (document.querySelector("#final .final")));
}

/** Let a screen reader say what is to be done now. @param {string} words */
function speak(words) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  if (live.textContent !== words) live.textContent = words;
}

function count() {
  said = spoken - unheard();
  badge();
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
  if (act === "undo") decide({ do: "take-back", version });
  else if (act === "hint") {
    awaitHint();
    connection.send({ do: "hint", version });
  } else if (act === "confirm") offers.confirm();
  else if (act === "cancel") offers.cancel();
  else if (act === "seek") connection.send({ do: "seek", open: button.getAttribute("data-value") === "yes" });
  else if (act === "chat") connection.send({ do: "chat", on: button.getAttribute("data-value") === "yes" });
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
bindFinal(table);
bindLogDrawer();
bindDrawers();
bindZoom();
bindDrag(offers);
bindKeys({ confirm: () => offers.confirm(), cancel: () => offers.cancel(), help: () => toggle("help") });
bindSettings(async (name, value) => {
  if (name === "pace") beats.goOn();
  if (name === "device") device.follow(value === true);
  if (name !== "notify") return value;
  const allowed = value && (await allowNotifications());
  void (allowed ? hangBell() : takeBellDown());
  return allowed;
});
if (setting("notify") && mayNotify()) void hangBell();
bindSound();
runClocks();
