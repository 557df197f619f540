"""O-9 Open and hidden: what one seat may know, built up from nothing."""

from __future__ import annotations

import msgspec
import numpy as np

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.components import (
    ALL_CRESTS,
    BACKS,
    BUILDINGS,
    CENTRE,
    COLOURS,
    CRESTS,
    NO_CARD,
    NO_TILE,
    NOWHERE,
    OUTER,
    PARK,
    POWERS,
    RANDOM_SIDE,
    SIDES,
    SITES,
    VALUES,
    X_MARK,
)
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.scoring import (
    LINE_BRIDGE,
    LINE_CHAPEL,
    LINE_EMPTY_SITES,
    LINE_GATE,
    LINE_HOSTELRY,
    LINE_MONEY,
    LINE_TILES,
    score_line,
    scores,
)
from londinium.games.old_london_bridge.rules.turn import face_down, pounds_of_space
from londinium.games.old_london_bridge.rules.turn_order import cards_per_seat
from londinium.games.old_london_bridge.state import CARD_CHOICE, MATCH_OVER, PHASES, STAIRS, State
from londinium.kernel.game import Position
from londinium.kernel.seeds import draw


class House(msgspec.Struct, frozen=True):
    """A building as it is printed; a park has no number and no crest, a guild house the crest `all`."""

    building: str
    number: int | None
    crest: str | None


class Stack(msgspec.Struct, frozen=True):
    """A stack and the space of the rondel beside it. Pounds are None at the X."""

    building: str
    top: House | None
    face_down: int
    pounds: int | None
    pawns: tuple[int, ...]


class TileStack(msgspec.Struct, frozen=True):
    """A stack of bonus tiles: the power that lies face up, and what may still lie below it."""

    top: str | None
    below: dict[str, int]


class PlayedCard(msgspec.Struct, frozen=True):
    """A card lying before its owner; a face-down one shows its value to the owner only."""

    value: int | None
    plus: int


class Player(msgspec.Struct, frozen=True):
    """What lies before one player. Money and hand are None where the viewer may not see them.

    `cards` counts the cards in hand. While a card of the hand lies face down, an open hand still includes it.
    """

    seat: int
    stair: str
    pounds: int | None
    cards: int
    hand: tuple[int, ...] | None
    played: tuple[PlayedCard, ...]
    bridge: tuple[House, ...]
    empty_sites: int
    strengths: dict[str, int]
    chapel: int
    gate: int
    pawn: str | None
    tiles: dict[str, int]
    fresh_tiles: dict[str, int]


class ScoreSheet(msgspec.Struct, frozen=True):
    """Every line of the final scoring of one seat; total and place are read from it."""

    seat: int
    chapel: int
    gate: int
    hostelry: int
    bridge: int
    empty_sites: int
    bonus_tiles: int
    money: int
    place: int

    @property
    def total(self) -> int:
        return self.chapel + self.gate + self.hostelry + self.bridge + self.empty_sites + self.bonus_tiles + self.money


