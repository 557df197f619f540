"""N-9 Open and hidden: what one seat may know, built up from nothing."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np

from londinium.games.next_station_london.city import City, name_of_section, name_of_station
from londinium.games.next_station_london.components import (
    CARDS,
    DISTRICTS,
    LINES,
    NO_PENCIL,
    NO_POWER,
    NO_SECTION,
    NO_STATION,
    OBJECTIVES,
    PENCILS,
    POWERS,
    ROUNDS,
    SYMBOLS,
    TWICE,
    UNDECIDED,
    WORD,
)
from londinium.games.next_station_london.masks import has, size
from londinium.games.next_station_london.moves import DRAW, PASS, TABLE
from londinium.games.next_station_london.plan import CELL
from londinium.games.next_station_london.rules.lines import (
    crossings_of,
    districts_with,
    most_stations,
    sightseeing_points,
    stations_of,
    stops_of_lines,
    visits,
)
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS, objective_goal, objective_progress
from londinium.games.next_station_london.rules.pencils import pencil_in_round, pencil_of
from londinium.games.next_station_london.rules.play import legal
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.scoring import interchange_points, rating, scores
from londinium.games.next_station_london.rules.sections import ends_in_hand, is_deciding, is_switch_turn
from londinium.games.next_station_london.state import CARD_REVEAL, DRAWING, PHASES, TWICE_CHOICE, State
from londinium.kernel.game import Position
from londinium.kernel.records import Batch
from londinium.kernel.seeds import draw

# ── The map ──────────────────────────────────────────────────────────────────


class Station(msgspec.Struct, frozen=True):
    """A station as it is printed."""

    name: str
    column: int
    row: int
    symbol: str
    district: str
    bank: str
    site: bool
    departure: str | None


class CityMap(msgspec.Struct, frozen=True):
    """The map that is printed on every sheet; the river as points in cells."""

    stations: tuple[Station, ...]
    sections: tuple[str, ...]
    river: tuple[tuple[float, float], ...]
    border_columns: tuple[int, int]
    border_rows: tuple[int, int]


def city_map(cities: Batch[City]) -> CityMap:
    return _city_map(cities.tobytes())


@cache
def _city_map(record: bytes) -> CityMap:
    city: City = City.from_bytes(record)[0]
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


# ── The score sheet ──────────────────────────────────────────────────────────


class LineScore(msgspec.Struct, frozen=True):
    """What a line is scored by."""

    pencil: str
    districts: int
    stations: int
    crossings: int

    @property
    def points(self) -> int:
        return self.districts * self.stations + 2 * self.crossings


class ObjectiveScore(msgspec.Struct, frozen=True):
    """How far a sheet has come with a shared objective."""

    objective: str
    progress: int
    goal: int

    @property
    def points(self) -> int:
        return OBJECTIVE_POINTS if self.progress >= self.goal else 0


class ScoreSheet(msgspec.Struct, frozen=True):
    """A score sheet as on paper; a line that is not begun is all zero. The rating, from 0 to 5, is for someone alone."""

    seat: int
    lines: tuple[LineScore, ...]
    visits: int
    sightseeing: int
    two_lines: int
    three_lines: int
    four_lines: int
    interchanges: int
    objectives: tuple[ObjectiveScore, ...]
    rating: int | None
    place: int

    @property
    def objective_points(self) -> int:
        return sum(objective.points for objective in self.objectives)

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines) + self.sightseeing + self.interchanges + self.objective_points


def line_score(s: State, city: City, seat: int, pencil: int) -> LineScore:
    return LineScore(
        pencil=PENCILS[pencil],
        districts=int(districts_with(city, stations_of(s, city, seat, pencil))),
        stations=int(most_stations(s, city, seat, pencil)) if s.line[seat, pencil] else 0,
        crossings=int(crossings_of(s, city, seat, pencil)),
    )


def score_sheets(position: Position) -> list[ScoreSheet]:
    """The score sheet of every seat, as if the match ended now, from what is drawn."""
    return _score_sheets(as_seen_by(position, None))


def _score_sheets(position: Position) -> list[ScoreSheet]:
    s: State = position.state
    city: City = position.box
    points, places = np.zeros(position.seats, np.int32), np.zeros(position.seats, np.int32)
    scores(s, city, points, places)
    return [_score_sheet(s, city, seat, int(places[seat])) for seat in range(position.seats)]


def _score_sheet(s: State, city: City, seat: int, place: int) -> ScoreSheet:
    two, three, four = (int(size(stops_of_lines(s, city, seat, lines))) for lines in (2, 3, 4))
    return ScoreSheet(
        seat=seat,
        lines=tuple(line_score(s, city, seat, pencil) for pencil in pencils_of(s, seat)),
        visits=int(visits(s, city, seat)),
        sightseeing=int(sightseeing_points(s, city, seat)),
        two_lines=two - three,
        three_lines=three - four,
        four_lines=four,
        interchanges=int(interchange_points(s, city, seat)),
        objectives=tuple(
            ObjectiveScore(
                name,
                int(objective_progress(s, city, seat, objective)),
                int(objective_goal(city, objective)),
            )
            for objective, name in enumerate(OBJECTIVES)
            if has(int(s.objectives), objective)
        ),
        rating=int(rating(s, city, seat)) if s.seats == 1 else None,
        place=place,
    )


# ── The table ────────────────────────────────────────────────────────────────


class Card(msgspec.Struct, frozen=True):
    """A station card, with the turn of this round in which it was revealed; None if it may still come."""

    name: str
    turn: int | None


class Line(msgspec.Struct, frozen=True):
    """A line on a sheet, in the order of the rounds in which its owner draws them."""

    pencil: str
    round: int
    sections: tuple[str, ...]
    stations: tuple[str, ...]
    twice: str | None


class Player(msgspec.Struct, frozen=True):
    """A player's sheet. `chosen` is what was decided on the current card; None where the viewer may not see it."""

    seat: int
    pencil: str | None
    ends: tuple[str, ...]
    power: str | None
    decided: bool
    chosen: tuple[str, ...] | None
    lines: tuple[Line, ...]
    sheet: ScoreSheet


