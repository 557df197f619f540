"""What happened in a move, in typed form, computed from before and after. The log, the page and the tests read these."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.face.sheets import ScoreSheet, score_sheets
from londinium.games.old_london_bridge.face.view import House, house, space_name
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.components import (
    BUILDINGS,
    CHAPEL,
    COLOURS,
    EACH_ROUND,
    GATE,
    HABERDASHER,
    NO_CARD,
    NO_TILE,
    PARK_TILE,
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
    PLACE,
    PLACE_CENTRE,
    PLACE_FREE_CENTRE,
    PLAY,
    TAKE,
    USE_CHAPEL_TWO,
    USE_GATE_TWO,
    USE_PLUS_ONE,
)
from londinium.games.old_london_bridge.rules.scoring import gate_leader
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
from londinium.games.old_london_bridge.rules.turn import pounds_of_space
from londinium.kernel.game import Position
from londinium.kernel.views import sees_as

KEPT = 1024
"""So many moves are kept with what they brought: everybody at a table asks for the same."""


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something to tell. Every kind is a class of its own."""


class StairTaken(Event, frozen=True):
    seat: int
    stair: str


class RondelSet(Event, frozen=True):
    x_beside: str


class BuildingRevealed(Event, frozen=True):
    house: House


class TileRevealed(Event, frozen=True):
    stack: int
    power: str


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
    """Everything that one move brought, in the order in which it happened; the same for all but who made it."""
    known = (before.states.tobytes(), after.states.tobytes(), before.box_record, before.seats)
    return list(_events(*known, seat, move, seat if sees_as(viewer, seat) else None))


@lru_cache(KEPT)
def _events(
    earlier: bytes, later: bytes, box_record: bytes, seats: int, seat: int, move: int, viewer: int | None
) -> tuple[msgspec.Struct, ...]:
    boxes = Box.from_bytes(box_record)
    before, after = Position(State.from_bytes(earlier), boxes, seats, {}), Position(State.from_bytes(later), boxes, seats, {})
    s, t, box = before.plain, after.plain, before.plain_box
    told: list[Event] = []
    if s.phase <= ROUND_MARKER:
        told += _setup(s, t, box, after)
    elif s.phase == NOBLEWOMEN and move != PASS:
        told.append(NoblewomanTaken(seat))
    elif s.phase == CARD_CHOICE:
        told += _card_choice(s, t, seat, move - PLAY, viewer)
    elif s.phase == PLUS_ONES and move != PASS:
        told.append(_plus_one(s, seat, move - USE_PLUS_ONE))
    elif s.phase == PICKING:
        told.append(TilePicked(seat, POWERS[s.tile_top[move - PICK] - 1]))
    elif s.phase == NEXT_TILE:
        told.append(TileRevealed(s.back, POWERS[t.tile_top[s.back] - 1]))
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


def _plus_one(s: State, seat: int, card: int) -> PlusOneUsed:
    printed = s.played[seat][card]
    return PlusOneUsed(seat, printed, printed + s.plus[seat][card] + 1)


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


def _revealed(t: State, box: Box, stack: int) -> list[Event]:
    shown = house(box, t.top[stack])
    return [BuildingRevealed(shown)] if shown else []


def _card_choice(s: State, t: State, seat: int, value: int, viewer: int | None) -> list[Event]:
    told: list[Event] = [CardChosen(seat, value if viewer == seat else None)]
    if t.phase != CARD_CHOICE:
        told.append(CardsRevealed(tuple(tuple(card for card in t.bid[player] if card != NO_CARD) for player in range(t.seats))))
        if s.side[SCORING_HOSTELRY] == EACH_ROUND:
            leader = next(player for player in range(t.seats) if t.cash[player] > s.cash[player])
            told.append(RoundLeaderPaid(leader, "highest-card", t.cash[leader] - s.cash[leader]))
    return told


def _turn(before: Position, after: Position, seat: int, move: int) -> list[Event]:
    s, t, box = before.plain, after.plain, before.plain_box
    owner = s.actor
    told: list[Event] = []
    if s.phase == PLACING:
        told += _placing(before, after, seat, move)
    if s.phase == NEXT_BUILDING:
        told += _revealed(t, box, s.stack)
    site = next((i for i in range(SITES) if t.site[owner][i] != s.site[owner][i]), None)
    if site is not None:
        told += _building(before, after, owner, site)
    if move in (USE_CHAPEL_TWO, USE_GATE_TWO) and s.phase in (PLACING, END_OF_TURN):
        told += _advance(s, t, box, owner, CHAPEL if move == USE_CHAPEL_TWO else GATE, tile=True)
    return told


