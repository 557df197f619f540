"""Some moves of one decision side by side: each is simulated equally often, and with the same luck.

A search tries most what it likes most, and so knows little of the rest. To find out what a move cost, ask here: the
k-th simulation of every move draws the same luck, so that the differences are known far better than the results themselves.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import fmean, pstdev
from typing import Any, ClassVar, NamedTuple, TypeVar

from londinium.bots.search.ends import COLUMNS_A_SEAT, MOST_END_POSITIONS, end_columns, exact_forecast, new_ends, settle_moves
from londinium.bots.search.forecast import FORECAST_KEY, Forecast, forecast_of, has_face_down, new_playouts, play_forward
from londinium.bots.search.foresight import Network
from londinium.bots.search.search import NODE_LIMIT, THOUGHTS, Search, Worker, branch
from londinium.bots.search.simulation import (
    ALONE,
    EXPLORE,
    FINISHED,
    FORESIGHT,
    IMAGINED,
    MEMORY,
    WORK,
    Mind,
    Paper,
    credit,
    finish,
    settle_seats,
    spread_of,
    start_over,
    walk,
)
from londinium.bots.search.tree import begin_choice, note
from londinium.kernel.cells import cells, zeros
from londinium.kernel.checks import MOST_SIMULATIONS, check_decision, check_number, check_room, check_seconds
from londinium.kernel.entries import entries
from londinium.kernel.game import Game
from londinium.kernel.generic.names import imagine, push, score_lines, scores, to_act
from londinium.kernel.match import Match
from londinium.kernel.seeds import split, uint64
from londinium.kernel.words.errors import N_, InvalidOption

T = TypeVar("T")

COMPARISON_BRANCH = 0xC03
"""The branch of a decision's key from which comparisons draw: other luck than that by which the moves were found."""
SIMULATIONS_AT_ONCE = 16
"""Simulations of each move between two looks at the clock."""
LEAST_TRIES = 24
"""Fewer simulations of a move say nothing."""


class Sampling(NamedTuple):
    """What comes of each chosen move; see `Samples`."""

    gains: Any
    points: Any
    firsts: Any
    sums: Any
    """By move: the sum of every line of the seat's score sheet."""
    lines: Any
    """The score sheets of one simulation, by seat."""


def compare_moves(mind: Mind, paper: Paper, boxes: Any, key: int, first: int, stop: int, chosen: Any, sampling: Sampling) -> None:
    """The simulations of these numbers from where the paper begins, each once for every chosen move."""
    box, states, history = boxes[0], paper.states, paper.history
    for k in range(first, stop):
        luck = split(key, k)
        for c in range(len(chosen)):
            start_over(paper)
            if mind.settings[MEMORY] == 0:
                imagine(states[WORK], box, mind.seat, split(luck, IMAGINED))
            begin_choice(history, to_act(states[WORK]))
            push(states[WORK], box, mind.seat, chosen[c])
            note(history, mind.seat, chosen[c], to_act(states[WORK]))
            curiosity = mind.settings[EXPLORE] * spread_of(mind.results)
            depth = walk(mind, paper, box, luck, curiosity)
            finish(mind, paper, box, split(luck, FINISHED))
            scores(states[WORK], box, paper.points, paper.places)
            settle_seats(mind, paper)
            credit(mind, paper, depth)
            sampling.gains[c, k] = paper.gains[mind.seat]
            for seat in range(mind.seats):
                sampling.points[c, k, seat] = paper.points[seat]
                sampling.firsts[c, k, seat] = 1 if paper.places[seat] == 0 else 0
            score_lines(states[WORK], box, sampling.lines)
            for line in range(sampling.sums.shape[1]):
                sampling.sums[c, line] += sampling.lines[mind.seat, line]


@dataclass(frozen=True)
class Samples:
    """What came of the moves, simulation by simulation."""

    moves: tuple[int, ...]
    gains: Sequence[Sequence[float]]
    """By move, in every simulation: what the seat maximises."""
    points: Sequence[Sequence[Sequence[float]]]
    """By move and seat, in every simulation."""
    firsts: Sequence[Sequence[Sequence[float]]]
    """By move and seat, in every simulation: 1 for the first place, or the chance of it."""
    lines: Sequence[Sequence[float]]
    """By move: the mean of every line of the seat's score sheet."""
    foreseen: Sequence[float] | None = None
    """By move: what a network says the seat gets, where one was asked. It is half of the gains then."""

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much more one move brings than another, and the standard error of that: each simulation had the same luck for both,
        and where there are two opinions, each is as far from the middle as it may be wrong.
        """
        more, error = _mean_difference(self.gains[one], self.gains[other])
        if self.foreseen is None:
            return more, error
        return more, hypot(error, more - (self.foreseen[one] - self.foreseen[other]))


def _mean_difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The mean difference between two rows with the same luck, and its standard error."""
    differences = [first - second for first, second in zip(one, other, strict=True)]
    return fmean(differences), pstdev(differences) / sqrt(len(differences))


