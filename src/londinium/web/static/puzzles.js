// @ts-check
/** The page of all puzzles: how the solver stands, and ways to the next puzzle that fit their rating. */
import { below } from "./below.js";
import { daysInRow, keepStorm, listOf, load, nextOfStorm, pick, STORM_TIME } from "./solver.js";

const memory = load();
const today = /** @type {HTMLElement} */ (document.querySelector("[data-today]")).dataset.today ?? "";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-own]"))) {
  const value = standing(place.dataset.own ?? "", place.dataset.game ?? "");
  if (value === null) continue;
  place.textContent = String(value);
  place.closest("[hidden]")?.removeAttribute("hidden");
}
for (const start of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-storm]"))) start.hidden = false;

/** What there is to say, if there is. @param {string} name @param {string} game */
function standing(name, game) {
  const tried = Object.values(memory.tried[game] ?? {});
  /** @type {Object<string, number | undefined>} */
  const facts = {
    rating: memory.ratings[game]?.shown,
    solved: tried.length ? tried.filter(Boolean).length : undefined,
    storm: memory.storms[game],
    row: memory.best ? memory.row : undefined,
    days: daysInRow(today) || undefined,
  };
  return facts[name] ?? null;
}

document.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target).closest("a, button");
  const way = /** @type {HTMLElement | null | undefined} */ (target?.closest("[data-pick], [data-storm]"));
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const game = way.dataset.pick ?? way.dataset.storm ?? "";
  const list = await listOf(game).catch(() => []);
  const begun = { game, end: Date.now() + STORM_TIME, right: 0, wrong: 0, seen: [] };
  const { theme = "" } = way.dataset;
  const found = way.dataset.storm ? nextOfStorm(begun, list) : pick(list, game, { theme });
  if (found === null) return;
  if (way.dataset.storm) keepStorm(begun);
  location.assign(below(`/puzzles/${game}/${found}${way.dataset.storm ? "?storm" : theme ? `?theme=${theme}` : ""}`));
});
