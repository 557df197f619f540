// @ts-check
/** A note over the page that goes away by itself; a new one takes the place of the one before. */

const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
let timer = 0;

/** @param {string} words @param {number} time  milliseconds for which it stays */
export function showNotice(words, time) {
  notice.textContent = words;
  stay(time);
}

/** A note that the server has written. @param {string} markup @param {number} time */
export function showWrittenNotice(markup, time) {
  notice.innerHTML = markup;
  stay(time);
}

/** @param {number} time */
function stay(time) {
  notice.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (notice.hidden = true), time);
}

// It may lie over what is wanted next: a reader who goes on has read it.
addEventListener("pointerdown", (event) => {
  if (!(event.target instanceof Element && event.target.closest("#notice a"))) notice.hidden = true;
});
