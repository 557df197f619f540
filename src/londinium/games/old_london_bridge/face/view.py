"""O-9 Open and hidden: what one seat may know, built up from nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.face.sheets import ScoreSheet, score_sheets
from londinium.games.old_london_bridge.face.standings import Standing, standings
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge, tiles_below
from londinium.games.old_london_bridge.rules.components import (
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
    X_MARK,
)
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, MATCH_OVER, PHASES, STAIRS, State
from londinium.games.old_london_bridge.rules.turn import pounds_of_space
from londinium.kernel.cells import zeros
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import Position
from londinium.kernel.kept import kept
from londinium.kernel.plain import plain_of
from londinium.kernel.rules import rule
from londinium.kernel.views import sees_as

Stairs = tuple[tuple[int, int], ...]
"""A staircase of rewards: from this number on, these pounds."""


class House(msgspec.Struct, frozen=True, gc=False):
    """A building as it is printed; a park has no number and no crest, a guild house the crest `all`."""

    building: str
    number: int | None
    crest: str | None


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A stack and the space of the rondel beside it. Pounds are None at the X."""

    building: str
    top: House | None
    face_down: int
    pounds: int | None
    pawns: tuple[int, ...]


class TileStack(msgspec.Struct, frozen=True, gc=False):
    """A stack of bonus tiles: the power that lies face up, and what may still lie below it."""

    top: str | None
    below: dict[str, int]


class PlayedCard(msgspec.Struct, frozen=True, gc=False):
    """A card lying before its owner; a face-down one shows its value to the owner only."""

    value: int | None
    plus: int


class Player(msgspec.Struct, frozen=True, gc=False):
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


class Lowest(msgspec.Struct, frozen=True, gc=False):
    """The lowest house number built this round."""

    number: int
    seat: int


