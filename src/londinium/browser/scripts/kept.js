// @ts-check
// What the browser keeps for Londinium: the pages of its database and its cookies, in one IndexedDB.

const NAME = "londinium";
const PAGES = "pages";
const FACTS = "facts";
const COUNT = "count";
const COOKIES = "cookies";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(PAGES);
      request.result.createObjectStore(FACTS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function committed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

/** Change the pages of a file, all of them or none. @param {[number, Uint8Array][]} pages @param {number} count of all pages */
export async function keep(pages, count) {
  const transaction = (await database()).transaction([PAGES, FACTS], "readwrite", { durability: "strict" });
  const store = transaction.objectStore(PAGES);
  for (const [number, page] of pages) store.put(page, number);
  store.delete(IDBKeyRange.lowerBound(count));
  transaction.objectStore(FACTS).put(count, COUNT);
  await committed(transaction);
}

/** @returns {Promise<Uint8Array>} the whole file */
export async function pages() {
  const store = (await database()).transaction(PAGES).objectStore(PAGES);
  const found = await done(store.getAll());
  const file = new Uint8Array(found.reduce((sum, page) => sum + page.length, 0));
  let at = 0;
  for (const page of found) {
    file.set(page, at);
    at += page.length;
  }
  return file;
}

/** @returns {Promise<string>} */
export async function cookies() {
  return (await done((await database()).transaction(FACTS).objectStore(FACTS).get(COOKIES))) ?? "";
}

/** @param {string} text */
export async function keepCookies(text) {
  const transaction = (await database()).transaction(FACTS, "readwrite");
  transaction.objectStore(FACTS).put(text, COOKIES);
  await committed(transaction);
}

/** Replace everything by a file that was saved. @param {Uint8Array} file @param {number} page bytes of a page */
export async function replace(file, page) {
  const transaction = (await database()).transaction([PAGES, FACTS], "readwrite", { durability: "strict" });
  transaction.objectStore(PAGES).clear();
  for (let at = 0; at < file.length; at += page) transaction.objectStore(PAGES).put(file.slice(at, at + page), at / page);
  transaction.objectStore(FACTS).put(file.length / page, COUNT);
  await committed(transaction);
}
