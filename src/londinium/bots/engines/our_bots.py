"""Our bots behind the protocol, for programs of others: `londinium engine`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version

from londinium.bots.engines.engine import SayLine
from londinium.bots.engines.lines import GoLimits, NotUnderstood
from londinium.bots.levels import Level
from londinium.bots.registry import Bot, bot, bot_names, is_ours
from londinium.bots.search.search import Idea, Search
from londinium.bots.veil import VeiledMatch
from londinium.kernel.checks import MOST_THOUGHT
from londinium.kernel.game import Game

BETWEEN_INFO = 0.5
"""Seconds between two lines that say what is thought so far."""
SPARE = 0.2
"""Seconds before the limit at which an answer is given."""
MOST_IDEAS = 3
PATIENT = 600.0
"""Seconds in which our bots, who always come to an end, may do so when nobody sends anything any more."""


class OurBot:
    """One of our bots; those that search say what they think on the way, and stop when they are told to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._bot: Bot | None = None
        self._told: dict[int | None, Level] = {}
        """The same level with the number of simulations that was asked for last; with none, for as long as it is told."""

    def described(self) -> Iterator[str]:
        yield f"id name Londinium {version('londinium')} {self.name}"
        yield "id author the authors of Londinium"
        ours = [name for name in bot_names() if is_ours(name)]
        yield f"option name bot type combo default {self.name} {' '.join(f'var {name}' for name in ours)}"

    def set(self, option: str, value: str) -> None:
        if option != "bot":
            raise NotUnderstood(f"there is no option '{option}'; the only one is bot")
        if not is_ours(value):
            raise NotUnderstood(f"there is no bot '{value}'")
        self.name = value
        self._forget()

    def begin(self, game: Game, seat: int) -> None:
        self._forget()

    def prepare(self, match: VeiledMatch, seat: int) -> None:
        """Compile what it thinks with, or fetch what was compiled."""
        found = self._asked(match.game)
        if isinstance(found, Level):
            found.warm_up(match, seat)

    def choose(self, match: VeiledMatch, seat: int, limits: GoLimits, stops: Callable[[], bool], say: SayLine) -> int:
        found = self._asked(match.game)
        if not isinstance(found, Level):
            return found.choose(match, seat)
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        if limits.simulations is not None or limits.seconds is not None:
            found = self._as_told(found, limits.simulations)
        if found.counts(match):
            match = match.copy()  # as at a table: whoever counts begins anew, so that the same number gives the same move
        found.warm_up(match, seat)
        news = ThoughtNews(found.search, match, seat, stops, say)
        thoughts = found.think(match, seat, _seconds(limits), stops if found.plans(match) else news.stops)
        news.tell(thoughts.ideas)
        return match.moves.parse(thoughts.best)

    def _asked(self, game: Game) -> Bot:
        if self._bot is None:
            self._bot = bot(self.name, game)
        return self._bot

    def _as_told(self, level: Level, simulations: int | None) -> Level:
        """The level with as many simulations as were asked for. What it finds out it keeps to itself: asked for nothing, the
        level plays as if that had never been.
        """
        if simulations not in self._told:
            self._told = {simulations: level.with_simulations(simulations)}
        return self._told[simulations]

    def _forget(self) -> None:
        self._bot, self._told = None, {}


def _seconds(limits: GoLimits) -> float | None:
    """For how long it may think at most, and give an answer before it is too late; None: as long as it likes."""
    latest = None if limits.limit is None else min(max(0.01, limits.limit - SPARE), MOST_THOUGHT)
    return min((each for each in (limits.seconds, latest) if each is not None), default=None)


class ThoughtNews:
    """What a search thinks on the way, told now and then."""

    def __init__(self, search: Search, match: VeiledMatch, seat: int, stops: Callable[[], bool], say: SayLine) -> None:
        self._search, self._match, self._seat = search, match, seat
        self._stops, self._say = stops, say
        self._begun = self._last = time.perf_counter()

    def stops(self) -> bool:
        """Asked by the search again and again."""
        now = time.perf_counter()
        if now - self._last >= BETWEEN_INFO:
            self._last = now
            self.tell(self._search.so_far(self._match, self._seat))
        return self._stops()

    def tell(self, ideas: Sequence[Idea]) -> None:
        seconds = time.perf_counter() - self._begun
        for rank, idea in enumerate(ideas[:MOST_IDEAS], 1):
            win = "" if idea.win is None else f" win {idea.win:.3f}"
            self._say(f"info rank {rank} seconds {seconds:.2f} tries {idea.tries} points {idea.points:.1f}{win} move {idea.move}")
