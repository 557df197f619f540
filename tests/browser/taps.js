// Notes when the table asks for something, what a finger comes down on, and what came of it; see test_taps.py.
(() => {
  const CHOICE = ".table [data-move], .table [data-ways]";
  const movesOf = (element) => (element.dataset.ways ?? element.dataset.move).split("|").filter((move) => wire.offers[move]);
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const asks = () => document.querySelector(".table.my-turn:not(.playing, .sending)") && shown(CHOICE).some((each) => movesOf(each).length);
  const told = () => wire.heard.filter((said) => said.kind === "state" && said.offers).length;
  const moves = () => wire.asked.filter((said) => said.do === "move").length;

  const taps = {
    down: null,
    before: { told: 0, moves: 0 },
    // When it is asked something new, or the match is over.
    prompted: () =>
      new Promise((done, failed) => {
        const end = performance.now() + 20000;
        const look = () => {
          if (document.querySelector(".table.over")) return done("over");
          if (told() > taps.before.told && asks()) return done("asked");
          if (performance.now() > end) return failed(new Error("nothing was asked"));
          return requestAnimationFrame(look);
        };
        look();
      }),
    // When something is being shown that a tap skips, or what is asked next.
    playing: () =>
      new Promise((done) => {
        const look = () => {
          if (document.querySelector(".table.over")) return done("over");
          if (document.querySelector(".table.playing")) return done("playing");
          if (told() > taps.before.told && asks()) return done("asked");
          return requestAnimationFrame(look);
        };
        look();
      }),
    // A point of one of the choices, where nothing lies over it; `which` is between 0 and 1. What comes after counts as new.
    aim(which) {
      [taps.down, taps.before] = [null, { told: told(), moves: moves() }];
      const all = shown(CHOICE).filter((each) => movesOf(each).length);
      for (let k = 0; k < all.length; k++) {
        const element = all[(Math.floor(which * all.length) + k) % all.length];
        for (const box of element.getClientRects()) {
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const hit = x > 0 && y > 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
          if (hit && hit.closest(CHOICE) === element) return [x, y];
        }
      }
      return null;
    },
    // What was under the finger, what is chosen, and what looks as if it were.
    outcome() {
      const bubble = document.querySelector("#bubble:not([hidden])");
      const on = shown(".table [data-move].chosen, .table [data-ways].chosen");
      return {
        under: taps.down,
        chosen: [...new Set(on.flatMap((each) => movesOf(each)))],
        asking: shown(".prompt-bar.asking").length > 0,
        which: !!bubble?.querySelector(".ways"),
        sent: wire.asked.filter((said) => said.do === "move").slice(taps.before.moves).map((said) => said.move),
        looks: shown(".table [data-move].on, .table [data-ways].on, .ghosts > *").length + (bubble?.matches(".effect") ? 1 : 0),
        dimmed: document.querySelector(".table").classList.contains("previewing"),
      };
    },
    // Go on to the next decision, with whatever is chosen, or the first move.
    async finish() {
      const confirm = () => document.querySelector(".prompt-bar.asking [data-act=confirm]");
      const all = Object.keys(wire.offers);
      for (let k = 0; k < 4 && moves() === taps.before.moves; k++) {
        if (k || !confirm()) await wire.until(() => !document.querySelector(".settling"));
        if (!confirm()) {
          const way = shown("#bubble .ways [data-move]")[0] ?? shown(CHOICE).find((each) => all.includes(each.dataset.move ?? ""));
          way?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        }
        confirm()?.click();
      }
    },
  };
  addEventListener(
    "pointerdown",
    (event) => {
      const element = event.target.closest(CHOICE);
      taps.down = element && { moves: movesOf(element) };
    },
    true,
  );
  window.taps = taps;
})();
