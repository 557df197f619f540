// @ts-check
/** Proof-reading: which parts agree with the reader's own cardboard. A tick holds for the values that it was set for. */

const TICKS = "workshop-agreed";

const game = () => document.getElementById("workshop")?.dataset.game ?? "";
const boxes = () => /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-tick]"));

/**
 * By part: the mark of the values that agree. A browser that keeps nothing has them until the page is left.
 * @type {Object<string, string>}
 */
let agreed = {};

function load() {
  try {
    const found = JSON.parse(localStorage.getItem(`${TICKS}:${game()}`) ?? "null");
    if (found && typeof found === "object") agreed = found;
  } catch {
    // As above.
  }
}

/** Shows the ticks on the page, counts them, and puts them into the form of the file. */
export function showTicks() {
  load();
  const all = [...boxes()];
  for (const box of all) {
    box.checked = agreed[box.dataset.tick ?? ""] === box.dataset.mark;
    box.closest("label")?.removeAttribute("hidden");
    box.closest(".part")?.classList.toggle("agreed", box.checked);
  }
  const ticked = all.filter((box) => box.checked);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=agreed]")))
    field.value = ticked.map((box) => `${box.dataset.tick}:${box.dataset.mark}`).join(" ");
  const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector("[data-progress]"));
  if (!bar) return;
  bar.max = all.length;
  bar.value = ticked.length;
  const words = bar.parentElement?.querySelector("output");
  if (words) words.textContent = `${ticked.length} / ${all.length}`;
  bar.closest("[hidden]")?.removeAttribute("hidden");
}

export function bindTicks() {
  document.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (!box.matches("[data-tick]")) return;
    const name = box.dataset.tick ?? "";
    if (box.checked) agreed[name] = box.dataset.mark ?? "";
    else delete agreed[name];
    try {
      localStorage.setItem(`${TICKS}:${game()}`, JSON.stringify(agreed));
    } catch {
      // As above.
    }
    showTicks();
  });
}
