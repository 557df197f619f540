// @ts-check
// A worker that judges: first comes the module and how to judge; then questions. It tells how far it is, and what came of it.

import { Engine } from "./engine.js";
import { Judge } from "./judge.js";

/** @typedef {import("./thinker.js").Question} Question */
/**
 * @typedef {{ module: string, judging: import("./judge.js").Judging }} Start a module, packed and in base 64
 * @typedef {{ question: Question, legal: number[], played: number | null }} Asked
 * @typedef {{ part: number } | { judgement: import("./judge.js").Judgement } | { problem: string }} Told
 */

/** @type {Promise<Judge> | undefined} */
let starting;

/** @param {Start} start */
async function started({ module, judging }) {
  const packed = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  return new Judge(await Engine.start(bytes), judging);
}

/** @param {Told} told */
function tell(told) {
  postMessage(told);
}

addEventListener("message", async (/** @type {MessageEvent<Start | Asked>} */ { data }) => {
  try {
    if ("module" in data) starting = started(data);
    const judge = await starting;
    if (!judge || !("question" in data)) return;
    tell({ judgement: judge.judge(data.question, data.legal, data.played, (part) => tell({ part })) });
  } catch (problem) {
    tell({ problem: String(problem) });
  }
});
