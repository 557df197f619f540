"""What chance may bring: everything that is revealed or dealt, with its weight and the deck it comes from."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import DECK, LINES, OBJECTIVE_COUNT, OBJECTIVES_DRAWN, POWER_COUNT
from londinium.games.next_station_london.rules.moves import CARD, OBJECTIVE, POWER, RING_PENCIL
from londinium.games.next_station_london.rules.objectives import is_objective_drawn
from londinium.games.next_station_london.rules.pencils import may_take_pencil, pencils_taken
from londinium.games.next_station_london.rules.powers import is_power_dealt, powers_dealt
from londinium.games.next_station_london.rules.refusals import LEGAL
from londinium.games.next_station_london.rules.rounds import cards_shown, may_be_revealed
from londinium.games.next_station_london.rules.state import CARD_REVEAL, OBJECTIVE_DRAW, POWER_DEAL, RING_DEAL, State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule


@rule
def chance(s: State, city: City, moves: Cells, weights: Cells) -> int:
    """Fill in what may be revealed now, with exact integer weights; return how many."""
    phase = s.phase
    count = 0
    if phase == CARD_REVEAL:
        for card in range(DECK):
            count = outcome(CARD + card, may_be_revealed(s, card), moves, weights, count)
    elif phase == RING_DEAL:
        for pencil in range(LINES):
            count = outcome(RING_PENCIL + pencil, may_take_pencil(s, pencil) == LEGAL, moves, weights, count)
    elif phase == OBJECTIVE_DRAW:
        for objective in range(OBJECTIVE_COUNT):
            count = outcome(OBJECTIVE + objective, not is_objective_drawn(s, objective), moves, weights, count)
    elif phase == POWER_DEAL:
        for power in range(POWER_COUNT):
            count = outcome(POWER + power, not is_power_dealt(s, power), moves, weights, count)
    return count


@rule
def outcome(move: int, possible: bool, moves: Cells, weights: Cells, count: int) -> int:
    """Add what is possible, everything as likely; the next outcome overwrites what is not, so that no branch is needed."""
    moves[count] = move
    weights[count] = 1
    return count + (1 if possible else 0)


# The decks that chance draws from; each round has a deck of its own.
RING_DECK, OBJECTIVE_DECK, POWER_DECK, CARD_DECK = range(4)


@rule
def deck(s: State, city: City) -> int:
    """The deck chance draws from now, and the number of the draw from it: deck * 64 + draw."""
    phase = s.phase
    if phase == CARD_REVEAL:
        return (CARD_DECK + int(s.round_no) - 1) * 64 + cards_shown(s)
    if phase == RING_DEAL:
        return RING_DECK * 64 + pencils_taken(s)
    if phase == OBJECTIVE_DRAW:
        return OBJECTIVE_DECK * 64 + OBJECTIVES_DRAWN - int(s.objectives_left)
    return POWER_DECK * 64 + powers_dealt(s)
