"""Whether a decision is a puzzle: one move clearly best, and the natural one not.

The natural move is what somebody plays who looks only at what a move brings at once: the bot `greedy`. Where that happens to be
right, it is the wrong move played most by a quick search that usually misses the best one; where neither errs there is no puzzle.

A move is clearly best if every other legal move is worth less by more than an inaccuracy of this game and by more than chance,
when all of them are simulated equally often and with the same luck. A decision in which that seems so is checked again with ten
times the simulations and other luck, and by a search that plays for itself: all must find the same move.

What moves are worth depends on how the others answer, which every search has to learn afresh. So before puzzles are shipped
another judge looks at them, with luck of its own: it must find the best move clearly better than the next ones, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from londinium.bots.players import Players
from londinium.bots.search.comparison import Judge, Samples
from londinium.bots.search.search import NODE_LIMIT, THOUGHTS, Budget, Search
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.study.analysis import IDEAS_SHOWN, Effort, mean_difference
from londinium.study.puzzles.file import UNIT, Puzzle, Try
from londinium.study.puzzles.gaps import theme_of_try
from londinium.study.verdicts import SIGNIFICANT

NATURAL = "greedy"
"""The bot whose move is the natural one."""
MISSED = 0.5
"""Where that bot is right, the natural move is that of a quick search which misses the best one more often than this."""
LEAST_MOVES = 3
"""With fewer moves to choose from there is little to find."""
CHECKED_BY = 10
"""A puzzle is checked with this many times the simulations in which it was found."""
SURE = 3.0
"""Every other move must be worse by this many standard errors when it is checked."""
HOPEFUL = 1.5
"""And by this many when it is found: what is not so clear yet may become clearer."""
LINES_KEPT = 3
"""How many lines of the score sheet say why a move is worse."""
NEXT_ONES = 3
"""How many of the other moves, besides the natural one, the last judge compares with the best."""
CHECK_LUCK, OWN_LUCK, MISS_LUCK, LAST_LUCK = THOUGHTS + 1, THOUGHTS + 2, THOUGHTS + 3, THOUGHTS + 100
"""Branches of luck for the check, the search that plays for itself, searches that may miss the move (and the next ones), and the
last judge.
"""
QUICK_LOOK, LONG_LOOK = 24, 400
"""Simulations of two searches: what the first finds is easy, what the second misses is hard. They are no levels of bots, which
each game makes of its own: what was mined keeps its difficulty when a level changes.
"""
MISSES_TRIED = {QUICK_LOOK: 8, LONG_LOOK: 4}
"""How often each search is asked."""


class Likely(msgspec.Struct, frozen=True):
    """What a quick look says of a decision."""

    best: int
    natural: int
    theme: str
    quick_misses: float
    long_misses: float


class Prospector:
    """Looks at decisions of one game."""

    def __init__(self, game: Game, simulations: int) -> None:
        self.game, self.study = game, game.study
        self.found, self.checked = Effort(simulations), Effort(CHECKED_BY * simulations)
        self._players = Players(game)
        self._finder, self._checker = self._judge(self.found, THOUGHTS), self._judge(self.checked, CHECK_LUCK)
        self._last = self._judge(self.checked, LAST_LUCK)
        self._second = Search(game, nodes=_room(self.checked), luck=OWN_LUCK)
        self._trying = {
            simulations: [Search(game, nodes=8 * simulations, luck=MISS_LUCK + k) for k in range(times)]
            for simulations, times in MISSES_TRIED.items()
        }

    def _judge(self, effort: Effort, luck: int) -> Judge:
        return Judge(self.game, nodes=_room(effort), luck=luck)

    def _natural(self, here: Match, seat: int, best: int, quick: Sequence[int]) -> int | None:
        """The natural move of a decision; None where it is the best one."""
        at_once = self._players.choose(NATURAL, here, seat)
        if at_once != best:
            return at_once
        wrong = [move for move in quick if move != best]
        return Counter(wrong).most_common(1)[0][0] if _misses(quick, best) > MISSED else None

    def likely(self, here: Match, seat: int) -> Likely | None:
        """A quick look: the puzzle that a decision seems to be, if it seems to be one."""
        if len(here.legal(seat)) < LEAST_MOVES:
            return None
        best, *others = self._ideas(self._finder, here, seat, self.found)
        quick = self._choices(QUICK_LOOK, here, seat)
        natural = self._natural(here, seat, best, quick)
        if natural is None:
            return None
        samples = self._finder.compare(
            here, seat, [best, natural, *(move for move in others if move != natural)], self.found.samples
        )
        if not self._is_clear(samples, best, HOPEFUL):
            return None
        theme, long = (
            theme_of_try(here, seat, best, self._try(samples, seat, best, natural)),
            self._choices(LONG_LOOK, here, seat),
        )
        return Likely(best, natural, theme, _misses(quick, best), _misses(long, best))

    def puzzle(self, here: Match, seat: int, likely: Likely) -> Puzzle | None:
        """The long look: a decision as a puzzle, if it is the one that it seemed to be."""
        best, natural, legal = likely.best, likely.natural, here.legal(seat)
        found, *others = self._ideas(self._checker, here, seat, self.checked)
        if found != best or not self._is_clear(self._checker.compare(here, seat, [best, *others], self.found.samples), best, 0.0):
            return None
        if self._second.choose(here, seat, self.checked.budget) != best:
            return None
        samples = self._checker.compare(here, seat, legal, self.checked.samples)
        if not self._is_clear(samples, best, SURE):
            return None
        tries = sorted((self._try(samples, seat, best, move) for move in legal if move != best), key=lambda one: one.cost)
        margin, error = min(self._behind(samples, best, move) for move in legal if move != best)
        theme = theme_of_try(here, seat, best, next(tried for tried in tries if tried.move == natural))
        return Puzzle(
            here.ply,
            seat,
            best,
            natural,
            theme,
            round(margin, 2),
            round(error, 3),
            likely.quick_misses,
            likely.long_misses,
            tuple(tries),
        )

    def holds(self, here: Match, puzzle: Puzzle) -> bool:
        """The last look, by another judge: whether the best move is clearly better than the next ones."""
        self._last.think(here, puzzle.seat, self.checked.budget)
        others = dict.fromkeys([*(tried.move for tried in puzzle.tries[:NEXT_ONES]), puzzle.natural])
        samples = self._last.compare(here, puzzle.seat, [puzzle.best, *others], self.checked.samples)
        return self._is_clear(samples, puzzle.best, SIGNIFICANT)

    def _ideas(self, judge: Judge, here: Match, seat: int, effort: Effort) -> list[int]:
        """The best moves after some thinking, the best first."""
        return [here.moves.parse(idea.move) for idea in judge.think(here, seat, effort.budget).ideas[:IDEAS_SHOWN]]

    def _choices(self, simulations: int, here: Match, seat: int) -> list[int]:
        """What a search plays, each time with different luck."""
        return [search.choose(here, seat, Budget(simulations)) for search in self._trying[simulations]]

    def _is_clear(self, samples: Samples, best: int, errors: float) -> bool:
        behind = [self._behind(samples, best, move) for move in samples.moves if move != best]
        return all(less >= self.study.SIZES["inaccuracy"] and less > errors * error for less, error in behind)

    def _behind(self, samples: Samples, best: int, move: int) -> tuple[float, float]:
        """How much less a move is worth than the best one, and the standard error of that."""
        return mean_difference(samples.gains[samples.moves.index(best)], samples.gains[samples.moves.index(move)])

    def _try(self, samples: Samples, seat: int, best: int, move: int) -> Try:
        first, other = samples.moves.index(best), samples.moves.index(move)
        cost, _ = self._behind(samples, best, move)
        points, _ = mean_difference(samples.points[first][seat], samples.points[other][seat])
        more = _more(samples, first, other)
        largest = sorted(range(len(more)), key=lambda line: -abs(more[line]))[:LINES_KEPT]
        told = [(line, _tenths(more[line])) for line in sorted(largest, key=lambda line: -more[line])]
        return Try(move, _tenths(cost), _tenths(points), tuple(number for pair in told if pair[1] for number in pair))


def _more(samples: Samples, first: int, other: int) -> list[float]:
    """How much more one move brings than another, line by line."""
    return [one - two for one, two in zip(samples.lines[first], samples.lines[other], strict=True)]


def _misses(choices: Sequence[int], best: int) -> float:
    """How often something else was chosen, from 0 to 1."""
    return sum(move != best for move in choices) / len(choices)


def _room(effort: Effort) -> int:
    return min(NODE_LIMIT, 8 * (effort.simulations or NODE_LIMIT))


def _tenths(amount: Any) -> int:
    return round(UNIT * float(amount))
