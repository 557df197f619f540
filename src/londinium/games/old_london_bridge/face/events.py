"""What happened in a move, in typed form, computed from before and after. The log, the page and the tests read these."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.face.sheets import ScoreSheet, score_sheets
from londinium.games.old_london_bridge.face.view import House, house, space_name
from londinium.games.old_london_bridge.rules.buildings import coins_passed, end_of_gate_track_pays, pounds_granted
from londinium.games.old_london_bridge.rules.components import (
    BUILDINGS,
    CENTRE,
    CHAPEL,
    COLOURS,
    EACH_ROUND,
    GATE,
    NO_CARD,
    NOBODY,
    POWERS,
    SCORING_BRIDGE,
    SCORING_CHAPEL,
    SCORING_GATE,
    SCORING_HOSTELRY,
    SIDES,
    SITES,
)
from londinium.games.old_london_bridge.rules.moves import (
    PASS,
    PICK,
    PLACE_FREE_CENTRE,
    PLAY,
    TAKE,
    USE_CHAPEL_TWO,
    USE_GATE_TWO,
    USE_PLUS_ONE,
    USE_TAKE_BACK,
)
from londinium.games.old_london_bridge.rules.scoring import note_lowest_number, round_leader
from londinium.games.old_london_bridge.rules.state import (
    CARD_CHOICE,
    END_OF_TURN,
    MATCH_OVER,
    NEXT_BUILDING,
    NEXT_TILE,
    NOBLEWOMEN,
    PICKING,
    PLACING,
    PLUS_ONES,
    REPLACING,
    RONDEL,
    ROUND_MARKER,
    SCORING_TILES,
    STAIRS,
    TAKING_CARDS,
    TOP_BUILDINGS,
    TOP_TILES,
    State,
)
from londinium.games.old_london_bridge.rules.turn import (
    pounds_for_placing,
    pounds_of_space,
    space_of,
    stack_of,
    strength_of,
)
from londinium.games.old_london_bridge.rules.turn_order import card_counts
from londinium.kernel.game import Position
from londinium.kernel.kept import kept
from londinium.kernel.views import sees_as

PAID_AT_THE_END = (SCORING_CHAPEL, SCORING_GATE, SCORING_BRIDGE)
"""The scorings that can pay at the end of a round; the highest card is paid at the reveal."""


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something to tell. Every kind is a class of its own."""


class StairTaken(Event, frozen=True):
    seat: int
    stair: str


class RondelSet(Event, frozen=True):
    x_beside: str


class BuildingRevealed(Event, frozen=True):
    """The next building of a stack, and the seat whose turn it was; None when the stacks are laid out."""

    house: House
    seat: int | None = None


class TileRevealed(Event, frozen=True):
    """The next bonus tile of a stack, and the seat that picked the one above; None when the stacks are laid out."""

    stack: int
    power: str
    seat: int | None = None


class ScoringDrawn(Event, frozen=True):
    colour: str
    side: str


class RoundBegun(Event, frozen=True):
    round: int
    steps: int


class NoblewomanTaken(Event, frozen=True):
    seat: int


class CardChosen(Event, frozen=True):
    """A face-down card; its value is there for its owner only."""

    seat: int
    value: int | None


class CardsRevealed(Event, frozen=True):
    """The cards of each seat."""

    cards: tuple[tuple[int, ...], ...]


class PlusOneUsed(Event, frozen=True):
    """A played card counts one more from now on."""

    seat: int
    card: int
    counts: int


class OrderFixed(Event, frozen=True):
    seats: tuple[int, ...]


class TakeBackAnnounced(Event, frozen=True):
    """By the rules of version 1, before placing."""

    seat: int


class PawnPlaced(Event, frozen=True):
    """A pawn went to a space: pounds received (negative: paid), tiles spent."""

    seat: int
    space: str
    pounds: int
    tiles: tuple[str, ...]


class TurnSkipped(Event, frozen=True):
    seat: int


class Built(Event, frozen=True):
    seat: int
    house: House
    site: int
    replaced: House | None
    strength: int


class ChapelAdvanced(Event, frozen=True):
    seat: int
    steps: int
    space: int
    pounds: int
    tile: bool


class GateAdvanced(Event, frozen=True):
    seat: int
    steps: int
    space: int
    pounds: int
    tile: bool


class HaberdasherPaid(Event, frozen=True):
    seat: int
    pounds: int


class CardTaken(Event, frozen=True):
    seat: int
    value: int


class TilePicked(Event, frozen=True):
    seat: int
    power: str


class CardTakenBack(Event, frozen=True):
    seat: int
    value: int


