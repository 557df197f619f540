"""What a line is worth at given prices, and the most that an unfinished line can still become.

Prices make the four lines independent of each other (see bound.py): a line gets its own points, plus a price for each of its
stations, minus a toll for each of its sections. All amounts are whole numbers in parts of a point, so nothing is rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.components import ANY, DISTRICT_COUNT, DOUBLE, JOKER, STATIONS, TWICE, WORD, WORDS
from londinium.games.next_station_london.masks import has, lowest
from londinium.games.next_station_london.rules.lines import districts_with, most_in_district
from londinium.games.next_station_london.rules.pencils import symbol_of
from londinium.games.next_station_london.state import State
from londinium.kernel.records import Batch, Cells, Record, int8, int64
from londinium.kernel.rules import rule

if TYPE_CHECKING:
    from londinium.games.next_station_london.solver.lines import Line

PART = 4096
"""Parts of a point."""
NOTHING = -(1 << 50)
"""Less than any amount."""
TURNS = 10
SITES = 5
"""Tourist sites of a city, so a line has 0 to 5 visits."""
BYTES = 8
"""Bytes of a set of stations, or of one word of a set of sections."""


class Outlook(Record):
    """A round and the prices of its line."""

    station_sums: Cells = int64("prices of all stations in a byte of a set", BYTES, 256)
    section_sums: Cells = int64("tolls, as negative amounts, of all sections in a byte of a set", WORDS * BYTES, 256)
    gain: Cells = int64("the most that reaching a station can bring, without districts: price, crossing, toll", STATIONS)
    rest: Cells = int64("what everything else is worth at most, by the visits of this line", SITES + 1)
    need: int = int64("lines that cannot reach this amount are not wanted")
    turns: int = int8("turns of the round")
    power: int = int8("power of the pencil, -1 none")
    best_targets: Cells = int8("targets of each turn, the best gain first, -1 after the last", TURNS, STATIONS + 1)
    best_of_all: Cells = int8("all stations, the best gain first, -1 after the last", STATIONS + 1)


@rule
def fill_sums(amounts: Cells, first: int, sums: Cells, row: int) -> None:
    """The sums of amounts[first...] for every content of one byte."""
    sums[row, 0] = 0
    for bit in range(8):
        amount = amounts[first + bit] if first + bit < len(amounts) else 0
        for lower in range(1 << bit):
            sums[row, (1 << bit) | lower] = sums[row, lower] + amount


@rule
def fill_prices(outlook: Outlook, prices: Cells, tolls: Cells) -> None:
    """Prices by station, tolls by section."""
    for byte in range(BYTES):
        fill_sums(prices, 8 * byte, outlook.station_sums, byte)
    for word in range(WORDS):
        for byte in range(BYTES):
            fill_sums(tolls[word], 8 * byte, outlook.section_sums, word * BYTES + byte)


@rule
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


@rule
def best_gain(outlook: Outlook, ranked: Cells, allowed: int) -> int:
    """The best gain among allowed stations, in a list with the best first; nobody has to draw, so it is never negative."""
    place = 0
    while ranked[place] >= 0:
        if has(allowed, ranked[place]):
            return max(0, int(outlook.gain[ranked[place]]))
        place += 1
    return 0


@rule
def around(city: City, stations: int) -> int:
    """The neighbours of all of these stations."""
    found = 0
    while stations != 0:
        found |= int(city.neighbours[lowest(stations)])
        stations &= stations - 1
    return found


@rule
def most_product(districts: int, stations: int, more: int) -> int:
    """The most that districts times stations can become: a new station adds to one of them, never to both."""
    most = 0
    for new in range(more + 1):
        most = max(most, min(districts + new, DISTRICT_COUNT) * (stations + more - new))
    return most


@rule
def optimistic(line: Line, city: City, outlook: Outlook, turns_left: int) -> int:
    """Never less than the line, or any line that can become of it, is worth together with the rest."""
    value = value_of(line, outlook)
    if turns_left == 0:
        return value + int(outlook.rest[line.visits])
    more = turns_left
    free = ~int(line.stations)
    near = free & around(city, int(line.stations))
    gains, best_upgrade = 0, 0
    best_anywhere = best_gain(outlook, outlook.best_of_all, free)
    next_turn = int(outlook.turns) - turns_left
    for turn in range(next_turn, int(outlook.turns)):
        gain = best_gain(outlook, outlook.best_targets[turn], near if turn == next_turn else free)
        gains += gain
        best_upgrade = max(best_upgrade, best_anywhere - gain)
    if not line.spent and outlook.power == JOKER:
        gains += best_upgrade
    elif not line.spent and outlook.power == DOUBLE:
        gains += best_anywhere
        more += 1
    districts = districts_with(city, int(line.stations))
    stations = most_in_district(city, int(line.stations)) + (1 if outlook.power == TWICE else 0)
    growth = most_product(districts, stations, more) - districts * stations
    rest = NOTHING
    for visits in range(int(line.visits), min(SITES, int(line.visits) + more) + 1):
        rest = max(rest, int(outlook.rest[visits]))
    return value + growth * PART + gains + rest


# ── Preparing ────────────────────────────────────────────────────────────────


@rule
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
    turns: Batch[State], cities: Batch[City], pencil: int, prices: Any, tolls: Any, rest: Any = None, need: int = NOTHING
) -> Batch[Outlook]:
    """The outlook of a round, from the states at the start of its turns."""
    made = Outlook.new()
    outlook, city = made[0], cities[0]
    fill_prices(outlook, prices, tolls)
    outlook.turns, outlook.power = len(turns), turns[0].power[pencil]
    outlook.need = need
    outlook.rest[:] = 0 if rest is None else rest  # type: ignore[index]  # a NumPy array underneath
    gains = np.array([gain_of(city, station, prices, tolls) for station in range(city.stations)])
    outlook.gain[: len(gains)] = gains  # type: ignore[index]
    ranked = [int(station) for station in np.argsort(-gains, kind="stable")]
    outlook.best_of_all[: len(ranked) + 1] = [*ranked, -1]  # type: ignore[index]
    for turn in range(len(turns)):
        targets = int(city.targets[symbol_of(int(turns[turn].card))])
        fitting = [station for station in ranked if has(targets, station)]
        outlook.best_targets[turn, : len(fitting) + 1] = [*fitting, -1]
    assert has(int(city.targets[ANY]), ranked[0])
    return made
