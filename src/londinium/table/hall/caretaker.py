"""Who looks after the tables of a hall: notes who comes and goes, and puts away what nobody needs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from londinium.table.errors import StoreError
from londinium.table.hall.opened import OpenTable
from londinium.table.hall.presence import MARK_EVERY
from londinium.table.hall.visitors import Visitors
from londinium.table.store.base import Store

_log = logging.getLogger(__name__)

IDLE_AFTER = 10 * 60.0
"""Seconds after which a table nobody looks at is put away; it is read again when somebody comes."""
ELSEWHERE_AFTER = 30.0
"""The same for a table that is played in another process: following it here would be work for nobody."""
TICK = 1.0
SWEPT = 20  # tables that are looked after before moves have their turn again
FEW_TABLES = 250
"""So many are looked after every second; of more, each only every so many seconds: it is about who has been away for a minute."""
MOST_TURNS = 5


class Caretaker:
    def __init__(
        self, store: Store, tables: dict[str, OpenTable], visitors: Visitors, release: Callable[[OpenTable], None]
    ) -> None:
        """`tables` are the hall's own; `release` leaves the bots of one to other processes."""
        self._store, self._tables, self._visitors, self._release = store, tables, visitors, release
        self._ticking: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._ticking = asyncio.create_task(self._tick())

    async def close(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)

    async def _tick(self) -> None:
        """Every second: note who came and went; now and then who is still there, and put idle tables away."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK)
            ticks += 1
            try:
                if ticks % MARK_EVERY == 0:
                    self._visitors.mark_present()
                await self._visitors.note()
                if ticks % MARK_EVERY == 0 and self._store.shared:
                    await self._visitors.learn()
                await self.sweep(ticks)
            except StoreError as error:
                _log.warning("presence could not be noted: %s", error)
            except Exception:
                _log.exception("housekeeping failed")

    async def sweep(self, tick: int = 0) -> None:
        """Look after all tables; where there are many, after some of them each time."""
        now, turns = asyncio.get_running_loop().time(), min(MOST_TURNS, 1 + len(self._tables) // FEW_TABLES)
        for number, opened in enumerate(list(self._tables.values())[tick % turns :: turns]):
            if number % SWEPT == 0:
                await asyncio.sleep(0)  # moves come first
            if opened.listeners:
                self._visitors.show(opened)
            elif now - opened.used > (ELSEWHERE_AFTER if opened.elsewhere else IDLE_AFTER) and opened.is_idle:
                self.put_away(opened)

    def put_away_idle(self, seconds: float) -> int:
        """Put tables away that nobody has needed for so long; returns how many."""
        before = asyncio.get_running_loop().time() - seconds
        idle = [opened for opened in self._tables.values() if opened.is_idle and opened.used < before]
        for opened in idle:
            self.put_away(opened)
        return len(idle)

    def put_away(self, opened: OpenTable) -> None:
        """Forget a table; it is read again when somebody needs it."""
        self._tables.pop(opened.table.id, None)
        self._release(opened)
        opened.end()
