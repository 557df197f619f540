"""How long what happens is worth looking at, and the moments between a move and what follows by itself."""

from __future__ import annotations

import msgspec

from londinium.games.old_london_bridge.face.events import (
    Built,
    CardsRevealed,
    CardTaken,
    CardTakenBack,
    MatchOver,
    NoblewomanTaken,
    OrderFixed,
    PawnPlaced,
    PlusOneUsed,
    RoundBegun,
    RoundLeaderPaid,
    TakeBackAnnounced,
    TilePicked,
    TurnSkipped,
)
from londinium.games.old_london_bridge.rules.components import VALUES
from londinium.games.old_london_bridge.rules.moves import PLAY
from londinium.games.old_london_bridge.rules.play import make
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, PLUS_ONES, ROUND_OVER, State
from londinium.kernel.game import Position

BEATS: dict[type[msgspec.Struct], float] = {
    NoblewomanTaken: 1,
    CardsRevealed: 2,
    PlusOneUsed: 1,
    OrderFixed: 1,
    TakeBackAnnounced: 0.6,
    PawnPlaced: 0.8,
    TurnSkipped: 1,
    Built: 1,
    CardTaken: 0.6,
    TilePicked: 0.6,
    CardTakenBack: 0.6,
    RoundLeaderPaid: 1.2,
    RoundBegun: 1.2,
    MatchOver: 1,
}
"""What is not here is shown together with what follows: steps and coins with their building, reveals with their move."""


def beats(event: msgspec.Struct) -> float:
    return BEATS.get(type(event), 0)


def is_repeated(event: msgspec.Struct) -> bool:
    """Cards are taken one by one, and seen as a handful."""
    return isinstance(event, CardTaken)


def halfway(before: Position, seat: int, move: int) -> Position | None:
    """The last card lies open and there is no order yet; the last pawn stands on the rondel and the round is not over."""
    states = before.states
    half: State = states[0]
    make(half, before.box, seat, move)
    if half.phase == ROUND_OVER:
        return Position(states, before.boxes, before.seats, before.options)
    if before.plain.phase != CARD_CHOICE or half.phase == CARD_CHOICE:
        return None
    # All cards lie on the table, even that of the first turn, which has already begun.
    half.phase, half.turns = PLUS_ONES, 0
    for other in range(before.seats):
        for card in range(2):
            half.played[other, card] = half.bid[other, card]
        for value in range(VALUES):
            half.hand[other, value] = before.state.hand[other, value]
    for value in range(VALUES):
        half.supply[value] = before.state.supply[value]
    half.hand[seat, move - PLAY] -= 1
    return Position(states, before.boxes, before.seats, before.options)
