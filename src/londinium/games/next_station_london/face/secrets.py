"""Other secrets in the same position, for the tests that nothing hidden is told."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.allowed import legal
from londinium.games.next_station_london.rules.components import NO_SECTION, UNDECIDED
from londinium.games.next_station_london.rules.moves import DRAW, PASS, TABLE
from londinium.games.next_station_london.rules.state import DRAWING, State
from londinium.kernel.cells import zeros
from londinium.kernel.game import Position
from londinium.kernel.seeds import draw


def disguise(position: Position, seat: int, key: int) -> Position:
    """The same position in which everyone but this seat has decided otherwise on the current card."""
    states = position.states
    s: State = states[0]
    for other in range(position.seats):
        if other != seat and s.phase == DRAWING and s.choice[other, 0] != UNDECIDED:
            _decide_otherwise(s, position.box, other, key)
    return Position(states, position.boxes, position.seats, position.options)


def _decide_otherwise(s: State, city: City, other: int, key: int) -> None:
    """Another choice; a seat that has decided stays decided, and one that is asked for a second section is still asked."""
    still_asked = s.choice[other, 1] == UNDECIDED
    s.choice[other, 0] = s.choice[other, 1] = UNDECIDED
    moves = zeros(len(TABLE), "int16")
    chosen = int(moves[draw(key, other, int(legal(s, city, other, moves)))])
    s.choice[other, 0] = NO_SECTION if chosen == PASS else chosen - DRAW
    s.choice[other, 1] = UNDECIDED if still_asked else NO_SECTION
