"""What the checks of a position read from a draft: bridges, cards, the order of the turns."""

from __future__ import annotations

from londinium.games.old_london_bridge.rules.components import (
    HOUSES,
    NO_CARD,
    NUMBERED,
)
from londinium.games.old_london_bridge.rules.state import (
    END_OF_TURN,
    NEXT_BUILDING,
    NEXT_TILE,
    PICKING,
    PLACING,
    REPLACING,
    TAKING_CARDS,
)
from londinium.kernel.contracts.position import Draft

IN_TURN = (PLACING, NEXT_BUILDING, REPLACING, TAKING_CARDS, PICKING, NEXT_TILE, END_OF_TURN)
"""The phases of a turn."""


def seats_of(draft: Draft) -> range:
    return range(draft.seats)


def bridge_of(draft: Draft, seat: int) -> list[int]:
    return [int(draft.state.site[seat, site]) for site in range(int(draft.state.length[seat]))]


def lying_before(draft: Draft, seat: int) -> list[int]:
    return [int(draft.state.played[seat, card]) for card in range(2) if draft.state.played[seat, card] != NO_CARD]


def order_of(draft: Draft) -> list[tuple[int, int]]:
    """The turns as seats and their cards."""
    return [divmod(int(draft.state.order[place]), 2) for place in range(int(draft.state.turns))]


def turns_over(draft: Draft) -> int:
    """How many turns were taken since the match began."""
    s = draft.state
    return max(0, int(s.round_no) - 1) * int(s.turns) + int(s.turn_no)


def houses_gone(draft: Draft) -> int:
    s = draft.state
    there = {int(s.top[stack]) for stack in range(NUMBERED)} | {int(s.taken)}
    there |= {tile for seat in seats_of(draft) for tile in bridge_of(draft, seat)}
    return sum(number not in there and not int(s.hidden) >> number - 1 & 1 for number in range(1, HOUSES + 1))