@entries
class Judge(Search):
    """A search that can also say how moves of the decision it has thought about compare, and by which lines of the score sheet.
    So it plays every simulation to the end: a network foresees points, not where they come from.
    """

    SETTINGS: ClassVar[Mapping[str, float]] = {"foresight": 0.0}
    """Where they differ from the game's own."""

    def __init__(self, game: Game, nodes: int = NODE_LIMIT, luck: int = THOUGHTS, network: Network | None = None) -> None:
        super().__init__(game, settings=self.SETTINGS, nodes=nodes, network=network, luck=luck)

    def bind_all(self) -> None:
        super().bind_all()
        self._compare = self.bound(compare_moves)
        self._play_forward = self.bound(play_forward)
        self._settle = self.bound(settle_moves)

    @property
    def is_alone(self) -> bool:
        """Whether the other players do not matter in this game, and only pass in its simulations."""
        return bool(self.settings[ALONE] != 0)

    def compare(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None) -> Samples:
        """Simulate each of these legal moves a given number of times, or until time is up, in the tree of the last thought."""
        self.check_moves(match, seat, moves, most, seconds)
        key = branch(branch(branch(self.luck, seat), match.ply), COMPARISON_BRANCH)
        worker = Worker(self, match, seat, self.recall_root(match, seat), key)
        chosen = cells(moves, "int64")
        sampling = Sampling(
            gains=zeros((len(moves), most), "float64"),
            points=zeros((len(moves), most, match.seats), "int32"),
            firsts=zeros((len(moves), most, match.seats), "int8"),
            sums=zeros((len(moves), len(self.game.score_lines)), "float64"),
            lines=zeros((match.seats, len(self.game.score_lines)), "int32"),
        )
        started, made = time.perf_counter(), 0
        while made < most and (seconds is None or made < 2 * SIMULATIONS_AT_ONCE or time.perf_counter() - started < seconds):
            stop = min(most, made + SIMULATIONS_AT_ONCE)
            self._compare(worker.mind, worker.paper, match.boxes, key, made, stop, chosen, sampling)
            made = stop
        return samples_of(moves, sampling, made)

    def forecast(self, match: Match, count: int) -> Forecast:
        """What every seat can expect in a position in which nothing lies face down: computed exactly if the end is near."""
        check_number("count", count, 1, MOST_SIMULATIONS)
        check_room(count, 24 * match.seats)
        if (exact := self.computed(match)) is not None:
            return exact
        playouts, mind = new_playouts(count, match.seats), self.forecast_mind(match)
        key = uint64(FORECAST_KEY)
        self._play_forward(mind, self.open_paper(match), match.boxes, key, match.ply, 0, count, playouts)
        return forecast_of(playouts, self.is_alone, bool(mind.settings[FORESIGHT]))

    def computed(self, match: Match) -> Forecast | None:
        """The exact forecast; None if the end is too far. Where the others do not matter, every seat has an end of its own."""
        rows = []
        for seat in range(match.seats if self.is_alone else 1):
            values = self._settled(match, seat, ())
            if values is None:
                return None
            rows.append(values[0])
        return exact_forecast(rows, match.seats)

    def settle(self, match: Match, seat: int) -> Samples | None:
        """What comes exactly of every legal move of a decision; None if the end of the match is too far to be computed."""
        check_decision(self.game, match, seat)
        if has_face_down(match) and not self.is_alone:
            return None
        moves = match.legal(seat)
        values = self._settled(match, seat, moves)
        return None if values is None else settled_samples(moves, values, seat, match.seats)

    def _settled(self, match: Match, seat: int, moves: Sequence[int]) -> list[list[float]] | None:
        ends, found = new_ends(match), zeros((max(1, len(moves)), end_columns(match)), "float64")
        mind, paper = self.forecast_mind(match, seat), self.open_paper(match)
        count = self._settle(mind, paper, match.boxes, ends, cells(moves, "int64"), MOST_END_POSITIONS, found)
        return found.tolist() if count else None

    def check_moves(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None) -> None:
        """Whether these moves of a decision can be simulated so often."""
        check_decision(self.game, match, seat)
        check_number("most", most, 1, MOST_SIMULATIONS)
        check_seconds(seconds)
        for move in moves:
            if move not in match.legal(seat):
                raise InvalidOption(N_("'{move}' is not legal for seat {seat}"), move=match.moves.text(move), seat=seat)
        check_room(len(moves) * most, 8 + 5 * match.seats)


def settled_samples(moves: Sequence[int], values: Sequence[Sequence[float]], seat: int, seats: int) -> Samples:
    """What was computed exactly, as one simulation of each move."""
    worths, points, firsts = ([row[column : COLUMNS_A_SEAT * seats : COLUMNS_A_SEAT] for row in values] for column in range(3))
    lines = [row[COLUMNS_A_SEAT * seats :] for row in values]
    return Samples(
        moves=tuple(moves),
        gains=[[row[seat]] for row in worths],
        points=[[[one] for one in row] for row in points],
        firsts=[[[one] for one in row] for row in firsts],
        lines=lines,
    )


def ordered(samples: Samples) -> Samples:
    """The same with the moves in the order of what they bring."""
    order = sorted(range(len(samples.moves)), key=lambda which: -fmean(samples.gains[which]))

    def in_order(rows: Sequence[T]) -> list[T]:
        return [rows[which] for which in order]

    gains, points, firsts = in_order(samples.gains), in_order(samples.points), in_order(samples.firsts)
    return Samples(tuple(in_order(samples.moves)), gains, points, firsts, in_order(samples.lines))


def samples_of(moves: Sequence[int], sampling: Sampling, made: int) -> Samples:
    """What the given number of simulations produced, as rows of plain numbers."""
    gains = [row[:made].tolist() for row in sampling.gains]
    points, firsts = (
        [list(zip(*row[:made].tolist(), strict=True)) for row in rows] for rows in (sampling.points, sampling.firsts)
    )
    lines = [[total / made for total in row] for row in sampling.sums.tolist()]
    return Samples(tuple(moves), gains, points, firsts, lines)