class RoundLeaderPaid(Event, frozen=True):
    seat: int
    scoring: str
    pounds: int


class MatchOver(Event, frozen=True):
    sheets: tuple[ScoreSheet, ...]


def events(before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[msgspec.Struct]:
    """Everything that one move brought, in the order in which it happened; the same for all but the player who made it."""
    known = (before.state_bytes, after.state_bytes, before.box_bytes, before.seats)
    return list(_events(*known, seat, move, seat if sees_as(viewer, seat) else None))


@partial(kept, most=1024)  # everybody at a table asks for the same
def _events(
    earlier: bytes, later: bytes, box_bytes: bytes, seats: int, seat: int, move: int, viewer: int | None
) -> tuple[msgspec.Struct, ...]:
    boxes = Box.from_bytes(box_bytes)
    before, after = Position(State.from_bytes(earlier), boxes, seats, {}), Position(State.from_bytes(later), boxes, seats, {})
    s, t, box = before.plain, after.plain, before.plain_box
    told: list[Event] = []
    if s.phase <= ROUND_MARKER:
        told += _setup(s, t, box, after)
    elif s.phase == NOBLEWOMEN and move != PASS:
        told.append(NoblewomanTaken(seat))
    elif s.phase == CARD_CHOICE:
        told += _card_choice(after, seat, move - PLAY, viewer)
    elif s.phase == PLUS_ONES and move != PASS:
        card = move - USE_PLUS_ONE
        told.append(PlusOneUsed(seat, t.bid[seat][card], int(card_counts(after.state, seat, card))))
    elif s.phase == PICKING:
        told.append(TilePicked(seat, POWERS[s.tile_top[move - PICK] - 1]))
    elif s.phase == NEXT_TILE:
        told.append(TileRevealed(s.back, POWERS[t.tile_top[s.back] - 1], s.actor))
    elif s.phase == TAKING_CARDS and move != PASS:
        told.append(CardTaken(seat, move - TAKE + 1))
    if s.phase in (CARD_CHOICE, PLUS_ONES) and t.phase == PLACING:
        told.append(OrderFixed(tuple(t.order[turn] >> 1 for turn in range(t.turns))))
    if s.phase in (PLACING, NEXT_BUILDING, REPLACING, END_OF_TURN):
        told += _turn(before, after, seat, move)
    told += _end_of_turn(before, after)
    return tuple(told)


def unused(s: State, seat: int, power: int) -> int:
    return int(s.tiles[seat][power]) + int(s.fresh[seat][power])


def site_built(s: State, t: State, seat: int) -> int | None:
    """The site on which a seat has built between two positions."""
    return next((site for site in range(SITES) if t.site[seat][site] != s.site[seat][site]), None)


def _setup(s: State, t: State, box: Box, after: Position) -> list[Event]:
    if s.phase == STAIRS:
        return [StairTaken(seat, "ABCD"[t.stair[seat]]) for seat in range(t.seats) if t.stair[seat] != s.stair[seat]]
    if s.phase == RONDEL:
        closed = next(space for space in range(6) if pounds_of_space(after.state, after.box, space) < 0)
        return [RondelSet(space_name(box, closed))]
    if s.phase == TOP_BUILDINGS:
        return _revealed(t, box, s.stack)
    if s.phase == TOP_TILES:
        return [TileRevealed(s.back, POWERS[t.tile_top[s.back] - 1])]
    if s.phase == SCORING_TILES:
        return [ScoringDrawn(COLOURS[c], SIDES[c][t.side[c]]) for c in range(4) if t.side[c] != s.side[c]]
    return [RoundBegun(t.round_no, t.turned[t.round_no - 1])]


def _revealed(t: State, box: Box, stack: int, seat: int | None = None) -> list[Event]:
    shown = house(box, t.top[stack])
    return [BuildingRevealed(shown, seat)] if shown else []


def _card_choice(after: Position, seat: int, value: int, viewer: int | None) -> list[Event]:
    t = after.plain
    told: list[Event] = [CardChosen(seat, value if viewer == seat else None)]
    if t.phase != CARD_CHOICE:
        told.append(CardsRevealed(tuple(tuple(card for card in t.bid[player] if card != NO_CARD) for player in range(t.seats))))
        told += _leaders(after, (SCORING_HOSTELRY,))
    return told


def _turn(before: Position, after: Position, seat: int, move: int) -> list[Event]:
    s, t, box = before.plain, after.plain, before.plain_box
    owner = s.actor
    told: list[Event] = []
    if s.phase == PLACING:
        told += _placing(before, after, seat, move)
    site = site_built(s, t, owner)
    if site is not None:
        told += _building(before, after, owner, site)
    if s.phase == NEXT_BUILDING:
        told += _revealed(t, box, s.stack, owner)
    if move in (USE_CHAPEL_TWO, USE_GATE_TWO) and s.phase in (PLACING, END_OF_TURN):
        told += _advance(before, after, owner, CHAPEL if move == USE_CHAPEL_TWO else GATE, tile=True)
    if move == USE_TAKE_BACK and s.phase == END_OF_TURN:
        told.append(_card_taken_back(s))
    return told


def _card_taken_back(s: State) -> Event:
    owner, card = divmod(s.order[s.turn_no], 2)
    return CardTakenBack(owner, s.bid[owner][card])


def _placing(before: Position, after: Position, seat: int, move: int) -> list[Event]:
    s, t = before.plain, after.plain
    if move == USE_TAKE_BACK:
        return [TakeBackAnnounced(seat)]
    if move == PASS:
        return [TurnSkipped(seat)]
    if move in (USE_CHAPEL_TWO, USE_GATE_TWO):
        return []
    tiles = tuple(POWERS[p] for p in range(3) if unused(t, seat, p) < unused(s, seat, p))
    space = space_of(before.box, move)
    pounds = int(pounds_for_placing(before.state, before.box, space, move >= PLACE_FREE_CENTRE))
    return [PawnPlaced(seat, "centre" if space == CENTRE else BUILDINGS[stack_of(move)], pounds, tiles)]


def _building(before: Position, after: Position, owner: int, site: int) -> list[Event]:
    s, t, box = before.plain, after.plain, before.plain_box
    tile = t.site[owner][site]
    built = house(box, tile)
    if built is None:
        return []
    strength = int(strength_of(after.state, after.box, owner, tile))
    told: list[Event] = [Built(owner, built, site, house(box, s.site[owner][site]), strength)]
    building = box.building[tile]
    if building in (CHAPEL, GATE):
        told += _advance(before, after, owner, building, tile=False)
    if pounds := int(pounds_granted(building, strength)):
        told.append(HaberdasherPaid(owner, pounds))
    return told


def _advance(before: Position, after: Position, owner: int, building: int, *, tile: bool) -> list[Event]:
    s, t, box = before.plain, after.plain, before.box
    if building == CHAPEL:
        start, goal = s.chapel[owner], t.chapel[owner]
        pounds = int(coins_passed(box, start, goal))
        return [ChapelAdvanced(owner, goal - start, goal, pounds, tile)] if goal > start else []
    start, goal = s.gate[owner], t.gate[owner]
    pounds = int(end_of_gate_track_pays(box, start, goal))
    return [GateAdvanced(owner, goal - start, goal, pounds, tile)] if goal > start else []


def _end_of_turn(before: Position, after: Position) -> list[Event]:
    s, t = before.plain, after.plain
    told: list[Event] = []
    turn_over = t.turn_no != s.turn_no or t.round_no != s.round_no or t.phase == MATCH_OVER
    if turn_over and s.card_waits and s.take_back:
        # By the rules of version 1 the card of an announced TAKE BACK returns now.
        told.append(_card_taken_back(s))
    told += round_leaders(before, after)
    if t.phase == MATCH_OVER and s.phase != MATCH_OVER:
        told.append(MatchOver(tuple(score_sheets(after))))
    return told


def round_leaders(before: Position, after: Position) -> list[RoundLeaderPaid]:
    """Who was paid for leading, if the round has ended between two positions."""
    s, t = before.plain, after.plain
    if s.phase <= PLUS_ONES or (t.round_no == s.round_no and t.phase != MATCH_OVER):
        return []
    # The new round has forgotten the lowest number; a building of this very move still counted.
    states = after.states
    ended: State = states[0]
    ended.lowest, ended.lowest_seat = s.lowest, s.lowest_seat
    site = site_built(s, t, s.actor)
    if site is not None:
        note_lowest_number(ended, s.actor, t.site[s.actor][site])
    return _leaders(Position(states, after.boxes, after.seats, after.options), PAID_AT_THE_END)


def _leaders(position: Position, colours: Sequence[int]) -> list[RoundLeaderPaid]:
    """Who is paid for leading in the scorings of every round."""
    found = [(colour, int(round_leader(position.state, colour))) for colour in colours]
    each_round = position.plain_box.each_round
    return [RoundLeaderPaid(seat, SIDES[colour][EACH_ROUND], each_round[colour]) for colour, seat in found if seat != NOBODY]
