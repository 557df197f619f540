"""What positions look like after a move: the functions of many rows at once, each a match and a move that is tried in it.

An agent that learns what positions are worth compares its moves by what they lead to. Nothing here changes a match.
"""

from __future__ import annotations

from typing import Any

from londinium.kernel.flat import Cells
from londinium.kernel.generic.names import observe, push, scores
from londinium.kernel.rules import part

AS_IT_IS = -1
"""Instead of a move: the position is looked at without one."""
ROW_MULTIPLE = 16
"""What the length of a row that is learnt from is a multiple of, so that many bytes of it are moved at once."""


def filled_up(size: int) -> int:
    """How long a row of so many bytes is when it has been filled up."""
    return -(-size // ROW_MULTIPLE) * ROW_MULTIPLE


@part
def see_after(s: Any, box: Any, options: Cells, seat: int, move: int, row: Any, points: Cells, places: Cells) -> None:
    """Make a move, show what its seat then sees in a row of zeros, and count the points as they stand. Chance has not revealed
    anything yet.
    """
    if move != AS_IT_IS:
        push(s, box, seat, move)
    observe(s, box, options, seat, row)
    scores(s, box, points, places)


def see_rows(
    states: Any, seats: Cells, boxes: Any, options: Cells, which: Cells, moves: Cells, rows: tuple[Any, Any, Any], trial: Any
) -> None:
    """Row by row: the match, the move that the seat which decides there tries on a copy, and what it shows."""
    seen, points, places = rows
    for i in range(len(which)):
        trial[0] = states[which[i]]
        seat = int(seats[which[i]])
        see_after(trial[0], boxes[0], options, seat, int(moves[i]), seen[i], points[i], places[i])
