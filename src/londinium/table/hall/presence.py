"""Who is there. Open pages count as present; what other processes have seen is read from the store now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MARK_EVERY = 20
"""Seconds between two notes that somebody is still there: well below the time after which somebody counts as away."""


@dataclass(frozen=True)
class Attendance:
    """Who is at a table at one moment, for those who show it; it changes without any event."""

    here: frozenset[int]
    """The seats whose person is not away."""
    replaceable: frozenset[int]
    """The seats on which the others may put a bot."""
    watchers: int
    """How many spectators there are, in all processes; what is said of others is a second old."""


class Presence:
    """When each seat of one table was last seen."""

    def __init__(self) -> None:
        self._pages: Counter[int] = Counter()
        self._seen: dict[int, int] = {}

    def arrive(self, seat: int, now: int) -> None:
        self._pages[seat] += 1
        self.see(seat, now)

    def depart(self, seat: int, now: int) -> None:
        self._pages[seat] -= 1
        self.see(seat, now)

    def see(self, seat: int, now: int) -> None:
        self._seen[seat] = max(now, self._seen.get(seat, 0))

    def learn(self, seen: Mapping[int, int]) -> None:
        """What other processes have noted."""
        for seat, at in seen.items():
            self.see(seat, at)

    def here(self) -> Iterable[int]:
        """The seats with an open page in this process."""
        return [seat for seat, pages in self._pages.items() if pages > 0]

    def last_seen(self, now: int) -> dict[int, int]:
        """When each seat was last there; now, if it has an open page."""
        return self._seen | dict.fromkeys(self.here(), now)
