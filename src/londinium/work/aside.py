"""A process that stays and is asked again and again, at the lowest priority: for what may be interrupted at any moment.

A job (`work/job.py`) has a process of its own, which takes seconds to begin; what is asked for many times a minute waits for
none. It is a process and no thread for the same reason: a thread that the system puts last may hold Python's lock just when a
live table needs it. What it does goes on only as long as nobody says stop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import TypeVar

from londinium.kernel.announcement import be_quiet
from londinium.work.job import step_back
from londinium.work.pool import end_with_parent

T = TypeVar("T")

_told_to_stop: list[Event] = []
"""In the process: what is set from outside."""


class AsideEnded(Exception):
    """The process was ended from outside, or could not be started."""


class Aside:
    """One process, started when it is first asked. One thing at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._stop = context.Event()
        self._pool = ProcessPoolExecutor(1, context, _begin_aside, (self._stop,))

    async def do(self, call: Callable[[], T]) -> T:
        """What comes of a call; it and its answer are pickled. AsideEnded if the process is gone."""
        self._stop.clear()
        try:
            # To begin a process takes some milliseconds, in which no table should wait.
            return await asyncio.wrap_future(await asyncio.to_thread(self._pool.submit, call))
        except (BrokenProcessPool, OSError) as error:
            raise AsideEnded(str(error)) from error

    def stop(self) -> None:
        """Ask whatever is under way to come to its end."""
        self._stop.set()

    async def close(self) -> None:
        """End the process, in the middle of whatever it does: a server that stops should not wait until it has loaded."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def is_told_to_stop() -> bool:
    """Asked in the process, again and again: whether to come to an end."""
    return any(stop.is_set() for stop in _told_to_stop)


def _begin_aside(stop: Event) -> None:
    _told_to_stop.append(stop)
    be_quiet()
    step_back()
    end_with_parent()
