"""What a move would bring, read from the sheet as it would be: the rules themselves answer."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np

from londinium.games.next_station_london.box.flat import City, name_of_station
from londinium.games.next_station_london.face.sheets import LineScore, fill_line, line_score
from londinium.games.next_station_london.face.view import KEPT, city_map, known_to, record_of
from londinium.games.next_station_london.rules.components import (
    DOUBLE,
    NO_PENCIL,
    NO_POWER,
    PENCILS,
    POWERS,
    ROUNDS,
    SECTIONS,
    STATIONS,
    TWICE,
    UNDECIDED,
    UNDERGROUNDS,
)
from londinium.games.next_station_london.rules.lines import ends_of_section, stations_of
from londinium.games.next_station_london.rules.masks import has, lowest
from londinium.games.next_station_london.rules.moves import COUNT_TWICE, DRAW
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.powers import is_asked_for_second, power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import total
from londinium.games.next_station_london.rules.sections import line_in_hand, needs_power
from londinium.games.next_station_london.rules.state import DRAWING, TWICE_CHOICE, State
from londinium.kernel.game import AGAIN, ENDS, PASSES, REVEALS, Position
from londinium.kernel.records import Batch, Cells, copy_of
from londinium.kernel.rules import rule


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True, gc=False):
    """The consequences of a move for the sheet of the seat that makes it. Empty where there is none.

    `points` is what the total gains; `interchange` how many colours meet at the target, where there are several.
    """

    before: LineScore | None = None
    after: LineScore | None = None
    points: int = 0
    target: str | None = None
    site: bool = False
    interchange: int = 0
    spends: str | None = None


def effect(position: Position, seat: int, move: int) -> Effect:
    """It rests on the seat's own sheet alone, so it stays the same while the others decide, and is kept for that long."""
    return _effect(known_to(position, seat), record_of(position), position.seats, seat, move)


@lru_cache(KEPT)
def _effect(states: bytes, cities: bytes, seats: int, seat: int, move: int) -> Effect:
    position = Position(State.from_bytes(states), City.from_bytes(cities), seats, {})
    if DRAW <= move < DRAW + SECTIONS:
        return _effect_of_section(position, seat, move - DRAW)
    if COUNT_TWICE <= move < COUNT_TWICE + STATIONS:
        return _effect_of_twice(position, seat, move - COUNT_TWICE)
    return Effect()


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """A section as the rules see it when it is chosen: `before` and `after` are the line and the total of the sheet."""

    pencil: str
    target: int
    power: str | None
    interchange: int
    before: tuple[LineScore, int]
    after: tuple[LineScore, int]


def choose_section(states: Batch[State], cities: Batch[City], seat: int, section: int) -> Drawn:
    """Choose a section on these states, which it changes, and tell what that brings."""
    row = np.zeros(NUMBERS, np.int32)
    weigh_section(states, cities, seat, section, row)
    pencil, target, power, interchange, *counts = row.tolist()
    name = PENCILS[pencil]
    return Drawn(
        name,
        target,
        None if power == NO_POWER else POWERS[power],
        interchange,
        (LineScore(name, *counts[:3]), counts[3]),
        (LineScore(name, *counts[4:7]), counts[7]),
    )


NUMBERS = 12


@rule
def weigh_section(states: Batch[State], cities: Batch[City], seat: int, section: int, numbers: Cells) -> None:
    """All numbers of a section at once: pencil, target, power, colours that meet; line and total before and after."""
    s, city = states[0], cities[0]
    pencil, target = pencil_of(s, seat), target_of(s, city, seat, section)
    numbers[0], numbers[1], numbers[2] = pencil, target, power_spent(s, city, seat, section)
    fill_line(s, city, seat, pencil, numbers[4:])
    numbers[7] = total(s, city, seat)
    s.choice[seat, 0 if s.choice[seat, 0] == UNDECIDED else 1] = section
    numbers[3] = colours_at(s, city, seat, target)
    fill_line(s, city, seat, pencil, numbers[8:])
    numbers[11] = total(s, city, seat)


def _effect_of_section(position: Position, seat: int, section: int) -> Effect:
    drawn = choose_section(copy_of(position.states), position.boxes, seat, section)
    (before, less), (after, more) = drawn.before, drawn.after
    station = city_map(position.boxes).stations[drawn.target]
    return Effect(before, after, more - less, station.name, station.site, drawn.interchange, drawn.power)


@rule
def target_of(s: State, city: City, seat: int, section: int) -> int:
    """The end of a section that is not on the line yet."""
    return lowest(ends_of_section(city, section) & ~line_in_hand(s, city, seat))


@rule
def colours_at(s: State, city: City, seat: int, station: int) -> int:
    """How many lines meet at a station; 0 where it is no interchange."""
    colours = 0
    for round_no in range(1, ROUNDS + 1):
        pencil = pencil_in_round(s, seat, round_no)
        if pencil != NO_PENCIL and has(stations_of(s, city, seat, pencil), station):
            colours += 1
    return colours if colours > 1 else 0


@rule
def power_spent(s: State, city: City, seat: int, section: int) -> int:
    """The power that a section uses up."""
    if s.choice[seat, 0] != UNDECIDED:
        return DOUBLE
    return power_in_hand(s, seat) if needs_power(s, city, seat, section) else NO_POWER


def _effect_of_twice(position: Position, seat: int, station: int) -> Effect:
    s: State = position.state
    city: City = position.box
    states = copy_of(position.states)
    states[0].twice[seat] = station
    pencil = int(pencil_of(s, seat))
    before, after = line_score(s, city, seat, pencil), line_score(states[0], city, seat, pencil)
    points = after.points - before.points
    return Effect(before=before, after=after, points=points, target=name_of_station(city, station), spends=POWERS[TWICE])


# ── Who decides next ─────────────────────────────────────────────────────────


def what_follows(position: Position, seat: int, move: int) -> str | None:
    """Said of the cards and of TWICE; who plays alone tries DOUBLE and the last card of a round."""
    s = position.plain
    if s.phase == TWICE_CHOICE:
        return ENDS if s.round_no == ROUNDS else REVEALS
    if s.phase != DRAWING:
        return None
    if s.choice[seat][0] == UNDECIDED and has_second_choice(position.states, seat):
        return AGAIN if position.seats > 1 else None
    if position.seats > 1:
        return PASSES
    return None if is_last_turn(position.states) else REVEALS


@rule
def has_second_choice(states: Batch[State], seat: int) -> bool:
    return is_asked_for_second(states[0], seat)


@rule
def is_last_turn(states: Batch[State]) -> bool:
    """Whether the round ends with the card that lies there."""
    return undergrounds_shown(states[0]) == UNDERGROUNDS
