// @ts-check
/** On the home page: lessons that were begun in this browser and not finished are among what the reader can continue. */
import { Bookmark } from "./bookmark.js";

const lessons = /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll("template[data-begun]"));
for (const lesson of lessons) {
  const { at, reached } = new Bookmark(lesson.dataset.begun ?? "").kept;
  if (at > 0 && reached < Number(lesson.dataset.steps) - 1) {
    lesson.closest("section")?.removeAttribute("hidden");
    lesson.replaceWith(lesson.content);
  }
}
