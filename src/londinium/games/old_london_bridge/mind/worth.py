"""What a simple opponent thinks a position is worth. Tuning bots for this game happens here and nowhere else."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import unused_tiles
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.components import (
    CHAPEL,
    GATE,
    GUILD_HOUSE,
    HABERDASHER,
    HOSTELRY,
    NO_TILE,
    PARK_TILE,
    SITES,
)
from londinium.games.old_london_bridge.rules.scoring import hand_value, total
from londinium.games.old_london_bridge.rules.state import State
from londinium.games.old_london_bridge.rules.turn import goes_on_next_site
from londinium.kernel.rules import rule

POUND = 16
"""Values are counted in sixteenths of a pound, so that small promises can be told apart."""


@rule
def worth(s: State, box: Box, seat: int) -> int:
    """The score if the match ended now, what the bridge promises for the rounds to come, and what is not settled yet."""
    builds = builds_left(s, box)
    value = POUND * total(s, box, seat)
    # An empty site that can still be filled is not lost yet.
    empty = SITES - int(s.length[seat])
    value += POUND * (int(box.empty_sites[empty]) - int(box.empty_sites[max(0, empty - builds)]))
    for crest in range(4):
        value += 2 * builds * crests_on_bridge(s, box, seat, crest)
    value += 6 * hand_value(s, seat) + 20 * unused_tiles(s, seat)
    if s.length[seat] > 0 and builds > 0:
        value += room_after(int(s.site[seat, s.length[seat] - 1]))
    if s.actor == seat:
        value += 6 * int(s.allowance) + 30 * int(s.picks)
        if s.taken != NO_TILE:
            value += worth_of_taken(s, box, seat, int(s.taken), builds)
    return value


@rule
def builds_left(s: State, box: Box) -> int:
    """Buildings that a player can still build after this round."""
    rounds = int(box.rounds[s.seats])
    return (rounds - int(s.round_no)) * (SITES // rounds)


@rule
def room_after(last: int) -> int:
    """A low last number leaves little room for the next building; after a park everything fits."""
    return 50 if last == PARK_TILE else last


@rule
def worth_of_taken(s: State, box: Box, seat: int, tile: int, builds: int) -> int:
    """A building that is chosen but not built: what it will do, and the room it leaves or the building it costs."""
    kind = int(box.building[tile])
    crest = int(box.crest[tile])
    strength = crests_on_bridge(s, box, seat, crest) + 1
    value = 0
    if kind == HABERDASHER:
        value = POUND * strength
    elif kind == GATE:
        value = 13 * strength
    elif kind == CHAPEL:
        value = 12 * strength
    elif kind == HOSTELRY:
        value = 8 * strength
    if kind == GUILD_HOUSE:
        value += 4 * 2 * builds
    elif tile != PARK_TILE:
        value += 2 * builds
    if not goes_on_next_site(s, seat, tile):
        return value - 2 * builds - POUND
    # A further building counts, and an empty site less may be paid for.
    return value + 2 * POUND + (room_after(tile) - 30 if builds > 0 else 0)