def _placing(before: Position, after: Position, seat: int, move: int) -> list[Event]:
    s, t, box = before.plain, after.plain, before.plain_box
    if t.take_back and not s.take_back and t.phase == PLACING and s.order[s.turn_no] >> 1 == seat and t.turn_no == s.turn_no:
        return [TakeBackAnnounced(seat)]
    if move == PASS:
        return [TurnSkipped(seat)]
    if move in (USE_CHAPEL_TWO, USE_GATE_TWO):
        return []
    tiles = tuple(POWERS[p] for p in range(3) if unused(t, seat, p) < unused(s, seat, p))
    if move >= PLACE_FREE_CENTRE:
        return [PawnPlaced(seat, "centre", 0, tiles)]
    if move >= PLACE_CENTRE:
        return [PawnPlaced(seat, "centre", -box.centre_cost, tiles)]
    pounds = pounds_of_space(before.state, before.box, box.position[move - PLACE])
    return [PawnPlaced(seat, BUILDINGS[move - PLACE], max(0, int(pounds)), tiles)]


def _building(before: Position, after: Position, owner: int, site: int) -> list[Event]:
    s, t, box = before.plain, after.plain, before.plain_box
    tile = t.site[owner][site]
    built = house(box, tile)
    if built is None:
        return []
    strength = int(crests_on_bridge(after.state, after.box, owner, box.crest[tile])) if tile != PARK_TILE else 0
    told: list[Event] = [Built(owner, built, site, house(box, s.site[owner][site]), strength)]
    building = box.building[tile]
    if building in (CHAPEL, GATE):
        told += _advance(s, t, box, owner, building, tile=False)
    if building == HABERDASHER:
        told.append(HaberdasherPaid(owner, strength))
    return told


def _advance(s: State, t: State, box: Box, owner: int, building: int, *, tile: bool) -> list[Event]:
    if building == CHAPEL:
        start, goal = s.chapel[owner], t.chapel[owner]
        coins = sum(box.chapel_coins[start + 1 : goal + 1])
        return [ChapelAdvanced(owner, goal - start, goal, coins, tile)] if goal > start else []
    start, goal = s.gate[owner], t.gate[owner]
    end = box.gate_end_pounds if goal == box.gate_end else 0
    return [GateAdvanced(owner, goal - start, goal, end, tile)] if goal > start else []


def _end_of_turn(before: Position, after: Position) -> list[Event]:
    s, t = before.plain, after.plain
    told: list[Event] = []
    turn_over = t.turn_no != s.turn_no or t.round_no != s.round_no or t.phase == MATCH_OVER
    if s.phase > PLUS_ONES and turn_over and s.take_back:
        owner, card = divmod(s.order[s.turn_no], 2)
        told.append(CardTakenBack(owner, s.played[owner][card]))
    told += round_leaders(before, after)
    if t.phase == MATCH_OVER and s.phase != MATCH_OVER:
        told.append(MatchOver(tuple(score_sheets(after))))
    return told


def round_leaders(before: Position, after: Position) -> list[RoundLeaderPaid]:
    """Who was paid for leading, if the round has ended between two positions."""
    s, t, box = before.plain, after.plain, before.plain_box
    told: list[RoundLeaderPaid] = []
    if s.phase <= PLUS_ONES or (t.round_no == s.round_no and t.phase != MATCH_OVER):
        return told
    leader = t.chapel_order[0]
    if t.side[SCORING_CHAPEL] == EACH_ROUND and t.chapel[leader] > 0:
        told.append(RoundLeaderPaid(leader, "chapel-leader", box.each_round[SCORING_CHAPEL]))
    if t.side[SCORING_GATE] == EACH_ROUND:
        leader = int(gate_leader(after.state))
        if t.gate[leader] > 0:
            told.append(RoundLeaderPaid(leader, "gate-leader", box.each_round[SCORING_GATE]))
    if t.side[SCORING_BRIDGE] == EACH_ROUND:
        lowest = _lowest_builder(s, t)
        if lowest is not None:
            told.append(RoundLeaderPaid(lowest, "lowest-number", box.each_round[SCORING_BRIDGE]))
    return told


def _lowest_builder(s: State, t: State) -> int | None:
    """Who built the lowest number of the round, the building of this very move included."""
    owner = s.actor
    now, then = t.site[owner], s.site[owner]
    new = [now[i] for i in range(SITES) if now[i] not in (then[i], NO_TILE, PARK_TILE)]
    if new and (s.lowest == 0 or new[0] < s.lowest):
        return owner
    return s.lowest_seat if s.lowest > 0 else None
