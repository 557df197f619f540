"""The box as flat bytes: what is printed on cardboard. `file.py` reads it from `box.toml`."""

from __future__ import annotations

from londinium.games.old_london_bridge.rules.components import (
    BACKS,
    HAND,
    NUMBERED,
    OUTER,
    PER_BUILDING,
    SEATS,
    SITES,
    TILES,
    TRACK,
    VALUES,
)
from londinium.kernel.flat import Cells, Flat, int8, int64


class Box(Flat):
    """The printed material. Rules take it as an argument, so another box runs at full speed."""

    building: Cells = int8("building type of each tile", TILES)
    crest: Cells = int8("crest of each tile, 4 for all four, 5 for none", TILES)
    numbers: Cells = int8("house numbers of each type, ascending", NUMBERED, PER_BUILDING)
    houses: Cells = int64("the same as bits, as in the state's `hidden`", NUMBERED)

    position: Cells = int8("place of each stack around the rondel, clockwise", OUTER)
    rondel: Cells = int8("pounds of the outer spaces, clockwise; -1 for X", OUTER)
    centre_cost: int = int8("pounds that the centre costs")

    chapel_coins: Cells = int8("pounds on each space of the chapel track", TRACK)
    chapel_end: int = int8("last space of the chapel track")
    bonus_space: Cells = int8("1 for each bonus space of the gate track", TRACK)
    gate_end: int = int8("last space of the gate track")
    gate_end_pounds: int = int8("pounds for reaching it")

    cards: Cells = int8("character cards by value", VALUES)
    start_hand: Cells = int8("start hand by stair and value", SEATS, VALUES)
    start_zeros: Cells = int8("zeros of a start hand by number of players", SEATS + 1)
    start_pounds: int = int8("pounds everybody begins with")
    markers: Cells = int8("round markers by number less 1", 3)
    rounds: Cells = int8("rounds by number of players", SEATS + 1)
    tiles: Cells = int8("bonus tiles by back and power", BACKS, 8)
    tile_pounds: int = int8("pounds for an unused bonus tile")

    empty_sites: Cells = int8("what empty sites cost, by their number", SITES + 1)
    ranking: Cells = int8("pounds by number of players and place", SEATS + 1, SEATS)
    each_round: Cells = int8("pounds of the scorings paid every round, by colour", 4)
    ahead_pounds: int = int8("pounds per space ahead of the last player")
    gate_steps: Cells = int8("pounds by steps on the gate track", TRACK)
    unused_tiles: Cells = int8("pounds by number of unused bonus tiles", TRACK)
    cards_in_hand: Cells = int8("pounds by number of cards in hand", HAND)
    card_sets: Cells = int8("pounds of a set 1+2, 1+2+3, 1+2+3+4", 3)
    low_number: int = int8("the highest house number that counts as low")
    low_number_pounds: int = int8("pounds per low number")
    building_set_pounds: int = int8("pounds per full set of the six types")
