// @ts-check
/**
 * Whom the reader does not want to hear: kept by this browser, told to nobody. Somebody at a seat is muted there whatever they call
 * themselves, and under their name at other tables; a spectator by the name under which they speak.
 */

const KEPT = "londinium-muted";
const MOST = 200;

/** @returns {string[]} */
function muted() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // a browser that keeps nothing hears everybody
  }
}

/** @param {string} table @param {string} seat @param {string} name @returns {string[]} under what somebody is kept */
function marks(table, seat, name) {
  return [...(seat ? [`${table}:${seat}`] : []), `name:${name}`];
}

/** @param {HTMLElement} table  its page @param {() => void} changed  somebody else is heard from now on */
export function bindMute(table, changed) {
  const id = table.dataset.id ?? "";
  /** @param {string} seat @param {string} name */
  const isMuted = (seat, name) => marks(id, seat, name).some((mark) => muted().includes(mark));

  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-mute]"));
    if (!button) return;
    const seat = button.dataset.mute ?? "";
    const own = marks(id, seat, button.dataset.name ?? "");
    const others = muted().filter((mark) => !own.includes(mark));
    const now = isMuted(seat, button.dataset.name ?? "") ? others : [...others, ...own];
    try {
      localStorage.setItem(KEPT, JSON.stringify(now.slice(-MOST)));
    } catch {
      // as above
    }
    show();
    changed();
  });

  /** Let every line and every button show who is heard. */
  const show = () => {
    const shown = new Set();
    for (const line of [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chat [data-from]"))].reverse()) {
      const { from = "", name = "" } = line.dataset;
      const silent = isMuted(from, name);
      line.classList.toggle("muted", silent);
      // Of a spectator the name stays once, without the words: there is no other place from which they could be let speak again.
      line.hidden = silent && (!!from || shown.has(name));
      if (silent) shown.add(name);
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mute]"))) {
      const silent = isMuted(button.dataset.mute ?? "", button.dataset.name ?? "");
      button.hidden = false;
      button.textContent = (silent ? button.dataset.undo : button.dataset.short) ?? "";
      button.setAttribute("aria-label", (silent ? button.dataset.again : button.dataset.label) ?? "");
    }
  };
  return show;
}

/** How many lines the reader does not want to hear. */
export function unheard() {
  return document.querySelectorAll(".chat .muted").length;
}
