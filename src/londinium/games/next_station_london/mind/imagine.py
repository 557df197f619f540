"""What a seat cannot see, imagined: for searches, which must not know more than the seat they play for."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.rules import rule


@rule
def imagine(s: State, city: City, seat: int, key: int) -> None:
    """Nothing is hidden from a seat but decisions on the current card, and those are not in the state it is given."""
