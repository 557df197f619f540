"""What the levels of bots can do in a game, where that is more than a number of simulations.

A weak level is weak as a learner is: it does not look as far, and there are things on the table that it does not heed yet. It
never makes a poor move by chance. A game says so in its module `levels`; the others have what `bots/levels.py` says for any game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ability:
    """What a level does before it moves: it looks ahead so many decisions, or it simulates."""

    judges: bool = False
    """Whether it has the game's best network (`mind/judgement.npz`), which is too large to be sent to browsers."""
    depth: int = 0
    """Decisions that it looks ahead exactly with that network; 0: it simulates instead."""
    seconds: float | None = None
    """The time that it takes at most."""
    overlooks: tuple[str, ...] = ()
    """What it does not heed, by the names of features in the game's `sight`: it takes all of this to be as it usually is."""
    neglects: tuple[str, ...] = ()
    """What means nothing to it yet where it goes by rules of thumb: promises and points, by how their names begin in the game's
    `outlook`."""
    simulations: int | None = None
    afar: int | None = None
    """Simulations of one that judges where it cannot: where the network knows nothing, and in a browser. Left out: what
    `bots/levels.py` says for any game."""
    settings: tuple[tuple[str, float], ...] = ()
    """Settings in which its simulations differ from the game's; see `bots/search/search.py`."""
