"""Keeps the server within the memory that its host allows.

What is kept to be quick (`kernel/kept.py`) has the room that is left by everything else: the program, the compiled rules, the
open tables. How much that is, nobody can count, so the whole process is looked at every few seconds. When the budget is nearly
used up, the oldest that is kept goes, then tables that nobody looks at are put away, and what is free is given back to the
system.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from londinium.kernel.kept import BUDGET, LEAST_ROOM
from londinium.work.memory import resident_bytes

_log = logging.getLogger(__name__)

LOOK_EVERY = 2.0
ENOUGH = 0.95
"""The part of the budget that is aimed at: what comes between two looks needs room, too."""
MOST_KEPT = 0.5
"""The part of the budget that may be kept at most."""
LEAST_KEPT = 0.1
"""The part that is always kept, however many tables there are: with less, every move would take twice as long."""
STEP_BACK = 0.8
"""Where the process is above its aim, so much of what was kept may stay until the next look."""
IDLE_WHEN_SHORT = 30.0
"""Seconds after which a table nobody looks at is put away, if memory is short."""
TRIM_AFTER = 15.0
"""Seconds between two attempts to give memory back: each takes some milliseconds."""
WARN_AFTER = 600.0
ARENAS = -8, 2
"""For C's allocator: no more than two heaps for all threads, as each keeps what is free in it."""


@dataclass(frozen=True)
class MemoryAccount:
    """In bytes."""

    budget: int
    resident: int
    """What the process has now; 0 where the system does not say."""
    kept: int
    """Of this, about so much could be made again."""
    room: int
    """How much may be kept."""
    results: int
    """How many results are kept."""
    shed: int
    """How often the oldest of them had to go."""


def _c_library() -> Any:
    """Where C's allocator can be asked for something; None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes  # a browser does not have it

    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None


class MemoryWatch:
    def __init__(self, budget: int, put_away: Callable[[float], int]) -> None:
        """`put_away` closes tables that nobody has looked at for so many seconds, and says how many."""
        self.budget, self._put_away = budget, put_away
        self._c, self._trimmed = _c_library(), 0.0
        self._warned: float | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self._c is not None:
            self._c.mallopt(*ARENAS)
        BUDGET.allow(int(self.budget * MOST_KEPT / 2))
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def account(self) -> MemoryAccount:
        return MemoryAccount(self.budget, resident_bytes(), BUDGET.held, BUDGET.room, BUDGET.results, BUDGET.aged)

    def look(self) -> None:
        """Let what is kept have what room there is."""
        resident, kept = resident_bytes(), BUDGET.held
        if not resident:
            return
        aim = int(self.budget * ENOUGH)
        room = min(aim - max(0, resident - kept), int(self.budget * MOST_KEPT))
        if resident > aim:
            room = min(room, int(kept * STEP_BACK))
        least = max(LEAST_ROOM, int(self.budget * LEAST_KEPT))
        BUDGET.allow(max(room, least))
        if resident > aim:
            self._put_away(IDLE_WHEN_SHORT)
            self._give_back()
            self._warn(resident)

    def _warn(self, resident: int) -> None:
        """Now and then, if there is nothing more to let go of."""
        now = asyncio.get_running_loop().time()
        if resident > self.budget and (self._warned is None or now - self._warned > WARN_AFTER):
            self._warned = now
            _log.warning("%s MB of memory are used, of %s: more tables need more memory", resident >> 20, self.budget >> 20)

    def _give_back(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._c is not None and now - self._trimmed > TRIM_AFTER:
            self._trimmed = now
            self._c.malloc_trim(0)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                self.look()
            except Exception:
                _log.exception("memory could not be looked after")
