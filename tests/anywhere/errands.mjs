// Errands from the input, one a line, done with a game's module; what came of each, to the output.

import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [scripts, module] = process.argv.slice(2);
const load = (/** @type {string} */ name) => import(pathToFileURL(path.join(scripts, name)).href);
const [{ Desk }, { Engine }] = await Promise.all([load("errand.js"), load("engine.js")]);
const desk = new Desk(await Engine.start(fs.readFileSync(module)));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const errand = JSON.parse(line);
  for (const room of Object.values(errand.rooms)) room.bytes = room.bytes && new Uint8Array(Buffer.from(room.bytes, "base64"));
  const answer = desk.do(errand);
  for (const name of Object.keys(answer.rooms)) answer.rooms[name] = Buffer.from(answer.rooms[name]).toString("base64");
  console.log(JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? Number(value) : value)));
}
