// @ts-check
/** Everything that a browser keeps, brought back from a file. It replaces what is here, so the page begins anew. */

const input = /** @type {HTMLInputElement} */ (document.getElementById("everything"));
const alert = /** @type {HTMLElement} */ (input.closest("section")?.querySelector("[role=alert]"));

input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (!file) return;
  const answer = await fetch(input.dataset.everything ?? "", { method: "POST", body: await file.arrayBuffer() });
  if (answer.ok) return top?.location.reload();
  alert.textContent = await answer.text();
  alert.hidden = false;
  input.value = "";
});
