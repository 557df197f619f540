"""Why a move is not allowed: each refusal is a number that the rules return, with the rule it rests on.

The words for people are in `face/words.py`; this table is what `why_not` and the rules share. A refusal that rests on a drawn
section also says which: by its two ends, so that it can be read without the city.
"""

from __future__ import annotations

from londinium.games.next_station_london.rules.components import SIDE, station_name

(
    LEGAL,
    NOT_NOW,
    ALREADY_DRAWN,
    NOT_AT_YOUR_LINE,
    MAKES_A_LOOP,
    NOT_AN_END,
    SWITCH_TOO_EARLY,
    ONE_BRANCH_ONLY,
    WRONG_SYMBOL,
    OTHER_SYMBOL_THAN_FIRST,
    NO_SECOND_WITHOUT_FIRST,
    CROSSES_DRAWN_SECTION,
    PENCIL_TAKEN,
    STATION_NOT_ON_LINE,
    NOT_IN_FULLEST_DISTRICT,
) = range(15)

RULE = {
    ALREADY_DRAWN: "N-4.6",
    NOT_AT_YOUR_LINE: "N-4.2",
    MAKES_A_LOOP: "N-4.5",
    NOT_AN_END: "N-4.2",
    SWITCH_TOO_EARLY: "N-4.4",
    ONE_BRANCH_ONLY: "N-8.2",
    WRONG_SYMBOL: "N-4.1",
    OTHER_SYMBOL_THAN_FIRST: "N-8.2",
    NO_SECOND_WITHOUT_FIRST: "N-8.2",
    CROSSES_DRAWN_SECTION: "N-4.7",
    PENCIL_TAKEN: "N-2.2",
    STATION_NOT_ON_LINE: "N-8.5",
    NOT_IN_FULLEST_DISTRICT: "N-8.5",
}
"""The rule that each refusal rests on. NOT_NOW rests on the sequence of play, N-3."""

REASONS = (
    "LEGAL",
    "NOT_NOW",
    "ALREADY_DRAWN",
    "NOT_AT_YOUR_LINE",
    "MAKES_A_LOOP",
    "NOT_AN_END",
    "SWITCH_TOO_EARLY",
    "ONE_BRANCH_ONLY",
    "WRONG_SYMBOL",
    "OTHER_SYMBOL_THAN_FIRST",
    "NO_SECOND_WITHOUT_FIRST",
    "CROSSES_DRAWN_SECTION",
    "PENCIL_TAKEN",
    "STATION_NOT_ON_LINE",
    "NOT_IN_FULLEST_DISTRICT",
)
"""The names of the refusals, in the order of their numbers."""

KINDS = 32
"""A refusal is its kind, and KINDS times one more than the ends of the section it rests on, if there is one."""
CELLS = SIDE * SIDE


def name_of_refusal(refusal: int) -> str:
    """The reason, and the section it rests on: `CROSSES_DRAWN_SECTION d3-e4`."""
    kind, ends = refusal % KINDS, refusal // KINDS
    if not ends:
        return REASONS[kind]
    first, second = divmod(ends - 1, CELLS)
    named = [station_name(cell % SIDE, cell // SIDE) for cell in (first, second)]
    return f"{REASONS[kind]} {'-'.join(named)}"
