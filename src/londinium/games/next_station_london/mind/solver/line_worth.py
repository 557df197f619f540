"""What a line is worth at given prices, and the most that an unfinished line can still become.

Prices make the four lines independent of each other (see bound.py): a line gets its own points, plus a price for each of its
stations, minus a toll for each of its sections. All amounts are whole numbers in parts of a point, so nothing is rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    DISTRICT_COUNT,
    DOUBLE,
    JOKER,
    NO_POWER,
    STATIONS,
    TWICE,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import districts_with, most_in_district
from londinium.games.next_station_london.rules.masks import has, lowest, size
from londinium.games.next_station_london.rules.pencils import symbol_of
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.flat import Cells, Flat, FlatArray, int8, int64
from londinium.kernel.rules import rule

if TYPE_CHECKING:
    from londinium.games.next_station_london.mind.solver.lines import Line

PART = 4096
"""Parts of a point."""
NOTHING = -(1 << 50)
"""Less than any amount."""
TURNS = 10
SITES = 5
"""Tourist sites of a city, so a line has 0 to 5 visits."""
NEAR = 2
"""For how many turns it is worth knowing which stations a line can reach."""
BYTES = 8
"""Bytes of a set of stations, or of one word of a set of sections."""


class Outlook(Flat):
    """A round and the prices of its line."""

    station_sums: Cells = int64("prices of all stations in a byte of a set", BYTES, 256)
    section_sums: Cells = int64("tolls, as negative amounts, of all sections in a byte of a set", WORDS * BYTES, 256)
    gain: Cells = int64("the most that reaching a station can bring, without districts: price, crossing, toll", STATIONS)
    targets: Cells = int64("targets of the card of each turn, as a set", TURNS)
    rest: Cells = int64("what everything else is worth at most, by the visits of this line", SITES + 1)
    need: int = int64("lines that cannot reach this amount are not wanted")
    turns: int = int8("turns of the round")
    power: int = int8("power of the pencil, -1 none")
    best_targets: Cells = int8("targets of each turn, the best gain first, -1 after the last", TURNS, STATIONS + 1)
    best_of_all: Cells = int8("all stations, the best gain first, -1 after the last", STATIONS + 1)


@rule(apart=True)
def fill_sums(amounts: Cells, first: int, sums: Cells, row: int) -> None:
    """The sums of amounts[first...] for every content of one byte."""
    sums[row, 0] = 0
    for bit in range(8):
        amount = amounts[first + bit] if first + bit < len(amounts) else 0
        for lower in range(1 << bit):
            sums[row, (1 << bit) | lower] = sums[row, lower] + amount


@rule(apart=True)
def fill_prices(outlook: Outlook, prices: Cells, tolls: Cells) -> None:
    """Prices by station, tolls by section."""
    for byte in range(BYTES):
        fill_sums(prices, 8 * byte, outlook.station_sums, byte)
    for word in range(WORDS):
        for byte in range(BYTES):
            fill_sums(tolls[word], 8 * byte, outlook.section_sums, word * BYTES + byte)


@rule(apart=True)
def value_of(line: Line, outlook: Outlook) -> int:
    """A line's points, prices and tolls."""
    value = int(line.points) * PART
    for byte in range(BYTES):
        value += outlook.station_sums[byte, (int(line.stations) >> (8 * byte)) & 255]
    for word in range(WORDS):
        sections = int(line.sections[word])
        for byte in range(BYTES):
            value += outlook.section_sums[word * BYTES + byte, (sections >> (8 * byte)) & 255]
    return value


# ── Unfinished lines ─────────────────────────────────────────────────────────


@rule(apart=True)
def best_gain(outlook: Outlook, ranked: Cells, allowed: int) -> int:
    """The best gain among allowed stations, in a list with the best first; nobody has to draw, so it is never negative."""
    place = 0
    while ranked[place] >= 0:
        if has(allowed, ranked[place]):
            return max(0, int(outlook.gain[ranked[place]]))
        place += 1
    return 0


@rule(apart=True)
def around(city: City, stations: int) -> int:
    """The neighbours of all of these stations."""
    found = 0
    while stations != 0:
        found |= int(city.neighbours[lowest(stations)])
        stations &= stations - 1
    return found


@rule(apart=True)
def most_product(districts: int, stations: int, more: int) -> int:
    """The most that districts times stations can become: a new station adds to one of them, never to both."""
    most = 0
    for new in range(more + 1):
        most = max(most, min(districts + new, DISTRICT_COUNT) * (stations + more - new))
    return most


