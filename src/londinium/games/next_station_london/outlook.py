"""What a search thinks a position is worth. Tuning it for this game happens here and nowhere else.

The total if the match ended now, and what the line in hand and the lines to come promise. How much a promise is worth was found
by `londinium fit next-station-london`; the numbers are in `outlook.toml`.
"""

from __future__ import annotations

from pathlib import Path

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.components import LINES, NO_POWER, UNDERGROUNDS, WORDS
from londinium.games.next_station_london.masks import lowest, size
from londinium.games.next_station_london.rules.lines import ends_of_section
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of, symbol_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import total
from londinium.games.next_station_london.rules.sections import ends_in_hand, is_switch_turn
from londinium.games.next_station_london.state import CARD_REVEAL, DRAWING, State
from londinium.kernel.game import Evaluation
from londinium.kernel.rules import rule

POINT = 64
"""Values are counted in sixty-fourths of a point, so that small promises can be told apart."""

PROMISES = (
    "a free section at an end of the line in hand, per underground card to come",
    "an end of the line in hand with a free section, per underground card to come",
    "a free section at the departure of a line to come",
    "a power that is not spent, per underground card to come",
)
FREE, ENDS, DEPARTURES, POWER = range(4)

EVALUATION = Evaluation.load(Path(__file__).with_suffix(".toml"), PROMISES)
WEIGHTS = EVALUATION.weights

SEARCH = {"alone": 1.0, "point": float(POINT)}
"""Sheets do not touch each other, so a search lets the others pass and counts its own points."""


@rule
def outlook(s: State, city: City, seat: int) -> int:
    return outlook_with(s, city, seat, WEIGHTS)


@rule
def outlook_with(s: State, city: City, seat: int, weights: tuple[int, ...]) -> int:
    """The outlook of a position if promises weigh this much."""
    value = POINT * total(s, city, seat)
    if s.phase != DRAWING and s.phase != CARD_REVEAL:
        return value
    left = UNDERGROUNDS - undergrounds_shown(s)
    if left > 0:
        ends = ends_in_hand(s, city, seat)
        while ends:
            free = free_sections(s, city, seat, lowest(ends))
            ends &= ends - 1
            value += left * (weights[FREE] * free + (weights[ENDS] if free > 0 else 0))
        if power_in_hand(s, seat) != NO_POWER and not is_spending(s, city, seat):
            value += left * weights[POWER]
    for round_no in range(int(s.round_no) + 1, LINES + 1):
        departure = int(city.departure[pencil_in_round(s, seat, round_no)])
        value += weights[DEPARTURES] * free_sections(s, city, seat, departure)
    return value


@rule
def free_sections(s: State, city: City, seat: int, station: int) -> int:
    """How many sections at a station have nothing drawn in the way."""
    count = 0
    for word in range(WORDS):
        count += size(int(city.sections_at[station, word]) & ~int(s.blocked[seat, word]))
    return count


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
def imagine(s: State, city: City, seat: int, key: int) -> None:
    """Nothing is hidden from a seat but decisions on the current card, and those are not in the state it is given."""


@rule
def stage(s: State) -> int:
    """The round; a search may look ahead to the end of it and value the position there."""
    return int(s.round_no)
