"""The outlook after each move of a decision, without making the moves: what a move adds, instead of everything again.

`weigh` gives the outlook of `outlook.py` up to a number that is the same for all moves of the decision.
"""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.outlook import (
    BLOCKED,
    DEPARTURES,
    INTERCHANGE_POINT,
    INTERCHANGES,
    LINE_POINT,
    POWER,
    SITE_POINT,
    STOPS,
    THAMES_POINT,
    Ahead,
    Blocked,
    Line,
    blocked_sections,
    cards_to_come,
    extra_station,
    line_or_departure,
    line_promise,
    line_with,
    lines_to_come,
    map_weight,
    objectives_ahead,
    undergrounds_to_come,
)
from londinium.games.next_station_london.rules.components import LINES, NO_POWER
from londinium.games.next_station_london.rules.lines import (
    SIGHTSEEING,
    crosses_thames,
    crossings_of,
    districts_with,
    ends_of_section,
)
from londinium.games.next_station_london.rules.masks import lowest, size
from londinium.games.next_station_london.rules.moves import DRAW, PASS
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS
from londinium.games.next_station_london.rules.sections import blocked_by, ends_after, ends_in_hand, line_in_hand, needs_power
from londinium.games.next_station_london.rules.state import DRAWING, TWICE_CHOICE, State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule


@rule
def weigh(s: State, city: City, seat: int, moves: Cells, count: int, worths: Cells, weights: tuple[int, ...]) -> None:
    """Fill in what each of the moves is worth if promises weigh this much."""
    if s.phase == DRAWING:
        weigh_sections(s, city, seat, moves, count, worths, weights)
        return
    gain = weights[LINE_POINT] * districts_with(city, line_in_hand(s, city, seat)) if s.phase == TWICE_CHOICE else 0
    for k in range(count):
        worths[k] = 0 if moves[k] == PASS else gain


@rule
def weigh_sections(s: State, city: City, seat: int, moves: Cells, count: int, worths: Cells, weights: tuple[int, ...]) -> None:
    """Fill in what each section is worth, and what it is to draw none."""
    to_come, left = lines_to_come(s), undergrounds_to_come(s)
    extra = extra_station(s, seat, pencil_of(s, seat))
    line = line_with(city, line_in_hand(s, city, seat), ends_in_hand(s, city, seat))
    one, two, three, sites, crossings = other_lines(s, city, seat)
    sites += size(line.stations & int(city.sites))
    ahead = Ahead(left, cards_to_come(s), one, two)
    blocked = blocked_sections(s, city, seat)
    near, twice = sections_at_departures(s, city, seat, to_come)
    has_power = power_in_hand(s, seat) != NO_POWER
    for k in range(count):
        if moves[k] == PASS:
            now, now_blocked, keeps_power = line, blocked, has_power
            value = points_worth(line, extra, crossings, sites, weights)
            value += stops_worth(s, city, one | line.stations, two | (one & line.stations), crossings, to_come, weights)
        else:
            section = int(moves[k]) - DRAW
            now = longer(city, line, ends_of_section(city, section))
            target = now.stations & ~line.stations
            now_crossings = crossings + crosses_thames(city, section)
            value = points_worth(now, extra, now_crossings, sites + (1 if target & int(city.sites) else 0), weights)
            others = (1 if target & one else 0) + (1 if target & two else 0) + (1 if target & three else 0)
            value += weights[INTERCHANGE_POINT] * INTERCHANGE_STEPS[1 + others]
            value += stops_worth(s, city, one | now.stations, two | (one & now.stations), now_crossings, to_come, weights)
            new = newly_blocked(city, section, blocked)
            if to_come > 0:
                value -= map_weight(DEPARTURES, to_come, weights) * (in_both(new, near) + in_both(new, twice))
                value -= map_weight(BLOCKED, to_come, weights) * in_both(new, new)
            now_blocked = Blocked(blocked.first | new.first, blocked.second | new.second, blocked.third | new.third)
            keeps_power = has_power and not spends_power(s, city, seat, section)
        if left > 0:
            value += left * (weights[POWER] if keeps_power else 0)
            value += line_promise(city, now, now_blocked, ahead, weights)
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
def sections_at_departures(s: State, city: City, seat: int, to_come: int) -> tuple[Blocked, Blocked]:
    """The sections at departures of lines to come, and those between two of them, which count twice."""
    near_1, near_2, near_3, twice_1, twice_2, twice_3 = 0, 0, 0, 0, 0, 0
    for round_no in range(LINES - to_come + 1, LINES + 1):
        departure = city.departure[pencil_in_round(s, seat, round_no)]
        first, second, third = (
            int(city.sections_at[departure, 0]),
            int(city.sections_at[departure, 1]),
            int(city.sections_at[departure, 2]),
        )
        twice_1 |= near_1 & first
        twice_2 |= near_2 & second
        twice_3 |= near_3 & third
        near_1 |= first
        near_2 |= second
        near_3 |= third
    return Blocked(near_1, near_2, near_3), Blocked(twice_1, twice_2, twice_3)


# ── What differs ─────────────────────────────────────────────────────────────


@rule
def longer(city: City, line: Line, section: int) -> Line:
    """The line with one more section, given by its ends, that leads to a station where it did not stop."""
    target = section & ~line.stations
    district = int(city.district_stations[city.district[lowest(target)]])
    here = size(line.stations & district) + 1
    there = district if here > line.fullest else line.there | (district if here == line.fullest else 0)
    return Line(
        line.stations | target,
        ends_after(line.stations, line.ends, section),
        line.districts + (1 if here == 1 else 0),
        max(line.fullest, here),
        line.covered | district,
        there,
    )


@rule
def newly_blocked(city: City, section: int, blocked: Blocked) -> Blocked:
    """What drawing a section blocks that was free."""
    return Blocked(
        blocked_by(city, section, 0) & ~blocked.first,
        blocked_by(city, section, 1) & ~blocked.second,
        blocked_by(city, section, 2) & ~blocked.third,
    )


@rule
def in_both(some: Blocked, others: Blocked) -> int:
    """How many sections are among both."""
    return size(some.first & others.first) + size(some.second & others.second) + size(some.third & others.third)


@rule
def points_worth(line: Line, extra: int, crossings: int, sites: int, weights: tuple[int, ...]) -> int:
    """The points of the line in hand, with all crossings and all sites."""
    value = weights[LINE_POINT] * line.districts * (line.fullest + extra) + weights[THAMES_POINT] * 2 * crossings
    return value + weights[SITE_POINT] * SIGHTSEEING[min(sites, len(SIGHTSEEING) - 1)]


@rule
def stops_worth(s: State, city: City, one: int, two: int, crossings: int, to_come: int, weights: tuple[int, ...]) -> int:
    """What stations with one and two lines promise, and the objectives."""
    value = 0
    if to_come > 0:
        value += map_weight(STOPS, to_come, weights) * size(one) + map_weight(INTERCHANGES, to_come, weights) * size(two)
    return value + objectives_ahead(s, city, one, two, crossings, weights) if s.objectives else value


@rule
def spends_power(s: State, city: City, seat: int, section: int) -> bool:
    """Whether drawing this section spends the power; a second one always does."""
    return s.choice[seat, 0] >= 0 or needs_power(s, city, seat, section)
