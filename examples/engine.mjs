// An engine in JavaScript, run by Node: it takes whatever the rules say brings the most right now.
//
//   londinium arena old-london-bridge --bots "engine:node examples/engine.mjs,greedy,random" --games 30
//
// It knows no rule: the host sends what its seat sees, and what each legal move brings. The protocol: docs/engine.md.

import { createInterface } from "node:readline";

let view = { offers: [] };
let legal = [];

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The sum of all numbers in what a move brings: crude, but it works for any game. */
function worth(effect) {
  if (typeof effect === "number") return effect;
  if (effect === null || typeof effect !== "object") return 0;
  return Object.values(effect).reduce((sum, part) => sum + worth(part), 0);
}

function best() {
  const worths = new Map(view.offers.map((offer) => [offer.move, worth(offer.effect)]));
  return legal.reduce((one, other) => ((worths.get(other) ?? 0) > (worths.get(one) ?? 0) ? other : one));
}

const answers = {
  hello: () => ["id name Abacus", "id author Londinium", "wants view", "ok"].forEach(say),
  isready: () => say("ready"),
  view: (rest) => { view = JSON.parse(rest); },
  legal: (rest) => { legal = rest.split("; "); },
  go: () => say(`bestmove ${best()}`),
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.split(" ");
  answers[word]?.(rest.join(" ")); // `new`, `position`, `set` and `stop` say nothing that it needs
}
