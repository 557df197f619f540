// @ts-check
// The page around the application: it sees to it that one tab of this browser runs Python, and shows the pages in a frame.

const here = new URL(".", location.href);
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("londinium"));
const opening = /** @type {HTMLElement} */ (document.getElementById("opening"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const words = /** @type {HTMLElement} */ (document.getElementById("words"));
const channel = new BroadcastChannel(`londinium ${here.pathname}`);

document.documentElement.dataset.runs = "yes";

/** What is said while it opens, in the reader's language. @type {Record<string, string>} */
let said = {};
/** Why the files of the site could not be kept, as the service worker says. */
let refused = "failed";

/** @param {string} what */
function say(what) {
  words.textContent = said[what] ?? "";
}

async function speak() {
  const { words: known } = await (await fetch(new URL("facts.json", here))).json();
  const code = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in known) ?? "en";
  said = known[code];
  document.documentElement.lang = code;
}

/** The page that the address asks for, below the application's root. */
function wanted() {
  return `app${location.hash.slice(1) || "/"}`;
}

/** @returns {Promise<void>} when pages are answered from here */
async function serviced() {
  if (!("serviceWorker" in navigator && "locks" in navigator && "DecompressionStream" in window)) throw new Error("unsupported");
  const registered = navigator.serviceWorker.register(new URL("service.js", here), { scope: here.pathname });
  const { installing } = await registered.catch((problem) => {
    throw problem.name === "SecurityError" ? new Error("storage") : problem;
  });
  const failed = new Promise((_, reject) => {
    installing?.addEventListener("statechange", () => installing.state === "redundant" && reject(new Error(refused)));
  });
  await Promise.race([navigator.serviceWorker.ready, failed]);
  // Another one may look after the pages above this site.
  const own = () => navigator.serviceWorker.controller?.scriptURL === new URL("service.js", here).href;
  while (!own()) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

/** One tab runs Python as long as it is open; when it closes, another one does. @returns {Promise<void>} when somebody does */
function led() {
  return new Promise((resolve, reject) => {
    const locks = navigator.locks;
    locks.request(here.pathname, { ifAvailable: true }, (lock) => {
      if (lock) return lead(resolve, reject);
      resolve(); // another tab has it, and answers
      locks.request(here.pathname, () => lead(() => {}, fail));
      return undefined;
    });
  });
}

/** @param {() => void} ready @param {(problem: Error) => void} failed @returns {Promise<void>} when it cannot any longer */
function lead(ready, failed) {
  const python = new Worker(new URL("python.js", here), { type: "module" });
  addEventListener("pagehide", () => channel.postMessage({ kind: "asleep" }));
  return new Promise((resolve) => {
    const end = (/** @type {string} */ problem) => {
      python.terminate();
      failed(new Error(problem));
      resolve(); // another tab may have more luck
    };
    python.onmessage = ({ data }) => {
      if (data.kind === "ready") ready();
      else if (data.kind === "failed") end(data.problem);
      else if (data.kind === "replaced") location.reload(); // Python starts again, with what was brought back
      else {
        bar.value = data.part;
        say(data.what);
      }
    };
    python.onerror = (event) => end(event.message);
  });
}

/** Say why nothing opens. @param {Error} error */
function fail(error) {
  console.error(error);
  frame.hidden = true;
  opening.hidden = false;
  opening.classList.add("failed");
  words.textContent = said[error.message] ?? `${said.failed ?? ""} (${error.message})`;
}

/** What the frame shows is what the address and the title say. */
function shown() {
  const inside = frame.contentWindow;
  if (!inside || inside.location.href === "about:blank") return;
  const { pathname, search, hash } = inside.location;
  const path = pathname.slice(here.pathname.length + "app".length) || "/";
  history.replaceState(null, "", `#${path}${search}${hash}`);
  if (path.startsWith("/table/")) navigator.storage?.persist?.(); // a match is worth being kept
  const name = () => (document.title = inside.document.title);
  name();
  const title = inside.document.querySelector("title");
  if (title) new MutationObserver(name).observe(title, { childList: true });
  document.documentElement.lang = inside.document.documentElement.lang;
  opening.hidden = true;
  frame.hidden = false;
  inside.focus();
}

async function open() {
  channel.onmessage = ({ data }) => {
    if (data.kind === "fetched") bar.value = Math.max(bar.value, data.part / 2);
    else if (data.kind === "refused") refused = data.what;
  };
  say("files");
  await serviced();
  await led();
  frame.addEventListener("load", shown);
  frame.src = wanted();
  addEventListener("hashchange", () => frame.contentWindow?.location.replace(new URL(wanted(), here)));
}

export {}; // a module, with names of its own

speak().then(open).catch(fail);
