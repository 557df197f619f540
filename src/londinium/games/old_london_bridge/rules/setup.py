"""O-2 Setup: what is known is laid out at once, what is shuffled is revealed by chance, one thing at a time."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    HOUSES,
    NO_CARD,
    NOWHERE,
    NUMBERED,
    PARK,
    PARK_TILE,
    PER_BUILDING,
    RANDOM_SIDE,
    SEATS,
    VALUES,
    X_MARK,
)
from londinium.games.old_london_bridge.rules.rounds import begin_round
from londinium.games.old_london_bridge.rules.state import RONDEL, SCORING_TILES, STAIRS, TOP_BUILDINGS, TOP_TILES, State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

VERSION = 5
"""Where the version of the rules stands among the options: after the four scorings and the money."""


@rule
def setup(s: State, box: Box, seats: int, options: Cells) -> None:
    """Lay out everything that needs no shuffling. The state comes in zeroed."""
    s.seats = seats
    s.older_rules = options[VERSION]
    # O-2.3 Everyone has 5 pounds, a pawn, an empty bridge, and a marker before each track.
    for seat in range(SEATS):
        s.pawn[seat] = NOWHERE
        s.played[seat, 0] = NO_CARD
        s.played[seat, 1] = NO_CARD
        s.stair[seat] = -1
        s.chapel_order[seat] = -1
    for seat in range(seats):
        s.cash[seat] = box.start_pounds
    # O-2.1 Each building type is a stack with its top building face up; the order below is unknown to all.
    s.hidden = (1 << HOUSES) - 1
    s.parks = PER_BUILDING
    s.top[PARK] = PARK_TILE
    # O-2.2 The row of round markers is a draw from all fifteen: the ones left over are unseen.
    for steps in range(3):
        s.markers[steps] = box.markers[steps]
    # O-2.6 Bonus tiles are three stacks by their backs, each with its top tile face up.
    for back in range(BACKS):
        for power in range(8):
            s.tiles_hidden[back, power] = box.tiles[back, power]
    # O-2.8 Scoring: the printed ones, or any of them covered by a tile, chosen or drawn.
    for colour in range(4):
        s.side[colour] = options[colour]
    s.phase = STAIRS


@rule
def take_stair(s: State, box: Box, seat: int) -> None:
    # O-2.4 The order on the stairs is random; stairs are used from A on, without a gap, and A ranks before B.
    stair = 0
    while s.chapel_order[stair] >= 0:
        stair += 1
    s.chapel_order[stair] = seat
    s.stair[seat] = stair
    if stair + 2 == s.seats:
        take_last_stair(s, stair + 1)
        deal_start_hands(s, box)
        s.phase = RONDEL


@rule
def take_last_stair(s: State, stair: int) -> None:
    for seat in range(s.seats):
        if s.stair[seat] < 0:
            s.chapel_order[stair] = seat
            s.stair[seat] = stair


@rule
def deal_start_hands(s: State, box: Box) -> None:
    # O-2.5 A start hand follows from the stair; the other cards 1 to 4 are the open supply.
    for value in range(VALUES):
        s.supply[value] = box.cards[value] if value > 0 else 0
    for seat in range(s.seats):
        for value in range(1, VALUES):
            s.hand[seat, value] = box.start_hand[s.stair[seat], value]
            s.supply[value] -= s.hand[seat, value]
        s.hand[seat, 0] = box.start_zeros[s.seats]


@rule
def set_rondel(s: State, box: Box, stack: int) -> None:
    # O-2.7 The rondel starts in a random position, named by the stack beside its X.
    x = 0
    while box.rondel[x] != X_MARK:
        x += 1
    s.rotation = (int(box.position[stack]) - x) % 6
    s.stack = 0
    s.phase = TOP_BUILDINGS


@rule
def next_top_building(s: State) -> None:
    """After a stack's first building was revealed."""
    s.stack += 1
    if s.stack == NUMBERED:
        s.back = 0
        s.phase = TOP_TILES


@rule
def next_top_tile(s: State) -> None:
    """After a bonus stack's first tile was revealed."""
    s.back += 1
    if s.back == BACKS:
        next_scoring_tile(s)


@rule
def lay_scoring_tile(s: State, colour: int, side: int) -> None:
    # O-2.8 The tile that was drawn covers the printed scoring of its colour.
    s.side[colour] = side
    next_scoring_tile(s)


@rule
def next_scoring_tile(s: State) -> None:
    """Draw the scoring tiles that are to be random, then begin."""
    for colour in range(4):
        if s.side[colour] == RANDOM_SIDE:
            s.phase = SCORING_TILES
            return
    begin_round(s)
