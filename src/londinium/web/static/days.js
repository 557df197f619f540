// @ts-check
/** Daily challenges as this browser remembers them: what was finished, how many days in a row, and how long until the next. */
import { below } from "./below.js";

const KEY = "londinium-days";
const MOST_DAYS = 400;
const SHOWN = 60;
const DAY = 24 * 3600 * 1000;

/** By game and date: the score. @typedef {Record<string, Record<string, number>>} Days */

/** @returns {Days} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {}; // a browser that keeps nothing has no days
  }
}

/** Note every finished attempt that the page tells of, then fill in what follows from all of them. */
export function noteDays() {
  const days = remembered();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-day-done]"))) {
    const [day = "", game = "", score = ""] = (place.dataset.dayDone ?? "").split(" ");
    const known = (days[game] ??= {});
    known[day] ??= Number(score);
    for (const old of Object.keys(known).sort().slice(0, -MOST_DAYS)) delete known[old];
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(days));
  } catch {
    // as above
  }
  tellStreak(days);
  tellPast(days);
}

/** How many days up to a day had a finished challenge; the day itself may still be to come. @param {Days} days @param {string} today */
function streak(days, today) {
  const played = new Set(Object.values(days).flatMap((known) => Object.keys(known)));
  const written = (/** @type {number} */ at) => new Date(at).toISOString().slice(0, 10);
  let at = Date.parse(today);
  if (!played.has(today)) at -= DAY;
  let count = 0;
  for (; played.has(written(at)); at -= DAY) count += 1;
  return count;
}

/** @param {Days} days */
function tellStreak(days) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-streak]"))) {
    const count = streak(days, place.dataset.streak ?? "");
    const words = count === 1 ? place.dataset.one : place.dataset.many;
    place.textContent = (words ?? "").replace("{count}", String(count));
    place.hidden = !count;
  }
}

/** @param {Days} days */
function tellPast(days) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-past]"))) {
    const titles = /** @type {Record<string, string>} */ (JSON.parse(place.dataset.past ?? "{}"));
    const rows = Object.entries(days).flatMap(([game, known]) =>
      Object.entries(known).map(([day, score]) => ({ day, game, score, title: titles[game] ?? "" })),
    );
    const shown = rows.filter((row) => row.title);
    shown.sort((one, other) => other.day.localeCompare(one.day) || one.title.localeCompare(other.title));
    place.querySelector("ul")?.replaceChildren(...shown.slice(0, SHOWN).map(line));
    place.hidden = !shown.length;
  }
}

/** @param {{ day: string, game: string, score: number, title: string }} row */
function line({ day, game, score, title }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = below(`/daily/${day}/${game}`);
  link.textContent = `${day} · ${title}`;
  const points = document.createElement("b");
  points.textContent = String(score).replace("-", "−");
  item.append(link, points);
  return item;
}

/** `4 h 12 min`, which all our languages write alike. @param {number} left */
function inWords(left) {
  const minutes = Math.floor(left / 60_000);
  if (!minutes) return `${Math.ceil(left / 1000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Count down to the next day, by the server's clock. */
export function countDown() {
  const begun = performance.now();
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"));
  const tell = () => {
    for (const place of places) {
      const left = Number(place.dataset.left) - (performance.now() - begun);
      place.textContent = left > 0 ? (place.dataset.words ?? "").replace("{time}", inWords(left)) : (place.dataset.now ?? "");
    }
  };
  if (!places.length) return;
  tell();
  setInterval(tell, 1000);
}
