// @ts-check
/** A link whose secret stands behind its #: it is posted at once, and taken out of the address. Without it the reader is asked. */

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-enter]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("link"));

if (location.hash.length > 1) {
  field.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  form.hidden = true;
  form.submit();
}

export {}; // a module, with names of its own
