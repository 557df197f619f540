"""The rules put together: the functions a game gives the kernel. Each is one dispatch on the phase."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    DECK,
    LINES,
    NO_SECTION,
    NO_STATION,
    OBJECTIVE_COUNT,
    OBJECTIVES_DRAWN,
    POWER_COUNT,
)
from londinium.games.next_station_london.rules.masks import lowest
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
from londinium.games.next_station_london.rules.pencils import may_take_pencil, pencils_taken, take_pencil
from londinium.games.next_station_london.rules.powers import (
    count_twice,
    deal_power,
    holder_of_twice,
    is_power_dealt,
    may_count_twice,
    powers_dealt,
)
from londinium.games.next_station_london.rules.refusals import LEGAL, NOT_NOW
from londinium.games.next_station_london.rules.rounds import decide, end_round, reveal_card
from londinium.games.next_station_london.rules.sections import (
    is_deciding,
    is_free,
    line_in_hand,
    may_draw,
    sources,
    targets,
)
from londinium.games.next_station_london.rules.setup import go_on_with_setup
from londinium.games.next_station_london.rules.state import (
    CARD_REVEAL,
    DRAWING,
    MATCH_OVER,
    OBJECTIVE_DRAW,
    PENCIL_ORDER,
    POWER_DEAL,
    RING_DEAL,
    TWICE_CHOICE,
    State,
)
from londinium.kernel.game import CHANCE
from londinium.kernel.records import Cells
from londinium.kernel.rules import rule

# ── Who decides ──────────────────────────────────────────────────────────────


@rule
def to_act(s: State) -> int:
    """The seats that decide now, one bit each: all that have not decided on the card, none when the match is over."""
    phase = s.phase
    if phase == DRAWING:
        deciding = 0
        for seat in range(s.seats):
            if is_deciding(s, seat):
                deciding |= 1 << seat
        return deciding
    if phase == MATCH_OVER:
        return 0
    if phase == TWICE_CHOICE:
        return 1 << holder_of_twice(s)
    return 1 if phase == PENCIL_ORDER else 1 << CHANCE


@rule
def clock(s: State) -> int:
    """How far the match has come: round, turn and phase."""
    return (int(s.round_no) * 16 + int(s.turn_no)) * 8 + int(s.phase)


# ── What is allowed ──────────────────────────────────────────────────────────


@rule
def refusal(s: State, city: City, seat: int, move: int) -> int:
    """LEGAL, or why this seat may not make this move now. This is the law: everything that offers moves agrees with it."""
    if not (to_act(s) >> seat) & 1:
        return NOT_NOW
    phase = s.phase
    if phase == DRAWING and DRAW <= move < DRAW + int(city.sections):
        return may_draw(s, city, seat, move - DRAW)
    if phase == TWICE_CHOICE and COUNT_TWICE <= move < COUNT_TWICE + int(city.stations):
        return may_count_twice(s, city, seat, move - COUNT_TWICE)
    if phase == PENCIL_ORDER and TAKE_PENCIL <= move < TAKE_PENCIL + LINES:
        return may_take_pencil(s, move - TAKE_PENCIL)
    if move == PASS and (phase == DRAWING or phase == TWICE_CHOICE):
        return LEGAL
    return NOT_NOW


@rule
def legal(s: State, city: City, seat: int, moves: Cells) -> int:
    """Fill `moves` with what this seat may do now, in the order of the table; return how many."""
    phase = s.phase
    count = 0
    if phase == PENCIL_ORDER:
        for pencil in range(LINES):
            if may_take_pencil(s, pencil) == LEGAL:
                moves[count] = TAKE_PENCIL + pencil
                count += 1
        return count
    if phase == DRAWING:
        count = legal_sections(s, city, seat, moves)
    else:
        for station in range(city.stations):
            if may_count_twice(s, city, seat, station) == LEGAL:
                moves[count] = COUNT_TWICE + station
                count += 1
    moves[count] = PASS
    return count + 1


@rule
def legal_sections(s: State, city: City, seat: int, moves: Cells) -> int:
    """From every source to every neighbour that may be a target, unless something drawn is in the way."""
    line = line_in_hand(s, city, seat)
    allowed = targets(s, city, seat, line)
    beginnings = sources(s, city, seat, line)
    count = 0
    while beginnings != 0:
        source = lowest(beginnings)
        beginnings &= beginnings - 1
        reached = int(city.neighbours[source]) & allowed
        while reached != 0:
            section = int(city.section_between[source, lowest(reached)])
            reached &= reached - 1
            if is_free(s, city, seat, section):
                place = count
                while place > 0 and moves[place - 1] > DRAW + section:
                    moves[place] = moves[place - 1]
                    place -= 1
                moves[place] = DRAW + section
                count += 1
    return count


# ── What happens ─────────────────────────────────────────────────────────────


@rule
def push(s: State, city: City, seat: int, move: int) -> None:
    """Make a legal move, in place; what follows of itself follows."""
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


# ── What chance may bring ────────────────────────────────────────────────────


@rule
def chance(s: State, city: City, moves: Cells, weights: Cells) -> int:
    """Fill in what may be revealed now, with exact integer weights; return how many."""
    phase = s.phase
    count = 0
    if phase == CARD_REVEAL:
        for card in range(DECK):
            count = outcome(CARD + card, s.shown[card] == 0, moves, weights, count)
    elif phase == RING_DEAL:
        for pencil in range(LINES):
            count = outcome(RING_PENCIL + pencil, may_take_pencil(s, pencil) == LEGAL, moves, weights, count)
    elif phase == OBJECTIVE_DRAW:
        for objective in range(OBJECTIVE_COUNT):
            count = outcome(OBJECTIVE + objective, (int(s.objectives) >> objective) & 1 == 0, moves, weights, count)
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
    """Which deck chance draws from now, and its how-manieth draw this is: deck * 64 + draw."""
    phase = s.phase
    if phase == CARD_REVEAL:
        shown = 0
        for card in range(DECK):
            shown += 1 if s.shown[card] > 0 else 0
        return (CARD_DECK + int(s.round_no) - 1) * 64 + shown
    if phase == RING_DEAL:
        return RING_DECK * 64 + pencils_taken(s)
    if phase == OBJECTIVE_DRAW:
        return OBJECTIVE_DECK * 64 + OBJECTIVES_DRAWN - int(s.objectives_left)
    return POWER_DECK * 64 + powers_dealt(s)
