"""How much somebody may ask, and how fast."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from math import ceil
from typing import Any, Protocol

from londinium.kernel.words.errors import LondiniumError

LARGEST_MESSAGE = 4096
"""Bytes of one message on a socket."""
LARGEST_THOUGHT = 64 * 1024
"""Bytes of what a page has thought."""
LARGEST_BODY = 256 * 1024
"""Bytes of one form, with the box file or record it may carry."""
LONGEST_WORDS = 500
"""Signs of one line of chat."""
MOST_MISTAKES = 20
"""After this many messages that are not commands a socket is closed."""
MOST_ADDRESSES = 10_000


@dataclass(frozen=True)
class Rate:
    """How many at once, and how many more every second."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """What one address may do. A household shares one, so these are wide; what one socket may do is narrower."""

    posts: Rate = Rate(60, 2)
    edits: Rate = Rate(240, 8)
    tables: Rate = Rate(30, 0.5)
    sockets: Rate = Rate(120, 10)
    commands: Rate = Rate(400, 100)
    commands_of_a_socket: Rate = Rate(30, 8)
    pages: Rate = Rate(400, 20)
    """Pages and what they fetch, except for what never changes."""
    words: Rate = Rate(40, 1)
    """Lines of chat of those who watch."""
    words_of_a_spectator: Rate = Rate(8, 0.3)
    """Lines of chat of one page of theirs."""
    words_of_a_player: Rate = Rate(20, 1)
    connections: int = 500
    """Open at the same time."""
    sockets_at_once: int = 450
    requests_at_once: int = 200
    large_answers_at_once: int = 8


RATES = tuple(each.name for each in fields(Limits) if isinstance(each.default, Rate))
COUNTS = tuple(each.name for each in fields(Limits) if each.name not in RATES)
_ENOUGH: dict[str, Any] = {**dict.fromkeys(RATES, Rate(1e9, 1e9)), **dict.fromkeys(COUNTS, 10**9)}
NO_LIMITS = Limits(**_ENOUGH)


class TooFast(LondiniumError):
    """Somebody asks for more than an address may."""

    seconds: int = 5
    """After how long they may ask again."""


class Witness(Protocol):
    """Who is told of everything that a visitor was given; see `http.shares`."""

    def took(self, kind: str, address: str, bucket: Bucket) -> None: ...


class Bucket:
    """A bucket of permissions that fills up again at its rate."""

    __slots__ = ("_left", "_rate", "_seen")

    def __init__(self, rate: Rate, now: float | None = None) -> None:
        self._rate, self._left = rate, rate.burst
        self._seen = time.monotonic() if now is None else now

    def take(self, now: float | None = None) -> bool:
        """One more? False: too fast."""
        now = time.monotonic() if now is None else now
        self._left = min(self._rate.burst, self._left + (now - self._seen) * self._rate.per_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def used(self) -> float:
        """How much is missing now."""
        left = self._left + (time.monotonic() - self._seen) * self._rate.per_second
        return max(0.0, self._rate.burst - left)

    def charge(self, amount: float) -> None:
        """Something was given elsewhere. A debt is paid off first, but never more than a bucket."""
        self._left = max(-self._rate.burst, self._left - amount)

    def wait(self) -> float:
        """Seconds until the next."""
        return max(0.0, 1 - self._left) / self._rate.per_second if self._rate.per_second else 3600.0


@dataclass
class Addresses:
    """A bucket per address and kind; the oldest are forgotten where there are too many."""

    limits: Limits = field(default_factory=Limits)
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    _at_once: Counter[tuple[str, str]] = field(default_factory=Counter)
    told: Witness | None = None
    renewed: list[Callable[[Limits], None]] = field(default_factory=list)
    """Who else has to know when other limits hold."""

    def renew(self, limits: Limits) -> None:
        """From now on these hold; what anybody has used up is forgotten."""
        if limits != self.limits:
            self.limits = limits
            self._buckets.clear()
            for tell in self.renewed:
                tell(limits)

    def take(self, kind: str, address: str) -> bool:
        bucket = self.bucket(kind, address)
        if not bucket.take():
            return False
        if self.told is not None:
            self.told.took(kind, address, bucket)
        return True

    def bucket(self, kind: str, address: str) -> Bucket:
        key = (kind, address)
        bucket = self._buckets.pop(key, None) or Bucket(getattr(self.limits, kind))
        self._buckets[key] = bucket  # the latest at the end
        while len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def wait(self, kind: str, address: str) -> int:
        """Whole seconds until an address that was refused may ask again."""
        bucket = self._buckets.get((kind, address))
        return max(1, ceil(bucket.wait())) if bucket is not None else 1

    def begin(self, kind: str, address: str) -> bool:
        """One more at the same time? False: too many. What has begun must end."""
        if self._at_once[kind, address] >= getattr(self.limits, kind):
            return False
        self._at_once[kind, address] += 1
        return True

    def end(self, kind: str, address: str) -> None:
        self._at_once[kind, address] -= 1
        if not self._at_once[kind, address]:
            del self._at_once[kind, address]
