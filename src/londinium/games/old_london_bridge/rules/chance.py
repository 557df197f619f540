"""What chance may bring: everything that is revealed from a stack, with its weight and the deck it comes from."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.buildings import face_down
from londinium.games.old_london_bridge.rules.components import NUMBERED, PER_BUILDING, RANDOM_SIDE
from londinium.games.old_london_bridge.rules.moves import MARKER, REVEAL, SIDE, STAIR, TILE, X_BESIDE
from londinium.games.old_london_bridge.rules.state import (
    NEXT_BUILDING,
    NEXT_TILE,
    RONDEL,
    ROUND_MARKER,
    SCORING_TILES,
    STAIRS,
    TOP_BUILDINGS,
    TOP_TILES,
    State,
)
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule


@rule
def chance(s: State, box: Box, moves: Cells, weights: Cells) -> int:
    """Fill in what may be revealed now, with exact integer weights; return how many."""
    phase = s.phase
    count = 0
    if phase == NEXT_BUILDING or phase == TOP_BUILDINGS:
        hidden = int(s.hidden)
        for i in range(PER_BUILDING):
            number = int(box.numbers[s.stack, i])
            count = outcome(REVEAL + number - 1, (hidden >> (number - 1)) & 1, moves, weights, count)
    elif phase == NEXT_TILE or phase == TOP_TILES:
        for power in range(8):
            count = outcome(TILE + power, int(s.tiles_hidden[s.back, power]), moves, weights, count)
    elif phase == ROUND_MARKER:
        for steps in range(3):
            count = outcome(MARKER + steps, int(s.markers[steps]), moves, weights, count)
    elif phase == STAIRS:
        for seat in range(s.seats):
            count = outcome(STAIR + seat, 1 if s.stair[seat] < 0 else 0, moves, weights, count)
    elif phase == RONDEL:
        for stack in range(6):
            count = outcome(X_BESIDE + stack, 1, moves, weights, count)
    elif phase == SCORING_TILES:
        colour = colour_to_draw(s)
        for side in range(4):
            count = outcome(SIDE + colour * 4 + side, 1, moves, weights, count)
    return count


@rule
def outcome(move: int, weight: int, moves: Cells, weights: Cells, count: int) -> int:
    """Add what has a weight; the next outcome overwrites what has none, so that no branch is needed."""
    moves[count] = move
    weights[count] = weight
    return count + (1 if weight > 0 else 0)


@rule
def colour_to_draw(s: State) -> int:
    colour = 0
    while s.side[colour] != RANDOM_SIDE:
        colour += 1
    return colour


@rule
def deck(s: State, box: Box) -> int:
    """The deck chance draws from now, and the number of the draw from it: deck * 64 + draw."""
    phase = s.phase
    if phase == NEXT_BUILDING or phase == TOP_BUILDINGS:
        return int(s.stack) * 64 + PER_BUILDING - face_down(s, box, int(s.stack))
    if phase == NEXT_TILE or phase == TOP_TILES:
        revealed = 0
        for power in range(8):
            revealed += int(box.tiles[s.back, power]) - int(s.tiles_hidden[s.back, power])
        return (NUMBERED + int(s.back)) * 64 + revealed
    if phase == ROUND_MARKER:
        return 8 * 64 + int(s.round_no) - 1
    if phase == STAIRS:
        placed = 0
        for seat in range(s.seats):
            placed += 1 if s.stair[seat] >= 0 else 0
        return 9 * 64 + placed
    if phase == RONDEL:
        return 10 * 64
    return (11 + colour_to_draw(s)) * 64