class Board(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    phase: str
    round: int
    rounds: int
    actor: int | None
    turn: int
    order: tuple[int, ...]
    stacks: tuple[Stack, ...]
    centre: tuple[int, ...]
    centre_cost: int
    chapel_track: tuple[int, ...]
    gate_track: tuple[bool, ...]
    gate_end_pounds: int
    chapel_order: tuple[int, ...]
    supply: tuple[int, ...]
    bonus_tiles: tuple[TileStack, ...]
    markers: tuple[int, ...]
    scoring: dict[str, str | None]
    taken: House | None
    allowance: int
    picks: int
    players: tuple[Player, ...]
    score_sheets: tuple[ScoreSheet, ...] | None


def house(box: Box, tile: int) -> House | None:
    """The building with this tile id, None for no tile."""
    if tile == NO_TILE:
        return None
    building = int(box.building[tile])
    if building == PARK:
        return House(BUILDINGS[PARK], None, None)
    crest = int(box.crest[tile])
    return House(BUILDINGS[building], tile, "all" if crest == ALL_CRESTS else CRESTS[crest])


def board(position: Position, viewer: int | None) -> Board:
    # O-9.1 Hidden are face-down cards, and by default the money and the hands of the others; the number of their cards
    # is open. The order of stacks and markers is unknown to everybody, so no state holds it.
    s: State = position.fields
    box: Box = position.box_fields
    dealt = s.phase > STAIRS
    return Board(
        phase=PHASES[s.phase],
        round=int(s.round_no),
        rounds=int(box.rounds[s.seats]),
        actor=int(s.actor) if s.phase not in (CARD_CHOICE, MATCH_OVER) and s.round_no > 0 else None,
        turn=int(s.turn_no),
        order=tuple(int(s.order[turn]) >> 1 for turn in range(s.turns)) if s.phase > CARD_CHOICE else (),
        stacks=tuple(_stack(position, space) for space in range(OUTER)),
        centre=_pawns_on(s, CENTRE),
        centre_cost=int(box.centre_cost),
        chapel_track=tuple(int(box.chapel_coins[space]) for space in range(1, box.chapel_end + 1)),
        gate_track=tuple(bool(box.bonus_space[space]) for space in range(1, box.gate_end + 1)),
        gate_end_pounds=int(box.gate_end_pounds),
        chapel_order=tuple(int(s.chapel_order[place]) for place in range(s.seats)) if dealt else (),
        supply=tuple(int(s.supply[value]) for value in range(VALUES)),
        bonus_tiles=tuple(_tile_stack(s, back) for back in range(BACKS)),
        markers=tuple(int(count) for count in s.markers),  # type: ignore[attr-defined]  # a NumPy row
        scoring={COLOURS[c]: None if s.side[c] == RANDOM_SIDE else SIDES[c][s.side[c]] for c in range(4)},
        taken=house(box, int(s.taken)),
        allowance=int(s.allowance),
        picks=int(s.picks),
        players=tuple(_player(position, seat, viewer) for seat in range(s.seats)),
        score_sheets=tuple(score_sheets(position)) if s.phase == MATCH_OVER else None,
    )


def _pawns_on(s: State, space: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(s.seats) if s.pawn[seat] == space)


def _stack(position: Position, space: int) -> Stack:
    s: State = position.fields
    box: Box = position.box_fields
    building = next(b for b in range(OUTER) if box.position[b] == space)
    below = max(0, int(s.parks) - 1) if building == PARK else face_down(position.state, position.box, building)
    pounds = pounds_of_space(position.state, position.box, space)
    return Stack(
        BUILDINGS[building],
        house(box, int(s.top[building])),
        below,
        None if pounds == X_MARK else pounds,
        _pawns_on(s, space),
    )


def _tile_stack(s: State, back: int) -> TileStack:
    top = int(s.tile_top[back])
    below = {POWERS[power]: int(s.tiles_hidden[back, power]) for power in range(8) if s.tiles_hidden[back, power] > 0}
    return TileStack(POWERS[top - 1] if top else None, below)


def sees_all_of(position: Position, seat: int, viewer: int | None) -> bool:
    """Whether a viewer sees a seat's money and hand."""
    return viewer == seat or position.options["money"] == "open" or position.fields.phase == MATCH_OVER


def _player(position: Position, seat: int, viewer: int | None) -> Player:
    s: State = position.fields
    box: Box = position.box_fields
    open_to_viewer = sees_all_of(position, seat, viewer)
    face_up = s.phase != CARD_CHOICE or viewer == seat
    played = [
        PlayedCard(int(s.played[seat, card]) if face_up else None, int(s.plus[seat, card]))
        for card in range(cards_per_seat(position.state))
        if s.played[seat, card] != NO_CARD
    ]
    hand = [int(s.hand[seat, value]) for value in range(VALUES)]
    shown = list(hand)
    if not face_up:
        # An open hand must not tell which card has left it, so it is shown with the face-down ones.
        for card in range(2):
            if s.played[seat, card] != NO_CARD:
                shown[s.played[seat, card]] += 1
    pawn = int(s.pawn[seat])
    return Player(
        seat=seat,
        stair="ABCD"[s.stair[seat]] if s.stair[seat] >= 0 else "",
        pounds=int(s.cash[seat]) if open_to_viewer else None,
        cards=sum(hand),
        hand=tuple(shown) if open_to_viewer else None,
        played=tuple(played),
        bridge=tuple(built for site in range(s.length[seat]) if (built := house(box, int(s.site[seat, site])))),
        empty_sites=SITES - int(s.length[seat]),
        strengths={CRESTS[crest]: crests_on_bridge(position.state, position.box, seat, crest) for crest in range(4)},
        chapel=int(s.chapel[seat]),
        gate=int(s.gate[seat]),
        pawn=None if pawn == NOWHERE else "centre" if pawn == CENTRE else space_name(box, pawn),
        tiles={POWERS[power]: int(s.tiles[seat, power]) for power in range(8) if s.tiles[seat, power] > 0},
        fresh_tiles={POWERS[power]: int(s.fresh[seat, power]) for power in range(8) if s.fresh[seat, power] > 0},
    )


def space_name(box: Box, space: int) -> str:
    """An outer space is named by the stack beside it."""
    return next(BUILDINGS[b] for b in range(OUTER) if box.position[b] == space)


def score_sheets(position: Position) -> list[ScoreSheet]:
    """The score sheet of every seat, as if the match ended now."""
    s: State = position.state
    points, places = np.zeros(position.seats, np.int32), np.zeros(position.seats, np.int32)
    scores(s, position.box, points, places)
    return [
        ScoreSheet(
            seat=seat,
            chapel=int(score_line(s, position.box, seat, LINE_CHAPEL)),
            gate=int(score_line(s, position.box, seat, LINE_GATE)),
            hostelry=int(score_line(s, position.box, seat, LINE_HOSTELRY)),
            bridge=int(score_line(s, position.box, seat, LINE_BRIDGE)),
            empty_sites=int(score_line(s, position.box, seat, LINE_EMPTY_SITES)),
            bonus_tiles=int(score_line(s, position.box, seat, LINE_TILES)),
            money=int(score_line(s, position.box, seat, LINE_MONEY)),
            place=int(places[seat]),
        )
        for seat in range(position.seats)
    ]


def disguise(position: Position, seat: int, key: int) -> Position:
    """The same position with other face-down cards, other hands and other money for everyone but this seat."""
    states = position.states.copy()
    s: State = states[0]
    for other in range(position.seats):
        if other == seat:
            continue
        if s.phase == CARD_CHOICE:
            _swap_face_down_cards(s, other, key)
        if not sees_all_of(position, other, seat):
            _change_hand(s, other, key)
            s.cash[other] = draw(key, 512 + other, 90)
    return Position(states, position.boxes, position.seats, position.options)


def _swap_face_down_cards(s: State, other: int, key: int) -> None:
    for card in range(2):
        if s.played[other, card] != NO_CARD:
            s.hand[other, s.played[other, card]] += 1
            held = [value for value in range(VALUES) if s.hand[other, value] > 0]
            s.played[other, card] = held[draw(key, other * 2 + card, len(held))]
            s.hand[other, s.played[other, card]] -= 1


def _change_hand(s: State, other: int, key: int) -> None:
    """As many cards as before, of other values."""
    count = sum(int(s.hand[other, value]) for value in range(VALUES))
    for value in range(VALUES):
        s.hand[other, value] = 0
    for card in range(count):
        s.hand[other, draw(key, 64 + other * 64 + card, VALUES)] += 1
