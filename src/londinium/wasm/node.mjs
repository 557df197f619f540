// Answers calls of a module's functions in Node: a line of JSON in, a line of JSON out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { answer } from "./answers.js";
import { Engine } from "./engine.js";

// Time of the processor: whatever else the machine does, does not count.
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const engine = await Engine.start(readFileSync(process.argv[2]));
process.stdout.write(`${JSON.stringify(engine.description)}\n`);
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let told;
  try {
    told = answer(engine, JSON.parse(line), clock);
  } catch (error) {
    told = { problem: String(error) };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
