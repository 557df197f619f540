"""Other secrets in the same position, for the tests that nothing hidden is told."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.view import sees_all_of
from londinium.games.old_london_bridge.rules.components import NO_CARD, VALUES
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, State
from londinium.kernel.game import Position
from londinium.kernel.seeds import draw


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