class Board(msgspec.Struct, frozen=True):
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
    # N-9.2 Until then it may be taken back: the match retracts a choice, for nothing else depends on it yet.
    known = as_seen_by(position, viewer)
    s: State = known.state
    sheets = _score_sheets(known)
    return Board(
        phase=PHASES[s.phase],
        round=int(s.round_no),
        rounds=ROUNDS,
        turn=int(s.turn_no),
        card=CARDS[s.card] if s.phase == DRAWING else None,
        switch=bool(s.switched),
        switch_turn=bool(is_switch_turn(s)),
        cards=tuple(Card(name, int(s.shown[card]) or None) for card, name in enumerate(CARDS)),
        undergrounds=int(undergrounds_shown(s)),
        objectives=tuple(name for objective, name in enumerate(OBJECTIVES) if has(int(s.objectives), objective)),
        powers={PENCILS[p]: POWERS[s.power[p]] for p in range(LINES) if s.power[p] != NO_POWER},
        city=city_map(position.boxes),
        players=tuple(_player(position, known, seat, viewer, sheets[seat]) for seat in range(s.seats)),
    )


def as_seen_by(position: Position, viewer: int | None) -> Position:
    """The position before the others decided on the current card: their choices are not in it at all."""
    states = position.states.copy()
    for seat in range(position.seats):
        if seat != viewer:
            states[0].choice[seat, 0] = states[0].choice[seat, 1] = UNDECIDED
    return Position(states, position.boxes, position.seats, position.options)


def pencils_of(s: State, seat: int) -> list[int]:
    """The pencils of a seat in the order of the rounds, as far as they are settled."""
    pencils = [int(pencil_in_round(s, seat, round_no)) for round_no in range(1, ROUNDS + 1)]
    return [pencil for pencil in pencils if pencil != NO_PENCIL]


def _player(position: Position, known: Position, seat: int, viewer: int | None, sheet: ScoreSheet) -> Player:
    s: State = known.state
    city: City = known.box
    playing = s.phase in (CARD_REVEAL, DRAWING, TWICE_CHOICE)
    pencil = int(pencil_of(s, seat)) if playing else NO_PENCIL
    decided = s.phase == DRAWING and not is_deciding(position.state, seat)
    chosen = tuple(name_of_section(city, int(section)) for section in s.choice[seat] if section >= 0)
    return Player(
        seat=seat,
        pencil=PENCILS[pencil] if playing else None,
        ends=names_of_stations(city, int(ends_in_hand(s, city, seat))) if playing else (),
        power=POWERS[s.power[pencil]] if playing and s.power[pencil] != NO_POWER and not s.spent[seat] else None,
        decided=bool(decided),
        chosen=chosen if seat == viewer or not decided else None,
        lines=tuple(_line(s, city, seat, its, round_no) for round_no, its in enumerate(pencils_of(s, seat), 1)),
        sheet=sheet,
    )


def names_of_stations(city: City, stations: int) -> tuple[str, ...]:
    return tuple(name_of_station(city, station) for station in range(city.stations) if has(stations, station))


def sections_of(s: State, city: City, seat: int, pencil: int) -> list[int]:
    """The sections of a line that are drawn."""
    return [section for section in range(city.sections) if has(int(s.drawn[seat, pencil, section // WORD]), section % WORD)]


def _line(s: State, city: City, seat: int, pencil: int, round_no: int) -> Line:
    counted = int(s.twice[seat]) if s.power[pencil] == TWICE else NO_STATION
    return Line(
        pencil=PENCILS[pencil],
        round=round_no,
        sections=tuple(name_of_section(city, section) for section in sections_of(s, city, seat, pencil)),
        stations=names_of_stations(city, int(s.line[seat, pencil])),
        twice=name_of_station(city, counted) if counted != NO_STATION else None,
    )


# ── What a seat may not know ─────────────────────────────────────────────────


def disguise(position: Position, seat: int, key: int) -> Position:
    """The same position in which everyone but this seat has decided otherwise on the current card."""
    states = position.states.copy()
    s: State = states[0]
    for other in range(position.seats):
        if other != seat and s.phase == DRAWING and s.choice[other, 0] != UNDECIDED:
            _decide_otherwise(s, position.box, other, key)
    return Position(states, position.boxes, position.seats, position.options)


def _decide_otherwise(s: State, city: City, other: int, key: int) -> None:
    """Another choice; whoever has decided stays decided, and who is asked for a second section is still asked."""
    still_asked = s.choice[other, 1] == UNDECIDED
    s.choice[other, 0] = s.choice[other, 1] = UNDECIDED
    moves = np.zeros(len(TABLE), np.int16)
    count = int(legal(s, city, other, moves))
    chosen = int(moves[draw(key, other, count - 1 if still_asked else count)])
    s.choice[other, 0] = NO_SECTION if chosen == PASS else chosen - DRAW
    s.choice[other, 1] = UNDECIDED if still_asked else NO_SECTION
