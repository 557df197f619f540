// @ts-check
/** Copies a text, even where the clipboard is out of reach: outside https, or where it was forbidden. */

/** @param {string} words */
export async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    // A selected text can still be copied the old way.
    const field = document.createElement("textarea");
    field.value = words;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
