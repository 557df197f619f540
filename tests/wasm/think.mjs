// Thinks about a question in Node: think.mjs FOLDER MODULE NETWORK QUESTION, each a file's path; an empty one is none.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, module, network, question] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`).href);
const { Thinker, readNetwork } = await import(pathToFileURL(`${folder}/thinker.js`).href);
const engine = await Engine.start(readFileSync(module));
const learnt = network ? await readNetwork(engine, new Uint8Array(readFileSync(network))) : null;
const thinker = new Thinker(engine, learnt);
const told = JSON.parse(readFileSync(question, "utf8")).map((one) => {
  thinker.ask({ ...one, box: new Uint8Array(one.box) });
  return { made: thinker.think(one.simulations), answer: thinker.answer() };
});
console.log(JSON.stringify(told));
