"""O-7 Bonus tiles: eight powers, each tile good for one use."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.buildings import advance_on_chapel_track, advance_on_gate_track
from londinium.games.old_london_bridge.rules.components import (
    CHAPEL_TWO,
    FREE_CENTRE,
    GATE_TWO,
    NO_CARD,
    NOBLEWOMAN,
    NOBLEWOMAN_CARD,
    PLUS_ONE,
    SEATS,
    SHARE,
    TAKE_BACK,
    X_SPACE,
)
from londinium.games.old_london_bridge.rules.refusals import (
    ALREADY_TAKEN_BACK,
    AT_THE_END_OF_THE_TRACK,
    AT_THE_END_OF_THE_TURN,
    BEFORE_PLACING,
    LEGAL,
    NO_NOBLEWOMAN_LEFT,
    NO_SUCH_TILE,
    PLAYED_VALUE_NOT_IN_SUPPLY,
    TILE_TOO_NEW,
    ZERO_CANNOT_BE_TAKEN_BACK,
)
from londinium.games.old_london_bridge.rules.state import END_OF_TURN, PLACING, State
from londinium.kernel.rules import rule

# O-7.4 SHARE combines with X SPACE or FREE CENTRE: what a placing needs is a sum of these.
# O-7.5 No tile opens an empty stack, neither from X nor beside another pawn nor from the centre: there is none for it here.
NEEDS_SHARE, NEEDS_FREE_CENTRE, NEEDS_X_SPACE = 1, 2, 4


@rule
def may_use(s: State, seat: int, power: int) -> int:
    """LEGAL if the seat has such a tile from an earlier round, otherwise why not."""
    if s.tiles[seat, power] > 0:
        return LEGAL
    # O-7.1 A tile may be used from the round after it was taken, even with two players; any number of them in a turn.
    return TILE_TOO_NEW if s.fresh[seat, power] > 0 else NO_SUCH_TILE


@rule
def holds_tiles(s: State, seat: int) -> bool:
    """Whether the seat has any tile that may be used."""
    for power in range(8):
        if s.tiles[seat, power] > 0:
            return True
    return False


@rule
def spend(s: State, seat: int, power: int) -> None:
    # O-7.1 A tile that has been used leaves the game.
    s.tiles[seat, power] -= 1


@rule
def spend_for_placing(s: State, seat: int, needs: int) -> None:
    # O-7.2 SHARE, X SPACE and FREE CENTRE are spent by the placing that needs them, and only then.
    if needs & NEEDS_SHARE:
        spend(s, seat, SHARE)
    if needs & NEEDS_FREE_CENTRE:
        spend(s, seat, FREE_CENTRE)
    if needs & NEEDS_X_SPACE:
        spend(s, seat, X_SPACE)


@rule
def may_take_back(s: State, seat: int, value: int, phase: int) -> int:
    """Whether TAKE BACK may be used for a played card of this value, before placing or at the end of the turn."""
    # O-7.2 TAKE BACK is used once per turn, not for a 0, and only as long as the supply has a card of the played value.
    if s.take_back:
        return ALREADY_TAKEN_BACK
    if may_use(s, seat, TAKE_BACK) != LEGAL:
        return may_use(s, seat, TAKE_BACK)
    if value <= 0:
        return ZERO_CANNOT_BE_TAKEN_BACK
    if s.supply[value] == 0 and not s.card_waits:
        return PLAYED_VALUE_NOT_IN_SUPPLY
    # O-7.2 It is used at the end of the turn, after the building has acted; by the rules of version 1 before placing.
    if s.older_rules:
        return LEGAL if phase == PLACING else BEFORE_PLACING
    return LEGAL if phase == END_OF_TURN else AT_THE_END_OF_THE_TURN


@rule
def take_card_back(s: State, seat: int, value: int) -> None:
    spend(s, seat, TAKE_BACK)
    s.take_back = 1
    # O-7.2 The played card returns to the hand from the supply, where it went first of all in the turn. By the rules of
    # version 1 it is only announced: the card waits, and does not go to the supply.
    if not s.card_waits:
        s.supply[value] -= 1
        s.hand[seat, value] += 1


@rule
def keep_announced_card(s: State, seat: int, card: int) -> None:
    # O-7.2 By the rules of version 1 the card of an announced TAKE BACK returns to the hand when the turn ends.
    s.hand[seat, s.played[seat, card]] += 1
    s.played[seat, card] = NO_CARD
    s.card_waits = 0


@rule
def may_advance_two(s: State, box: Box, seat: int, power: int) -> int:
    # O-7.2 CHAPEL +2 and GATE +2 are refused on the end space of their track.
    if power == CHAPEL_TWO and s.chapel[seat] == box.chapel_end:
        return AT_THE_END_OF_THE_TRACK
    if power == GATE_TWO and s.gate[seat] == box.gate_end:
        return AT_THE_END_OF_THE_TRACK
    return may_use(s, seat, power)


@rule
def advance_two(s: State, box: Box, seat: int, power: int) -> None:
    # O-7.2 CHAPEL +2 and GATE +2 move the marker two spaces along their track.
    spend(s, seat, power)
    if power == CHAPEL_TWO:
        advance_on_chapel_track(s, box, seat, 2)
    else:
        advance_on_gate_track(s, box, seat, 2)


@rule
def may_take_noblewoman(s: State, seat: int) -> int:
    # O-7.3 NOBLEWOMAN is used before the cards are chosen, as long as the supply has a card of its value.
    if s.supply[NOBLEWOMAN_CARD] == 0:
        return NO_NOBLEWOMAN_LEFT
    return may_use(s, seat, NOBLEWOMAN)


@rule
def may_add_one(s: State, seat: int) -> int:
    # O-7.3 PLUS ONE is used after the reveal.
    return may_use(s, seat, PLUS_ONE)


@rule
def make_fresh_tiles_usable(s: State) -> None:
    # O-7.1 At the end of a round the tiles taken in it become usable.
    for seat in range(SEATS):
        for power in range(8):
            s.tiles[seat, power] += s.fresh[seat, power]
            s.fresh[seat, power] = 0


@rule
def unused_tiles(s: State, seat: int) -> int:
    count = 0
    for power in range(8):
        count += int(s.tiles[seat, power]) + int(s.fresh[seat, power])
    return count
