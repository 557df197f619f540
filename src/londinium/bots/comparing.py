"""Some moves of one decision beside each other: each is simulated equally often, and with the same luck.

A search tries most what it likes most, and so knows little of the rest. Whoever wants to know what a move cost asks here: the
k-th simulation of every move draws the same luck, so that the differences are known far better than the results themselves.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from londinium.bots.search import NODES, THOUGHTS, Search, _branch, _Worker
from londinium.bots.simulation import ALONE, EXPLORE, FINISHED, IMAGINED, ROOT, learn, spread_of, utility
from londinium.bots.tree import WORK, Tree, begin_choice, note
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.seeds import split
from londinium.kernel.unbound import finish, imagine, push, score_lines, scores, to_act, walk

COMPARED = 0xC03
"""The branch of a decision's key from which comparisons draw: other luck than that by which the moves were found."""
AT_ONCE = 16
"""Simulations of each move between two looks at the clock."""


def compare(
    states: Any,
    boxes: Any,
    seats: int,
    thinker: int,
    key: int,
    first: int,
    stop: int,
    tree: Tree,
    histories: Any,
    settings: Any,
    results: Any,
    path: Any,
    buffers: tuple[Any, ...],
    skip: int,
    weights: Any,
    chosen: Any,
    samples: tuple[Any, ...],
) -> None:
    """The simulations of these numbers from states[ROOT], each once for every chosen move."""
    box = boxes[0]
    _, _, _, points, places = buffers
    gains, totals, firsts, sums, lines = samples
    for k in range(first, stop):
        luck = split(key, k)
        for c in range(len(chosen)):
            states[WORK] = states[ROOT]
            for cell in range(histories.shape[1]):
                histories[WORK, cell] = histories[ROOT, cell]
            imagine(states[WORK], box, thinker, split(luck, IMAGINED))
            begin_choice(histories[WORK], to_act(states[WORK]))
            push(states[WORK], box, thinker, chosen[c])
            note(histories[WORK], thinker, chosen[c], to_act(states[WORK]))
            curiosity = settings[EXPLORE] * spread_of(results)
            depth = walk(states, box, thinker, luck, tree, histories[WORK], settings, curiosity, path, buffers, skip, weights)
            finish(states, box, split(luck, FINISHED), buffers, settings, thinker, skip, weights)
            scores(states[WORK], box, points, places)
            learn(tree, path, depth, points, places, seats, settings)
            gains[c, k] = utility(points, places, seats, thinker, settings)
            for seat in range(seats):
                totals[c, k, seat] = points[seat]
                firsts[c, k, seat] = 1 if places[seat] == 0 else 0
            score_lines(states[WORK], box, lines)
            for line in range(sums.shape[1]):
                sums[c, line] += lines[thinker, line]


@dataclass(frozen=True)
class Samples:
    """What came of the moves, simulation by simulation."""

    moves: tuple[int, ...]
    gains: Any
    """By move and simulation: what the seat maximises."""
    points: Any
    """By move, simulation and seat."""
    firsts: Any
    """By move, simulation and seat: 1 for the first place."""
    lines: Any
    """By move: the mean of every line of the seat's score sheet."""


class Judge(Search):
    """A search that can also say how moves of the decision it has thought about compare, and by which lines of the score sheet.
    So it plays every simulation to the end: a network foresees points, not where they come from.
    """

    def __init__(self, game: Game, nodes: int = NODES) -> None:
        super().__init__(game, settings={"foresight": 0.0}, nodes=nodes)

    def _bind(self) -> None:
        super()._bind()
        self._compare = self.engine.bind(compare)

    @property
    def is_alone(self) -> bool:
        """Whether the others do not matter in this game, and only pass in its simulations."""
        return bool(self.settings[ALONE] != 0)

    def compare(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None) -> Samples:
        """So many simulations of each of these legal moves; fewer if the time is up. The tree is the one of the last thought."""
        key = _branch(_branch(_branch(THOUGHTS, seat), match.ply), COMPARED)
        worker = _Worker(self, match.states_known_to(seat), match, seat, self._history(match, seat), key, 0)
        chosen = np.array(moves, np.int64)
        samples = (
            np.zeros((len(moves), most)),
            np.zeros((len(moves), most, match.seats), np.int32),
            np.zeros((len(moves), most, match.seats), np.int8),
            np.zeros((len(moves), len(self.game.score_lines))),
            np.zeros((match.seats, len(self.game.score_lines)), np.int32),
        )
        run = self._compare
        started, made = time.perf_counter(), 0
        while made < most and (seconds is None or made < 2 * AT_ONCE or time.perf_counter() - started < seconds):
            stop = min(most, made + AT_ONCE)
            run(
                worker._states,
                match.boxes,
                match.seats,
                seat,
                key,
                made,
                stop,
                worker._tree,
                worker._histories,
                worker._settings,
                worker._results,
                worker._path,
                worker._buffers,
                worker._skip,
                worker._weights,
                chosen,
                samples,
            )
            made = stop
        gains, points, firsts, sums, _ = samples
        return Samples(tuple(moves), gains[:, :made], points[:, :made], firsts[:, :made], sums / made)
