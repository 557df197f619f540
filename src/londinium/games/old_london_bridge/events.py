"""What happened in a move, in typed form, computed from before and after. The log, the page and the tests read these."""

from __future__ import annotations

import msgspec

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.components import (
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
)
from londinium.games.old_london_bridge.moves import (
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
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.scoring import gate_leader
from londinium.games.old_london_bridge.rules.turn import pounds_of_space, turn_owner
from londinium.games.old_london_bridge.state import (
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
from londinium.games.old_london_bridge.view import House, ScoreSheet, house, score_sheets, space_name
from londinium.kernel.game import Position


class Event(msgspec.Struct, frozen=True, tag=True):
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
    """Everything that one move brought, in the order in which it happened."""
    s, t, box = before.state, after.state, before.box
    told: list[Event] = []
    if s.phase <= ROUND_MARKER:
        told += _setup(s, t, box)
    elif s.phase == NOBLEWOMEN and move != PASS:
        told.append(NoblewomanTaken(seat))
    elif s.phase == CARD_CHOICE:
        told += _card_choice(s, t, seat, move - PLAY, viewer)
    elif s.phase == PLUS_ONES and move != PASS:
        told.append(_plus_one(s, t, seat, move - USE_PLUS_ONE))
    elif s.phase == PICKING:
        told.append(TilePicked(seat, POWERS[s.tile_top[move - PICK] - 1]))
    elif s.phase == NEXT_TILE:
        told.append(TileRevealed(int(s.back), POWERS[t.tile_top[s.back] - 1]))
    elif s.phase == TAKING_CARDS and move != PASS:
        told.append(CardTaken(seat, move - TAKE + 1))
    if s.phase in (CARD_CHOICE, PLUS_ONES) and t.phase == PLACING:
        told.append(OrderFixed(tuple(int(t.order[turn]) >> 1 for turn in range(t.turns))))
    if s.phase in (PLACING, NEXT_BUILDING, REPLACING, END_OF_TURN):
        told += _turn(s, t, box, seat, move)
    told += _end_of_turn(before, after)
    return list(told)


def unused(s: State, seat: int, power: int) -> int:
    return int(s.tiles[seat, power]) + int(s.fresh[seat, power])


def _plus_one(s: State, t: State, seat: int, card: int) -> PlusOneUsed:
    printed = int(s.played[seat, card])
    return PlusOneUsed(seat, printed, printed + int(s.plus[seat, card]) + 1)


def _setup(s: State, t: State, box: Box) -> list[Event]:
    if s.phase == STAIRS:
        return [StairTaken(seat, "ABCD"[t.stair[seat]]) for seat in range(t.seats) if t.stair[seat] != s.stair[seat]]
    if s.phase == RONDEL:
        return [RondelSet(next(space_name(box, space) for space in range(6) if pounds_of_space(t, box, space) < 0))]
    if s.phase == TOP_BUILDINGS:
        return _revealed(t, box, int(s.stack))
    if s.phase == TOP_TILES:
        return [TileRevealed(int(s.back), POWERS[t.tile_top[s.back] - 1])]
    if s.phase == SCORING_TILES:
        return [ScoringDrawn(COLOURS[c], SIDES[c][t.side[c]]) for c in range(4) if t.side[c] != s.side[c]]
    return [RoundBegun(int(t.round_no), int((int(t.rotation) - int(s.rotation)) % 6))]


def _revealed(t: State, box: Box, stack: int) -> list[Event]:
    shown = house(box, int(t.top[stack]))
    return [BuildingRevealed(shown)] if shown else []


def _card_choice(s: State, t: State, seat: int, value: int, viewer: int | None) -> list[Event]:
    told: list[Event] = [CardChosen(seat, value if viewer == seat else None)]
    if t.phase != CARD_CHOICE:
        cards = [[int(s.played[player, c]) for c in range(2) if s.played[player, c] != NO_CARD] for player in range(t.seats)]
        cards[seat].append(value)
        told.append(CardsRevealed(tuple(tuple(sorted(row, reverse=True)) for row in cards)))
        if s.side[SCORING_HOSTELRY] == EACH_ROUND:
            leader = next(player for player in range(t.seats) if t.cash[player] > s.cash[player])
            told.append(RoundLeaderPaid(leader, "highest-card", int(t.cash[leader]) - int(s.cash[leader])))
    return told


def _turn(s: State, t: State, box: Box, seat: int, move: int) -> list[Event]:
    owner = int(s.actor)
    told: list[Event] = []
    if s.phase == PLACING:
        told += _placing(s, t, box, seat, move)
    if s.phase == NEXT_BUILDING:
        told += _revealed(t, box, int(s.stack))
    site = next((i for i in range(12) if t.site[owner, i] != s.site[owner, i]), None)
    if site is not None:
        told += _building(s, t, box, owner, site)
    if move in (USE_CHAPEL_TWO, USE_GATE_TWO) and s.phase in (PLACING, END_OF_TURN):
        told += _advance(s, t, box, owner, CHAPEL if move == USE_CHAPEL_TWO else GATE, tile=True)
    return told


def _placing(s: State, t: State, box: Box, seat: int, move: int) -> list[Event]:
    if t.take_back and not s.take_back and t.phase == PLACING and turn_owner(s) == seat and t.turn_no == s.turn_no:
        return [TakeBackAnnounced(seat)]
    if move == PASS:
        return [TurnSkipped(seat)]
    if move in (USE_CHAPEL_TWO, USE_GATE_TWO):
        return []
    tiles = tuple(POWERS[p] for p in range(3) if unused(t, seat, p) < unused(s, seat, p))
    if move >= PLACE_FREE_CENTRE:
        return [PawnPlaced(seat, "centre", 0, tiles)]
    if move >= PLACE_CENTRE:
        return [PawnPlaced(seat, "centre", -int(box.centre_cost), tiles)]
    pounds = pounds_of_space(s, box, int(box.position[move - PLACE]))
    return [PawnPlaced(seat, BUILDINGS[move - PLACE], max(0, pounds), tiles)]


def _building(s: State, t: State, box: Box, owner: int, site: int) -> list[Event]:
    tile = int(t.site[owner, site])
    built = house(box, tile)
    if built is None:
        return []
    strength = crests_on_bridge(t, box, owner, int(box.crest[tile])) if tile != PARK_TILE else 0
    told: list[Event] = [Built(owner, built, site, house(box, int(s.site[owner, site])), strength)]
    building = int(box.building[tile])
    if building in (CHAPEL, GATE):
        told += _advance(s, t, box, owner, building, tile=False)
    if building == HABERDASHER:
        told.append(HaberdasherPaid(owner, strength))
    return told


def _advance(s: State, t: State, box: Box, owner: int, building: int, *, tile: bool) -> list[Event]:
    if building == CHAPEL:
        start, goal = int(s.chapel[owner]), int(t.chapel[owner])
        coins = sum(int(box.chapel_coins[space]) for space in range(start + 1, goal + 1))
        return [ChapelAdvanced(owner, goal - start, goal, coins, tile)] if goal > start else []
    start, goal = int(s.gate[owner]), int(t.gate[owner])
    end = int(box.gate_end_pounds) if goal == box.gate_end else 0
    return [GateAdvanced(owner, goal - start, goal, end, tile)] if goal > start else []


def _end_of_turn(before: Position, after: Position) -> list[Event]:
    s, t, box = before.state, after.state, before.box
    told: list[Event] = []
    turn_over = t.turn_no != s.turn_no or t.round_no != s.round_no or t.phase == MATCH_OVER
    if s.phase > PLUS_ONES and turn_over and s.take_back:
        owner, card = int(s.order[s.turn_no]) >> 1, int(s.order[s.turn_no]) & 1
        told.append(CardTakenBack(owner, int(s.played[owner, card])))
    told += round_leaders(s, t, box)
    if t.phase == MATCH_OVER and s.phase != MATCH_OVER:
        told.append(MatchOver(tuple(score_sheets(after))))
    return told


def round_leaders(s: State, t: State, box: Box) -> list[RoundLeaderPaid]:
    """Who was paid for leading, if the round has ended between two states."""
    told: list[RoundLeaderPaid] = []
    if s.phase <= PLUS_ONES or (t.round_no == s.round_no and t.phase != MATCH_OVER):
        return told
    leader = int(t.chapel_order[0])
    if t.side[SCORING_CHAPEL] == EACH_ROUND and t.chapel[leader] > 0:
        told.append(RoundLeaderPaid(leader, "chapel-leader", int(box.each_round[SCORING_CHAPEL])))
    leader = gate_leader(t)
    if t.side[SCORING_GATE] == EACH_ROUND and t.gate[leader] > 0:
        told.append(RoundLeaderPaid(leader, "gate-leader", int(box.each_round[SCORING_GATE])))
    if t.side[SCORING_BRIDGE] == EACH_ROUND:
        lowest = _lowest_builder(s, t)
        if lowest is not None:
            told.append(RoundLeaderPaid(lowest, "lowest-number", int(box.each_round[SCORING_BRIDGE])))
    return told


def _lowest_builder(s: State, t: State) -> int | None:
    """Who built the lowest number of the round, the building of this very move included."""
    owner = int(s.actor)
    new = [int(t.site[owner, i]) for i in range(12) if t.site[owner, i] not in (s.site[owner, i], NO_TILE, PARK_TILE)]
    if new and (s.lowest == 0 or new[0] < s.lowest):
        return owner
    return int(s.lowest_seat) if s.lowest > 0 else None
