"""The state: everything on the table, flat."""

from __future__ import annotations

from londinium.games.old_london_bridge.rules.components import BACKS, ROUNDS, SEATS, SITES, VALUES
from londinium.kernel.flat import Cells, Flat, int8, int16, int64
from londinium.kernel.notation import names_of

# What is being decided, in the order of play. `rules/rounds.py` has the sequence in words.
(
    STAIRS,
    RONDEL,
    TOP_BUILDINGS,
    TOP_TILES,
    SCORING_TILES,
    ROUND_MARKER,
    NOBLEWOMEN,
    CARD_CHOICE,
    PLUS_ONES,
    PLACING,
    NEXT_BUILDING,
    REPLACING,
    TAKING_CARDS,
    PICKING,
    NEXT_TILE,
    END_OF_TURN,
    ROUND_OVER,
    MATCH_OVER,
) = range(18)

PHASES: tuple[str, ...] = tuple(name.lower().replace("_", "-") for name in names_of(globals(), "STAIRS", "MATCH_OVER"))
"""The words for them in views, in the order of their numbers."""


class State(Flat):
    """Old London Bridge at one moment. The only secrets in it are the face-down cards in `played` during the card choice."""

    hidden: int = int64("house numbers that are still face down in their stacks, one bit each (bit n-1 for number n)")

    cash: Cells = int16("pounds of each seat", SEATS)
    bank: int = int16("pounds paid out by the bank so far, less what was paid in")

    seats: int = int8("number of players")
    phase: int = int8("what is being decided, one of PHASES")
    round_no: int = int8("the round, from 1; 0 during the setup")
    actor: int = int8("the seat that decides, or whose turn it is")
    asked: int = int8("seats that declined a tile since the last use, one bit each")

    turn_no: int = int8("turns already over in this round")
    turns: int = int8("turns in this round")
    order: Cells = int8("turn order: seat * 2 + card", SEATS)

    hand: Cells = int8("cards in hand by value", SEATS, VALUES)
    supply: Cells = int8("cards in the open supply by value", VALUES)
    played: Cells = int8("cards lying before each seat, -1 for none", SEATS, 2)
    bid: Cells = int8("cards turned over this round, -1 for none: they are remembered when they have left the table", SEATS, 2)
    plus: Cells = int8("PLUS ONE tiles used on each played card", SEATS, 2)
    card_waits: int = int8("by the rules of version 1: 1 while the card of this turn is not in the supply")
    take_back: int = int8("1 if TAKE BACK was used this turn")

    site: Cells = int8("tile on each site of each bridge: 0 none, 1-60 house number, 61 park", SEATS, SITES)
    length: Cells = int8("buildings on each bridge, parks included", SEATS)
    chapel: Cells = int8("space of each marker on the chapel track, 0 for the stairs", SEATS)
    chapel_order: Cells = int8("seats from the best to the worst place on the chapel track", SEATS)
    stair: Cells = int8("stair on which each seat began, 0 for A", SEATS)
    gate: Cells = int8("space of each marker on the gate track", SEATS)
    pawn: Cells = int8("space of the rondel on which each pawn stands: 0-5 beside a stack, 6 centre, -1 none", SEATS)

    rotation: int = int8("how far the rondel has turned clockwise, 0-5")
    top: Cells = int8("face-up tile of each stack by building type, 0 for an empty stack", 6)
    parks: int = int8("parks left in their stack")
    markers: Cells = int8("round markers not yet revealed, by number less 1", 3)
    turned: Cells = int8("number of each round's marker, 0 while it lies face down", ROUNDS)

    tiles: Cells = int8("bonus tiles of each seat that may be used", SEATS, 8)
    fresh: Cells = int8("bonus tiles taken this round, usable from the next", SEATS, 8)
    tile_top: Cells = int8("face-up bonus tile of each back, power plus 1, 0 for an empty stack", BACKS)
    tiles_hidden: Cells = int8("face-down bonus tiles by back and power", BACKS, 8)

    stack: int = int8("stack whose next building is to be revealed, by building type")
    back: int = int8("stack of bonus tiles whose next tile is to be revealed")
    taken: int = int8("building that was taken and is not built yet")
    allowance: int = int8("value of the cards that the hostelry still grants")
    picks: int = int8("bonus tiles still to be picked")
    resume: int = int8("phase to return to after picking")

    side: Cells = int8("scoring in play by colour: 0 printed, 1-4 tile side, 5 not drawn yet", 4)
    lowest: int = int8("lowest house number built this round, 0 for none")
    lowest_seat: int = int8("seat that built it")

    older_rules: int = int8("0 by the rules of today, 1 by those of version 1, in which TAKE BACK was announced before placing")
