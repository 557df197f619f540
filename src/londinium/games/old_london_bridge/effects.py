"""What a move would bring, computed by making it on a copy: the rules themselves answer."""

from __future__ import annotations

import msgspec
import numpy as np

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.components import NO_TILE, PARK_TILE, POWERS
from londinium.games.old_london_bridge.moves import PICK, PLACE, PLAY, REPLACE, TABLE, TAKE, USE_GATE_TWO
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.play import chance, legal, push
from londinium.games.old_london_bridge.state import NEXT_BUILDING, PICKING, PLACING, REPLACING, State
from londinium.games.old_london_bridge.view import House, house
from londinium.kernel.game import CHANCE, Position


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """The consequences of a move for the seat that makes it. Zero or empty where there is none."""

    pounds: int = 0
    building: House | None = None
    replaces: int | None = None
    strength: int = 0
    chapel_steps: int = 0
    gate_steps: int = 0
    picks: int = 0
    cards_worth: int = 0
    card: int | None = None
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
    if not PLACE <= move < REPLACE + 60 and not move <= USE_GATE_TWO:
        return Effect()
    after = _made(position, seat, move)
    if after.state.phase == REPLACING and s.phase == PLACING:
        return _effect_before_replacing(position, after, seat)
    return _difference(position, after, seat, s.phase == REPLACING)


def _made(position: Position, seat: int, move: int) -> Position:
    """The position after a move. What the stack shows next does not matter to its effect, so anything may come."""
    states = position.states.copy()
    push(states[0], position.box, seat, move)
    if states[0].phase == NEXT_BUILDING:
        moves, weights = np.zeros(len(TABLE), np.int16), np.zeros(len(TABLE), np.int16)
        chance(states[0], position.box, moves, weights)
        push(states[0], position.box, CHANCE, int(moves[0]))
    return Position(states, position.boxes, position.seats, position.options)


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


def _difference(before: Position, after: Position, seat: int, replaced: bool) -> Effect:
    s: State = before.state
    t: State = after.state
    box: Box = before.box
    site = next((i for i in range(12) if t.site[seat, i] != s.site[seat, i]), None)
    tile = int(t.site[seat, site]) if site is not None else NO_TILE
    strength = crests_on_bridge(t, box, seat, int(box.crest[tile])) if tile not in (NO_TILE, PARK_TILE) else 0
    building = house(box, tile)
    return Effect(
        pounds=int(t.cash[seat]) - int(s.cash[seat]),
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
