"""Whether a decision is a puzzle: one move clearly best, and the natural one not.

The natural move is what a player makes who does not look ahead: the bot `greedy`. What the table shows for it at once is no less
than what it shows for the best one: whoever goes by the numbers on the board does not find it.

A move is clearly best if every other legal move is worth less by at least what the game calls clear (`Study.CLEARLY`), and by
more than chance, when all of them are simulated equally often and with the same luck. A decision in which that seems so is
checked again with ten times the simulations and other luck, and by a search that plays for itself: all must find the same move.

What moves are worth depends on how the others answer, which every search has to learn afresh. So another judge looks at all moves
once more, with luck of its own, and must find the same.

How hard a puzzle is, bots say: each level that counts its simulations, or looks ahead exactly, tries it.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import Any

from londinium.bots.levels import LEVELS, Level, ability_of, level
from londinium.bots.players import KNOWN, Players
from londinium.bots.search.comparison import Judge, Samples
from londinium.bots.search.search import NODE_LIMIT, THOUGHTS, Search
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.seeds import split
from londinium.study.analysis import IDEAS_SHOWN, Effort
from londinium.study.puzzles.file import UNIT, Puzzle, Try
from londinium.study.puzzles.gaps import theme_of_try
from londinium.study.verdicts import SIGNIFICANT

NATURAL = "greedy"
"""The bot whose moves are the natural ones."""
NATURAL_TRIES, NATURAL_LUCK = 32, 0x6E6174
"""Among equals it draws lots: it is asked so often, with luck from this key."""
LEAST_MOVES = 3
"""With fewer moves to choose from there is little to find."""
CHECKED_BY = 10
"""A puzzle is checked with this many times the simulations in which it was found."""
SURE = 3.0
"""Every other move must be worse by this many standard errors when it is checked."""
HOPEFUL = 1.5
"""And by this many when it is found: what is not so clear yet may become clearer."""
CHECK_LUCK, OWN_LUCK, LAST_LUCK, TRIAL_LUCK = THOUGHTS + 1, THOUGHTS + 2, THOUGHTS + 100, THOUGHTS + 200
"""Branches of luck for the check, the search that plays for itself, the last judge, and the first trial (and the next ones)."""
TRIALS_OF_LEVEL = 6
"""How often a level that simulates tries a puzzle, each time with other luck. One that looks ahead exactly tries once."""


def levels_tried(game: Game) -> tuple[str, ...]:
    """The levels that try the puzzles of a game, the weakest first: those that always play the same, whatever the machine."""
    return tuple(name for name in LEVELS if ability_of(name, game).seconds is None)


class Prospector:
    """Looks at decisions of one game."""

    def __init__(self, game: Game, simulations: int) -> None:
        self.game, self.study = game, game.study
        self.found, self.checked = Effort(simulations), Effort(CHECKED_BY * simulations)
        self._players = Players(game)
        self._finder, self._checker = self._judge(self.found, THOUGHTS), self._judge(self.checked, CHECK_LUCK)
        self._last = self._judge(self.checked, LAST_LUCK)
        self._second = Search(game, nodes=_room(self.checked), luck=OWN_LUCK)
        self._levels = {name: [_with_luck(name, game, k) for k in range(TRIALS_OF_LEVEL)] for name in levels_tried(game)}

    def _judge(self, effort: Effort, luck: int) -> Judge:
        return Judge(self.game, nodes=_room(effort), luck=luck)

    def puzzle(self, here: Match, seat: int) -> Puzzle | None:
        """A decision as a puzzle, if it is one."""
        if len(here.legal(seat)) < LEAST_MOVES:
            return None
        best, *others = self._ideas(self._finder, here, seat, self.found)
        usual = natural_moves(self._players, here, seat)
        natural = usual[0]
        if best in usual or not looks_as_good(here, seat, natural, best):
            return None
        some = [best, natural, *(move for move in others if move != natural)]
        if not self._is_clear(self._finder.compare(here, seat, some, self.found.samples), best, HOPEFUL):
            return None
        samples = self._checked(here, seat, best)
        if samples is None or not self._holds(here, seat, best):
            return None
        tries = sorted(
            (self._try(samples, seat, best, move) for move in here.legal(seat) if move != best), key=lambda one: one.cost
        )
        margin, error = min(self._behind(samples, best, tried.move) for tried in tries)
        theme = theme_of_try(here, seat, best, next(tried for tried in tries if tried.move == natural))
        found = self._trials(here, seat, best)
        return Puzzle(here.ply, seat, best, natural, theme, round(margin, 2), round(error, 3), found, tuple(tries))

    def _checked(self, here: Match, seat: int, best: int) -> Samples | None:
        """All moves side by side, if a longer look and a search that plays for itself find the same move."""
        found, *others = self._ideas(self._checker, here, seat, self.checked)
        if found != best or not self._is_clear(self._checker.compare(here, seat, [best, *others], self.found.samples), best, 0.0):
            return None
        if self._second.choose(here, seat, self.checked.budget) != best:
            return None
        samples = self._checker.compare(here, seat, here.legal(seat), self.checked.samples)
        return samples if self._is_clear(samples, best, SURE) else None

    def _holds(self, here: Match, seat: int, best: int) -> bool:
        """The last look, by another judge: whether the best move is clearly better than every other."""
        self._last.think(here, seat, self.checked.budget)
        return self._is_clear(self._last.compare(here, seat, here.legal(seat), self.checked.samples), best, SIGNIFICANT)

    def _trials(self, here: Match, seat: int, best: int) -> dict[str, float]:
        """By level: how often it finds the best move, from 0 to 1."""
        found = {}
        for name, players in self._levels.items():
            tries = players[:1] if players[0].plans(here) else players
            found[name] = round(sum(player.choose(here, seat) == best for player in tries) / len(tries), 2)
        return found

    def _ideas(self, judge: Judge, here: Match, seat: int, effort: Effort) -> list[int]:
        """The best moves after some thinking, the best first."""
        return [here.moves.parse(idea.move) for idea in judge.think(here, seat, effort.budget).ideas[:IDEAS_SHOWN]]

    def _is_clear(self, samples: Samples, best: int, errors: float) -> bool:
        behind = [self._behind(samples, best, move) for move in samples.moves if move != best]
        return all(less >= self.study.CLEARLY and less > errors * error for less, error in behind)

    def _behind(self, samples: Samples, best: int, move: int) -> tuple[float, float]:
        """How much less a move is worth than the best one, and the standard error of that."""
        return samples.difference(samples.moves.index(best), samples.moves.index(move))

    def _try(self, samples: Samples, seat: int, best: int, move: int) -> Try:
        first, other = samples.moves.index(best), samples.moves.index(move)
        cost, _ = self._behind(samples, best, move)
        points = fmean(samples.points[first][seat]) - fmean(samples.points[other][seat])
        more = [_tenths(one - two) for one, two in zip(samples.lines[first], samples.lines[other], strict=True)]
        told = sorted(((line, tenths) for line, tenths in enumerate(more) if tenths), key=lambda pair: -pair[1])
        return Try(move, _tenths(cost), _tenths(points), tuple(number for pair in told for number in pair))


def natural_moves(players: Players, here: Match, seat: int) -> list[int]:
    """The moves that a player makes who does not look ahead: several where they look equally good, the likeliest first."""
    states = here.game.state.new(KNOWN)
    states[0:1] = here.states_known_to(seat)
    made = Counter(players.choose_at(NATURAL, states, here.boxes, seat, split(NATURAL_LUCK, k)) for k in range(NATURAL_TRIES))
    return sorted(made, key=lambda move: (-made[move], move))


def looks_as_good(here: Match, seat: int, natural: int, best: int) -> bool:
    """Whether the table shows for the natural move, whatever follows, no less than for the best one."""
    study, effect = here.game.study, here.game.face.effect
    (least, _), (_, most) = (study.preview(effect(here.position, seat, move)) for move in (natural, best))
    return least >= most


def _with_luck(name: str, game: Game, trial: int) -> Level:
    player = level(name, game)
    player.search.luck = TRIAL_LUCK + trial
    return player


def _room(effort: Effort) -> int:
    return min(NODE_LIMIT, 8 * (effort.simulations or NODE_LIMIT))


def _tenths(amount: Any) -> int:
    return round(UNIT * float(amount))
