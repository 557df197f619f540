"""Stand-ins for a game's functions, in functions that are written for any game.

A playout or a search imports these names and calls them; bound to a game it is a copy in which they are that game's own.
"""

from __future__ import annotations

from typing import Any


def unbound(*_arguments: Any) -> Any:
    raise TypeError("this function is written for any game: bind it to one with game.engine.bind")


# The functions a game gives the kernel, see `Functions`.
setup = to_act = legal = refusal = push = chance = deck = points = scores = score_lines = worth = outlook = weigh = clock = (
    audit
) = imagine = unbound

# What a game's module `observation` gives.
observe = unbound
