// @ts-check
/** What this browser remembers: whether to ask before a final move, sound, notifications. */

const DEFAULTS = { ask: true, sound: false, notify: false };
/** @typedef {keyof typeof DEFAULTS} Name */

/** @param {Name} name @returns {boolean} */
export function setting(name) {
  try {
    const kept = localStorage.getItem(`londinium-${name}`);
    return kept === null ? DEFAULTS[name] : kept === "yes";
  } catch {
    return DEFAULTS[name]; // a browser that keeps nothing still plays
  }
}

/** @param {Name} name @param {boolean} value */
function keep(name, value) {
  try {
    localStorage.setItem(`londinium-${name}`, value ? "yes" : "no");
  } catch {
    // as above
  }
}

/** @param {string} [name] @returns {NodeListOf<HTMLInputElement>} The check boxes of one setting, or of all. */
function boxes(name) {
  return document.querySelectorAll(name ? `input[data-setting="${name}"]` : "input[data-setting]");
}

/**
 * Bind every check box to its setting.
 * @param {(name: Name, value: boolean) => Promise<boolean> | boolean} changed  may refuse
 */
export function bindSettings(changed) {
  for (const box of boxes()) {
    const name = /** @type {Name} */ (box.dataset.setting);
    box.checked = setting(name);
    box.addEventListener("change", async () => {
      const value = await changed(name, box.checked);
      keep(name, value);
      for (const same of boxes(name)) same.checked = value;
    });
  }
}
