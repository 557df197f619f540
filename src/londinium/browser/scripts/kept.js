// @ts-check
// What the browser keeps for Londinium: the pages of its database and its cookies, in one IndexedDB.

/** Each site of a web host has its own. */
const NAME = `londinium ${new URL(".", import.meta.url).pathname}`;
/** What the first version called it, for all sites of a host. */
const FIRST_NAME = "londinium";
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
  opened ??= begun();
  return opened;
}

async function begun() {
  const known = (await indexedDB.databases?.()) ?? [];
  const database = await named(NAME);
  const isNew = (await done(database.transaction(FACTS).objectStore(FACTS).get(COUNT))) === undefined;
  if (isNew && known.some(({ name }) => name === FIRST_NAME)) await takeOver(database);
  return database;
}

/** @param {string} name @returns {Promise<IDBDatabase>} */
function named(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(PAGES);
    request.result.createObjectStore(FACTS);
  };
  return done(request);
}

/** What the first version kept comes along. @param {IDBDatabase} database */
async function takeOver(database) {
  const first = await named(FIRST_NAME);
  const found = [PAGES, FACTS].map((name) => {
    const store = first.transaction(name).objectStore(name);
    return Promise.all([name, done(store.getAllKeys()), done(store.getAll())]);
  });
  const all = await Promise.all(found);
  const transaction = database.transaction([PAGES, FACTS], "readwrite", { durability: "strict" });
  for (const [name, keys, values] of all) {
    keys.forEach((key, number) => transaction.objectStore(name).put(values[number], key));
  }
  await committed(transaction);
  first.close();
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
  const transaction = (await database()).transaction(FACTS, "readwrite", { durability: "strict" });
  transaction.objectStore(FACTS).put(text, COOKIES);
  await committed(transaction);
}
