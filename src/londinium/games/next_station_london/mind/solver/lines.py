"""All lines that a round allows on an empty sheet, grown turn by turn with the rules themselves.

Only a part of a state differs between the lines of one round, so a line is kept as a few bytes, written into a copy of
the state at the start of a turn, and read back after the rules have made a move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.line_worth import Outlook, optimistic
from londinium.games.next_station_london.rules.allowed import legal
from londinium.games.next_station_london.rules.components import SECTIONS, TWICE, WORDS
from londinium.games.next_station_london.rules.lines import line_points
from londinium.games.next_station_london.rules.masks import size
from londinium.games.next_station_london.rules.play import push
from londinium.games.next_station_london.rules.state import DRAWING, State
from londinium.kernel.flat import Cells, Flat, FlatArray, int64
from londinium.kernel.rules import rule

SPARE = 2
"""Rows of scratch paper after the states of a round: one for what SECOND SECTION draws."""
MOST_CHILDREN = (SECTIONS + 1) ** 2
"""More lines than one can become in one turn, with SECOND SECTION."""


class Line(Flat):
    """A line on an otherwise empty sheet."""

    sections: Cells = int64("its sections, as bits", WORDS)
    blocked: Cells = int64("sections that are drawn or cross a drawn one, as bits", WORDS)
    stations: int = int64("its stations, as bits")
    ends: int = int64("its ends while it is drawn, as bits")
    spent: int = int64("1 if the power of the pencil is used")
    points: int = int64("what the line itself scores, with STATION ×2 if the pencil has it")
    visits: int = int64("tourist sites on it")
    rank: int = int64("what it may still become, see outlook.py")


# ── Between a line and a state ───────────────────────────────────────────────


@rule(apart=True)
def write_line(s: State, pencil: int, line: Line) -> None:
    """Put a line on an empty sheet; it is the line in hand."""
    for word in range(WORDS):
        s.drawn[0, pencil, word] = line.sections[word]
        s.blocked[0, word] = line.blocked[word]
    s.line[0, pencil] = line.stations
    s.ends[0] = line.ends
    s.spent[0] = line.spent


@rule(apart=True)
def read_line(s: State, city: City, pencil: int, line: Line) -> None:
    for word in range(WORDS):
        line.sections[word] = s.drawn[0, pencil, word]
        line.blocked[word] = s.blocked[0, word]
    line.stations = s.line[0, pencil]
    line.ends = s.ends[0]
    line.spent = s.spent[0]
    line.visits = size(int(line.stations) & int(city.sites))
    if s.power[pencil] == TWICE:
        # Leaving STATION ×2 unused never brings more, and every line has a station to use it on.
        s.twice[0] = city.departure[pencil]
    line.points = line_points(s, city, 0, pencil)


# ── Every line once ──────────────────────────────────────────────────────────


@rule(apart=True)
def is_same(one: Line, other: Line) -> bool:
    """Whether two lines of a round are the same: the sections say all, except whether a power is spent."""
    for word in range(WORDS):
        if one.sections[word] != other.sections[word]:
            return False
    return bool(one.spent == other.spent)


@rule(apart=True)
def hash_of(line: Line) -> int:
    key = int(line.spent)
    for word in range(WORDS):
        key = (key ^ int(line.sections[word])) * 0x1E3779B97F4A7C15
        key ^= (key >> 29) & 0x7FFFFFFFF
    return key & 0x3FFFFFFFFFFFFFFF


@rule(apart=True)
def add(found: Any, count: int, table: Cells) -> int:
    """Keep found[count] if it is not there yet; return how many there are now."""
    mask = len(table) - 1
    place = hash_of(found[count]) & mask
    while table[place] >= 0:
        if is_same(found[table[place]], found[count]):
            return count
        place = (place + 1) & mask
    table[place] = count
    return count + 1


@rule(apart=True)
def sort_in(found: Any, count: int, table: Cells) -> None:
    """Refill the table with lines that are all different."""
    for place in range(len(table)):
        table[place] = -1
    for i in range(count):
        add(found, i, table)


class Ground(NamedTuple):
    """What the lines of a round grow on."""

    states: Any
    """The state at the start of each turn when nothing is drawn, and scratch paper."""
    cities: FlatArray[City]
    pencil: int
    outlook: FlatArray[Outlook]
    moves: Cells


# ── One turn ─────────────────────────────────────────────────────────────────


@rule(apart=True)
def take(s: State, city: City, pencil: int, outlook: Outlook, turns_left: int, found: Any, count: int, table: Cells) -> int:
    """Keep the line of this state, unless it is there already or cannot become good enough."""
    read_line(s, city, pencil, found[count])
    if turns_left == 0:
        found[count].spent = 0
    found[count].rank = optimistic(found[count], city, outlook, turns_left)
    return add(found, count, table) if found[count].rank >= outlook.need else count


@rule(apart=True)
def extend(ground: Ground, turn: int, lines: Any, span: Cells, found: Any, count: int, table: Cells) -> int:
    """Play one turn with the lines from span[0] to span[1]; return how many are found. Stops early when there is no room left.

    span[0] is left where the work stopped.
    """
    states, moves, pencil = ground.states, ground.moves, ground.pencil
    city, outlook = ground.cities[0], ground.outlook[0]
    paper = len(states) - 1
    turns_left = len(states) - SPARE - 1 - turn
    while span[0] < span[1]:
        if count + MOST_CHILDREN >= len(found):
            return count
        i = span[0]
        span[0] += 1
        states[paper] = states[turn]
        write_line(states[paper], pencil, lines[i])
        firsts = legal(states[paper], city, 0, moves[0])
        for first in range(firsts):
            states[paper] = states[turn]
            write_line(states[paper], pencil, lines[i])
            push(states[paper], city, 0, moves[0, first])
            if states[paper].phase != DRAWING:
                count = take(states[paper], city, pencil, outlook, turns_left, found, count, table)
                continue
            states[paper - 1] = states[paper]
            seconds = legal(states[paper - 1], city, 0, moves[1])
            for second in range(seconds):
                states[paper] = states[paper - 1]
                push(states[paper], city, 0, moves[1, second])
                count = take(states[paper], city, pencil, outlook, turns_left, found, count, table)
    return count