@rule(apart=True)
def last_turn(line: Line, city: City, outlook: Outlook, targets: int) -> int:
    """The most that one more section can bring: by the gain of its target, and its district."""
    stations = int(line.stations)
    districts = districts_with(city, stations)
    most = most_in_district(city, stations)
    counted = most + (1 if outlook.power == TWICE else 0)
    best = 0
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        beside = stations & int(city.district_stations[city.district[target]])
        growth = 0
        if beside == 0:
            growth = counted
        elif size(beside) == most:
            growth = districts
        best = max(best, int(outlook.gain[target]) + growth * PART)
    return best


@rule(apart=True)
def more_turns(line: Line, city: City, outlook: Outlook, turns_left: int) -> int:
    """The most that several sections can bring: the best gain of each turn, and the best growth of districts and stations."""
    more = turns_left
    free = ~int(line.stations)
    reached = int(line.stations)
    gains, best_upgrade = 0, 0
    best_anywhere = best_gain(outlook, outlook.best_of_all, free)
    next_turn = int(outlook.turns) - turns_left
    is_double = outlook.power == DOUBLE and not line.spent
    for turn in range(next_turn, int(outlook.turns)):
        # A line reaches the neighbours first, then theirs; after that this says little.
        near = free
        if turn < next_turn + NEAR and not is_double:
            reached |= around(city, reached)
            near &= reached
        gain = best_gain(outlook, outlook.best_targets[turn], near)
        gains += gain
        best_upgrade = max(best_upgrade, best_anywhere - gain)
    if outlook.power == JOKER and not line.spent:
        gains += best_upgrade
    elif is_double:
        gains += best_anywhere
        more += 1
    districts = districts_with(city, int(line.stations))
    stations = most_in_district(city, int(line.stations)) + (1 if outlook.power == TWICE else 0)
    return gains + (most_product(districts, stations, more) - districts * stations) * PART


@rule(apart=True)
def optimistic(line: Line, city: City, outlook: Outlook, turns_left: int) -> int:
    """Never less than the worth of the line, or of any line it can become, together with the rest."""
    value = value_of(line, outlook)
    if turns_left == 0:
        return value + int(outlook.rest[line.visits])
    power = NO_POWER if line.spent else int(outlook.power)
    if turns_left == 1 and power != DOUBLE:
        near = around(city, int(line.stations)) & ~int(line.stations)
        value += last_turn(line, city, outlook, near if power == JOKER else near & int(outlook.targets[outlook.turns - 1]))
    else:
        value += more_turns(line, city, outlook, turns_left)
    more = turns_left + (1 if power == DOUBLE else 0)
    rest = NOTHING
    for visits in range(int(line.visits), min(SITES, int(line.visits) + more) + 1):
        rest = max(rest, int(outlook.rest[visits]))
    return value + rest


# ── Preparing ────────────────────────────────────────────────────────────────


@rule(apart=True)
def gain_of(city: City, station: int, prices: Cells, tolls: Cells) -> int:
    """The price of a station, with the best section that leads to it."""
    best = NOTHING
    for section in range(city.sections):
        if city.first_end[section] == station or city.second_end[section] == station:
            word, bit = section // WORD, section % WORD
            crossing = (int(city.over_thames[word]) >> bit) & 1
            best = max(best, int(tolls[word, bit]) + 2 * PART * crossing)
    return int(prices[station]) + best


def outlook_of(
    turns: FlatArray[State], cities: FlatArray[City], pencil: int, prices: Any, tolls: Any, rest: Any = None, need: int = NOTHING
) -> FlatArray[Outlook]:
    """The outlook of a round, from the states at the start of its turns."""
    made = Outlook.new()
    outlook: Any = made[0]
    city = cities[0]
    fill_prices(outlook, prices, tolls)
    outlook.turns, outlook.power = len(turns), turns[0].power[pencil]
    outlook.need = need
    outlook.rest[:] = 0 if rest is None else rest
    gains = np.array([gain_of(city, station, prices, tolls) for station in range(city.stations)])
    outlook.gain[: len(gains)] = gains
    ranked = [int(station) for station in np.argsort(-gains, kind="stable")]
    outlook.best_of_all[: len(ranked) + 1] = [*ranked, -1]
    for turn in range(len(turns)):
        targets = int(city.targets[symbol_of(int(turns[turn].card))])
        outlook.targets[turn] = targets
        fitting = [station for station in ranked if has(targets, station)]
        outlook.best_targets[turn, : len(fitting) + 1] = [*fitting, -1]
    return made
