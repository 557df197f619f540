"""Those who look at a table and want to hear of every change: one listener per open page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from londinium.table.events import EventRow
    from londinium.table.table import Table


class Listener:
    """Hears that a table has changed. A slow listener hears once of many changes, and always of the last."""

    def __init__(self, table: Table, seat: int | None, on_close: Callable[[Listener], None], visitor: str = "") -> None:
        """`visitor`: who looks, for those who share fairly."""
        self.table, self.seat, self.visitor = table, seat, visitor
        self._on_close = on_close
        self._news = asyncio.Event()
        self._news.set()
        self._heard = self._before = 0
        self.is_closed = False
        """Whether there will be no more news."""

    async def changed(self) -> bool:
        """Wait for news, the first time for none; False when there will be no more."""
        await self._news.wait()
        self._news.clear()
        self._before, self._heard = self._heard, self.table.number
        return not self.is_closed

    def rows(self) -> list[EventRow]:
        """The events between the last two calls of `changed`."""
        return self.table.rows[self._before : self._heard]

    def tell(self) -> None:
        self._news.set()

    def end(self) -> None:
        """There will be no more news."""
        self.is_closed = True
        self._news.set()

    def close(self) -> None:
        """Stop listening; may be called twice."""
        self.is_closed = True
        self._on_close(self)
