"""Clocks, read from the stored times of events, so that they survive every restart.

Running out costs nothing by itself: it only lets the others put a bot on the seat. Bots have no clock. As long as a person has
yet to come, nobody's clock runs. At the beginning of each decision a table may leave a moment uncounted, in which pages show what
led to it. Time during which the server is down counts, as on a clock that stands on the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from londinium.table.settings import Clock, PerDecision, TimeBudget

MILLISECONDS = 1000
MINUTE = 60 * MILLISECONDS
DAY = 24 * 60 * MINUTE


class Clocks:
    """What every seat has left, and since when it has been asked."""

    def __init__(self, clock: Clock | None, seats: int, at: int, courtesy: int = 0) -> None:
        self.clock, self.courtesy = clock, courtesy
        self.at = at
        """The time of the last event: what is left is known for this moment."""
        self._left = [_full(clock)] * seats
        self._asked: list[int | None] = [None] * seats
        self._from = [at] * seats
        """From when the time of each seat counts."""
        self._running: frozenset[int] = frozenset()

    def advance(self, at: int) -> None:
        """Let time pass up to the next event."""
        for seat in self._running:
            self._left[seat] -= self._passed(seat, at)
        self.at = at

    def decided(self, seat: int) -> None:
        """A seat has made a decision."""
        self._asked[seat] = None
        if isinstance(self.clock, TimeBudget):
            self._left[seat] += self.clock.added_seconds * MILLISECONDS

    def took_back(self, seat: int) -> None:
        """A seat decides again: what it had gained by deciding is gone, so that nobody gains time by going back and forth."""
        self._asked[seat] = self.at
        if isinstance(self.clock, TimeBudget):
            self._left[seat] -= self.clock.added_seconds * MILLISECONDS

    def ask(self, to_act: Iterable[int], *, everybody_came: bool) -> None:
        """From now on these persons have to decide."""
        asked = frozenset(to_act)
        for seat in range(len(self._asked)):
            if seat not in asked:
                self._asked[seat] = None
            elif self._asked[seat] is None:
                self._asked[seat] = self.at
                self._from[seat] = self.at + self.courtesy
                if isinstance(self.clock, PerDecision):
                    self._left[seat] = _full(self.clock)
        self._running = asked if self.clock is not None and everybody_came else frozenset()

    def is_running(self, seat: int) -> bool:
        return seat in self._running

    def asked_since(self, seat: int) -> int | None:
        """Since when a person has to decide; None if it is not asked."""
        return self._asked[seat]

    def left(self, seat: int, now: int) -> int | None:
        """Milliseconds that a seat has left, below 0 if it is out of time; None without a clock."""
        if self.clock is None:
            return None
        return self._left[seat] - (self._passed(seat, now) if self.is_running(seat) else 0)

    def ends(self, seat: int, now: int) -> int | None:
        """When the time of a seat will run out; None while its clock is stopped."""
        left = self.left(seat, now)
        return None if left is None or not self.is_running(seat) else max(now, self._from[seat]) + left

    def _passed(self, seat: int, at: int) -> int:
        """How much of the time since the last event counts for a seat."""
        return max(0, at - max(self.at, self._from[seat]))


def _full(clock: Clock | None) -> int:
    if isinstance(clock, TimeBudget):
        return clock.minutes * MINUTE
    return clock.days * DAY if isinstance(clock, PerDecision) else 0
