// @ts-check
/** The page of a lesson: a prepared match with steps to go through, and a bookmark where one stopped. */
import { Bookmark } from "./bookmark.js";
import { Exercise } from "./exercise.js";

const exercise = new Exercise({ shown: (at, reached) => bookmark.keep({ at, reached }) });
const bookmark = new Bookmark(exercise.table.dataset.lesson ?? "");

exercise.deeds.restart = () => {
  exercise.reached = 0;
  exercise.go(0);
};

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!exercise.isReady) return;
  if (target.closest("[data-do=restart]")) target.closest("dialog")?.close();
  // Another language or scheme is another page; the place in the lesson goes along.
  const way = target.closest("[data-keep-place]");
  if (way instanceof HTMLAnchorElement && exercise.at !== null) way.hash = bookmark.address(exercise.at);
});

addEventListener("hashchange", () => {
  if (exercise.isReady && bookmark.asked !== null && bookmark.asked !== exercise.at) exercise.go(bookmark.asked);
});

exercise.begin(({ last }) => {
  const kept = bookmark.kept;
  // Once it is finished, the lesson starts again.
  const done = kept.at >= last;
  exercise.reached = Math.min(kept.reached, last);
  const start = bookmark.asked ?? (done ? 0 : kept.at);
  if (bookmark.asked === null && start) exercise.tell(exercise.table.dataset.resumed);
  return start;
});
