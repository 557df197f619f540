"""The outlook after each move of a decision, without making the moves: what a move adds, instead of everything anew.

`weigh` gives the outlook of `outlook.py` but for a number that is the same for all moves of the decision.
"""

from __future__ import annotations

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.components import LINES, NO_POWER
from londinium.games.next_station_london.masks import lowest, size
from londinium.games.next_station_london.moves import DRAW, PASS
from londinium.games.next_station_london.outlook import (
    BLOCKED,
    DEPARTURES,
    INTERCHANGES,
    POINT,
    POWER,
    STOPS,
    blocked_by,
    blocked_word,
    cards_to_come,
    extra_station,
    line_or_departure,
    line_promise,
    lines_to_come,
    objectives_ahead,
    undergrounds_to_come,
)
from londinium.games.next_station_london.rules.lines import (
    SIGHTSEEING,
    crosses_thames,
    crossings_of,
    districts_with,
    ends_of_section,
    most_in_district,
)
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS
from londinium.games.next_station_london.rules.sections import ends_after, ends_in_hand, line_in_hand, needs_power
from londinium.games.next_station_london.state import DRAWING, TWICE_CHOICE, State
from londinium.kernel.records import Cells
from londinium.kernel.rules import rule


@rule
def weigh(s: State, city: City, seat: int, moves: Cells, count: int, worths: Cells, weights: tuple[int, ...]) -> None:
    """Fill in what each of the moves is worth if promises weigh this much."""
    if s.phase == DRAWING:
        weigh_sections(s, city, seat, moves, count, worths, weights)
        return
    gain = POINT * districts_with(city, line_in_hand(s, city, seat)) if s.phase == TWICE_CHOICE else 0
    for k in range(count):
        worths[k] = 0 if moves[k] == PASS else gain


@rule
def weigh_sections(s: State, city: City, seat: int, moves: Cells, count: int, worths: Cells, weights: tuple[int, ...]) -> None:
    """Fill in what each section is worth, and what it is to draw none."""
    to_come, left, cards = lines_to_come(s), undergrounds_to_come(s), cards_to_come(s)
    extra = extra_station(s, seat, pencil_of(s, seat))
    line, ends = line_in_hand(s, city, seat), ends_in_hand(s, city, seat)
    one, two, three, sites, crossings = other_lines(s, city, seat)
    sites += size(line & int(city.sites))
    districts, fullest = districts_with(city, line), most_in_district(city, line)
    first, second, third = blocked_word(s, city, seat, 0), blocked_word(s, city, seat, 1), blocked_word(s, city, seat, 2)
    near_1, twice_1 = sections_at_departures(s, city, seat, 0, to_come)
    near_2, twice_2 = sections_at_departures(s, city, seat, 1, to_come)
    near_3, twice_3 = sections_at_departures(s, city, seat, 2, to_come)
    has_power = power_in_hand(s, seat) != NO_POWER
    for k in range(count):
        if moves[k] == PASS:
            value = points_worth(districts, fullest + extra, crossings, sites)
            value += stops_worth(s, city, one | line, two | (one & line), crossings, to_come, weights)
            if left > 0:
                promise = line_promise(city, cards, line, ends, districts, fullest, first, second, third, weights)
                value += left * (promise + (weights[POWER] if has_power else 0))
            worths[k] = value
            continue
        section = int(moves[k]) - DRAW
        both = ends_of_section(city, section)
        target = both & ~line
        here = size(line & int(city.district_stations[city.district[lowest(target)]]))
        now_districts, now_fullest = districts + (1 if here == 0 else 0), max(fullest, here + 1)
        now_crossings = crossings + crosses_thames(city, section)
        value = points_worth(now_districts, now_fullest + extra, now_crossings, sites + (1 if target & int(city.sites) else 0))
        others = (1 if target & one else 0) + (1 if target & two else 0) + (1 if target & three else 0)
        value += POINT * INTERCHANGE_STEPS[1 + others]
        now = line | target
        value += stops_worth(s, city, one | now, two | (one & now), now_crossings, to_come, weights)
        new_1, new_2, new_3 = (
            blocked_by(city, section, 0) & ~first,
            blocked_by(city, section, 1) & ~second,
            blocked_by(city, section, 2) & ~third,
        )
        if to_come > 0:
            lost = size(new_1 & near_1) + size(new_2 & near_2) + size(new_3 & near_3)
            lost += size(new_1 & twice_1) + size(new_2 & twice_2) + size(new_3 & twice_3)
            value -= weights[DEPARTURES] * lost + to_come * weights[BLOCKED] * (size(new_1) + size(new_2) + size(new_3))
        if left > 0:
            now_ends = ends_after(line, ends, both)
            blocked_1, blocked_2, blocked_3 = first | new_1, second | new_2, third | new_3
            promise = line_promise(
                city, cards, now, now_ends, now_districts, now_fullest, blocked_1, blocked_2, blocked_3, weights
            )
            keeps_power = has_power and not spends_power(s, city, seat, section)
            value += left * (promise + (weights[POWER] if keeps_power else 0))
        worths[k] = value


# ── What is the same for all moves ───────────────────────────────────────────


@rule
def other_lines(s: State, city: City, seat: int) -> tuple[int, int, int, int, int]:
    """Where at least one, two, three of the lines not in hand stop, how often at a site, and crossings as far as they matter."""
    one, two, three, sites, crossings = 0, 0, 0, 0, 0
    hand = pencil_of(s, seat)
    for pencil in range(LINES):
        if s.objectives:
            crossings += crossings_of(s, city, seat, pencil)
        if pencil != hand:
            line = line_or_departure(s, city, seat, pencil)
            three |= two & line
            two |= one & line
            one |= line
            sites += size(line & int(city.sites))
    return one, two, three, sites, crossings


@rule
def sections_at_departures(s: State, city: City, seat: int, word: int, to_come: int) -> tuple[int, int]:
    """The sections at departures of lines to come, and those between two of them, which count twice."""
    near, twice = 0, 0
    for round_no in range(LINES - to_come + 1, LINES + 1):
        sections = int(city.sections_at[city.departure[pencil_in_round(s, seat, round_no)], word])
        twice |= near & sections
        near |= sections
    return near, twice


# ── What differs ─────────────────────────────────────────────────────────────


@rule
def points_worth(districts: int, fullest: int, crossings: int, sites: int) -> int:
    """The points of the line in hand, with all crossings and all sites."""
    return POINT * (districts * fullest + 2 * crossings + SIGHTSEEING[min(sites, len(SIGHTSEEING) - 1)])


@rule
def stops_worth(s: State, city: City, one: int, two: int, crossings: int, to_come: int, weights: tuple[int, ...]) -> int:
    """What stations with one and two lines promise, and the objectives."""
    value = to_come * (weights[STOPS] * size(one) + weights[INTERCHANGES] * size(two))
    return value + objectives_ahead(s, city, one, two, crossings, weights) if s.objectives else value


@rule
def spends_power(s: State, city: City, seat: int, section: int) -> bool:
    """Whether drawing this section spends the power; a second one always does."""
    return s.choice[seat, 0] >= 0 or needs_power(s, city, seat, section)