class Printed(msgspec.Struct, frozen=True, gc=False):
    """The amounts printed in the box: what places and scorings pay, what empty sites cost."""

    empty_sites: tuple[int, ...]
    """By their number, from 0."""
    ranking: tuple[int, ...]
    """By place, for this number of players."""
    tile_pounds: int
    each_round: tuple[int, ...]
    """Of the scorings paid every round, in the order of the colours."""
    ahead_pounds: int
    gate_steps: Stairs
    unused_tiles: Stairs
    cards_in_hand: Stairs
    card_sets: tuple[int, ...]
    low_number: int
    low_number_pounds: int
    building_set_pounds: int


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table as one seat sees it.

    `bids` are the cards that gave the turns of `order` their places, even when they have left the table; `turned` is the
    row of round markers, 0 for one that lies face down; `markers` counts those that nobody has seen, by number. `standings` has
    the best first, or the order of the seats where the viewer cannot know who is ahead.
    """

    phase: str
    round: int
    rounds: int
    actor: int | None
    turn: int
    order: tuple[int, ...]
    bids: tuple[PlayedCard, ...]
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
    turned: tuple[int, ...]
    printed: Printed
    lowest: Lowest | None
    scoring: dict[str, str | None]
    standings: dict[str, tuple[Standing, ...]]
    taken: House | None
    allowance: int
    picks: int
    players: tuple[Player, ...]
    score_sheets: tuple[ScoreSheet, ...] | None
    prospects: tuple[Any, ...] = ()
    """While cards are chosen: what each placing would bring the viewer (`effects.Prospect`)."""
    welcome: tuple[tuple[int, ...], ...] = ()
    """Meanwhile, by stack: the seats that can build its top on their next site."""


# ── What is printed ──────────────────────────────────────────────────────────


def house(box: Box, tile: int) -> House | None:
    """The building with this tile id, None for no tile."""
    return None if tile == NO_TILE else _house(int(box.building[tile]), int(box.crest[tile]), int(tile))


@kept
def _house(building: int, crest: int, tile: int) -> House:
    if building == PARK:
        return House(BUILDINGS[PARK], None, None)
    return House(BUILDINGS[building], tile, "all" if crest == ALL_CRESTS else CRESTS[crest])


def space_name(box: Box, space: int) -> str:
    """An outer space is named by the stack beside it."""
    return next(BUILDINGS[b] for b in range(OUTER) if box.position[b] == space)


@kept
def _printed(boxes: bytes, seats: int) -> Printed:
    box: Box = plain_of(Box.from_bytes(boxes))
    return Printed(
        empty_sites=box.empty_sites[:],
        ranking=tuple(box.ranking[seats][: max((place for place in range(seats) if box.ranking[seats][place]), default=-1) + 1]),
        tile_pounds=box.tile_pounds,
        each_round=box.each_round[:],
        ahead_pounds=box.ahead_pounds,
        gate_steps=_stairs(box.gate_steps),
        unused_tiles=_stairs(box.unused_tiles),
        cards_in_hand=_stairs(box.cards_in_hand),
        card_sets=box.card_sets[:],
        low_number=box.low_number,
        low_number_pounds=box.low_number_pounds,
        building_set_pounds=box.building_set_pounds,
    )


def _stairs(pounds: Cells) -> Stairs:
    return tuple((count, pounds[count]) for count in range(1, len(pounds)) if pounds[count] != pounds[count - 1])


# ── The table ────────────────────────────────────────────────────────────────


@rule
def count_up(states: FlatArray[State], boxes: FlatArray[Box], strengths: Cells, below: Cells, pounds: Cells) -> None:
    """What the rules count on a table, in one call: crests by seat, buildings under each top, pounds of the spaces."""
    s, box = states[0], boxes[0]
    for seat in range(s.seats):
        for crest in range(4):
            strengths[seat, crest] = crests_on_bridge(s, box, seat, crest)
    for stack in range(OUTER):
        below[stack] = tiles_below(s, box, stack)
    for space in range(OUTER):
        pounds[space] = pounds_of_space(s, box, space)


def board(position: Position, viewer: int | None) -> Board:
    # O-9.1 Hidden are face-down cards, and by default the money and the hands of the others; the number of their cards
    # is open. The order of stacks and markers is unknown to everybody, so no state holds it.
    s, box = position.plain, position.plain_box
    strengths, below, pounds = zeros((4, 4), "int8"), zeros(OUTER, "int8"), zeros(OUTER, "int8")
    count_up(position.states, position.boxes, strengths, below, pounds)
    crests = strengths.tolist()
    dealt, rounds = s.phase > STAIRS, box.rounds[s.seats]
    order = [divmod(s.order[turn], 2) for turn in range(s.turns)] if s.phase > CARD_CHOICE else []
    return Board(
        phase=PHASES[s.phase],
        round=s.round_no,
        rounds=rounds,
        actor=s.actor if s.phase not in (CARD_CHOICE, MATCH_OVER) and s.round_no > 0 else None,
        turn=s.turn_no,
        order=tuple(seat for seat, _ in order),
        bids=tuple(PlayedCard(s.bid[seat][card], s.plus[seat][card]) for seat, card in order),
        stacks=_stacks(s, box, below.tolist(), pounds.tolist()),
        centre=_pawns_on(s, CENTRE),
        centre_cost=box.centre_cost,
        chapel_track=box.chapel_coins[1 : box.chapel_end + 1],
        gate_track=tuple(gives > 0 for gives in box.bonus_space[1 : box.gate_end + 1]),
        gate_end_pounds=box.gate_end_pounds,
        chapel_order=s.chapel_order[: s.seats] if dealt else (),
        supply=s.supply[:],
        bonus_tiles=tuple(_tile_stack(s, back) for back in range(BACKS)),
        markers=s.markers[:],
        turned=s.turned[:rounds],
        printed=_printed(position.box_bytes, s.seats),
        lowest=Lowest(s.lowest, s.lowest_seat) if s.lowest else None,
        scoring={COLOURS[c]: None if s.side[c] == RANDOM_SIDE else SIDES[c][s.side[c]] for c in range(4)},
        standings=standings(position, viewer, [sees_all_of(position, seat, viewer) for seat in range(s.seats)]),
        taken=house(box, s.taken),
        allowance=s.allowance,
        picks=s.picks,
        players=tuple(_player(position, s, box, seat, crests[seat], viewer) for seat in range(s.seats)),
        score_sheets=tuple(score_sheets(position)) if s.phase == MATCH_OVER else None,
    )


def _pawns_on(s: State, space: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(s.seats) if s.pawn[seat] == space)


def _stacks(s: State, box: Box, below: list[int], pounds: list[int]) -> tuple[Stack, ...]:
    """The stacks in their order around the rondel, each with the space beside it."""
    found = []
    for space in range(OUTER):
        building = box.position.index(space)  # type: ignore[attr-defined]  # a tuple
        income = None if pounds[space] == X_MARK else pounds[space]
        top = house(box, s.top[building])
        found.append(Stack(BUILDINGS[building], top, below[building], income, _pawns_on(s, space)))
    return tuple(found)


def _tile_stack(s: State, back: int) -> TileStack:
    return TileStack(POWERS[s.tile_top[back] - 1] if s.tile_top[back] else None, _counts(s.tiles_hidden[back]))


def _counts(tiles: tuple[int, ...]) -> dict[str, int]:
    """Bonus tiles by their names, as many as there are."""
    return {POWERS[power]: count for power, count in enumerate(tiles) if count > 0}


def sees_all_of(position: Position, seat: int, viewer: int | None) -> bool:
    """Whether a viewer sees a seat's money and hand."""
    # O-9.1 By an option of the table they lie open, and at the end they always do.
    return sees_as(viewer, seat) or position.options["money"] == "open" or position.plain.phase == MATCH_OVER


def _player(position: Position, s: State, box: Box, seat: int, strengths: list[int], viewer: int | None) -> Player:
    open_to_viewer = sees_all_of(position, seat, viewer)
    face_up = s.phase != CARD_CHOICE or sees_as(viewer, seat)
    lying = [(value, plus) for value, plus in zip(s.played[seat], s.plus[seat], strict=True) if value != NO_CARD]
    shown = list(s.hand[seat])
    if not face_up:
        # O-9.1 An open hand must not tell which card has left it, so it is shown with the face-down ones.
        for value, _ in lying:
            shown[value] += 1
    pawn = s.pawn[seat]
    return Player(
        seat=seat,
        stair="ABCD"[s.stair[seat]] if s.stair[seat] >= 0 else "",
        pounds=s.cash[seat] if open_to_viewer else None,
        cards=sum(s.hand[seat]),
        hand=tuple(shown) if open_to_viewer else None,
        played=tuple(PlayedCard(value if face_up else None, plus) for value, plus in lying),
        bridge=tuple(built for site in range(s.length[seat]) if (built := house(box, s.site[seat][site]))),
        empty_sites=SITES - s.length[seat],
        strengths=dict(zip(CRESTS, strengths, strict=True)),
        chapel=s.chapel[seat],
        gate=s.gate[seat],
        pawn=None if pawn == NOWHERE else "centre" if pawn == CENTRE else space_name(box, pawn),
        tiles=_counts(s.tiles[seat]),
        fresh_tiles=_counts(s.fresh[seat]),
    )
