"""N-9 Open and hidden: what one seat may know, built up from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from londinium.games.next_station_london.box.flat import City, name_of_section, name_of_station
from londinium.games.next_station_london.box.plan import CELL
from londinium.games.next_station_london.face.sheets import ScoreSheet, sheets_of
from londinium.games.next_station_london.rules.components import (
    CARDS,
    DISTRICTS,
    LINES,
    NO_POWER,
    NO_STATION,
    OBJECTIVES,
    PENCILS,
    POWERS,
    ROUNDS,
    SYMBOLS,
    UNDECIDED,
    WORD,
    WORDS,
)
from londinium.games.next_station_london.rules.lines import counted_twice
from londinium.games.next_station_london.rules.masks import has
from londinium.games.next_station_london.rules.pencils import pencil_of
from londinium.games.next_station_london.rules.powers import power_in_hand
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.sections import ends_in_hand, is_switch_turn
from londinium.games.next_station_london.rules.state import CARD_REVEAL, DRAWING, PHASES, TWICE_CHOICE, State
from londinium.kernel.cells import cells, zeros
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import Position
from londinium.kernel.kept import kept
from londinium.kernel.rules import rule
from londinium.kernel.views import sees_as

# ── The map ──────────────────────────────────────────────────────────────────


class Station(msgspec.Struct, frozen=True, gc=False):
    """A station as it is printed."""

    name: str
    column: int
    row: int
    symbol: str
    district: str
    bank: str
    site: bool
    departure: str | None


class CityMap(msgspec.Struct, frozen=True, gc=False):
    """The map that is printed on every sheet; the river as points in cells."""

    stations: tuple[Station, ...]
    sections: tuple[str, ...]
    river: tuple[tuple[float, float], ...]
    border_columns: tuple[int, int]
    border_rows: tuple[int, int]


def city_bytes(position: Position) -> bytes:
    """A city as bytes; the same object each time, so that whatever is kept for a city holds them once."""
    return _one_copy(position.box_bytes)


@kept
def _one_copy(city: bytes) -> bytes:
    return city


def city_map(cities: FlatArray[City]) -> CityMap:
    return _city_map(_one_copy(cities.tobytes()))


@kept
def _city_map(printed: bytes) -> CityMap:
    city: City = City.from_bytes(printed)[0]
    departures = {int(city.departure[pencil]): PENCILS[pencil] for pencil in range(LINES)}
    return CityMap(
        stations=tuple(
            Station(
                name=name_of_station(city, station),
                column=int(city.column[station]),
                row=int(city.row[station]),
                symbol=(*SYMBOLS, "central")[city.symbol[station]],
                district=DISTRICTS[city.district[station]],
                bank="south" if has(int(city.south), station) else "north",
                site=bool(has(int(city.sites), station)),
                departure=departures.get(station),
            )
            for station in range(city.stations)
        ),
        sections=tuple(name_of_section(city, section) for section in range(city.sections)),
        river=tuple((int(city.river[i, 0]) / CELL, int(city.river[i, 1]) / CELL) for i in range(city.river_points)),
        border_columns=(int(city.border_columns[0]), int(city.border_columns[1])),
        border_rows=(int(city.border_rows[0]), int(city.border_rows[1])),
    )


# ── The table ────────────────────────────────────────────────────────────────


class Card(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A station card, with the turn of this round in which it was revealed; None if it may still come."""

    name: str
    turn: int | None


