"""The lines of a round: all of them, or the most promising ones and a ceiling for all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.moves import TABLE
from londinium.games.next_station_london.solver.lines import MOST_CHILDREN, SPARE, Line, extend, read_line, sort_in
from londinium.games.next_station_london.solver.outlook import NOTHING, Outlook
from londinium.games.next_station_london.state import State
from londinium.kernel.records import Batch


@dataclass(frozen=True)
class Round:
    """A round of one seat: its pencil, and the states at the start of its turns when nothing is drawn."""

    pencil: int
    turns: Batch[State]
    cities: Batch[City]


@dataclass(frozen=True)
class Pool:
    """Lines of a round. Every line that is missing is worth at most the ceiling, at the prices of the outlook it was grown with."""

    lines: Any
    ceiling: int
    looked_at: int

    @property
    def is_complete(self) -> bool:
        return self.ceiling == NOTHING


def grow(one: Round, outlook: Batch[Outlook], room: int) -> Pool:
    """Grow the lines of a round turn by turn. Where there is no room for all, those with the better outlook stay."""
    count, ceiling, looked_at = 1, int(outlook[0].need), 0
    states: Any = State.new(len(one.turns) + SPARE)
    states[: len(one.turns)] = one.turns
    lines = _undrawn(one)
    table = np.empty(1 << int(room + MOST_CHILDREN).bit_length() + 1, np.int32)
    moves = np.zeros((2, len(TABLE)), np.int16)
    papers: Any = (Line.new(room + MOST_CHILDREN), Line.new(room + MOST_CHILDREN))
    for turn in range(len(one.turns)):
        found = papers[turn % 2]
        span, new = np.array([0, count]), 0
        sort_in(found, 0, table)
        while True:
            new = extend(states, one.cities[0], one.pencil, turn, outlook[0], lines, span, found, new, table, moves)
            if span[0] == count:
                break
            new, ceiling = _thin_out(found, new)
            outlook[0].need = ceiling
            sort_in(found, new, table)
        looked_at += new
        lines, count = found, new
    return Pool(np.concatenate([lines[:count], _undrawn(one)]), ceiling, looked_at)


def _undrawn(one: Round) -> Any:
    """The line of which nothing is drawn. It fits everywhere, so it is always kept, a second time if need be."""
    line = Line.new()
    read_line(one.turns[0], one.cities[0], one.pencil, line[0])
    return line


def _thin_out(found: Any, count: int) -> tuple[int, int]:
    """Keep the better half, in its order: how many those are, and the best rank among the others."""
    ranks = found["rank"][:count]
    half = count // 2
    order = np.argpartition(-ranks, half)
    found[:half] = found[np.sort(order[:half])]
    return half, int(ranks[order[half:]].max())
