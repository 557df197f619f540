"""What happened in a move, in typed form, computed from before and after. The log, the page and the tests read these."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from londinium.games.next_station_london.city import City, name_of_section, name_of_station
from londinium.games.next_station_london.components import (
    CARDS,
    LINES,
    NO_SECTION,
    OBJECTIVES,
    PENCILS,
    POWERS,
    SWITCH_CARD,
    UNDECIDED,
)
from londinium.games.next_station_london.effects import colours_at, spent_power, target_of
from londinium.games.next_station_london.masks import has
from londinium.games.next_station_london.moves import CARD, COUNT_TWICE, DRAW, OBJECTIVE, PASS
from londinium.games.next_station_london.rules.pencils import pencil_of, pencils_taken
from londinium.games.next_station_london.rules.rounds import undergrounds_shown
from londinium.games.next_station_london.rules.sections import is_deciding
from londinium.games.next_station_london.sheets import LineScore, ScoreSheet, line_score, pencils_of
from londinium.games.next_station_london.state import (
    CARD_REVEAL,
    DRAWING,
    MATCH_OVER,
    OBJECTIVE_DRAW,
    TWICE_CHOICE,
    State,
)
from londinium.games.next_station_london.view import KEPT, record_of, score_sheets
from londinium.kernel.game import Position
from londinium.kernel.views import sees_as


class Event(msgspec.Struct, frozen=True, tag=True):
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
    """A seat has decided while others still think; its own sections are there for itself only."""

    seat: int
    sections: tuple[str, ...] | None


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
    seat: int


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
    """Everything that one move brought, in the order in which it happened; the same for all but who made it."""
    known = (before.states.tobytes(), after.states.tobytes(), record_of(before.boxes), before.seats)
    return list(_events(*known, seat, move, seat if sees_as(viewer, seat) else None))


@lru_cache(KEPT)
def _events(
    earlier: bytes, later: bytes, cities: bytes, seats: int, seat: int, move: int, viewer: int | None
) -> tuple[msgspec.Struct, ...]:
    boxes = City.from_bytes(cities)
    before = Position(State.from_bytes(earlier), boxes, seats, {})
    after = Position(State.from_bytes(later), boxes, seats, {})
    s, t, city = before.state, after.state, before.box
    told: list[Event] = []
    if s.phase < CARD_REVEAL:
        told += _setup(s, t, move)
    elif s.phase == CARD_REVEAL:
        told.append(_card(s, t, move - CARD))
    elif s.phase == DRAWING:
        told += _decision(before, after, seat, move, viewer)
    elif s.phase == TWICE_CHOICE:
        station = None if move == PASS else name_of_station(city, move - COUNT_TWICE)
        told.append(TwiceCounted(seat, station))
    if s.round_no > 0 and (t.round_no > s.round_no or t.phase == MATCH_OVER):
        told += _scores_of_round(s, t, city)
    if t.round_no > s.round_no:
        told.append(RoundBegun(int(t.round_no), tuple(PENCILS[pencil_of(t, player)] for player in range(t.seats))))
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
    s, t, city = before.state, after.state, before.box
    states = before.states.copy()
    choice = states[0].choice[seat]
    choice[0 if choice[0] == UNDECIDED else 1] = NO_SECTION if move == PASS else move - DRAW
    if t.phase == DRAWING:
        if is_deciding(t, seat):
            return []
        chosen = tuple(name_of_section(city, int(section)) for section in choice if section >= 0)
        return [Decided(seat, chosen if viewer == seat else None)]
    told: list[Event] = []
    for player in range(s.seats):
        sections = [int(section) for section in states[0].choice[player] if section >= 0]
        told += _sections(before, player, sections) if sections else [NothingDrawn(player)]
    return told


def _sections(before: Position, player: int, sections: list[int]) -> list[Event]:
    """What a seat has drawn, one section after the other, on the sheet as it was before."""
    city: City = before.box
    states = before.states.copy()
    s: State = states[0]
    s.choice[player, 0] = s.choice[player, 1] = UNDECIDED
    told: list[Event] = []
    for place, section in enumerate(sections):
        target, power = target_of(s, city, player, section), spent_power(s, city, player, section)
        s.choice[player, place] = section
        told.append(
            SectionDrawn(
                seat=player,
                pencil=PENCILS[pencil_of(s, player)],
                section=name_of_section(city, section),
                target=name_of_station(city, target),
                power=power,
                site=bool(has(int(city.sites), target)),
                interchange=colours_at(s, city, player, target),
            )
        )
    return told


def _scores_of_round(s: State, t: State, city: City) -> list[Event]:
    scored = [line_score(t, city, player, int(pencil_of(s, player))) for player in range(t.seats)]
    return [LineScored(player, score, score.points) for player, score in enumerate(scored)]
