"""Is everything in the box accounted for? Not a rule, but what must hold whatever the players do."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    HOUSES,
    NO_TILE,
    NUMBERED,
    PARK_TILE,
    PER_BUILDING,
    ROUNDS,
    SITES,
    VALUES,
)
from londinium.games.old_london_bridge.rules.state import RONDEL, State
from londinium.kernel.rules import rule

(
    ACCOUNTED_FOR,
    CARDS_LOST,
    POUNDS_LOST,
    HOUSE_IN_TWO_PLACES,
    PARKS_LOST,
    TILES_LOST,
    LINE_DOES_NOT_DESCEND,
    CHAPEL_ORDER_BROKEN,
    NEGATIVE,
    MARKERS_LOST,
) = range(10)


@rule
def audit(s: State, box: Box) -> int:
    if s.phase >= RONDEL and not cards_accounted_for(s, box):
        return CARDS_LOST
    pounds = -int(s.bank)
    for seat in range(s.seats):
        pounds += int(s.cash[seat]) - int(box.start_pounds)
        if s.cash[seat] < 0:
            return NEGATIVE
    if pounds != 0:
        return POUNDS_LOST
    if not houses_stand_once(s):
        return HOUSE_IN_TWO_PLACES
    if not parks_accounted_for(s):
        return PARKS_LOST
    if not tiles_accounted_for(s, box):
        return TILES_LOST
    if not markers_accounted_for(s, box):
        return MARKERS_LOST
    if not lines_descend(s):
        return LINE_DOES_NOT_DESCEND
    if s.phase >= RONDEL and not chapel_order_holds(s):
        return CHAPEL_ORDER_BROKEN
    return ACCOUNTED_FOR


@rule
def cards_accounted_for(s: State, box: Box) -> bool:
    """Every card is in the supply, in a hand or before a player; zeros that nobody holds are in the box."""
    for value in range(VALUES):
        count = int(s.supply[value])
        for seat in range(s.seats):
            if s.hand[seat, value] < 0:
                return False
            count += int(s.hand[seat, value])
            for card in range(2):
                count += 1 if s.played[seat, card] == value else 0
        expected = int(box.cards[value]) if value > 0 else int(box.start_zeros[s.seats]) * int(s.seats)
        if count != expected or s.supply[value] < 0:
            return False
    return True


@rule
def houses_stand_once(s: State) -> bool:
    """No number is hidden, on top of its stack, taken and on a bridge at the same time."""
    seen = int(s.hidden)
    for stack in range(NUMBERED):
        tile = int(s.top[stack])
        # The stack whose next building is being revealed still shows the one that was taken.
        if tile != NO_TILE and tile != s.taken:
            if (seen >> (tile - 1)) & 1:
                return False
            seen |= 1 << (tile - 1)
    for seat in range(s.seats):
        for site in range(s.length[seat]):
            tile = int(s.site[seat, site])
            if tile <= HOUSES:
                if (seen >> (tile - 1)) & 1:
                    return False
                seen |= 1 << (tile - 1)
    return True


@rule
def parks_accounted_for(s: State) -> bool:
    """Parks never leave the game: they are in their stack or on a bridge."""
    parks = int(s.parks)
    for seat in range(s.seats):
        for site in range(SITES):
            parks += 1 if s.site[seat, site] == PARK_TILE else 0
    return parks == PER_BUILDING


@rule
def tiles_accounted_for(s: State, box: Box) -> bool:
    """No power has more tiles than the box; used ones are out of the game."""
    for power in range(8):
        have, printed = 0, 0
        for back in range(BACKS):
            have += int(s.tiles_hidden[back, power]) + (1 if s.tile_top[back] == power + 1 else 0)
            printed += int(box.tiles[back, power])
        for seat in range(s.seats):
            if s.tiles[seat, power] < 0:
                return False
            have += int(s.tiles[seat, power]) + int(s.fresh[seat, power])
        if have > printed:
            return False
    return True


@rule
def markers_accounted_for(s: State, box: Box) -> bool:
    """Every round marker of the box lies in the row or is still unseen."""
    for steps in range(3):
        count = int(s.markers[steps])
        for round_no in range(ROUNDS):
            count += 1 if s.turned[round_no] == steps + 1 else 0
        if count != box.markers[steps]:
            return False
    return True


@rule
def lines_descend(s: State) -> bool:
    for seat in range(s.seats):
        for site in range(SITES):
            if (s.site[seat, site] != NO_TILE) != (site < s.length[seat]):
                return False
        for site in range(1, s.length[seat]):
            left, right = int(s.site[seat, site - 1]), int(s.site[seat, site])
            if left != PARK_TILE and right != PARK_TILE and left <= right:
                return False
    return True


@rule
def chapel_order_holds(s: State) -> bool:
    """Every seat has one place, and nobody stands before somebody who is further ahead."""
    seen = 0
    for place in range(s.seats):
        seen |= 1 << int(s.chapel_order[place])
        if place > 0 and s.chapel[s.chapel_order[place - 1]] < s.chapel[s.chapel_order[place]]:
            return False
    return seen == (1 << int(s.seats)) - 1
