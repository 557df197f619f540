// Judges decisions in Node: judge.mjs FOLDER MODULE QUESTIONS, each a file's path.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, module, file] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`).href);
const { Judge } = await import(pathToFileURL(`${folder}/judge.js`).href);
const { box, seats, options, judging, questions } = JSON.parse(readFileSync(file, "utf8"));
const judge = new Judge(await Engine.start(readFileSync(module)), judging);
const heard = [];
const told = questions.map(({ seat, ply, plies, offers, played }) => {
  const question = { box: new Uint8Array(Buffer.from(box, "base64")), seats, options, plies, ply, seat };
  return judge.judge(question, Object.keys(offers).map(Number), played, (part) => heard.push(part));
});
console.log(JSON.stringify({ told, heard }));
