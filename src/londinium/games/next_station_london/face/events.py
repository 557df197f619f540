"""What happened in a move, in typed form, computed from before and after. The log, the page and the tests read these."""

from __future__ import annotations

import msgspec

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.face.effects import choose_section
from londinium.games.next_station_london.face.sheets import LineScore, ScoreSheet, line_score
from londinium.games.next_station_london.face.view import city_bytes, city_map, score_sheets
from londinium.games.next_station_london.rules.allowed import legal
from londinium.games.next_station_london.rules.components import (
    CARDS,
    LINES,
    NO_SECTION,
    OBJECTIVES,
    PENCILS,
    POWERS,
    SWITCH_CARD,
    UNDECIDED,
)
from londinium.games.next_station_london.rules.moves import CARD, COUNT_TWICE, DRAW, OBJECTIVE, PASS, TABLE
from londinium.games.next_station_london.rules.pencils import pencil_of, pencils_of, pencils_taken
from londinium.games.next_station_london.rules.rounds import decide_last, undergrounds_shown
from londinium.games.next_station_london.rules.sections import choose
from londinium.games.next_station_london.rules.state import CARD_REVEAL, DRAWING, MATCH_OVER, OBJECTIVE_DRAW, TWICE_CHOICE, State
from londinium.kernel.cells import zeros
from londinium.kernel.game import Position
from londinium.kernel.kept import kept
from londinium.kernel.plain import plain_of
from londinium.kernel.views import sees_as


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something to tell. Every kind is a class of its own."""


class OrderSettled(Event, frozen=True):
    """The pencils of each seat, in the order of the rounds."""

    pencils: tuple[tuple[str, ...], ...]


class ObjectiveDrawn(Event, frozen=True):
    objective: str


class PowerDealt(Event, frozen=True):
    pencil: str
    power: str


class RoundBegun(Event, frozen=True):
    """A round, with the pencil of each seat."""

    round: int
    pencils: tuple[str, ...]


class SwitchRevealed(Event, frozen=True):
    turn: int


class CardRevealed(Event, frozen=True):
    """The card of a turn; how many underground cards have come; whether the switch counts, is ignored, or was not there."""

    turn: int
    card: str
    undergrounds: int
    switch: bool


class Decided(Event, frozen=True):
    """A seat has decided while others still think; its own sections, and where they lead, are there for itself only."""

    seat: int
    sections: tuple[str, ...] | None
    targets: tuple[str, ...] = ()


class SectionDrawn(Event, frozen=True):
    """A section, the station it leads to, the power it took, and what is there: a tourist site, lines of other colours."""

    seat: int
    pencil: str
    section: str
    target: str
    power: str | None
    site: bool
    interchange: int


class NothingDrawn(Event, frozen=True):
    """A seat draws nothing on this card; it `must` where no section was open to it."""

    seat: int
    card: str
    must: bool


class TwiceCounted(Event, frozen=True):
    """The station that counts twice; None if the power stays unused."""

    seat: int
    station: str | None


class LineScored(Event, frozen=True):
    seat: int
    score: LineScore
    points: int


class MatchOver(Event, frozen=True):
    sheets: tuple[ScoreSheet, ...]


def events(before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[msgspec.Struct]:
    """Everything that one move brought, in the order in which it happened; the same for all but the player who made it."""
    known = (before.state_bytes, after.state_bytes, city_bytes(before), before.seats)
    return list(_events(*known, seat, move, seat if sees_as(viewer, seat) else None))


@kept
def _events(
    earlier: bytes, later: bytes, cities: bytes, seats: int, seat: int, move: int, viewer: int | None
) -> tuple[msgspec.Struct, ...]:
    boxes = City.from_bytes(cities)
    before = Position(State.from_bytes(earlier), boxes, seats, {})
    after = Position(State.from_bytes(later), boxes, seats, {})
    s, t = before.plain, after.plain
    told: list[Event] = []
    if s.phase < CARD_REVEAL:
        told += _setup(before.state, after.state, move)
    elif s.phase == CARD_REVEAL:
        told.append(_card(before.state, after.state, move - CARD))
    elif s.phase == DRAWING:
        told += _decision(before, after, seat, move, viewer)
    elif s.phase == TWICE_CHOICE:
        station = None if move == PASS else city_map(boxes).stations[move - COUNT_TWICE].name
        told.append(TwiceCounted(seat, station))
    if s.round_no > 0 and (t.round_no > s.round_no or t.phase == MATCH_OVER):
        told += _scores_of_round(before.state, after.state, before.box)
    if t.round_no > s.round_no:
        told.append(RoundBegun(t.round_no, tuple(PENCILS[pencil_of(after.state, player)] for player in range(seats))))
    if t.phase == MATCH_OVER:
        told.append(MatchOver(tuple(score_sheets(after))))
    return tuple(told)


def _setup(s: State, t: State, move: int) -> list[Event]:
    if s.phase == OBJECTIVE_DRAW:
        return [ObjectiveDrawn(OBJECTIVES[move - OBJECTIVE])]
    if pencils_taken(t) > pencils_taken(s):
        if pencils_taken(t) < LINES:
            return []
        return [OrderSettled(tuple(tuple(PENCILS[p] for p in pencils_of(t, player)) for player in range(t.seats)))]
    dealt = [pencil for pencil in range(LINES) if t.power[pencil] != s.power[pencil]]
    return [PowerDealt(PENCILS[pencil], POWERS[t.power[pencil]]) for pencil in dealt]


def _card(s: State, t: State, card: int) -> Event:
    if card == SWITCH_CARD:
        return SwitchRevealed(int(s.turn_no) + 1)
    return CardRevealed(int(t.turn_no), CARDS[card], int(undergrounds_shown(t)), bool(t.switched))


def _decision(before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[Event]:
    """The last decision shows what everybody drew; an earlier one only that it was made."""
    states = before.states
    choose(states[0], seat, NO_SECTION if move == PASS else move - DRAW)
    choices = plain_of(states).choice
    if after.plain.phase == DRAWING:
        if UNDECIDED in after.plain.choice[seat]:
            return []
        if viewer != seat:
            return [Decided(seat, None)]
        chosen = _sections(before, seat, [section for section in choices[seat] if section >= 0])
        return [Decided(seat, tuple(drawn.section for drawn in chosen), tuple(drawn.target for drawn in chosen))]
    told: list[Event] = []
    for player in range(before.seats):
        sections = [section for section in choices[player] if section >= 0]
        told += _sections(before, player, sections) if sections else [_nothing(before, player)]
    return told


def _nothing(before: Position, player: int) -> NothingDrawn:
    states = before.states
    states[0].choice[player, 0] = states[0].choice[player, 1] = UNDECIDED
    moves = zeros(len(TABLE), "int16")
    return NothingDrawn(player, CARDS[before.plain.card], legal(states[0], before.box, player, moves) == 1)


def _sections(before: Position, player: int, sections: list[int]) -> list[SectionDrawn]:
    """What a seat has drawn, one section after the other, on the sheet as it was before."""
    city, states = city_map(before.boxes), before.states
    states[0].choice[player, 0] = states[0].choice[player, 1] = UNDECIDED
    told: list[SectionDrawn] = []
    for section in sections:
        drawn = choose_section(states, before.boxes, player, section)
        station, name = city.stations[drawn.target], city.sections[section]
        told.append(SectionDrawn(player, drawn.pencil, name, station.name, drawn.power, station.site, drawn.interchange))
    return told


def _scores_of_round(s: State, t: State, city: City) -> list[Event]:
    scored = [line_score(t, city, player, int(pencil_of(s, player))) for player in range(t.seats)]
    return [LineScored(player, score, score.points) for player, score in enumerate(scored)]


# ── Pace ─────────────────────────────────────────────────────────────────────

BEATS = {
    OrderSettled: 0,
    ObjectiveDrawn: 0,
    PowerDealt: 0,
    RoundBegun: 0,
    SwitchRevealed: 1,
    CardRevealed: 1,
    Decided: 0,
    SectionDrawn: 1,
    NothingDrawn: 1,
    TwiceCounted: 1,
    LineScored: 2,
    MatchOver: 0,
}
"""How long each kind of event is worth looking at: a move one beat, a line that is counted two."""


def beats(event: msgspec.Struct) -> float:
    return BEATS[type(event)]


def halfway(before: Position, seat: int, move: int) -> Position | None:
    """What all have drawn on the last card of a round, before its lines are counted and the pencils pass on."""
    if before.plain.phase != DRAWING:
        return None
    states, section = before.states, NO_SECTION if move == PASS else move - DRAW
    ends = decide_last(states[0], before.box, seat, section)
    return Position(states, before.boxes, before.seats, before.options) if ends else None


def is_passing(event: msgspec.Struct) -> bool:
    """That somebody has decided is news only until all have."""
    return isinstance(event, Decided)


def lights(event: msgspec.Struct) -> tuple[str, ...]:
    """The stations that an event is about."""
    if isinstance(event, SectionDrawn):
        return tuple(event.section.split("-"))
    return (event.station,) if isinstance(event, TwiceCounted) and event.station else ()
