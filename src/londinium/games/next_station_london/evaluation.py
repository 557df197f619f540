"""N-10 What a quick player thinks a position is worth. Tuning bots for this game happens here and nowhere else.

The total if the match ended now, and what the line in hand promises while the round goes on. How much a promise is worth was
found by `londinium fit next-station-london`; the numbers are in `evaluation.toml`.
"""

from __future__ import annotations

from pathlib import Path

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.components import LINES, NO_POWER, SYMBOLS, UNDERGROUNDS
from londinium.games.next_station_london.masks import lowest, size
from londinium.games.next_station_london.rules.lines import districts_with, ends_of_section, most_in_district
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of, symbol_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import total
from londinium.games.next_station_london.rules.sections import ends_in_hand, is_free, is_switch_turn, line_in_hand
from londinium.games.next_station_london.state import CARD_REVEAL, DRAWING, State
from londinium.kernel.game import Evaluation
from londinium.kernel.records import Cells
from londinium.kernel.rules import rule

POINT = 64
"""Values are counted in sixty-fourths of a point, so that small promises can be told apart."""

PROMISES = (
    "a station that the line can still reach, per underground card to come",
    "a symbol among these stations, per underground card to come",
    "a station in a new district among them, per underground card to come",
    "a tourist site among them, per underground card to come",
    "a free section at the departure of a line to come",
    "a power that is not spent, per underground card to come",
    "a district of the line, per underground card to come",
    "a station of its fullest district, per underground card to come",
)
REACH, DIFFERENT, NEW_DISTRICTS, SITES, DEPARTURES, POWER, DISTRICTS, FULLEST = range(8)

EVALUATION = Evaluation.load(Path(__file__).with_suffix(".toml"), PROMISES)
WEIGHTS = EVALUATION.weights

SEARCH = {"alone": 1.0, "point": float(POINT)}
"""Sheets do not touch each other, so a search lets the others pass and counts its own points."""


@rule
def worth(s: State, city: City, seat: int) -> int:
    return worth_with(s, city, seat, WEIGHTS)


@rule
def worth_with(s: State, city: City, seat: int, weights: Cells) -> int:
    """The worth of a position if promises weigh this much."""
    # N-10.1 A greedy player takes the best immediate total; without promises it reaches 124 to 127 points on average.
    value = POINT * total(s, city, seat)
    if s.phase != DRAWING and s.phase != CARD_REVEAL:
        return value
    left = UNDERGROUNDS - undergrounds_shown(s)
    if left > 0:
        line = line_in_hand(s, city, seat)
        reach = stations_in_reach(s, city, seat, line)
        value += left * weights[REACH] * size(reach)
        for symbol in range(len(SYMBOLS)):
            value += left * weights[DIFFERENT] if reach & int(city.targets[symbol]) else 0
        value += left * weights[NEW_DISTRICTS] * (districts_with(city, line | reach) - districts_with(city, line))
        value += left * weights[SITES] * size(reach & int(city.sites))
        value += left * weights[POWER] if power_in_hand(s, seat) != NO_POWER and not is_spending(s, city, seat) else 0
        value += left * weights[DISTRICTS] * districts_with(city, line)
        value += left * weights[FULLEST] * most_in_district(city, line)
    for round_no in range(int(s.round_no) + 1, LINES + 1):
        departure = int(city.departure[pencil_in_round(s, seat, round_no)])
        value += weights[DEPARTURES] * free_sections(s, city, seat, departure)
    return value


@rule
def is_spending(s: State, city: City, seat: int) -> bool:
    """Whether what the seat has chosen on this card will need its power, while others are still choosing."""
    first = int(s.choice[seat, 0])
    if first < 0:
        return False
    line = int(s.line[seat, pencil_of(s, seat)])
    both = ends_of_section(city, first)
    wrong_symbol = both & ~line & int(city.targets[symbol_of(int(s.card))]) == 0
    no_end = both & line & int(s.ends[seat]) == 0 and not is_switch_turn(s)
    return bool(s.choice[seat, 1] >= 0 or wrong_symbol or no_end)


@rule
def stations_in_reach(s: State, city: City, seat: int, line: int) -> int:
    """The stations to which a section leads from an end of the line in hand, with nothing in the way."""
    reach = 0
    ends = ends_in_hand(s, city, seat)
    while ends:
        end = lowest(ends)
        ends &= ends - 1
        around = int(city.neighbours[end]) & ~line & ~reach
        while around:
            station = lowest(around)
            around &= around - 1
            if is_free(s, city, seat, int(city.section_between[end, station])):
                reach |= 1 << station
    return reach


@rule
def free_sections(s: State, city: City, seat: int, station: int) -> int:
    """How many sections at a station have nothing in the way."""
    count = 0
    around = int(city.neighbours[station])
    while around:
        other = lowest(around)
        around &= around - 1
        count += 1 if is_free(s, city, seat, int(city.section_between[station, other])) else 0
    return count


@rule
def imagine(s: State, city: City, seat: int, key: int) -> None:
    """Nothing is hidden from a seat but decisions on the current card, and those are not in the state it is given."""


@rule
def stage(s: State) -> int:
    """The round; a search may look ahead to the end of it and value the position there."""
    return int(s.round_no)
