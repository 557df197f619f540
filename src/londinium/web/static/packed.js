// @ts-check
/** What an exported file carries: compressed bytes, as letters. */

/** @param {string} letters @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(letters) {
  return Uint8Array.from(atob(letters.trim()), (letter) => letter.charCodeAt(0));
}

/** @param {string} letters @returns {Promise<unknown>} JSON */
export async function unpack(letters) {
  const text = new Blob([bytesOf(letters)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(text).json();
}
