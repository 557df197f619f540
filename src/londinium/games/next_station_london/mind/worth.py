"""N-10 What a simple opponent thinks a position is worth. Tuning bots for this game happens here and nowhere else."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.scoring import total
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.rules import rule


@rule
def worth(s: State, city: City, seat: int) -> int:
    """The total if the match ended now, with what the seat has chosen on this card."""
    # N-10.1 A simple greedy player takes the best immediate total, and reaches 124 to 127 points on average.
    return total(s, city, seat)
