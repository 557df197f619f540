// @ts-check
// An archive (.tar) laid out as Python's files, without copying them: its bytes are the files' bytes.

const BLOCK = 512;
const NAME = 100;
const SIZE = 124;
const SIZE_END = 136;
const PREFIX = 345;
const PREFIX_END = 500;

/** @param {any} FS of Emscripten @param {Uint8Array} archive @param {string} folder */
export function laidOut(FS, archive, folder) {
  const text = (/** @type {number} */ from, /** @type {number} */ to) => {
    const end = archive.indexOf(0, from);
    return new TextDecoder().decode(archive.subarray(from, end >= from && end < to ? end : to));
  };
  const known = new Set();
  for (let at = 0; at < archive.length && archive[at]; ) {
    const size = parseInt(text(at + SIZE, at + SIZE_END), 8);
    const prefix = text(at + PREFIX, at + PREFIX_END);
    const file = [folder, prefix, text(at, at + NAME)].filter(Boolean).join("/");
    const inside = file.slice(0, file.lastIndexOf("/"));
    if (!known.has(inside)) FS.mkdirTree(inside);
    known.add(inside);
    FS.writeFile(file, archive.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
}
