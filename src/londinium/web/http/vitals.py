"""How the process is: its memory and descriptors, how late its event loop is, and whether its database can be written."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from londinium.table.errors import StoreError
from londinium.table.store import Store
from londinium.web.http.metrics import Metrics

PULSE_LIMIT = 2.0
"""Seconds after which a commit that is not done counts as failed."""
PULSE_EVERY = 1.0
"""Seconds for which an answer is good: however often somebody asks, nothing more is written."""
LAG_EVERY = 0.25

PROCESS_FAMILIES = {
    "process_resident_memory_bytes": ("gauge", "Memory that the process has."),
    "process_open_fds": ("gauge", "Descriptors that are open: sockets, files."),
    "process_max_fds": ("gauge", "How many descriptors may be open."),
    "process_cpu_seconds_total": ("counter", "Processor time that the process has used."),
    "process_start_time_seconds": ("gauge", "When the process was started, in seconds since 1970."),
}
QUEUE_FAMILY = ("londinium_queue", "gauge", "Thoughts and analyses that wait or are under way, by queue.")
STARTED = time.time()


@dataclass(frozen=True)
class Beat:
    """Whether something could be committed, how long it took, and what was wrong, for the host."""

    at: float
    seconds: float
    problem: str = ""


class Vitals:
    def __init__(self, store: Store, metrics: Metrics, now: Callable[[], int]) -> None:
        self._store, self._metrics, self._now = store, metrics, now
        self._beating: asyncio.Task[Beat] | None = None
        self._last: Beat | None = None
        self._sampling: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sampling = asyncio.create_task(self._sample())

    async def close(self) -> None:
        tasks = [task for task in (self._sampling, self._beating) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def beat(self) -> Beat:
        """Commit something, unless that was done a moment ago. One commit is under way at a time, however long it takes."""
        if self._last is not None and time.monotonic() - self._last.at < PULSE_EVERY:
            return self._last
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._commit())
        done, _ = await asyncio.wait([self._beating], timeout=PULSE_LIMIT)
        if not done:
            return Beat(time.monotonic(), PULSE_LIMIT, f"a commit takes more than {PULSE_LIMIT:g} seconds")
        return self._beating.result()

    async def _commit(self) -> Beat:
        begun, problem = time.monotonic(), ""
        try:
            await self._store.pulse(self._now())
        except StoreError as error:
            problem = str(error)
        self._last = Beat(time.monotonic(), time.monotonic() - begun, problem)
        return self._last

    async def _sample(self) -> None:
        """How much later than asked for the event loop has a turn: so long everybody waits."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._metrics.time("loop_lag", max(0.0, loop.time() - due))


def vital_lines(queues: Mapping[str, int]) -> Iterator[str]:
    """What is known of the process and its queues, as Prometheus reads it; a system that does not say something is left out."""
    found = process_facts()
    for name, (kind, about) in PROCESS_FAMILIES.items():
        if name in found:
            yield from (f"# HELP {name} {about}", f"# TYPE {name} {kind}", f"{name} {found[name]:.15g}")
    name, kind, about = QUEUE_FAMILY
    yield from (f"# HELP {name} {about}", f"# TYPE {name} {kind}")
    yield from (f'{name}{{queue="{queue}"}} {length}' for queue, length in queues.items())


def process_facts() -> dict[str, float]:
    spent = os.times()
    found = {"process_cpu_seconds_total": spent.user + spent.system, "process_start_time_seconds": STARTED}
    try:
        import resource

        found["process_max_fds"] = float(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        found["process_resident_memory_bytes"] = float(pages * resource.getpagesize())
        found["process_open_fds"] = float(len(os.listdir("/proc/self/fd")))
    except (ImportError, OSError):  # not Linux
        pass
    return found
