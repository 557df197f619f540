"""Ratings of solvers and puzzles: a try is a match between the two, and both move with it.

The model is openskill's, as in the arena. A puzzle begins where the bots that miss it put it, and moves less than a solver
who is new. Nobody needs an account: solvers keep their own rating, and send it with every try.
"""

from __future__ import annotations

from math import isfinite, log2
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce

from londinium.kernel.contracts.study import Study
from londinium.study.puzzles.file import Puzzle

MIDDLE, UNSURE = 25.0, 25.0 / 3
"""Where somebody of whom nothing is known begins."""
PUZZLE_UNSURE = 4.0
SUREST = 1.0
"""No rating gets surer than this: people learn."""
SHOWN_MIDDLE, SHOWN_STEP = 1500, 25
"""People read ratings as whole numbers around 1500."""
FURTHEST_RATING = 25.0
"""No rating is further from the middle than this."""
HARDEST = 18.0
"""How much higher a puzzle begins that no bot finds than one that all find."""
DIFFICULTIES = {"easy": 0.7, "medium": 0.45, "hard": 0.0}
"""How often bots find a puzzle at least, on average over the levels that have tried it."""
_MODEL = PlackettLuce()


class PuzzleRating(msgspec.Struct, frozen=True):
    """How strong a solver is, or how hard a puzzle, and how sure that is."""

    mu: float = MIDDLE
    sigma: float = UNSURE

    @property
    def shown(self) -> int:
        return round(SHOWN_MIDDLE + SHOWN_STEP * (self.mu - MIDDLE))

    @property
    def within_reason(self) -> PuzzleRating:
        """The same, if it may be one: a solver's own comes from a browser."""
        if not (isfinite(self.mu) and isfinite(self.sigma)):
            return PuzzleRating()
        mu = max(MIDDLE - FURTHEST_RATING, min(MIDDLE + FURTHEST_RATING, self.mu))
        return PuzzleRating(round(mu, 4), round(max(SUREST, min(UNSURE, self.sigma)), 4))


def often_found(puzzle: Puzzle) -> float:
    """How often the levels of bots find it, on average."""
    return fmean(puzzle.found.values())


def difficulty(puzzle: Puzzle) -> str:
    """One of `DIFFICULTIES`."""
    found = often_found(puzzle)
    return next(name for name, least in DIFFICULTIES.items() if found >= least)


def first_rating(puzzle: Puzzle, study: Study) -> PuzzleRating:
    """Harder the more often bots miss it, easier the more clearly its best move is better than the next."""
    missed = HARDEST * (1.0 - often_found(puzzle))
    clear = min(5.0, 1.5 * log2(max(1.0, puzzle.margin / study.CLEARLY)))
    return PuzzleRating(MIDDLE - 5.0 + missed - clear, PUZZLE_UNSURE)


def after_try(solver: PuzzleRating, puzzle: PuzzleRating, solved: bool) -> tuple[PuzzleRating, PuzzleRating]:
    """Both after a try: the one that did better than expected goes up, the other down."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in (solver, puzzle)]
    (mine,), (its,) = _MODEL.rate(teams, ranks=[0.0, 1.0] if solved else [1.0, 0.0])
    return PuzzleRating(mine.mu, mine.sigma).within_reason, PuzzleRating(its.mu, its.sigma).within_reason
