"""What happens: a move made in place, with everything that follows from it. One dispatch on the phase."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import NO_SECTION, NO_STATION
from londinium.games.next_station_london.rules.moves import (
    CARD,
    COUNT_TWICE,
    DRAW,
    OBJECTIVE,
    PASS,
    POWER,
    RING_PENCIL,
    TAKE_PENCIL,
)
from londinium.games.next_station_london.rules.objectives import draw_objective
from londinium.games.next_station_london.rules.pencils import take_pencil
from londinium.games.next_station_london.rules.powers import count_twice, deal_power
from londinium.games.next_station_london.rules.rounds import decide, end_round, reveal_card
from londinium.games.next_station_london.rules.setup import go_on_with_setup
from londinium.games.next_station_london.rules.state import (
    CARD_REVEAL,
    DRAWING,
    OBJECTIVE_DRAW,
    PENCIL_ORDER,
    RING_DEAL,
    TWICE_CHOICE,
    State,
)
from londinium.kernel.rules import rule


@rule
def push(s: State, city: City, seat: int, move: int) -> None:
    """Make a legal move, in place, together with what follows by itself."""
    phase = s.phase
    if phase == DRAWING:
        decide(s, city, seat, NO_SECTION if move == PASS else move - DRAW)
    elif phase == CARD_REVEAL:
        reveal_card(s, move - CARD)
    elif phase == TWICE_CHOICE:
        count_twice(s, seat, NO_STATION if move == PASS else move - COUNT_TWICE)
        end_round(s, city)
    else:
        if phase == RING_DEAL:
            take_pencil(s, move - RING_PENCIL)
        elif phase == PENCIL_ORDER:
            take_pencil(s, move - TAKE_PENCIL)
        elif phase == OBJECTIVE_DRAW:
            draw_objective(s, move - OBJECTIVE)
        else:
            deal_power(s, move - POWER)
        go_on_with_setup(s, city)


@rule
def clock(s: State) -> int:
    """How far the match has come: round, turn and phase."""
    return (int(s.round_no) * 16 + int(s.turn_no)) * 8 + int(s.phase)
