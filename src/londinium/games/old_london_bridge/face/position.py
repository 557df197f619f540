"""A position in one line: the words for what lies on the table and before each seat, and how they are read.

What follows from other words is not written: numbers that are still face down are those that are nowhere else, the supply has
the cards that nobody holds, the bank has paid what the players have more than at the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence

from londinium.games.old_london_bridge.face.position_checks import check
from londinium.games.old_london_bridge.face.position_counts import check_counts
from londinium.games.old_london_bridge.face.position_seats import SEAT
from londinium.games.old_london_bridge.face.position_table import TABLE
from londinium.games.old_london_bridge.rules.components import (
    HOUSES,
    NO_CARD,
    NO_TILE,
    NOWHERE,
    NUMBERED,
    PARK,
    PARK_TILE,
    PER_BUILDING,
    ROUNDS,
    SEATS,
    VALUES,
)
from londinium.games.old_london_bridge.rules.setup import VERSION
from londinium.games.old_london_bridge.rules.state import RONDEL
from londinium.kernel.contracts.position import Draft


def complete(draft: Draft) -> None:
    """Everything that follows: what is still face down, the supply, the parks, the markers, the bank."""
    s, box = draft.state, draft.box
    s.seats = draft.seats
    s.older_rules = draft.game.option_codes(draft.options)[VERSION]
    for seat in range(draft.seats, SEATS):
        s.pawn[seat], s.stair[seat] = NOWHERE, -1
        s.played[seat, 0] = s.played[seat, 1] = NO_CARD
    check_counts(draft)
    tiles = [int(s.site[seat, site]) for seat in range(draft.seats) for site in range(int(s.length[seat]))]
    s.parks = PER_BUILDING - tiles.count(PARK_TILE)
    s.top[PARK] = PARK_TILE if s.parks else NO_TILE
    for number in (*tiles, int(s.taken), *(int(s.top[stack]) for stack in range(NUMBERED))):
        if 0 < number <= HOUSES:
            s.hidden &= ~(1 << number - 1)
    for steps in range(3):
        s.markers[steps] = box.markers[steps] - sum(int(s.turned[place]) == steps + 1 for place in range(ROUNDS))
    for value in range(1, VALUES) if s.phase >= RONDEL else ():
        held = sum(int(s.hand[seat, value]) + _before(s.played[seat], value) for seat in range(draft.seats))
        s.supply[value] = box.cards[value] - held
    s.bank = sum(int(s.cash[seat]) for seat in range(draft.seats)) - draft.seats * int(box.start_pounds)


def _before(cards: Sequence[int], value: int) -> int:
    return sum(int(cards[place]) == value for place in range(2))


__all__ = ["SEAT", "TABLE", "check", "complete"]
