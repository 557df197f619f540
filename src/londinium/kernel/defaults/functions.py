"""Compiled functions for any game that leaves them out, over the names of those that it gives.

What counts points asks the state how many play: its field is called `seats`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from londinium.kernel.flat import Cells
from londinium.kernel.game import Functions
from londinium.kernel.generic.names import points
from londinium.kernel.rules import Binding


def chance(s: Any, box: Any, moves: Cells, weights: Cells) -> int:
    """There is nothing to reveal."""
    return 0


def deck(s: Any, box: Any) -> int:
    return 0


def scores(s: Any, box: Any, totals: Cells, places: Cells) -> None:
    """The most points wins; equals share a place."""
    for seat in range(s.seats):
        totals[seat] = points(s, box, seat)
        places[seat] = 0
    for seat in range(s.seats):
        for other in range(s.seats):
            if totals[other] > totals[seat]:
                places[seat] += 1


def score_lines(s: Any, box: Any, lines: Any) -> None:
    for seat in range(s.seats):
        lines[seat, 0] = points(s, box, seat)


def worth(s: Any, box: Any, seat: int) -> int:
    """The lead over the best of the others; alone, the points."""
    rival, rivals = 0, 0
    for other in range(s.seats):
        if other != seat:
            total = int(points(s, box, other))
            if rivals == 0 or total > rival:
                rival = total
            rivals += 1
    return int(points(s, box, seat)) - rival


def outlook(s: Any, box: Any, seat: int, weights: Any) -> int:
    return int(worth(s, box, seat))


def imagine(s: Any, box: Any, seat: int, key: int) -> None:
    """Nothing is hidden."""


def clock(s: Any) -> int:
    return 0


def audit(s: Any, box: Any) -> int:
    return 0


DEFAULTS: tuple[Callable[..., Any], ...] = (chance, deck, scores, score_lines, worth, outlook, imagine, clock, audit)
"""Each after those that it calls."""
FROM_POINTS = ("scores", "score_lines", "worth")


def completed_functions(given: Functions, module: str) -> Functions:
    """The functions of a game with what it leaves out, made for the game of this module."""
    found: dict[str, Any] = dict(vars(given))
    for function in DEFAULTS:
        if not given.gives(function.__name__):
            found[function.__name__] = Binding(module, found).bind(function)
    return Functions(**found)
