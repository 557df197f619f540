"""The rules, M-1 to M-3. They run interpreted, compiled and on a GPU: integers, flat states and loops."""

from __future__ import annotations

from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE
from londinium.kernel.rules import rule
from mudlarks.components import (
    FIND,
    FIND_COUNT,
    FINDS,
    GIFTS,
    GIVE,
    KEEP,
    KIND_COUNT,
    LEGAL,
    NO_GIFT_LEFT,
    NOT_NOW,
    NOTHING,
    PLAYERS,
    State,
)

# ── M-1 The shore ────────────────────────────────────────────────────────────


@rule
def setup(s: State, box: object, seats: int, options: Cells) -> None:
    s.seats = seats
    s.find = NOTHING
    # M-1.1 The tide MUST bring twelve finds: five coins, four rings and three bones.
    for kind in range(KIND_COUNT):
        s.tide[kind] = FINDS[kind]
    # M-1.2 Each player MAY leave two finds to the other.
    for seat in range(seats):
        s.gifts[seat] = GIFTS


@rule
def finds_to_come(s: State) -> int:
    total = 0
    for kind in range(KIND_COUNT):
        total += int(s.tide[kind])
    return total


# ── M-2 A turn ───────────────────────────────────────────────────────────────


@rule
def to_act(s: State) -> int:
    if s.find != NOTHING:
        return 1 << int(s.digger)
    # M-2.1 Before each turn the tide MUST bring a find.
    return 1 << CHANCE if finds_to_come(s) > 0 else 0


@rule
def chance(s: State, box: object, moves: Cells, weights: Cells) -> int:
    count = 0
    for kind in range(KIND_COUNT):
        if s.tide[kind] > 0:
            moves[count] = FIND + kind
            weights[count] = s.tide[kind]
            count += 1
    return count


@rule
def deck(s: State, box: object) -> int:
    """There is one deck, the tide; this is the number of the draw."""
    return FIND_COUNT - finds_to_come(s)


@rule
def refusal(s: State, box: object, seat: int, move: int) -> int:
    if s.find == NOTHING or seat != s.digger or move > GIVE:
        return NOT_NOW
    # M-2.3 A player without gifts MUST keep the find.
    if move == GIVE and s.gifts[seat] == 0:
        return NO_GIFT_LEFT
    return LEGAL


@rule
def legal(s: State, box: object, seat: int, moves: Cells) -> int:
    count = 0
    for move in range(KEEP, GIVE + 1):
        if refusal(s, box, seat, move) == LEGAL:
            moves[count] = move
            count += 1
    return count


@rule
def push(s: State, box: object, seat: int, move: int) -> None:
    if seat == CHANCE:
        s.find = move - FIND
        s.tide[s.find] -= 1
        return
    # M-2.2 The digger MUST keep the find or leave it to the other.
    owner = seat
    if move == GIVE:
        s.gifts[seat] -= 1
        owner = 1 - seat
    s.held[owner, s.find] += 1
    s.find = NOTHING
    # M-2.4 Then the other player MUST dig.
    s.digger = 1 - seat


# ── M-3 The end ──────────────────────────────────────────────────────────────


@rule
def points(s: State, box: object, seat: int) -> int:
    # M-3.1 For each kind a player MUST score the number of finds times itself. The most points win.
    total = 0
    for kind in range(KIND_COUNT):
        total += int(s.held[seat, kind]) * int(s.held[seat, kind])
    return total


@rule
def audit(s: State, box: object) -> int:
    """Every find is in the tide, on the shore or with a player: 0, or 1 and the kind of which some are missing."""
    for kind in range(KIND_COUNT):
        count = int(s.tide[kind]) + (1 if s.find == kind else 0)
        for seat in range(PLAYERS):
            count += int(s.held[seat, kind])
        if count != FINDS[kind]:
            return 1 + kind
    return 0
