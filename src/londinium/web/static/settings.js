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

/** Bind every check box and switch to its setting. @param {(name: Name, value: boolean) => Promise<boolean> | boolean} changed  may refuse */
export function bindSettings(changed) {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-setting]"))) {
    const name = /** @type {Name} */ (box.dataset.setting);
    box.checked = setting(name);
    box.addEventListener("change", async () => {
      const value = await changed(name, box.checked);
      keep(name, value);
      for (const same of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[data-setting="${name}"]`))) same.checked = value;
    });
  }
}
