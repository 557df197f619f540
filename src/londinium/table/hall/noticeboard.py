"""Hears what the host changes while a server runs: every few seconds it looks whether there is a new notice in the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from londinium.kernel.words.errors import LondiniumError
from londinium.table.hall.hall import Hall
from londinium.table.hall.signature import read_links
from londinium.table.store.desk import NOTICES_REREAD

_log = logging.getLogger(__name__)

NOTICED_AFTER = 0.5
"""Seconds between two looks."""

Change = Callable[[], Awaitable[None]]


class Noticeboard:
    """Tables and links are brought up to date here; for other kinds of notices somebody says what is to be done."""

    def __init__(self, hall: Hall, changes: Mapping[str, Change]) -> None:
        self._hall, self._changes = hall, changes
        self._last = 0
        self._seen: set[int] = set()
        self._looking: asyncio.Task[None] | None = None
        self._accepted: list[bytes] = []

    async def start(self) -> None:
        """Read everything once, then whatever changes."""
        self._last = await self._hall.store.last_notice()
        for notice in await self._hall.store.notices(self._last):
            self._seen.add(notice.number)
        for change in self._changes.values():
            await change()
        self._accepted = self._hall.links.accepted
        self._looking = asyncio.create_task(self._look_on())

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(NOTICED_AFTER)
            try:
                await self.look()
            except LondiniumError as error:
                _log.warning("what the host has changed could not be read: %s", error)
            except Exception:
                _log.exception("what the host has changed could not be read")

    async def look(self) -> None:
        """Do what the new notices ask for."""
        fresh = [notice for notice in await self._hall.store.notices(self._last) if notice.number not in self._seen]
        for kind in dict.fromkeys(notice.kind for notice in fresh if notice.kind != "table"):
            if kind == "secret":
                await read_links(self._hall.store, self._hall.links)
            if kind in self._changes:
                await self._changes[kind]()
        if self._hall.links.accepted != self._accepted:  # also when the grace of an old secret ends
            self._accepted = self._hall.links.accepted
            self._hall.links_changed()
        tables = {notice.table for notice in fresh if notice.kind == "table"}
        for table in await self._gone() if "" in tables else ():
            tables.add(table)
        for table in tables - {""}:
            await self._hall.read_again(table)
        self._last = max([self._last, *(notice.number for notice in fresh)])
        self._seen = {
            number for number in (*self._seen, *(notice.number for notice in fresh)) if number > self._last - NOTICES_REREAD
        }

    async def _gone(self) -> list[str]:
        """Tables in memory of which nothing is stored."""
        known = self._hall.in_memory
        return sorted(set(known) - await self._hall.store.are_stored(known))
