// @ts-check
/**
 * What this browser remembers: whether to ask before a final move, whether a turn ends by itself, sounds, notifications, the pace,
 * whether it thinks for the server.
 */

const { connection } = /** @type {Navigator & { connection?: { saveData?: boolean } }} */ (navigator);
/** Whether the player wants to download little. */
const saves = !!connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches;
const DEFAULTS = { ask: true, keep: false, sound: true, notify: false, pace: "calm", device: !saves };
/** @typedef {typeof DEFAULTS} Settings */
/** @typedef {keyof Settings} Name */

/** @template {Name} N @param {N} name @returns {Settings[N]} */
export function setting(name) {
  try {
    const kept = localStorage.getItem(`londinium-${name}`);
    if (kept === null) return DEFAULTS[name];
    return /** @type {Settings[N]} */ (typeof DEFAULTS[name] === "boolean" ? kept === "yes" : kept);
  } catch {
    return DEFAULTS[name]; // a browser that keeps nothing still plays
  }
}

/** @param {Name} name @param {boolean | string} value */
function keep(name, value) {
  try {
    localStorage.setItem(`londinium-${name}`, typeof value === "string" ? value : value ? "yes" : "no");
  } catch {
    // as above
  }
}

/**
 * Everything that shows or changes a setting: a check box, one of several choices, a button that is pressed or not.
 * @returns {NodeListOf<HTMLElement>}
 */
function controls() {
  return document.querySelectorAll("[data-setting]");
}

/** Let every control show what is set. */
function reflect() {
  for (const control of controls()) {
    const value = setting(/** @type {Name} */ (control.dataset.setting));
    if (!(control instanceof HTMLInputElement)) control.setAttribute("aria-pressed", String(value));
    else control.checked = control.type === "radio" ? control.value === value : value === true;
  }
}

/**
 * Bind every control to its setting.
 * @param {(name: Name, value: boolean | string) => Promise<boolean | string> | boolean | string} changed  may refuse
 */
export function bindSettings(changed) {
  reflect();
  for (const control of controls()) {
    const name = /** @type {Name} */ (control.dataset.setting);
    const box = control instanceof HTMLInputElement ? control : null;
    control.addEventListener(box ? "change" : "click", async () => {
      const wish = box ? (box.type === "radio" ? box.value : box.checked) : !setting(name);
      keep(name, await changed(name, wish));
      reflect();
    });
  }
}
