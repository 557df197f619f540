"""Replays as they are sent: drawn one after the other in a thread of their own, so that live tables do not wait, and kept."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import TypeVar

from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_
from londinium.study.replay import replay
from londinium.web.http.limits import TooFast
from londinium.work.queue import Queue, Shelf

MOST_REPLAYS_WAITING = 400
MOST_REPLAYS_OF_ONE = 100
"""Small pictures wait here too, as many as are on a page."""
REPLAY_BYTES_KEPT = 32 * 1024 * 1024
"""Bytes, compressed: some hundred matches."""

T = TypeVar("T")
Key = tuple[object, ...]


def packed_replay(match: Match, code: str, eye: int) -> bytes:
    return gzip.compress(replay(match, code, eye).to_json(), 6, mtime=0)


class Replays:
    def __init__(self, most: int = REPLAY_BYTES_KEPT) -> None:
        self.shelf = Shelf[Key, bytes](most, len)
        self._queue = Queue("replays", longest=MOST_REPLAYS_WAITING, longest_of_one=MOST_REPLAYS_OF_ONE, shelf=self.shelf)

    async def packed(self, match: Match, code: str, eye: int, name: Key | None = None) -> bytes:
        """A replay as compressed JSON. It is kept under its name; without one, nothing of it stays."""
        if name is None:
            return await self.work(lambda: packed_replay(match, code, eye))
        return await self.kept((*name, code, eye), lambda: packed_replay(match, code, eye))

    async def kept(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """What was made under this name, or is made now and kept. TooFast if too many are waiting."""
        if self.shelf.get(key) is None and self._queue.standing(key) is None:
            self._check_room()
        return await self._queue.ask(key, self._queue.in_thread(make))

    async def work(self, job: Callable[[], T]) -> T:
        """Something slow, when it is its turn. TooFast if too many are waiting."""
        self._check_room()
        return await self._queue.do(self._queue.in_thread(job))

    def _check_room(self) -> None:
        if self._queue.is_full_for():
            raise TooFast(N_("too many replays are waiting; please try again in a moment"))

    async def close(self) -> None:
        await self._queue.close()
