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
    CARDS,
    DEPARTURES,
    DISTRICTS,
    ENDS,
    FREE,
    FULLEST,
    INTERCHANGES,
    POINT,
    POWER,
    STOPS,
    blocked_by,
    blocked_word,
    extra_station,
    line_or_departure,
    lines_to_come,
    objectives_ahead,
    reached_from,
    undergrounds_to_come,
    usable_cards,
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
    hand, to_come, left = pencil_of(s, seat), lines_to_come(s), undergrounds_to_come(s)
    line, ends = line_in_hand(s, city, seat), ends_in_hand(s, city, seat)
    first, second, third = blocked_word(s, city, seat, 0), blocked_word(s, city, seat, 1), blocked_word(s, city, seat, 2)
    districts, fullest, extra = districts_with(city, line), most_in_district(city, line), extra_station(s, seat, hand)
    has_power = left > 0 and power_in_hand(s, seat) != NO_POWER

    # The other lines: the stations at which at least one, two, three of them stop.
    one, two, three, crossings = 0, 0, 0, 0
    visits = size(line & int(city.sites))
    for pencil in range(LINES):
        crossings += crossings_of(s, city, seat, pencil)
        if pencil != hand:
            other = line_or_departure(s, city, seat, pencil)
            three |= two & other
            two |= one & other
            one |= other
            visits += size(other & int(city.sites))
    with_one, with_two = one | line, two | (one & line)

    # The sections at departures of lines to come, and those between two of them, which count twice.
    near_1, near_2, near_3, between_1, between_2, between_3 = 0, 0, 0, 0, 0, 0
    for round_no in range(LINES - to_come + 1, LINES + 1):
        departure = int(city.departure[pencil_in_round(s, seat, round_no)])
        at_1, at_2, at_3 = (
            int(city.sections_at[departure, 0]) & ~first,
            int(city.sections_at[departure, 1]) & ~second,
            int(city.sections_at[departure, 2]) & ~third,
        )
        between_1, between_2, between_3 = between_1 | (near_1 & at_1), between_2 | (near_2 & at_2), between_3 | (near_3 & at_3)
        near_1, near_2, near_3 = near_1 | at_1, near_2 | at_2, near_3 | at_3

    for k in range(count):
        value = 0
        now_line, now_ends, now_1, now_2, now_3 = line, ends, first, second, third
        now_districts, now_fullest, now_crossings, now_visits = districts, fullest, crossings, visits
        now_one, now_two = with_one, with_two
        if moves[k] != PASS:
            section = int(moves[k]) - DRAW
            both = ends_of_section(city, section)
            target = both & ~line
            now_line, now_ends = line | target, ends_after(line, ends, both)
            now_crossings += crosses_thames(city, section)
            now_visits += 1 if target & int(city.sites) else 0
            now_one, now_two = with_one | target, with_two | (one & target)
            lines = 1 + (1 if target & one else 0) + (1 if target & two else 0) + (1 if target & three else 0)
            value += POINT * INTERCHANGE_STEPS[lines]
            here = size(line & int(city.district_stations[city.district[lowest(target)]]))
            now_districts += 1 if here == 0 else 0
            now_fullest = max(fullest, here + 1)
            now_1, now_2, now_3 = (
                first | blocked_by(city, section, 0),
                second | blocked_by(city, section, 1),
                third | blocked_by(city, section, 2),
            )
            if to_come > 0:
                new_1, new_2, new_3 = now_1 ^ first, now_2 ^ second, now_3 ^ third
                value -= to_come * weights[BLOCKED] * (size(new_1) + size(new_2) + size(new_3))
                value -= weights[DEPARTURES] * (
                    size(new_1 & near_1)
                    + size(new_2 & near_2)
                    + size(new_3 & near_3)
                    + size(new_1 & between_1)
                    + size(new_2 & between_2)
                    + size(new_3 & between_3)
                )
                value += to_come * (weights[STOPS] * size(now_one) + weights[INTERCHANGES] * size(now_two))
        elif to_come > 0:
            value += to_come * (weights[STOPS] * size(now_one) + weights[INTERCHANGES] * size(now_two))
        points = now_districts * (now_fullest + extra) + 2 * now_crossings + SIGHTSEEING[min(now_visits, len(SIGHTSEEING) - 1)]
        value += POINT * points
        if s.objectives:
            value += objectives_ahead(s, city, now_one, now_two, now_crossings, weights)
        if left > 0:
            ahead = weights[DISTRICTS] * now_districts + weights[FULLEST] * now_fullest
            all_reached = 0
            while now_ends:
                reached = reached_from(city, lowest(now_ends), now_line, now_1, now_2, now_3)
                now_ends &= now_ends - 1
                ahead += weights[FREE] * size(reached) + (weights[ENDS] if reached else 0)
                all_reached |= reached
            ahead += weights[CARDS] * usable_cards(s, city, all_reached)
            if has_power and (moves[k] == PASS or not spends_power(s, city, seat, int(moves[k]) - DRAW)):
                ahead += weights[POWER]
            value += left * ahead
        worths[k] = value


@rule
def spends_power(s: State, city: City, seat: int, section: int) -> bool:
    """Whether drawing this section spends the power; a second one always does."""
    return s.choice[seat, 0] >= 0 or needs_power(s, city, seat, section)
