"""What a seat cannot see, imagined: for searches, which must not know more than the seat they play for."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.components import VALUES
from londinium.games.old_london_bridge.rules.state import State
from londinium.kernel.rules import rule
from londinium.kernel.seeds import draw


@rule
def imagine(s: State, box: Box, seat: int, key: int) -> None:
    """Deal the cards that lie nowhere in the open to the others, and spread the money among them. Reads nothing hidden."""
    # First everything hidden is put away; of a hand remains how many cards it has, in the place of its zeros.
    for other in range(s.seats):
        if other != seat:
            for value in range(1, VALUES):
                s.hand[other, 0] += s.hand[other, value]
                s.hand[other, value] = 0
    hiding = cards_in_hiding(s, box)
    money = int(s.seats) * int(box.start_pounds) + int(s.bank) - int(s.cash[seat])
    for other in range(s.seats):
        if other != seat:
            s.cash[other] = money // (int(s.seats) - 1)
            hiding = deal_hand(s, box, other, hiding, key)


@rule
def deal_hand(s: State, box: Box, other: int, hiding: int, key: int) -> int:
    """Give a seat as many cards as it has: the zeros of its start hand, which always come back, and others at random.

    Returns what is still in hiding.
    """
    cards = int(s.hand[other, 0])
    zeros = int(box.start_zeros[s.seats])
    for card in range(2):
        zeros -= 1 if s.played[other, card] == 0 else 0
    s.hand[other, 0] = min(zeros, cards)
    for card in range(cards - min(zeros, cards)):
        value = card_in_hiding(hiding, draw(key, other * 64 + card, max(1, count_of(hiding, 0))))
        if value > 0:
            s.hand[other, value] += 1
            hiding -= one_of(value) + one_of(0)
    return hiding


# The cards in hiding are counted in one number: a byte for each value, and in the place of the zeros for all together.


@rule
def one_of(value: int) -> int:
    return 1 << 8 * value


@rule
def count_of(hiding: int, value: int) -> int:
    return hiding >> 8 * value & 255


@rule
def cards_in_hiding(s: State, box: Box) -> int:
    """How many cards of each value lie in no open place, once the hands of the others are put away."""
    hiding = 0
    for value in range(1, VALUES):
        count = int(box.cards[value]) - int(s.supply[value])
        for seat in range(s.seats):
            count -= int(s.hand[seat, value])
            for card in range(2):
                count -= 1 if s.played[seat, card] == value else 0
        hiding += max(0, count) * (one_of(value) + one_of(0))
    return hiding


@rule
def card_in_hiding(hiding: int, ticket: int) -> int:
    """The value of the card with this number among those in hiding; 0 if there is none."""
    for value in range(1, VALUES):
        ticket -= count_of(hiding, value)
        if ticket < 0:
            return value
    return 0
