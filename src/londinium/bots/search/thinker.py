"""Judges that can be asked about a decision: one in this process, or one elsewhere whose answer has to be awaited.

What is studied is written once, for somebody who may have to be waited for. A judge at hand answers at once, and then nobody
waits.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from londinium.bots.search.comparison import Judge, Samples
from londinium.bots.search.forecast import Forecast
from londinium.bots.search.search import Budget, Thoughts
from londinium.kernel.match import Match

T = TypeVar("T")


class Thinker(Protocol):
    """A judge to be waited for; see `Judge`."""

    @property
    def is_alone(self) -> bool: ...

    async def think(self, match: Match, seat: int, budget: Budget) -> Thoughts: ...

    async def compare(
        self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None
    ) -> Samples: ...

    async def settle(self, match: Match, seat: int) -> Samples | None: ...

    async def forecast(self, match: Match, count: int) -> Forecast: ...


class AtHand:
    """A judge in this process."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    @property
    def is_alone(self) -> bool:
        return self._judge.is_alone

    async def think(self, match: Match, seat: int, budget: Budget) -> Thoughts:
        return self._judge.think(match, seat, budget)

    async def compare(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None) -> Samples:
        return self._judge.compare(match, seat, moves, most, seconds)

    async def settle(self, match: Match, seat: int) -> Samples | None:
        return self._judge.settle(match, seat)

    async def forecast(self, match: Match, count: int) -> Forecast:
        return self._judge.forecast(match, count)


def at_once(asked: Coroutine[Any, Any, T]) -> T:
    """What comes of asking a judge at hand."""
    try:
        asked.send(None)
    except StopIteration as done:
        answer: T = done.value
        return answer
    asked.close()
    raise RuntimeError("whoever was asked is not at hand")
