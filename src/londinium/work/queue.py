"""Slow work in a queue: so much of it at a time, each thing once however many ask for it, and answers kept while there is room.

A piece of work is an asynchronous function that is called when its turn has come: a process of its own (`work/job.py`), a call in
a thread of the queue, or anything else that waits. What has a key can be asked for by many; what has none is done and forgotten.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from londinium.work.job import Tell

_log = logging.getLogger(__name__)

WAITING, WORKING, FAILED = "waiting", "working", "failed"
MOST_FAILED = 1000
"""So many failures are remembered."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")
Work = Callable[[Tell], Awaitable[T]]


@dataclass
class QueuePlace:
    """How far something is that was asked for and is not there."""

    state: str = WAITING
    part: float = 0.0


class Shelf(Generic[K, V]):
    """Answers as they were asked for last; when there is no room, those that nobody has asked for the longest go."""

    def __init__(self, room: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._room, self._size_of = room, size
        self._kept, self._size = OrderedDict[K, V](), 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def size(self) -> int:
        return self._size

    def get(self, key: K) -> V | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: K, answer: V) -> None:
        self.drop(key)
        if self._room > 0:
            self._kept[key] = answer
            self._size += self._size_of(answer)
        while self._size > self._room and len(self._kept) > 1:  # the newest stays, however large
            self._size -= self._size_of(self._kept.popitem(last=False)[1])

    def drop(self, key: K) -> None:
        if key in self._kept:
            self._size -= self._size_of(self._kept.pop(key))


class Queue(Generic[K, V]):
    def __init__(self, name: str, workers: int = 1, *, longest: int | None = None, shelf: Shelf[K, V] | None = None) -> None:
        """`longest`: from so many on, waiting or worked at, the queue is full. Without a shelf nothing is kept."""
        self._name, self._longest = name, longest
        self._turns = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers, name)
        self._tasks: dict[K, asyncio.Task[V]] = {}
        self._unnamed = set[asyncio.Task[Any]]()
        self._standings: dict[K, QueuePlace] = {}
        self._failed = Shelf[K, QueuePlace](MOST_FAILED)
        self.shelf: Shelf[K, V] = Shelf(0) if shelf is None else shelf

    @property
    def is_full(self) -> bool:
        return self._longest is not None and len(self._tasks) >= self._longest

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting or worked at: what is asked for now begins at once."""
        return not self._tasks

    def standing(self, key: K) -> QueuePlace | None:
        """How far something is; None if nobody has asked for it, or it is done."""
        return self._standings.get(key) or self._failed.get(key)

    async def ask(self, key: K, work: Work[V]) -> V:
        """The answer to a key: kept from before, or made now, by this work or by whoever was first to ask. Whoever stops waiting
        does not stop the work.
        """
        known = self.shelf.get(key)
        return known if known is not None else await asyncio.shield(self._task(key, work))

    def start(self, key: K, work: Work[V]) -> None:
        """Begin what nobody waits for, unless it is under way. If it fails, the log says so, and its standing."""
        if key not in self._tasks:
            self._task(key, work).add_done_callback(lambda task: self._notice(key, task))

    async def do(self, work: Work[T]) -> T:
        """Something that has no key, when its turn has come. Whoever stops waiting gives up the turn."""
        task = asyncio.create_task(self._turn(work))
        self._unnamed.add(task)
        task.add_done_callback(self._unnamed.discard)
        return await task

    def in_thread(self, call: Callable[[], T], limit: float | None = None) -> Work[T]:
        """Work that is a plain call, made in a thread of this queue. After more seconds than the limit it has failed, with a
        TimeoutError; waiting for its turn does not count.
        """

        async def work(tell: Tell) -> T:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(self._threads, call), limit)

        return work

    async def close(self) -> None:
        """Stop; what is not done is begun again when somebody asks."""
        tasks = (*self._tasks.values(), *self._unnamed)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()  # of those that had not even begun
        self._standings.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _task(self, key: K, work: Work[V]) -> asyncio.Task[V]:
        if key not in self._tasks:
            self._failed.drop(key)
            self._standings[key] = QueuePlace()
            self._tasks[key] = asyncio.create_task(self._made(key, work))
        return self._tasks[key]

    async def _turn(self, work: Work[T]) -> T:
        async with self._turns:
            return await work(lambda part: None)

    async def _made(self, key: K, work: Work[V]) -> V:
        standing = self._standings[key]

        def tell(part: float) -> None:
            standing.part = part

        try:
            async with self._turns:
                standing.state = WORKING
                made = await work(tell)
        except Exception:
            standing.state = FAILED
            self._failed.put(key, standing)
            raise
        else:
            self.shelf.put(key, made)
            return made
        finally:
            del self._tasks[key], self._standings[key]

    def _notice(self, key: K, task: asyncio.Task[V]) -> None:
        if not task.cancelled() and (problem := task.exception()) is not None:
            _log.error("%s: nothing came of %s", self._name, key, exc_info=problem)
