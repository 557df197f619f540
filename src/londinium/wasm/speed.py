"""How fast a game's module is in Node, beside the compiled rules in the same run; and how large it is."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from londinium.bots.search import simulation
from londinium.bots.search.search import Search, Worker
from londinium.kernel.game import Game
from londinium.kernel.generic import playout
from londinium.wasm.modules import kept_module
from londinium.wasm.node import NodeEngine

TAKING_TURNS = 6
"""They take turns, so that whatever else the machine does disturbs both; of each the best counts, in time of the processor."""
RANDOM_MATCHES, SIMULATIONS = 2000, 500


def measure_module(game: Game) -> dict[str, Any]:
    """Matches and simulations a second, here and in Node, with as many seats as the game has; bytes, as they are and packed."""
    file = kept_module(game)
    module = file.read_bytes()
    with NodeEngine(file) as engine:
        return {
            "bytes": len(module),
            "packed": len(gzip.compress(module, 9)),
            "random": _beside(engine, "run_random", game.engine.bind(playout.run_random), _matches(game), RANDOM_MATCHES),
            "search": _beside(engine, "simulate", *_thinking(game), SIMULATIONS),
        }


def _matches(game: Game) -> Callable[[], tuple[Any, ...]]:
    engine, codes = game.engine, game.option_codes(game.choose())

    def fresh() -> tuple[Any, ...]:
        rows = engine.results(RANDOM_MATCHES).rows()
        return game.state.new(), engine.outset(codes), game.seats[-1], np.arange(RANDOM_MATCHES), rows, engine.buffers()

    return fresh


def _thinking(game: Game) -> tuple[Callable[..., Any], Callable[[], tuple[Any, ...]]]:
    """The search as bots use it, at the first decision of a match."""
    match = game.match(seats=game.seats[-1], seed=1)
    seat = match.to_act[0]
    search = Search(game, nodes=1 << 14)

    def fresh() -> tuple[Any, ...]:
        one = Worker(Search(game, nodes=1 << 14), match, seat, search.recall(match, seat), np.uint64(1))
        return one.mind, one.paper, match.boxes, np.uint64(1), SIMULATIONS

    return search.bound(simulation.simulate), fresh


def _beside(
    engine: NodeEngine, name: str, compiled: Callable[..., Any], fresh: Callable[[], tuple[Any, ...]], count: int
) -> dict[str, float]:
    compiled(*fresh())
    here = there = float("inf")
    for _ in range(TAKING_TURNS):
        arguments = fresh()
        started = time.thread_time()
        compiled(*arguments)
        here = min(here, time.thread_time() - started)
        there = min(there, engine.call(name, *fresh(), rounds=4, quiet=True).seconds)
    return {"compiled": count / here, "wasm": count / there, "ratio": here / there}
