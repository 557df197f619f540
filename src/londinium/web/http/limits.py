"""How much somebody may ask, and how fast."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from londinium.kernel.words.errors import LondiniumError

LARGEST_MESSAGE = 4096
"""Bytes of one message on a socket."""
LARGEST_BODY = 256 * 1024
"""Bytes of one form, with the box file or record it may carry."""
LONGEST_WORDS = 500
"""Signs of one line of chat."""
MOST_MISTAKES = 20
"""After so many messages that are no commands a socket is closed."""
MOST_ADDRESSES = 10_000


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many more every second."""

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


NO_LIMITS = Limits(*(Rate(1e9, 1e9) for _ in range(6)))


class TooFast(LondiniumError):
    """Somebody asks for more than an address may."""


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


@dataclass
class Addresses:
    """A bucket per address and kind; the oldest are forgotten where there are too many."""

    limits: Limits = field(default_factory=Limits)
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    def take(self, kind: str, address: str) -> bool:
        key = (kind, address)
        bucket = self._buckets.pop(key, None) or Bucket(getattr(self.limits, kind))
        self._buckets[key] = bucket  # the latest at the end
        while len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()
