"""What a game's module lets others call: functions that Python or a worker calls, each with arguments that show its types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from londinium.bots import players
from londinium.bots.search import foresight, simulation
from londinium.bots.search import tree as trees
from londinium.bots.search.comparison import Sampling, compare_moves
from londinium.bots.search.ends import new_ends, settle_moves
from londinium.bots.search.forecast import new_playouts, play_forward
from londinium.bots.search.search import Search
from londinium.bots.search.simulation import DEEPEST, SEARCH_ROWS, SETTINGS, Mind, Paper
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.game import MOST_SEATS, Game
from londinium.kernel.generic import playout
from londinium.wasm import worker

ANY_KEY = np.uint64(0)
"""Keys are 64 bits wide."""


@dataclass(frozen=True)
class Export:
    """A function by the name under which others call it."""

    name: str
    function: Callable[..., Any]
    """Made for one game."""
    arguments: tuple[Any, ...]
    """One of each kind that it takes; it is never called with them here."""
    types: tuple[Any, ...] | None = None
    """Instead of arguments: Numba's types of them."""


def exports_of(game: Game) -> list[Export]:
    """Everything that a game's module offers. What only some games have is left out for the others."""
    return [*_steps(game), *_matches(game), *_thinking(game), *_observation(game)]


def _steps(game: Game) -> list[Export]:
    engine = game.engine
    states, boxes = game.state.new(), game.standard_box()
    options = game.option_codes(game.choose())
    moves, weights = engine.buffers()
    results = engine.results(1)
    return [
        Export("setup", engine.unchecked.setup, (states, 0, boxes, 0, options)),
        Export("to_act", engine.unchecked.to_act, (states, 0)),
        Export("legal", engine.unchecked.legal, (states, 0, boxes, 0, moves)),
        Export("refusal", engine.unchecked.refusal, (states, 0, boxes, 0, 0)),
        Export("push", engine.unchecked.push, (states, 0, boxes, 0, 0)),
        Export("chance", engine.unchecked.chance, (states, 0, boxes, moves, weights)),
        Export("deck", engine.unchecked.deck, (states, 0, boxes)),
        Export("reveal", engine.unchecked.reveal, (states, 0, boxes, 0, moves, weights)),
        Export("scores", engine.unchecked.scores, (states, 0, boxes, results.points[0], results.places[0])),
        Export("score_lines", engine.bind(worker.score_lines_at), (states, 0, boxes, results.lines[0])),
        Export("audit", engine.unchecked.audit, (states, 0, boxes)),
        Export("split", engine.bind(worker.branch_of), (ANY_KEY, 0)),
        Export("below", engine.bind(worker.number_below), (ANY_KEY, 0)),
    ]


def _matches(game: Game) -> list[Export]:
    """Whole matches of random and of simple players."""
    engine = game.engine
    states, boxes, buffers = game.state.new(), game.standard_box(), engine.buffers()
    outset, rows = engine.outset(game.option_codes(game.choose())), engine.results(1).rows()
    seeds, kinds, line = np.zeros(1, np.int64), np.zeros(MOST_SEATS, np.int64), np.zeros((LONGEST_MATCH, 2), np.int16)
    return [
        Export("run_random", engine.bind(playout.run_random), (states, outset, 0, seeds, rows, buffers)),
        Export("trace", engine.bind(playout.trace), (states, boxes, 0, line, buffers)),
        Export("choose", engine.bind(worker.choose_at), (0, states, 0, boxes, 0, ANY_KEY, buffers[0], 0)),
        Export("run_players", engine.bind(players.run_players), (states, outset, seeds, kinds, rows, line, buffers, 0)),
    ]


def _thinking(game: Game) -> list[Export]:
    """The search, and what surrounds it."""
    engine, search = game.engine, Search(game, nodes=1)
    states, boxes, moves = game.state.new(), game.standard_box(), len(game.moves)
    options, history = game.option_codes(game.choose()), np.zeros(trees.HISTORY, np.uint64)
    tree, network = trees.new_tree(1, moves), foresight.network_of(game)
    layer, told = np.zeros(1, np.float32), np.zeros((MOST_SEATS, foresight.SEAT_OUTPUTS))
    seen = foresight.Foresight(network, options, np.zeros(1, np.uint8), layer, layer, np.zeros(1, np.int32), layer, told)
    mind = Mind(0, 0, np.zeros(SETTINGS), search.weights, 0, tree, np.zeros(3), seen)
    paper = Paper(
        root=states,
        root_history=history,
        states=game.state.new(SEARCH_ROWS),
        history=history,
        path=np.zeros((DEEPEST, 3), np.int32),
        moves=np.zeros(moves, np.int16),
        odds=np.zeros(moves, np.int16),
        worths=np.zeros(moves, np.int64),
        points=np.zeros(MOST_SEATS, np.float64),
        places=np.zeros(MOST_SEATS, np.int32),
        gains=np.zeros(MOST_SEATS, np.float64),
        firsts=np.zeros(MOST_SEATS, np.float64),
    )
    lines = len(game.score_lines)
    sampling = Sampling(
        gains=np.zeros((1, 1)),
        points=np.zeros((1, 1, 1), np.int32),
        firsts=np.zeros((1, 1, 1), np.int8),
        sums=np.zeros((1, lines)),
        lines=np.zeros((1, lines), np.int32),
    )
    plies, rows = np.zeros((1, 2), np.int16), np.zeros((1, worker.MOVE_COLUMNS))
    ends, playouts = new_ends(game.match(seats=game.seats[0], seed=0)), new_playouts(1, 1)
    settled = (mind, paper, boxes, ends, np.zeros(1, np.int64), 0, np.zeros((1, 1)))
    compared = (mind, paper, boxes, ANY_KEY, 0, 0, np.zeros(1, np.int64), sampling)
    return [
        Export("recall", engine.bind(worker.recall), (states, boxes, 0, options, plies, history)),
        Export("clear_tree", engine.bind(worker.clear_tree), (tree,)),
        Export("simulate", search.bound(simulation.simulate), (mind, paper, boxes, ANY_KEY, 0)),
        Export("compare_moves", search.bound(compare_moves), compared),
        Export("play_forward", search.bound(play_forward), (mind, paper, boxes, ANY_KEY, 0, 0, 0, playouts)),
        Export("settle", search.bound(settle_moves), settled),
        Export("read_moves", engine.bind(worker.read_moves), (tree, history, 0, rows)),
        Export("lead", engine.bind(worker.lead_at), (tree, history, 0)),
    ]


def _observation(game: Game) -> list[Export]:
    states, boxes, options = game.state.new(), game.standard_box(), game.option_codes(game.choose())
    observe = game.engine.bind(worker.observe_at, observe=game.observation.observe)
    return [Export("observe", observe, (states, 0, boxes, options, 0, np.zeros(1, np.uint8)))]
