"""Slow work in a queue: a limited amount at a time, each thing once however many ask, and answers kept while there is room.

A piece of work is an asynchronous function that is called when its turn has come: a process of its own (`work/job.py`), a call in
a thread of the queue, or anything else that waits. What has a key can be asked for by many; what has none is done and forgotten.
Turns are shared fairly among those who ask (`work/turns.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from londinium.kernel.kept import BUDGET
from londinium.work.job import JobStopped, Tell
from londinium.work.turns import Asker, Ticket, Turns, current_asker

_log = logging.getLogger(__name__)

WAITING, WORKING, FAILED = "waiting", "working", "failed"
MOST_FAILED = 1000
"""How many failures are remembered."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")
Work = Callable[[Tell], Awaitable[T]]


@dataclass
class QueuePlace:
    """How far something is that was asked for and is not there."""

    state: str = WAITING
    part: float = 0.0
    before: int = 0
    """How many come before it, those under way included."""


class Shelf(Generic[K, V]):
    """Answers as they were asked for last; when there is no room, those that nobody has asked for the longest go. One whose sizes
    are bytes draws on the budget of everything that is kept.
    """

    def __init__(self, room: int, size: Callable[[V], int] | None = None) -> None:
        self._room, self._size_of = room, size or (lambda _: 1)
        self._kept, self._size = OrderedDict[K, V](), 0
        self._counts_bytes = size is not None
        if self._counts_bytes:
            BUDGET.add_keeper(self)

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
        if self._counts_bytes:
            BUDGET.make_room()

    @property
    def held(self) -> int:
        return self._size

    def shed(self) -> None:
        """Let go of the older half."""
        half = self._size / 2
        while self._kept and self._size > half:
            self._size -= self._size_of(self._kept.popitem(last=False)[1])

    def drop(self, key: K) -> None:
        if key in self._kept:
            self._size -= self._size_of(self._kept.pop(key))


class Queue(Generic[K, V]):
    def __init__(
        self,
        name: str,
        workers: int = 1,
        *,
        longest: int | None = None,
        longest_of_one: int | None = None,
        spares: bool = False,
        shelf: Shelf[K, V] | None = None,
    ) -> None:
        """`longest`: with this many pieces waiting or under way, the queue is full; `longest_of_one`: it is full for a visitor
        who has asked for this many of them. `spares`: see `Turns`. Without a shelf nothing is kept.
        """
        self._name, self._longest, self._longest_of_one = name, longest, longest_of_one
        self._turns = Turns(workers, spares=spares)
        self._tickets: dict[K, Ticket] = {}
        self._asked: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(workers, name)
        self._tasks: dict[K, asyncio.Task[V]] = {}
        self._unnamed = set[asyncio.Task[Any]]()
        self._standings: dict[K, QueuePlace] = {}
        self._failed = Shelf[K, QueuePlace](MOST_FAILED)
        self.shelf: Shelf[K, V] = Shelf(0) if shelf is None else shelf

    @property
    def is_full(self) -> bool:
        return self._longest is not None and self._asked.total() >= self._longest

    def is_full_for(self, asker: Asker | None = None) -> bool:
        """Whether nothing more can be asked for: by anybody, or by this visitor."""
        visitor, _ = asker or current_asker.get()
        return self.is_full or (self._longest_of_one is not None and self._asked[visitor] >= self._longest_of_one)

    @property
    def length(self) -> int:
        """How many pieces wait or are under way."""
        return self._asked.total()

    def before(self, asker: Asker | Ticket) -> int:
        """How many pieces come before one that is asked for now, or that stands in line with a ticket; those under way
        included.
        """
        return self._before(asker if isinstance(asker, Ticket) else Ticket(asker))

    def _before(self, ticket: Ticket) -> int:
        return self._turns.before(ticket) + self._turns.held

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting or worked at: what is asked for now begins at once."""
        return not self._tasks and not self._unnamed

    @property
    def under_way(self) -> tuple[K, ...]:
        """What is waiting or worked at."""
        return tuple(self._tasks)

    def standing(self, key: K) -> QueuePlace | None:
        """How far something is; None if nobody has asked for it, or it is done."""
        standing = self._standings.get(key) or self._failed.get(key)
        if standing is not None and standing.state == WAITING:
            standing.before = self._before(self._tickets[key])
        return standing

    async def ask(self, key: K, work: Work[V], asker: Asker | None = None) -> V:
        """The answer to a key: kept from before, or made now, by this work or by that of the first to ask. Cancelling the wait
        does not stop the work.
        """
        known = self.shelf.get(key)
        return known if known is not None else await asyncio.shield(self._task(key, work, asker or current_asker.get()))

    def start(self, key: K, work: Work[V], asker: Asker | None = None) -> None:
        """Begin what nobody waits for, unless it is under way. If it fails, the log says so, and its standing."""
        if key not in self._tasks:
            self._task(key, work, asker or current_asker.get()).add_done_callback(lambda task: self._notice(key, task))

    async def do(self, work: Work[T], asker: Asker | Ticket | None = None) -> T:
        """Something that has no key, when its turn has come. Cancelling the wait gives up the turn."""
        ticket = asker if isinstance(asker, Ticket) else Ticket(asker or current_asker.get())
        task = asyncio.create_task(self._turn(work, ticket))
        self._count(ticket.asker, task)
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

    def move(self, ticket: Ticket, asker: Asker) -> None:
        """Let what waits with a ticket wait as somebody else's."""
        self._turns.move(ticket, asker)

    async def close(self) -> None:
        """Stop; what is not done is begun again when somebody asks."""
        tasks = (*self._tasks.values(), *self._unnamed)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()  # of those that had not even begun
        self._standings.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _task(self, key: K, work: Work[V], asker: Asker) -> asyncio.Task[V]:
        if key not in self._tasks:
            self._failed.drop(key)
            self._standings[key], self._tickets[key] = QueuePlace(), Ticket(asker)
            self._tasks[key] = asyncio.create_task(self._made(key, work))
            self._count(asker, self._tasks[key])
        return self._tasks[key]

    def _count(self, asker: Asker, task: asyncio.Task[Any]) -> None:
        visitor, _ = asker
        self._asked[visitor] += 1

        def done(_: asyncio.Task[Any]) -> None:
            self._asked[visitor] -= 1
            if not self._asked[visitor]:
                del self._asked[visitor]

        task.add_done_callback(done)

    async def _turn(self, work: Work[T], ticket: Ticket) -> T:
        async with self._turns.turn(ticket):
            return await work(lambda part: None)

    async def _made(self, key: K, work: Work[V]) -> V:
        standing = self._standings[key]

        def tell(part: float) -> None:
            standing.part = part

        try:
            async with self._turns.turn(self._tickets[key]):
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
            del self._tasks[key], self._standings[key], self._tickets[key]

    def _notice(self, key: K, task: asyncio.Task[V]) -> None:
        if not task.cancelled() and (problem := task.exception()) is not None:
            if isinstance(problem, JobStopped):
                _log.info("%s: %s was stopped", self._name, key)
                return
            _log.error("%s: nothing came of %s", self._name, key, exc_info=problem)
