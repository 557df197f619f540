"""What a move would bring, computed by making it on a copy: the rules themselves answer."""

from __future__ import annotations

import msgspec
import numpy as np

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.components import NO_TILE, PARK_TILE, POWERS
from londinium.games.old_london_bridge.events import round_leaders
from londinium.games.old_london_bridge.moves import (
    PASS,
    PICK,
    PLAY,
    TABLE,
    TAKE,
    USE_NOBLEWOMAN,
    USE_PLUS_ONE,
    USE_PLUS_ONE_SECOND,
    USE_TAKE_BACK,
)
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.play import chance, legal, push
from londinium.games.old_london_bridge.rules.turn import turn_card
from londinium.games.old_london_bridge.state import NEXT_BUILDING, PICKING, PLACING, REPLACING, State
from londinium.games.old_london_bridge.view import House, house
from londinium.kernel.game import CHANCE, Position


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """The consequences of a move for the seat that makes it. Zero or empty where there is none."""

    pounds: int = 0
    round_pounds: int = 0
    """Pounds for leading at the end of the round, where this move ends it."""
    building: House | None = None
    replaces: int | None = None
    strength: int = 0
    chapel_steps: int = 0
    gate_steps: int = 0
    picks: int = 0
    cards_worth: int = 0
    card: int | None = None
    counts: int | None = None
    """What the card counts from now on, with PLUS ONE."""
    tile: str | None = None
    spends: tuple[str, ...] = ()
    choices: tuple[Effect, ...] = ()
    """What the building would bring for each building it may replace, where it must replace one."""


def effect(position: Position, seat: int, move: int) -> Effect:
    s: State = position.state
    if PLAY <= move < PLAY + 5:
        return Effect(card=move - PLAY)
    if TAKE <= move < TAKE + 4:
        return Effect(card=move - TAKE + 1)
    if PICK <= move < PICK + 3:
        return Effect(tile=POWERS[s.tile_top[move - PICK] - 1])
    if move == USE_NOBLEWOMAN:
        return Effect(card=2, spends=("noblewoman",))
    if move == USE_TAKE_BACK:
        return Effect(card=int(s.played[seat, turn_card(s)]), spends=("take-back",))
    if move in (USE_PLUS_ONE, USE_PLUS_ONE_SECOND):
        which = move - USE_PLUS_ONE
        printed = int(s.played[seat, which])
        return Effect(card=printed, counts=printed + int(s.plus[seat, which]) + 1, spends=("plus-one",))
    if move == PASS:
        return Effect()
    after, round_pounds = _made(position, seat, move)
    if after.state.phase == REPLACING and s.phase == PLACING:
        return _effect_before_replacing(position, after, seat)
    return _difference(position, after, seat, s.phase == REPLACING, round_pounds)


def _made(position: Position, seat: int, move: int) -> tuple[Position, int]:
    """The position after a move, and what it brings for leading if it ends the round.

    What the stack shows next does not matter to the effect of a placing, so anything may come.
    """
    box: Box = position.box
    before, states = position.states.copy(), position.states.copy()
    push(states[0], box, seat, move)
    if states[0].phase == NEXT_BUILDING:
        before = states.copy()
        moves, weights = np.zeros(len(TABLE), np.int16), np.zeros(len(TABLE), np.int16)
        chance(states[0], box, moves, weights)
        push(states[0], box, CHANCE, int(moves[0]))
    round_pounds = sum(paid.pounds for paid in round_leaders(before[0], states[0], box) if paid.seat == seat)
    return Position(states, position.boxes, position.seats, position.options), round_pounds


def _effect_before_replacing(before: Position, after: Position, seat: int) -> Effect:
    s: State = after.state
    moves = np.zeros(len(TABLE), np.int16)
    count = legal(s, after.box, seat, moves)
    choices = tuple(effect(after, seat, int(moves[i])) for i in range(count))
    return Effect(
        pounds=int(s.cash[seat]) - int(before.state.cash[seat]),
        building=house(after.box, int(s.taken)),
        spends=_spent(before.state, s, seat),
        choices=choices,
    )


def _difference(before: Position, after: Position, seat: int, replaced: bool, round_pounds: int) -> Effect:
    s: State = before.state
    t: State = after.state
    box: Box = before.box
    site = next((i for i in range(12) if t.site[seat, i] != s.site[seat, i]), None)
    tile = int(t.site[seat, site]) if site is not None else NO_TILE
    strength = crests_on_bridge(t, box, seat, int(box.crest[tile])) if tile not in (NO_TILE, PARK_TILE) else 0
    building = house(box, tile)
    return Effect(
        pounds=int(t.cash[seat]) - int(s.cash[seat]) - round_pounds,
        round_pounds=round_pounds,
        building=building,
        replaces=int(s.site[seat, site]) if replaced and site is not None else None,
        strength=strength,
        chapel_steps=int(t.chapel[seat]) - int(s.chapel[seat]),
        gate_steps=int(t.gate[seat]) - int(s.gate[seat]),
        picks=int(t.picks) if t.phase == PICKING else 0,
        cards_worth=strength if building is not None and building.building == "hostelry" else 0,
        spends=_spent(s, t, seat),
    )


def _spent(s: State, t: State, seat: int) -> tuple[str, ...]:
    """Bonus tiles that the move uses up; tiles that became usable at the end of a round are not spent."""
    return tuple(POWERS[power] for power in range(8) for _ in range(_held(s, seat, power) - _held(t, seat, power)))


def _held(s: State, seat: int, power: int) -> int:
    return int(s.tiles[seat, power]) + int(s.fresh[seat, power])
