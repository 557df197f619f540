"""How much memory the processes of slow work may take beside a server: one budget for all of them together.

A job says how much it needs, and waits until so much is free. Its process is told how much it may have: what can do with less,
such as a solver, stops there with the best it has found; what would need more than the whole budget is ended, and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

MB = 1024 * 1024
WORK_MEMORY_MB, LEAST_WORK_MEMORY_MB = 700, 600
"""The budget of a server, if its host sets none; with less than the least an analysis of four players may not come to its end."""
SHARE_VARIABLE = "LONDINIUM_JOB_MEMORY"
"""In the environment of a job's process: the megabytes that it may use, and those at which it is ended."""
USUAL_JOB_MB = 100
"""Megabytes of a job that has not said what it needs."""
MEASURED_EVERY = 0.1
FIRST_TO_GO = "1000"
"""For the system, should the memory of the machine or the container be used up all the same: a job goes, not the server."""

F = TypeVar("F", bound=Callable[..., object])


def resident_bytes() -> int:
    """The memory of this process; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def needs(megabytes: int) -> Callable[[F], F]:
    """Mark a job with the most memory that it takes."""

    def mark(job: F) -> F:
        job.megabytes = megabytes  # type: ignore[attr-defined]
        return job

    return mark


# ── In the server ────────────────────────────────────────────────────────────


class WorkMemory:
    """What is left of the budget, and who waits for some of it."""

    def __init__(self) -> None:
        self.budget: int | None = None
        """In megabytes; None: nobody has set one."""
        self._used = 0
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def taken(self, megabytes: int) -> AsyncIterator[dict[str, str]]:
        """So much of the budget, or all of it; what the environment of the process is to say of that. Who needs little need not
        wait behind somebody who needs much.
        """
        if self.budget is None:
            yield {}
            return
        budget = self.budget
        share = min(megabytes, budget)
        while self._used + share > budget:
            place = asyncio.get_running_loop().create_future()
            self._waiting.append((share, place))
            try:
                await place
            finally:
                self._waiting = [one for one in self._waiting if one[1] is not place]
        self._used += share
        try:
            yield {SHARE_VARIABLE: f"{share} {budget}"}
        finally:
            self._used -= share
            for _, place in list(self._waiting):
                if not place.done():
                    place.set_result(None)  # each looks for itself whether there is room


WORK_MEMORY = WorkMemory()


# ── In the process of a job ──────────────────────────────────────────────────


def room_left() -> int | None:
    """The bytes that this process may still take; None where nobody has set a limit."""
    share = _share()
    return None if share is None else share[0] - resident_bytes()


def _share() -> tuple[int, int] | None:
    with suppress(ValueError):
        share, most = map(int, os.environ.get(SHARE_VARIABLE, "").split())
        return share * MB, most * MB
    return None


def keep_within() -> None:
    """End this process, and no other, when it takes more than the whole budget."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)
    share = _share()
    if share is not None and sys.platform != "emscripten":
        threading.Thread(target=_watch, args=(share[1],), daemon=True).start()


def _watch(most: int) -> None:
    while True:
        time.sleep(MEASURED_EVERY)
        if (found := resident_bytes()) > most:
            sys.stderr.write(f"a job took {found // MB} MB of memory, and {most // MB} MB are allowed: it was ended\n")
            sys.stderr.flush()
            os._exit(1)
