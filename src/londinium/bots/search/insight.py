"""A judge with a network: it finds the best moves sooner, and has a second opinion on what they are worth.

Played to the end by quick players, a simulation says where points come from, but errs by luck and by poor moves; a network knows
what good players make of a position, and errs by what it never learnt. Their errors have little to do with each other, so half of
what a move is worth is what comes of it in simulations, and half what is foreseen. Points and the lines of the score sheet are
those of the simulations alone, and so they add up.

Where everybody plays for themselves, moves are found and foreseen by looking ahead exactly (`planner.py`); elsewhere by a search
whose simulations end where they leave the tree. What the network did not learn, other boxes and positions that somebody set up,
is left to a plain `Judge`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, ClassVar, NamedTuple

from londinium.bots.search import foresight
from londinium.bots.search.comparison import COMPARISON_BRANCH, LEAST_TRIES, SIMULATIONS_AT_ONCE, Judge, Samples
from londinium.bots.search.forecast import Forecast
from londinium.bots.search.foresight import Network
from londinium.bots.search.planner import Allowed, Look, Looked, Planner, best_first
from londinium.bots.search.search import NODE_LIMIT, THOUGHTS, Budget, Idea, Thoughts, Worker, branch, is_learnt
from londinium.bots.search.simulation import (
    EXPLORE,
    FINISHED,
    IMAGINED,
    MEMORY,
    WORK,
    Mind,
    Paper,
    conclude,
    credit,
    spread_of,
    start_over,
    walk,
)
from londinium.bots.search.tree import begin_choice, note
from londinium.kernel.cells import cells, zeros
from londinium.kernel.entries import entries, entry
from londinium.kernel.game import Game
from londinium.kernel.generic.names import imagine, push, to_act
from londinium.kernel.match import Match
from londinium.kernel.seeds import split

TRUST = 0.5
"""How much of what a move is worth the network says; the rest is played."""
SEARCHED, PLAYED, FORESEEN = 0.25, 0.5, 0.25
"""Of the simulations that a plain judge makes: how many are enough to find the best moves, and how many of those in which each
is compared, played to the end and foreseen."""
POSITIONS_EACH = 20
"""Positions that are looked at in place of a simulation, where looking ahead is exact."""
DECISIONS_AHEAD = 3
"""Decisions that are looked at there."""


def foresee_moves(mind: Mind, paper: Paper, boxes: Any, key: int, first: int, stop: int, chosen: Any, sums: Any) -> None:
    """The simulations of these numbers from where the paper begins, each once for every chosen move, ended by the network. Adds
    up by move what is foreseen: what the seat maximises, then the chance of the first place by seat.
    """
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
            depth = walk(mind, paper, box, luck, mind.settings[EXPLORE] * spread_of(mind.results))
            conclude(mind, paper, box, split(luck, FINISHED))
            credit(mind, paper, depth)
            sums[c, 0] += paper.gains[mind.seat]
            for seat in range(mind.seats):
                sums[c, 1 + seat] += paper.firsts[seat]


class Foreseen(NamedTuple):
    """What is foreseen, by move."""

    worths: list[float]
    """What the seat maximises."""
    firsts: list[list[float]] | None = None
    """The chance of the first place by seat, where the others matter."""


class Seer(Judge):
    """A judge that trusts its network wholly while it looks for the best moves, and compares them in the same tree."""

    SETTINGS: ClassVar[Mapping[str, float]] = {"foresight": 1.0, "widen": 1.0}

    def bind_all(self) -> None:
        super().bind_all()
        self._foresee = self.bound(foresee_moves)

    def foresee(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None) -> Foreseen:
        """What comes of each of these moves according to the network, in the tree of the last thought."""
        key = branch(branch(branch(self.luck, seat), match.ply), COMPARISON_BRANCH)
        worker = Worker(self, match, seat, self.recall_root(match, seat), key)
        chosen, sums = cells(moves, "int64"), zeros((len(moves), 1 + match.seats), "float64")
        started, made = time.perf_counter(), 0
        while made < most and (seconds is None or made == 0 or time.perf_counter() - started < seconds):
            stop = min(most, made + SIMULATIONS_AT_ONCE)
            self._foresee(worker.mind, worker.paper, match.boxes, key, made, stop, chosen, sums)
            made = stop
        rows = sums.tolist()
        return Foreseen([row[0] / made for row in rows], [[first / max(1e-9, sum(row[1:])) for first in row[1:]] for row in rows])


class Weigher(Planner):
    """Looks ahead exactly, and at the same distance for moves that are to be compared."""

    def weigh(self, match: Match, seat: int, states: Any, moves: Sequence[int], depth: int) -> Foreseen:
        """What each of these moves is worth, if so many decisions are looked at; `states` is what the seat knows."""
        paper, net = self.paper(match, states), self.scratch(match)
        paper.widths[:] = cells(Look(moves, depth).widths, "int64")
        rows = zeros((len(moves), 2), "float64")
        self._look(paper, net, match, seat, moves, depth, rows)
        return Foreseen([float(row[0]) for row in rows.tolist()])


@entries
class ForeseeingJudge(Judge):
    """A judge that asks the game's network, where it knows the match."""

    def __init__(self, game: Game, nodes: int = NODE_LIMIT, luck: int = THOUGHTS, network: Network | None = None) -> None:
        super().__init__(game, nodes=nodes, luck=luck)
        learnt = network or foresight.judgement_of(game)
        self._seer = Seer(game, nodes, luck, learnt)
        self._weigher = Weigher(game, learnt) if learnt is not None and foresight.is_alone(game) else None
        self._depth = 1

    def think(self, match: Match, seat: int, budget: Budget, stop: Callable[[], bool] | None = None) -> Thoughts:
        if not is_foreseen(match):
            return super().think(match, seat, budget, stop)
        few = None if budget.simulations is None else max(1, int(SEARCHED * budget.simulations))
        if self._weigher is None:
            return self._seer.think(match, seat, replace(budget, simulations=few), stop)
        half = None if budget.seconds is None else budget.seconds / 2
        thoughts = self._seer.think(match, seat, replace(budget, simulations=few, seconds=half), stop)
        most = inf if budget.simulations is None else POSITIONS_EACH * budget.simulations
        allowed = Allowed(positions=most, seconds=inf if half is None else half, depth=DECISIONS_AHEAD)
        planned = self._weigher.think(match, seat, self._seer.recall(match, seat).states, allowed, stop)
        self._depth = max(looked.depth for looked in planned.values())
        ideas = tuple(_idea(match, move, looked) for move, looked in best_first(planned))
        return Thoughts(seat, thoughts.simulations, thoughts.seconds, ideas)

    def compare(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None) -> Samples:
        if not is_foreseen(match):
            return super().compare(match, seat, moves, most, seconds)
        self.check_moves(match, seat, moves, most, seconds)
        played, looked = (min(most, max(LEAST_TRIES, int(share * most))) for share in (PLAYED, FORESEEN))
        if self._weigher is None:
            foreseen = self._seer.foresee(match, seat, moves, looked, None if seconds is None else FORESEEN * seconds)
        else:
            foreseen = self._weigher.weigh(match, seat, self._seer.recall(match, seat).states, moves, self._depth)
        samples = self._seer.compare(match, seat, moves, played, None if seconds is None else (1 - FORESEEN) * seconds)
        return with_foreseen(samples, foreseen)

    def forecast(self, match: Match, count: int) -> Forecast:
        return self._seer.forecast(match, count) if is_foreseen(match) else super().forecast(match, count)


