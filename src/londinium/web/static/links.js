// @ts-check
/** Buttons that copy a link; without scripts the links are there to be selected by hand. */
import { copy } from "./clipboard.js";

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copy(field.value);
    field.select();
    button.textContent = button.dataset.done ?? "";
    setTimeout(() => (button.textContent = label), 1500);
  });
}
