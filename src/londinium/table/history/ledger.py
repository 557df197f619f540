"""Reads how finished tables ended and enters it in the store's book, little by little and apart from all play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from londinium.kernel.words.errors import LondiniumError
from londinium.table.errors import StoreError
from londinium.table.events import EventRow, Opened
from londinium.table.history.daily import OWN_SEAT, kind_played
from londinium.table.history.endings import Ending, ending_of
from londinium.table.history.results import Result, results_of
from londinium.table.store.base import Store
from londinium.table.table import Table
from londinium.work.queue import Queue

_log = logging.getLogger(__name__)

TABLES_AT_ONCE = 50
PAUSE = 0.05
LEDGER_PATIENCE = 3.0
"""Seconds for which a page waits for what is not entered yet."""
FEW_UNREAD = 8
"""A page waits for so many tables; where there are more, they are entered behind it."""


class Ledger:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue = Queue[str, None]("ledger")

    async def up_to_date(self, patience: float = LEDGER_PATIENCE) -> bool:
        """Enter what is missing, the newest first. False if there is so much that it goes on behind the page."""
        missing = len(await self._store.unread(FEW_UNREAD + 1))
        if missing > FEW_UNREAD:
            self._queue.start("catch up", lambda tell: self.catch_up(PAUSE))
            return False
        if missing:
            try:
                await asyncio.wait_for(self._queue.ask("catch up", lambda tell: self.catch_up(PAUSE)), patience)
            except TimeoutError:
                return False
        return True

    async def catch_up(self, pause: float = 0.0) -> None:
        """Enter all that is missing; where it is much, with a pause after each table, so that live ones do not feel it."""
        waits = 0.0
        while found := await self._store.unread(TABLES_AT_ONCE):
            for table in found:
                await self._enter(table)
                await asyncio.sleep(waits)
            waits = pause

    async def _enter(self, table: str) -> None:
        results: list[Result] = []
        rows: Sequence[EventRow] = []
        ending: Ending | None = None
        try:
            rows = await self._store.rows(table)
            results, ending = await asyncio.to_thread(_read, rows)
        except StoreError:
            raise  # the table may be fine
        except LondiniumError as error:
            _log.warning("table %s has no results: %s", table, error)
        await self._store.keep_results(table, results)
        await self._claim(rows, results)
        await self._store.keep_ending(table, ending)

    async def _claim(self, rows: Sequence[EventRow], results: Sequence[Result]) -> None:
        """A table that came from another database brings its attempt along."""
        opened = rows[0].event if rows else None
        if results and isinstance(opened, Opened) and opened.settings.counted and opened.settings.day is not None:
            own = results[OWN_SEAT]
            await self._store.keep_day_kind(opened.settings.day, own.game, kind_played(opened.settings))
            await self._store.claim(opened.settings.day, own.game, own.key, own.table)

    async def close(self) -> None:
        """Stop; the rest is entered when somebody asks again."""
        await self._queue.close()


def _read(rows: Sequence[EventRow]) -> tuple[list[Result], Ending | None]:
    table = Table(rows)
    return results_of(table), ending_of(table)