def with_foreseen(samples: Samples, foreseen: Foreseen) -> Samples:
    """What was played, with what is foreseen as the other half of what moves are worth and of the chances of the first place."""
    played = 1 - TRUST
    gains = [[played * gain + TRUST * worth for gain in row] for row, worth in zip(samples.gains, foreseen.worths, strict=True)]
    if foreseen.firsts is None:
        return replace(samples, gains=gains, foreseen=foreseen.worths)
    firsts = [
        [[played * first + TRUST * chance for first in row] for row, chance in zip(rows, chances, strict=True)]
        for rows, chances in zip(samples.firsts, foreseen.firsts, strict=True)
    ]
    return replace(samples, gains=gains, firsts=firsts, foreseen=foreseen.worths)


def _idea(match: Match, move: int, looked: Looked) -> Idea:
    return Idea(match.moves.text(move), looked.positions, looked.worth, abs(looked.worth - looked.before), None, looked.worth)


@entry
def has_insight(game: Game) -> bool:
    """Whether a game has the network that judges ask."""
    return bool(game.search.get("foresight")) and foresight.judgement_file(game).exists()


@entry
def is_foreseen(match: Match) -> bool:
    """Whether a judge asks the network about a match: it learnt to play with the standard box, from the beginning."""
    return has_insight(match.game) and is_learnt(match) and not match.is_set_up
