"""The lines of a round: all of them, or the most promising ones and a ceiling for all others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, Outlook, optimistic
from londinium.games.next_station_london.mind.solver.lines import MOST_CHILDREN, SPARE, Ground, Line, extend, read_line, sort_in
from londinium.games.next_station_london.rules.moves import TABLE
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.flat import FlatArray

CHUNK = 200_000
"""Lines of one turn that are followed to the end of the round before the next ones."""


@dataclass(frozen=True)
class Round:
    """A round of one seat: its pencil, and the states at the start of its turns when nothing is drawn."""

    pencil: int
    turns: FlatArray[State]
    cities: FlatArray[City]


@dataclass(frozen=True)
class Pool:
    """Lines of a round. Every line that is missing is worth at most the ceiling, at the prices it was grown with."""

    lines: Any
    ceiling: int
    looked_at: int

    @property
    def is_complete(self) -> bool:
        return self.ceiling == NOTHING


class _Garden:
    """What is needed to grow the lines of a round."""

    def __init__(self, one: Round, outlook: FlatArray[Outlook]) -> None:
        self.one, self.outlook = one, outlook
        self.last = len(one.turns) - 1
        states, moves = np.concatenate([one.turns, State.new(SPARE)]), np.zeros((2, len(TABLE)), np.int16)
        self.ground = Ground(states, one.cities, one.pencil, outlook, moves)
        self.looked_at = 0

    def undrawn(self, turns_left: int) -> Any:
        """The line of which nothing is drawn."""
        line, city = Line.new(), self.one.cities[0]
        read_line(self.one.turns[0], city, self.one.pencil, line[0])
        line[0].rank = optimistic(line[0], city, self.outlook[0], turns_left)
        return line

    def extend(self, turn: int, lines: Any, span: Any, bed: _Bed) -> None:
        """Play a turn with the lines of a span, until all are done or the bed is full."""
        before = bed.count
        bed.count = int(extend(self.ground, turn, lines, span, bed.lines, bed.count, bed.table))
        self.looked_at += bed.count - before

    def pool(self, bed: _Bed, ceiling: int) -> Pool:
        """What has grown. The undrawn line fits everywhere, so it is always there, a second time if need be."""
        return Pool(np.concatenate([bed.lines[: bed.count], self.undrawn(0)]), ceiling, self.looked_at)


class _Bed:
    """Room for different lines of the same turn."""

    def __init__(self, room: int) -> None:
        # The system gives memory for rows that are written, and no other.
        self.lines: Any = np.zeros(room + MOST_CHILDREN, Line.dtype)
        self.table = np.empty(1 << int(room + MOST_CHILDREN).bit_length() + 1, np.int32)
        self.clear()

    def clear(self) -> None:
        self.count = 0
        sort_in(self.lines, 0, self.table)

    def thin_out(self) -> int:
        """Keep the better half, in its order; return the best rank among the others."""
        ranks = self.lines["rank"][: self.count]
        half = self.count // 2
        order = np.argpartition(-ranks, half)
        lost = int(ranks[order[half:]].max())
        self.lines[:half] = self.lines[np.sort(order[:half])]
        self.count = half
        sort_in(self.lines, half, self.table)
        return lost


def grow(one: Round, outlook: FlatArray[Outlook], room: int) -> Pool:
    """Grow the lines of a round turn by turn; a beam search, if there is no room for all of a turn."""
    garden, ceiling = _Garden(one, outlook), NOTHING
    lines, count = garden.undrawn(len(one.turns)), 1
    beds = (_Bed(room), _Bed(room))
    for turn in range(len(one.turns)):
        bed, span = beds[turn % 2], np.array([0, count])
        bed.clear()
        outlook[0].need = NOTHING
        garden.extend(turn, lines, span, bed)
        while span[0] < span[1]:
            outlook[0].need = bed.thin_out()
            ceiling = max(ceiling, int(outlook[0].need))
            garden.extend(turn, lines, span, bed)
        lines, count = bed.lines, bed.count
    return garden.pool(bed, ceiling)


def grow_all(one: Round, outlook: FlatArray[Outlook], room: int, may_go_on: Callable[[], bool]) -> Pool:
    """Grow every line of a round that may reach what the outlook needs. The ceiling is that, or what had to be left out."""
    garden = _Garden(one, outlook)
    beds = [_Bed(room if turn == garden.last else min(room, CHUNK)) for turn in range(len(one.turns))]
    _follow(garden, beds, 0, garden.undrawn(len(one.turns)), 1, may_go_on)
    return garden.pool(beds[garden.last], int(outlook[0].need))


def _follow(garden: _Garden, beds: list[_Bed], turn: int, lines: Any, count: int, may_go_on: Callable[[], bool]) -> None:
    """Follow these lines to the end of the round, one part of them after another."""
    outlook, bed, span = garden.outlook[0], beds[turn], np.array([0, count])
    while span[0] < span[1]:
        if not may_go_on():
            outlook.need = max(int(outlook.need), int(lines["rank"][span[0] : span[1]].max()))
            return
        garden.extend(turn, lines, span, bed)
        if turn < garden.last:
            _follow(garden, beds, turn + 1, bed.lines, bed.count, may_go_on)
            bed.clear()
        elif span[0] < span[1]:
            outlook.need = max(int(outlook.need), bed.thin_out())
