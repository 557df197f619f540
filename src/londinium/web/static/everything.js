// @ts-check
/** Everything that a browser keeps, brought back from a file. It replaces what is here, so the page starts again. */

const input = /** @type {HTMLInputElement} */ (document.getElementById("everything"));
const problem = /** @type {HTMLElement} */ (input.closest("section")?.querySelector("[role=alert]"));

export {}; // a module, with names of its own

input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (!file) return;
  const answer = await fetch(input.dataset.everything ?? "", { method: "POST", body: await file.arrayBuffer() });
  if (answer.ok) return top?.location.reload();
  problem.textContent = await answer.text();
  problem.hidden = false;
  input.value = "";
});
