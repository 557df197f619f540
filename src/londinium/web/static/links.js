// @ts-check
/** Buttons that copy a link; without scripts the links are there to be selected by hand. */

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    // Outside of https the clipboard is out of reach, but a selected text can still be copied the old way.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    button.textContent = button.dataset.done ?? "";
    setTimeout(() => (button.textContent = label), 1500);
  });
}
