"""Why a move is not allowed: each refusal is a number that the rules return, with the rule it rests on.

The words for people are in `face/words.py`; this table is what `why_not` and the rules share.
"""

from __future__ import annotations

from londinium.kernel.notation import names_of

(
    LEGAL,
    NOT_NOW,
    NOT_IN_HAND,
    NO_SUCH_TILE,
    TILE_TOO_NEW,
    NO_NOBLEWOMAN_LEFT,
    ZERO_CANNOT_BE_TAKEN_BACK,
    ALREADY_TAKEN_BACK,
    PLAYED_VALUE_NOT_IN_SUPPLY,
    AT_THE_END_OF_THE_TURN,
    BEFORE_PLACING,
    AT_THE_END_OF_THE_TRACK,
    STACK_EMPTY,
    SPACE_IS_X,
    SPACE_OCCUPIED,
    SPACE_HAS_TWO_PAWNS,
    SAME_SPACE_AGAIN,
    TOO_POOR_FOR_CENTRE,
    PLACING_IS_COMPULSORY,
    BRIDGE_FULL,
    NOT_ON_YOUR_BRIDGE,
    LINE_MUST_DESCEND,
    NOT_IN_SUPPLY,
    BEYOND_STRENGTH,
    NO_TILE_THERE,
) = range(25)

RULE = {
    NOT_IN_HAND: "O-4.2",
    NO_SUCH_TILE: "O-7.2",
    TILE_TOO_NEW: "O-7.1",
    NO_NOBLEWOMAN_LEFT: "O-4.1",
    ZERO_CANNOT_BE_TAKEN_BACK: "O-7.2",
    ALREADY_TAKEN_BACK: "O-7.2",
    PLAYED_VALUE_NOT_IN_SUPPLY: "O-7.2",
    AT_THE_END_OF_THE_TURN: "O-7.2",
    BEFORE_PLACING: "O-7.2",
    AT_THE_END_OF_THE_TRACK: "O-7.2",
    STACK_EMPTY: "O-5.2",
    SPACE_IS_X: "O-5.2",
    SPACE_OCCUPIED: "O-5.4",
    SPACE_HAS_TWO_PAWNS: "O-7.4",
    SAME_SPACE_AGAIN: "O-5.5",
    TOO_POOR_FOR_CENTRE: "O-5.3",
    PLACING_IS_COMPULSORY: "O-5.6",
    BRIDGE_FULL: "O-5.9",
    NOT_ON_YOUR_BRIDGE: "O-5.8",
    LINE_MUST_DESCEND: "O-5.8",
    NOT_IN_SUPPLY: "O-6.3",
    BEYOND_STRENGTH: "O-6.3",
    NO_TILE_THERE: "O-6.2",
}
"""The rule that each refusal rests on. NOT_NOW rests on the sequence of play, O-3."""

REASONS = names_of(globals(), "LEGAL", "NO_TILE_THERE")
"""The names of the refusals, in the order of their numbers."""
