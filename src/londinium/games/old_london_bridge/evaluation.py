"""What a simple opponent thinks a position is worth. Tuning bots for this game happens here and nowhere else."""

from __future__ import annotations

from londinium.games.old_london_bridge.box import Box
from londinium.games.old_london_bridge.components import PARK_TILE, SITES
from londinium.games.old_london_bridge.rules.bonus import unused_tiles
from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.scoring import hand_value, total
from londinium.games.old_london_bridge.state import State
from londinium.kernel.rules import rule


@rule
def worth(s: State, box: Box, seat: int) -> int:
    """Sixteenths of a pound: the score if the match ended now, and what the bridge promises for the rounds to come."""
    rounds = int(box.rounds[s.seats])
    left = rounds - int(s.round_no)
    builds_left = left * (12 // rounds)
    value = 16 * total(s, box, seat)
    # An empty site that can still be filled is not lost yet.
    empty = SITES - int(s.length[seat])
    value += 16 * int(box.empty_sites[empty]) - 16 * int(box.empty_sites[max(0, empty - builds_left)])
    for crest in range(4):
        value += 2 * builds_left * crests_on_bridge(s, box, seat, crest)
    value += 6 * min(left, 6) * (int(s.chapel[seat]) > 0) + 6 * hand_value(s, seat) + 20 * unused_tiles(s, seat)
    # A low last number leaves little room for the next building.
    if s.length[seat] > 0 and builds_left > 0:
        last = int(s.site[seat, s.length[seat] - 1])
        value += min(last, 60) if last != PARK_TILE else 50
    return value
