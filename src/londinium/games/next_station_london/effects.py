"""What a move would bring, read from the sheet as it would be: the rules themselves answer."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from londinium.games.next_station_london.city import City, name_of_station
from londinium.games.next_station_london.components import (
    DOUBLE,
    NO_PENCIL,
    POWERS,
    ROUNDS,
    SECTIONS,
    STATIONS,
    TWICE,
    UNDECIDED,
)
from londinium.games.next_station_london.masks import has, lowest
from londinium.games.next_station_london.moves import COUNT_TWICE, DRAW
from londinium.games.next_station_london.rules.lines import ends_of_section, stations_of
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.scoring import total
from londinium.games.next_station_london.rules.sections import line_in_hand, needs_power
from londinium.games.next_station_london.sheets import LineScore, line_score
from londinium.games.next_station_london.state import State
from londinium.games.next_station_london.view import KEPT, known_to, record_of
from londinium.kernel.game import Position
from londinium.kernel.records import copy_of
from londinium.kernel.rules import rule


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
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
    return _effect(known_to(position, seat), record_of(position.boxes), position.seats, seat, move)


@lru_cache(KEPT)
def _effect(states: bytes, cities: bytes, seats: int, seat: int, move: int) -> Effect:
    position = Position(State.from_bytes(states), City.from_bytes(cities), seats, {})
    if DRAW <= move < DRAW + SECTIONS:
        return _effect_of_section(position, seat, move - DRAW)
    if COUNT_TWICE <= move < COUNT_TWICE + STATIONS:
        return _effect_of_twice(position, seat, move - COUNT_TWICE)
    return Effect()


def _effect_of_section(position: Position, seat: int, section: int) -> Effect:
    s: State = position.state
    city: City = position.box
    states = copy_of(position.states)
    t: State = states[0]
    second = s.choice[seat, 0] != UNDECIDED
    t.choice[seat, 1 if second else 0] = section
    pencil = int(pencil_of(s, seat))
    target = target_of(s, city, seat, section)
    return Effect(
        before=line_score(s, city, seat, pencil),
        after=line_score(t, city, seat, pencil),
        points=int(total(t, city, seat)) - int(total(s, city, seat)),
        target=name_of_station(city, target),
        site=bool(has(int(city.sites), target)),
        interchange=colours_at(t, city, seat, target),
        spends=spent_power(s, city, seat, section),
    )


def target_of(s: State, city: City, seat: int, section: int) -> int:
    """The end of a section that is not on the line yet."""
    return int(lowest(ends_of_section(city, section) & ~line_in_hand(s, city, seat)))


@rule
def colours_at(s: State, city: City, seat: int, station: int) -> int:
    """How many lines meet at a station; 0 where it is no interchange."""
    colours = 0
    for round_no in range(1, ROUNDS + 1):
        pencil = pencil_in_round(s, seat, round_no)
        if pencil != NO_PENCIL and has(stations_of(s, city, seat, pencil), station):
            colours += 1
    return colours if colours > 1 else 0


def spent_power(s: State, city: City, seat: int, section: int) -> str | None:
    """The power that a section uses up."""
    if s.choice[seat, 0] != UNDECIDED:
        return POWERS[DOUBLE]
    return POWERS[power_in_hand(s, seat)] if needs_power(s, city, seat, section) else None


def _effect_of_twice(position: Position, seat: int, station: int) -> Effect:
    s: State = position.state
    city: City = position.box
    states = copy_of(position.states)
    states[0].twice[seat] = station
    pencil = int(pencil_of(s, seat))
    before, after = line_score(s, city, seat, pencil), line_score(states[0], city, seat, pencil)
    points = after.points - before.points
    return Effect(before=before, after=after, points=points, target=name_of_station(city, station), spends=POWERS[TWICE])
