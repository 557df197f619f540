"""Before the first card: pencils, objectives, powers. The rules for each are in their own chapters."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    LINES,
    NO_CARD,
    NO_PENCIL,
    NO_POWER,
    NO_STATION,
    OBJECTIVES_DRAWN,
    UNDECIDED,
)
from londinium.games.next_station_london.rules.pencils import pencils_taken
from londinium.games.next_station_london.rules.rounds import begin_round
from londinium.games.next_station_london.rules.state import OBJECTIVE_DRAW, PENCIL_ORDER, POWER_DEAL, RING_DEAL, State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

# The options of the game by their place, and what their second choices are called here
OPTION_OBJECTIVES, OPTION_POWERS, OPTION_ORDER = range(3)
WITH, CHOSEN = 1, 1


@rule
def setup(s: State, city: City, seats: int, options: Cells) -> None:
    """Empty sheets, and what is to be dealt. The state comes in zeroed."""
    s.seats = seats
    s.card = NO_CARD
    for pencil in range(LINES):
        s.order[pencil] = NO_PENCIL
        s.power[pencil] = NO_POWER
    for seat in range(seats):
        s.twice[seat] = NO_STATION
        s.choice[seat, 0] = UNDECIDED
        s.choice[seat, 1] = UNDECIDED
    # N-7.1 Two objectives are drawn. N-8.1 Each pencil gets a power. N-2.3 A player alone may choose the order of the pencils.
    s.objectives_left = OBJECTIVES_DRAWN if options[OPTION_OBJECTIVES] == WITH else 0
    s.powers_left = 1 if options[OPTION_POWERS] == WITH else 0
    s.phase = PENCIL_ORDER if seats == 1 and options[OPTION_ORDER] == CHOSEN else RING_DEAL


@rule
def go_on_with_setup(s: State, city: City) -> None:
    """What comes after something was dealt or chosen."""
    if pencils_taken(s) < LINES:
        return
    if s.objectives_left > 0:
        s.phase = OBJECTIVE_DRAW
    elif s.powers_left > 0:
        s.phase = POWER_DEAL
    else:
        begin_round(s, city)
