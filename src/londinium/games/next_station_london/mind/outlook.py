"""What a search thinks a position is worth. Tuning it for this game happens here and nowhere else.

The total if the match ended now and every line to come had its departure station, and what the line in hand and the lines to come
promise. How much a promise is worth was found by `londinium fit next-station-london`; the numbers are in `outlook.toml`.
`weights.py` says the same of all moves of a decision at once, and quicker.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    DISTRICT_COUNT,
    LINES,
    NO_POWER,
    OBJECTIVE_COUNT,
    SWITCH_CARD,
    SYMBOLS,
    TWICE,
    UNDERGROUNDS,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import (
    SIGHTSEEING,
    crossings_of,
    districts_with,
    ends_of_section,
    most_in_district,
    stations_of,
)
from londinium.games.next_station_london.rules.masks import lowest, size
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS, objective_goal, progress
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of, symbol_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS
from londinium.games.next_station_london.rules.sections import blocked_word, ends_after, ends_in_hand, is_switch_turn
from londinium.games.next_station_london.rules.state import MATCH_OVER, State
from londinium.kernel.game import OutlookWeights
from londinium.kernel.rules import rule

POINT = 256
"""Values are counted in parts of a point, so that small promises can be told apart."""

OF_LINE = (
    "a section that may lengthen the line in hand",
    "an end of the line in hand that can be lengthened",
    "a card that may still come in this round and could be used",
    "a district of the line in hand",
    "a station of the line in hand in its fullest district",
    "a station within reach in a new district, for each station in the fullest",
    "a station within reach in the fullest district, for each district",
    "a station within reach at which another line stops",
    "a station within reach at which two others stop",
    "a tourist site within reach",
)
"""What the line in hand promises, by the number of underground cards to come."""
FREE, ENDS, CARDS, DISTRICTS, FULLEST, NEW_DISTRICT, IN_FULLEST, MEETS, MEETS_TWO, SITE = range(len(OF_LINE))

OF_MAP = (
    "a free section at the departure of a line to come",
    "a section that is drawn or crosses a drawn one: what this costs",
    "a station at which a line stops",
    "a station at which two lines stop",
)
"""What the map promises to lines to come, by the number of these."""
DEPARTURES, BLOCKED, STOPS, INTERCHANGES = range(len(OF_MAP))

MOST_LEFT, MOST_LINES = UNDERGROUNDS, LINES - 1
MAP = len(OF_LINE) * MOST_LEFT
POWER = MAP + len(OF_MAP) * MOST_LINES
OBJECTIVE = POWER + 1
PROMISES = (
    *(f"{promise}, underground cards to come: {left}" for promise in OF_LINE for left in range(1, MOST_LEFT + 1)),
    *(f"{promise}, lines to come: {lines}" for promise in OF_MAP for lines in range(1, MOST_LINES + 1)),
    "a power that is not spent, per underground card to come",
    "an objective that is met, by the part that is done",
)

OF_SHEET = (
    "a point of a line: districts times stations in the fullest",
    "a point for crossing the Thames",
    "a point for tourist sites",
    "a point for an interchange",
    "a point for an objective",
)
"""What the sheet counts. To somebody who is still learning, some of it means nothing yet; see `levels.py`."""
LINE_POINT, THAMES_POINT, SITE_POINT, INTERCHANGE_POINT, OBJECTIVE_POINT = range(len(PROMISES), len(PROMISES) + len(OF_SHEET))


class Blocked(NamedTuple):
    """Sections that are drawn or cross a drawn one: a bit for each, in words."""

    first: int
    second: int
    third: int


class Line(NamedTuple):
    """A line in hand, with all that its promises depend on."""

    stations: int
    ends: int
    districts: int
    fullest: int
    """The most of its stations that lie in one district."""
    covered: int
    """All stations of the districts where it stops."""
    there: int
    """All stations of the districts where it stops most often."""


class Ahead(NamedTuple):
    """What is the same for all ways to continue a line."""

    left: int
    """Underground cards to come."""
    cards: int
    """Cards of each symbol that may come."""
    others: int
    """Stations where another line stops."""
    two_others: int


OUTLOOK_WEIGHTS = OutlookWeights.load(Path(__file__).with_suffix(".toml"), PROMISES, dict.fromkeys(OF_SHEET, POINT))

SEARCH = {
    "foresight": 0.6,
    "alone": 1.0,
    "explore": 2.0,
    "deeper": 0.15,
    "widen": 0.7,
    "noise": 0.0,
    "forecast_noise": 0.1,
    "enough": 0.6,
}
"""Sheets do not touch each other, so a search lets the others pass and counts its own points. Luck matters less below the first
decision, where only the moves that look best are tried until a position was seen often."""


@rule
def outlook(s: State, city: City, seat: int, weights: tuple[int, ...]) -> int:
    """The outlook of a position if promises and points weigh this much."""
    if is_before_first_card(s):
        return 0
    hand, to_come = pencil_of(s, seat), lines_to_come(s)
    one, two, three, four = 0, 0, 0, 0
    of_lines, visits, crossings = 0, 0, 0
    for pencil in range(LINES):
        line = line_or_departure(s, city, seat, pencil)
        four |= three & line
        three |= two & line
        two |= one & line
        one |= line
        visits += size(line & int(city.sites))
        crossings += crossings_of(s, city, seat, pencil)
        of_lines += districts_with(city, line) * (most_in_district(city, line) + extra_station(s, seat, pencil))
    of_interchanges = INTERCHANGE_STEPS[2] * size(two) + INTERCHANGE_STEPS[3] * size(three) + INTERCHANGE_STEPS[4] * size(four)
    value = weights[LINE_POINT] * of_lines + weights[INTERCHANGE_POINT] * of_interchanges
    value += weights[THAMES_POINT] * 2 * crossings + weights[SITE_POINT] * SIGHTSEEING[min(visits, len(SIGHTSEEING) - 1)]
    value += objectives_ahead(s, city, one, two, crossings, weights)
    left = undergrounds_to_come(s)
    if left > 0:
        others, two_others = stops_of_others(s, city, seat)
        ahead = Ahead(left, cards_to_come(s), others, two_others)
        in_hand = line_with(city, stations_of(s, city, seat, hand), ends_with_choice(s, city, seat))
        value += line_promise(city, in_hand, blocked_sections(s, city, seat), ahead, weights)
        if power_in_hand(s, seat) != NO_POWER and not is_spending(s, city, seat):
            value += left * weights[POWER]
    if to_come > 0:
        value += map_weight(STOPS, to_come, weights) * size(one) + map_weight(INTERCHANGES, to_come, weights) * size(two)
        for word in range(WORDS):
            blocked = blocked_word(s, city, seat, word)
            value -= map_weight(BLOCKED, to_come, weights) * size(blocked)
            for round_no in range(LINES - to_come + 1, LINES + 1):
                departure = int(city.departure[pencil_in_round(s, seat, round_no)])
                free = int(city.sections_at[departure, word]) & ~blocked
                value += map_weight(DEPARTURES, to_come, weights) * size(free)
    return value


# ── What the match has still to bring ────────────────────────────────────────


@rule
def is_before_first_card(s: State) -> bool:
    return s.round_no == 0 or (s.round_no == 1 and s.turn_no == 0)


@rule
def lines_to_come(s: State) -> int:
    """Lines of which nothing is drawn: before the first card of a round the line in hand is one of them."""
    return LINES - int(s.round_no) + (1 if s.turn_no == 0 else 0)


@rule
def undergrounds_to_come(s: State) -> int:
    """Underground cards to come for the line in hand; none if it is not begun."""
    return 0 if s.turn_no == 0 or s.phase == MATCH_OVER else UNDERGROUNDS - undergrounds_shown(s)


@rule
def cards_to_come(s: State) -> int:
    """How many cards of each symbol may still be revealed in this round, four bits for each."""
    cards = 0
    for card in range(SWITCH_CARD):
        cards += (1 if s.shown[card] == 0 else 0) << 4 * symbol_of(card)
    return cards


# ── A sheet with what was chosen ─────────────────────────────────────────────


@rule
def line_or_departure(s: State, city: City, seat: int, pencil: int) -> int:
    """The stations of a line; of one to come, the station where it will depart."""
    line = stations_of(s, city, seat, pencil)
    return line if line else 1 << int(city.departure[pencil])


@rule
def extra_station(s: State, seat: int, pencil: int) -> int:
    """What STATION ×2 adds to the fullest district of a line, even if it is only asked for at the end of the round."""
    if s.power[pencil] != TWICE:
        return 0
    coming = pencil == pencil_of(s, seat) and not s.spent[seat] and s.phase != MATCH_OVER
    return 1 if s.twice[seat] >= 0 or coming else 0


@rule
def blocked_sections(s: State, city: City, seat: int) -> Blocked:
    return Blocked(blocked_word(s, city, seat, 0), blocked_word(s, city, seat, 1), blocked_word(s, city, seat, 2))


@rule
def ends_with_choice(s: State, city: City, seat: int) -> int:
    """The ends of the line in hand once all that was chosen on this card is drawn."""
    ends, second = ends_in_hand(s, city, seat), int(s.choice[seat, 1])
    if second < 0:
        return ends
    line = int(s.line[seat, pencil_of(s, seat)]) | ends_of_section(city, int(s.choice[seat, 0]))
    return ends_after(line, ends, ends_of_section(city, second))


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


# ── Promises ─────────────────────────────────────────────────────────────────


@rule
def line_weight(promise: int, left: int, weights: tuple[int, ...]) -> int:
    return weights[promise * MOST_LEFT + left - 1]


@rule
def map_weight(promise: int, lines: int, weights: tuple[int, ...]) -> int:
    return weights[MAP + promise * MOST_LINES + lines - 1]


@rule
def line_promise(city: City, line: Line, blocked: Blocked, ahead: Ahead, weights: tuple[int, ...]) -> int:
    """What a line in hand promises with these sections blocked."""
    left, ends, within = ahead.left, line.ends, 0
    value = line_weight(DISTRICTS, left, weights) * line.districts + line_weight(FULLEST, left, weights) * line.fullest
    while ends:
        reached = reached_from(city, lowest(ends), line.stations, blocked)
        ends &= ends - 1
        value += line_weight(FREE, left, weights) * size(reached) + (line_weight(ENDS, left, weights) if reached else 0)
        within |= reached
    value += line_weight(CARDS, left, weights) * usable_cards(city, within, ahead.cards)
    value += line_weight(NEW_DISTRICT, left, weights) * line.fullest * size(within & ~line.covered)
    value += line_weight(IN_FULLEST, left, weights) * line.districts * size(within & line.there)
    value += line_weight(MEETS, left, weights) * size(within & ahead.others)
    value += line_weight(MEETS_TWO, left, weights) * size(within & ahead.two_others)
    return value + line_weight(SITE, left, weights) * size(within & int(city.sites))


@rule
def line_with(city: City, stations: int, ends: int) -> Line:
    """A line with these stations and ends."""
    districts, fullest, covered, there = 0, 0, 0, 0
    for district in range(DISTRICT_COUNT):
        here = int(city.district_stations[district])
        count = size(stations & here)
        if count > 0:
            districts += 1
            covered |= here
        if count > fullest:
            fullest, there = count, here
        elif count == fullest:
            there |= here
    return Line(stations, ends, districts, fullest, covered, there)


@rule
def stops_of_others(s: State, city: City, seat: int) -> tuple[int, int]:
    """The stations where a line that is not in hand stops, and those where two do."""
    one, two = 0, 0
    for pencil in range(LINES):
        if pencil != pencil_of(s, seat):
            line = line_or_departure(s, city, seat, pencil)
            two |= one & line
            one |= line
    return one, two


@rule
def reached_from(city: City, station: int, line: int, blocked: Blocked) -> int:
    """Stations that a section may lead to from here."""
    reached = 0
    others = int(city.neighbours[station]) & ~line
    while others:
        other = others & -others
        others ^= other
        section = int(city.section_between[station, lowest(other)])
        if section < WORD:
            shut = blocked.first >> section
        elif section < 2 * WORD:
            shut = blocked.second >> (section - WORD)
        else:
            shut = blocked.third >> (section - 2 * WORD)
        reached |= other if shut & 1 == 0 else 0
    return reached


@rule
def usable_cards(city: City, reached: int, cards: int) -> int:
    """How many of the cards that may still come lead to one of these stations; jokers lead anywhere."""
    count = 0
    for symbol in range(len(SYMBOLS) + 1):
        count += (cards >> 4 * symbol) & 15 if reached & int(city.targets[symbol]) else 0
    return count


@rule
def objectives_ahead(s: State, city: City, one: int, two: int, crossings: int, weights: tuple[int, ...]) -> int:
    """What objectives count, and what the way to them counts already."""
    value = 0
    for objective in range(OBJECTIVE_COUNT):
        if (int(s.objectives) >> objective) & 1:
            goal = objective_goal(city, objective)
            done = progress(city, objective, one, two, crossings)
            value += weights[OBJECTIVE_POINT] * OBJECTIVE_POINTS if done >= goal else weights[OBJECTIVE] * done // goal
    return value
