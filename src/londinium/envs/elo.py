"""Elo ratings from how often players beat each other: the ratings under which the results are likeliest."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from londinium.kernel.entries import WrongType, entry, shortened
from londinium.kernel.words.errors import N_, InvalidOption

ELO_SCALE = 400 / log(10)
"""A player who is this many points stronger is e times as likely to win as to lose."""
MOST_PRIOR = 1e6
ELO_ROUNDS = 500


@entry
def elo_ratings(scores: Any, prior: float = 0.5) -> Any:
    """A rating for each player, the first having 0. `scores[i, j]`: the points i took from j, 1 for a win and half for a tie.

    The model is Bradley and Terry's, fitted by Hunter's iteration (2004). `prior` wins of everybody against everybody keep the
    ratings of those who never lost finite.
    """
    wins = scores if isinstance(scores, np.ndarray) and scores.dtype.kind in "iuf" else np.zeros(())
    if wins.ndim != 2 or len(set(wins.shape)) != 1 or not np.isfinite(wins).all() or (wins < 0).any():
        message = N_("scores must be a square array of what each took from each, not {given}")
        raise WrongType(message, given=shortened(scores))
    if not 0 < prior <= MOST_PRIOR:
        raise InvalidOption(
            N_("{name} must be above 0 and at most {most}, not {given}"), name="prior", most=MOST_PRIOR, given=prior
        )
    count = len(wins)
    wins = wins + prior * (1 - np.eye(count))
    games, total = wins + wins.T, wins.sum(axis=1)
    strength = np.ones(count)
    for _ in range(ELO_ROUNDS if count > 1 else 0):
        shares = games / (strength[:, None] + strength[None, :])
        np.fill_diagonal(shares, 0)
        strength = total / shares.sum(axis=1)
        strength /= strength[0]
    return ELO_SCALE * np.log(strength)
