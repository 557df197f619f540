// @ts-check
/** Buttons that show something to others: a link with or without a text, or a picture. Where a phone has a sheet for that, it opens. */
import { copy } from "./clipboard.js";
import { showNotice } from "./notice.js";

export function bindShare() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share], [data-picture]"));
    if (button?.dataset.picture) void sharePicture(button);
    else if (button) void shareLink(button);
  });
}

/** @param {HTMLElement} button */
async function shareLink(button) {
  const url = new URL(button.dataset.share ?? "", location.href).href;
  const text = button.dataset.text ?? "";
  const title = button.dataset.title ?? "";
  if (navigator.share) return void navigator.share({ title, url, ...(text ? { text } : {}) }).catch(() => {});
  await copy(text ? `${text}\n${url}` : url);
  showNotice(button.dataset.copied ?? "", 2500);
}

/** The picture goes to the sheet of the phone, or is saved; where it cannot be had, the link is copied. @param {HTMLElement} button */
async function sharePicture(button) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  showNotice(button.dataset.working ?? "", 20_000);
  try {
    const answer = await fetch(button.dataset.picture ?? "");
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], button.dataset.file ?? "londinium.png", { type: "image/png" });
    showNotice(button.dataset.saved ?? "", 2500);
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: button.dataset.title ?? "" });
    else save(file);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") return; // thought better of it
    await copy(new URL(button.dataset.link ?? "", location.href).href);
    showNotice(button.dataset.copied ?? "", 4000);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