class Line(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A line on a sheet, in the order of the rounds in which its owner draws them."""

    pencil: str
    round: int
    sections: tuple[str, ...]
    stations: tuple[str, ...]
    twice: str | None


class Player(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A player's sheet. `chosen` is what was decided on the current card; None where the viewer may not see it."""

    seat: int
    pencil: str | None
    ends: tuple[str, ...]
    power: str | None
    decided: bool
    chosen: tuple[str, ...] | None
    lines: tuple[Line, ...]
    sheet: ScoreSheet


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table as one seat sees it. `switch_turn` says whether the switch counts; on the first two turns it does not."""

    phase: str
    round: int
    rounds: int
    turn: int
    card: str | None
    switch: bool
    switch_turn: bool
    cards: tuple[Card, ...]
    undergrounds: int
    objectives: tuple[str, ...]
    powers: dict[str, str]
    city: CityMap
    players: tuple[Player, ...]


def board(position: Position, viewer: int | None) -> Board:
    # N-9.1 Nothing of a player is hidden, except that a decision on the current card is shown to the others only after all
    # have decided.
    # N-9.2 Until then it may be taken back: the match retracts a choice, as nothing else depends on it yet.
    shown = _board(known_to(position, viewer), city_bytes(position))
    if shown.phase != PHASES[DRAWING]:
        return shown
    return msgspec.structs.replace(shown, players=tuple(_decided(position, player, viewer) for player in shown.players))


HAND = 3
"""What a seat holds, as numbers: pencil, ends and power."""


@rule
def count_up(states: FlatArray[State], cities: FlatArray[City], numbers: Cells) -> None:
    """What the rules count on a table, in one call: switch and undergrounds; then for every seat pencil, ends and power in hand,
    and of each of its lines the station that counts twice.
    """
    s, city = states[0], cities[0]
    numbers[0, 0], numbers[0, 1] = is_switch_turn(s), undergrounds_shown(s)
    for seat in range(s.seats):
        row = numbers[1 + seat]
        if s.phase in (CARD_REVEAL, DRAWING, TWICE_CHOICE):
            row[0], row[1], row[2] = pencil_of(s, seat), ends_in_hand(s, city, seat), power_in_hand(s, seat)
        for pencil in range(LINES):
            row[HAND + pencil] = counted_twice(s, seat, pencil)


@kept
def _board(states: bytes, cities: bytes) -> Board:
    """What is known, except who has decided: it stays the same while the others decide, so it is kept for that long."""
    known = Position(State.from_bytes(states), City.from_bytes(cities), 0, {})
    s: State = known.plain
    known = replace(known, seats=s.seats)
    sheets = sheets_of(known)
    numbers = zeros((1 + len(sheets), HAND + LINES), "int64")
    count_up(known.states, known.boxes, numbers)
    (switch_turn, undergrounds, *_), *counted = numbers.tolist()
    return Board(
        phase=PHASES[s.phase],
        round=s.round_no,
        rounds=ROUNDS,
        turn=s.turn_no,
        card=CARDS[s.card] if s.phase == DRAWING else None,
        switch=bool(s.switched),
        switch_turn=bool(switch_turn),
        cards=tuple(Card(name, s.shown[card] or None) for card, name in enumerate(CARDS)),
        undergrounds=undergrounds,
        objectives=tuple(name for objective, name in enumerate(OBJECTIVES) if s.objectives >> objective & 1),
        powers={PENCILS[p]: POWERS[s.power[p]] for p in range(LINES) if s.power[p] != NO_POWER},
        city=city_map(known.boxes),
        players=tuple(_player(known, sheet, row) for sheet, row in zip(sheets, counted, strict=True)),
    )


def _decided(position: Position, player: Player, viewer: int | None) -> Player:
    """A player while all decide on a card: that they have decided is open, what they decided is for them alone."""
    if UNDECIDED in position.plain.choice[player.seat]:
        return player
    return msgspec.structs.replace(player, decided=True, chosen=player.chosen if sees_as(viewer, player.seat) else None)


NOTHING_CHOSEN = cells([UNDECIDED] * State.fields["choice"].shape[1], State.fields["choice"].kind).tobytes()
FIRST_CHOICE = State.layout.fields["choice"][1]


def known_to(position: Position, viewer: int | None) -> bytes:
    """The state before the others decided on the current card, as bytes: their choices are not in it at all."""
    known, size = bytearray(position.state_bytes), len(NOTHING_CHOSEN)
    for seat in range(position.seats):
        if not sees_as(viewer, seat):
            known[FIRST_CHOICE + size * seat : FIRST_CHOICE + size * (seat + 1)] = NOTHING_CHOSEN
    return bytes(known)


def score_sheets(position: Position) -> list[ScoreSheet]:
    """The score sheet of every seat, as if the match ended now, from what is drawn."""
    drawn = State.from_bytes(known_to(position, None))
    return sheets_of(Position(drawn, position.boxes, position.seats, position.options))


def _player(known: Position, sheet: ScoreSheet, counted: list[int]) -> Player:
    s: State = known.plain
    seat, city = sheet.seat, city_map(known.boxes)
    pencil, ends, power, *twice = counted
    playing = s.phase in (CARD_REVEAL, DRAWING, TWICE_CHOICE)
    return Player(
        seat=seat,
        pencil=PENCILS[pencil] if playing else None,
        ends=_names(city, ends) if playing else (),
        power=POWERS[power] if playing and power != NO_POWER else None,
        decided=False,
        chosen=tuple(city.sections[section] for section in s.choice[seat] if section >= 0),
        lines=tuple(
            _line(s, city, seat, PENCILS.index(line.pencil), round_no, twice) for round_no, line in enumerate(sheet.lines, 1)
        ),
        sheet=sheet,
    )


def _line(s: State, city: CityMap, seat: int, pencil: int, round_no: int, twice: list[int]) -> Line:
    drawn = [word * WORD + bit for word in range(WORDS) for bit in _members(s.drawn[seat][pencil][word])]
    return Line(
        pencil=PENCILS[pencil],
        round=round_no,
        sections=tuple(city.sections[section] for section in drawn),
        stations=_names(city, s.line[seat][pencil]),
        twice=city.stations[twice[pencil]].name if twice[pencil] != NO_STATION else None,
    )


def _names(city: CityMap, stations: int) -> tuple[str, ...]:
    return tuple(city.stations[station].name for station in _members(stations))


def _members(bits: int) -> Iterator[int]:
    left = int(bits)
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1
