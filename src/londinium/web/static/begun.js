// @ts-check
/** On the home page: lessons that were begun in this browser and not finished are among what one can continue. */
import { Bookmark } from "./bookmark.js";

const begun = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-begun]"));
for (const row of begun) {
  const { at, reached } = new Bookmark(row.dataset.begun ?? "").kept;
  const last = Number(row.dataset.steps) - 1;
  if (at > 0 && reached < last) {
    row.hidden = false;
    row.closest("section")?.removeAttribute("hidden");
  }
}
