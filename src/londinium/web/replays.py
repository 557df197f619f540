"""Replays as they are sent: drawn one after the other in a thread of their own, so that live tables do not wait, and kept."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from londinium.kernel.match import Match
from londinium.study.replay import replay

MOST_KEPT = 32 * 1024 * 1024
"""Bytes, compressed: some hundred matches."""

T = TypeVar("T")
Key = tuple[object, ...]


def packed_replay(match: Match, code: str, eye: int) -> bytes:
    return gzip.compress(replay(match, code, eye).to_json(), 6, mtime=0)


class Replays:
    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most, self._kept, self._size = most, OrderedDict[Key, bytes](), 0
        self._worker = ThreadPoolExecutor(1, "replays")

    async def packed(self, match: Match, code: str, eye: int, name: Key | None = None) -> bytes:
        """A replay as compressed JSON. It is kept under its name; without one, nothing of it stays."""
        if name is None:
            return await self.work(lambda: packed_replay(match, code, eye))
        return await self.kept((*name, code, eye), lambda: packed_replay(match, code, eye))

    async def kept(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """What was made under this name, or is made now and kept."""
        return await self.work(lambda: self._known(key, make))

    async def work(self, job: Callable[[], T]) -> T:
        """Something slow, when it is its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, job)

    def _known(self, key: Key, make: Callable[[], bytes]) -> bytes:
        """Only the one worker comes here, so whoever asks for the same a moment later finds it done."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = self._kept[key] = make()
        self._size += len(made)
        while self._size > self._most and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])
        return made

    def close(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)
