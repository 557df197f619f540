"""A mind that looks ahead exactly (see `plan.py`), further and further, as long as it is allowed to.

What to look at next is decided in one place, `looking`, for whoever does the looking: here, or in a worker elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple, TypeAlias

from londinium.bots.search import foresight
from londinium.bots.search.foresight import Foresight, Network
from londinium.bots.search.plan import DEEPEST_PLAN, FRAME, KEPT_PLACES, MARKS_KEY, MOST_LEAVES, Plan, look_at_moves
from londinium.kernel.cells import cells, zeros
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.rebound import Rebound
from londinium.kernel.seeds import split

ALL_MOVES = 1 << 30
FIRST_MOVES = (ALL_MOVES, ALL_MOVES, 5, 4, 3)
"""By decisions looked at, from one on: how many of the moves that looked best before are looked at again at most."""
MARGINS = (inf, 6.0, 2.0, 1.0, 0.7)
"""Likewise: moves that looked worse by more than this many points than the best are not looked at again."""
REPLIES = ((), (), (3,), (3, 2), (3, 2, 2))
"""Likewise: how many replies are followed further, by how far away they are."""
USUAL_GROWTH = 24.0
"""How many times as many positions another decision costs, before that has been seen in this decision."""


@dataclass(frozen=True)
class Looked:
    """What a move is worth, from as far as it was looked at."""

    depth: int
    worth: float
    before: float
    """What it was worth when one decision fewer was looked at."""
    positions: int


class Look(NamedTuple):
    """What is to be looked at: these moves, so many decisions far."""

    moves: Sequence[int]
    depth: int

    @property
    def widths(self) -> list[int]:
        """How many replies are followed, by frame; see `Plan.widths`."""
        replies = REPLIES[self.depth - 1]
        return [*replies, *[1] * (DEEPEST_PLAN - len(replies))]


class Allowed(NamedTuple):
    """How far to look: positions, seconds and decisions at most."""

    positions: float = inf
    seconds: float = inf
    depth: int = DEEPEST_PLAN


Looking: TypeAlias = Generator[Look, Sequence[tuple[float, int]] | None, dict[int, Looked]]
"""Asks for looks; each is answered with worth and number of positions for every move, or None where that took too long."""


def looking(legal: Sequence[int], allowed: Allowed, seconds: Callable[[], float]) -> Looking:
    """What each legal move is worth. Looking one decision further begins only where it can probably be finished, and what was not
    finished does not count; every move is looked at once, whatever is allowed.
    """
    found: dict[int, Looked] = {}
    moves, spent, growth = list(legal), 0, USUAL_GROWTH
    for depth in range(1, min(allowed.depth, DEEPEST_PLAN) + 1):
        last = 0
        if depth > 1:
            enough = found[moves[0]].worth - MARGINS[depth - 1]
            moves = [move for move in moves if found[move].worth >= enough][: FIRST_MOVES[depth - 1]]
            last = sum(found[move].positions for move in moves)
            too_late = seconds() * (1 + growth * last / spent) > allowed.seconds
            if len(moves) < 2 or spent + growth * last > allowed.positions or too_late:
                break
        rows = yield Look(moves, depth)
        if rows is None:
            break
        for move, (worth, positions) in zip(moves, rows, strict=True):
            found[move] = Looked(depth, worth, found[move].worth if move in found else worth, positions)
        spent += sum(positions for _, positions in rows)
        if last:
            growth = max(2.0, sum(positions for _, positions in rows) / last)
        moves.sort(key=lambda move: -found[move].worth)
    return found


def best_first(found: dict[int, Looked]) -> list[tuple[int, Looked]]:
    """The moves that were looked at furthest come first, the best of them before all."""
    return sorted(found.items(), key=lambda one: (-one[1].depth, -one[1].worth))


class Planner(Rebound):
    """Plans for one seat of a match at a time; it remembers nothing."""

    def __init__(self, game: Game, network: Network, units: Any = None) -> None:
        """`units`: of a network that is in whole numbers already."""
        self.game, self._sight = game, foresight.sight_for(network, game)
        self._network, self._units = foresight.in_whole_numbers(network) if units is None else (network, units)
        self._marks = cells((split(MARKS_KEY, k) for k in range(self._sight.size)), "uint64")
        self.bind_all()

    def bind_all(self) -> None:
        self._look_at = self.bound(look_at_moves)

    def bound(self, function: Callable[..., Any]) -> Any:
        """A function over plans, for this game and what its network is shown."""
        return self.game.engine.bind(function, observe=self._sight.see)

    def scratch(self, match: Match) -> Foresight:
        """The network with scratch paper for a match."""
        return foresight.with_scratch(self._network, match)

    def paper(self, match: Match, states: Any) -> Plan:
        """Paper for the position that a seat knows, in an array of one."""
        game, moves = self.game, len(self.game.moves)
        leaves: Any = game.state.new(DEEPEST_PLAN * MOST_LEAVES)
        return Plan(
            root=states,
            after=game.state.new(DEEPEST_PLAN + 1),
            leaves=leaves.reshape(DEEPEST_PLAN, MOST_LEAVES),
            odds=zeros((DEEPEST_PLAN, MOST_LEAVES), "float64"),
            frames=zeros((DEEPEST_PLAN, FRAME), "int64"),
            moves=zeros((DEEPEST_PLAN, moves), "int16"),
            weights=zeros(moves, "int16"),
            worths=zeros((DEEPEST_PLAN, moves), "float64"),
            sums=zeros(DEEPEST_PLAN, "float64"),
            best=zeros(DEEPEST_PLAN, "float64"),
            widths=zeros(DEEPEST_PLAN, "int64"),
            near=foresight.near_with(self._network, self._units, self._marks, self._sight.room(match.seats)),
            keys=zeros((DEEPEST_PLAN, moves), "uint64"),
            opened=zeros(DEEPEST_PLAN, "uint64"),
            kept_keys=zeros(KEPT_PLACES, "uint64"),
            kept=zeros(KEPT_PLACES, "float64"),
            points=zeros(match.seats, "float64"),
            places=zeros(match.seats, "int32"),
            looks=zeros(1, "int64"),
        )

    def warm_up(self, match: Match, seat: int, states: Any) -> None:
        """Compile what it looks with, or fetch what was compiled."""
        paper, net = self.paper(match, states), self.scratch(match)
        self._look(paper, net, match, seat, [], 1, zeros((1, 2), "float64"))

    def _look(self, paper: Plan, net: Foresight, match: Match, seat: int, moves: Sequence[int], depth: int, rows: Any) -> None:
        self._look_at(paper, net, match.boxes, seat, self.game.skip_move, cells(moves, "int64"), depth, rows)

    def think(
        self, match: Match, seat: int, states: Any, allowed: Allowed, stop: Callable[[], bool] | None = None
    ) -> dict[int, Looked]:
        """What each legal move is worth. `states` is what the seat knows; `stop` is asked between moves."""
        paper, net = self.paper(match, states), self.scratch(match)
        row = zeros((1, 2), "float64")
        self._look(paper, net, match, seat, [], 1, row)  # fetches compiled code
        started = time.perf_counter()

        def seconds() -> float:
            return time.perf_counter() - started

        def look(asked: Look) -> list[tuple[float, int]] | None:
            paper.widths[:] = cells(asked.widths, "int64")
            paper.kept_keys[:] = 0
            rows = []
            for move in asked.moves:
                if asked.depth > 1 and (seconds() > allowed.seconds or (stop is not None and stop())):
                    return None
                self._look(paper, net, match, seat, [move], asked.depth, row)
                rows.append((float(row[0, 0]), int(row[0, 1])))
            return rows

        asking = looking(match.legal(seat), allowed, seconds)
        answer: list[tuple[float, int]] | None = None
        try:
            asked = next(asking)
            while True:
                answer = look(asked)
                asked = asking.send(answer)
        except StopIteration as done:
            found: dict[int, Looked] = done.value
            return found
