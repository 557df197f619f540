"""Stand-ins for a game's functions, in functions that are written for any game.

A playout or a search imports these names and calls them; `bind` gives it a copy in which they are one game's own.
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

# Functions that the engine binds first, because others call them.
lowest_seat = reveal = choose_at_random = play_random = fuzz_match = fuzz_odds = fuzz_offer = choose_as = play_match = unbound

# Functions that a search binds.
by_odds = weigh_moves = quick_choice = foresee = finish = conclude = offer = walk = tries_of_next = fitted_choice = unbound

# Functions that environments bind.
begin = proceed = look = reward_of = settle = others_choose = allowed = step_match = random_action = play_on = unbound
