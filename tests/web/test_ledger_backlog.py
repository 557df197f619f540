"""Pages answer at once while the ledger works off many tables, such as imported ones; of a few, nothing is missing."""

from __future__ import annotations

import asyncio
import time
from datetime import date
from pathlib import Path

import pytest

from londinium.load.tables import play_tables
from londinium.table.history import ledger

from .site import in_loop, serving


@in_loop
async def test_statistics_do_not_wait_for_imported_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "TABLES_AT_ONCE", 2)
    monkeypatch.setattr(ledger, "PAUSE", 0.3)  # as long as large tables would take
    async with serving(tmp_path, date(2026, 11, 18)) as world, world.person() as ann:
        await world.hall.store.append(list(play_tables("old-london-bridge", 2)))
        assert await world.site.ledger.up_to_date(), "of one, nothing is missing"
        assert not await world.hall.store.unread(1)
        for _ in range(12):
            await world.hall.store.append(list(play_tables("old-london-bridge", 2)))
        for path in ("/stats/Ann", "/daily", "/you"):
            begun = time.monotonic()
            assert (await ann.get(path)).status_code in (200, 404)
            assert time.monotonic() - begun < 1.5, path
        end = time.monotonic() + 60
        while await world.hall.store.unread(1):
            assert time.monotonic() < end
            await asyncio.sleep(0.1)
        assert await world.site.ledger.up_to_date()
