"""What is on the shore: the finds, the moves with their notation, and the state."""

from __future__ import annotations

from londinium.kernel.flat import Cells, Flat, int8
from londinium.kernel.notation import MoveTable

PLAYERS = 2
KINDS = ("coin", "ring", "bone")
KIND_COUNT = len(KINDS)
FINDS = (5, 4, 3)
"""How many there are of each kind."""
FIND_COUNT = sum(FINDS)
GIFTS = 2
NOTHING = -1

# The moves of players come first, then what chance reveals. The text of a move is its notation.
MOVES = MoveTable()
KEEP = MOVES.add("keep")
GIVE = MOVES.add("give")
FIND = MOVES.add_all((f"find {kind}" for kind in KINDS), chance=True)

# Why a move is not allowed. A refusal that players ask about rests on a rule.
LEGAL, NOT_NOW, NO_GIFT_LEFT = range(3)
RULE = {NO_GIFT_LEFT: ("M-2.3", "NO_GIFT_LEFT")}


class State(Flat):
    seats: int = int8("number of players")
    digger: int = int8("whose turn it is")
    find: int = int8("the kind of what lies on the shore, -1 nothing")
    tide: Cells = int8("finds that the tide may still bring, by kind", KIND_COUNT)
    held: Cells = int8("finds of each player, by kind", PLAYERS, KIND_COUNT)
    gifts: Cells = int8("finds that each player may still leave to the other", PLAYERS)
