"""A file of tables in which one cannot be played here: all of them come, and go away again as they came."""

from __future__ import annotations

from pathlib import Path

import pytest

from londinium.table.errors import BrokenTable, NotPlayableHere
from londinium.table.papers.export import export_lines, import_lines
from londinium.table.store import open_store

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings


@in_loop
async def test_one_such_table_does_not_refuse_the_file(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/first.db") as hall:
        good = await hall.create(settings(CITY, 2))
        other = await hall.create(settings(BRIDGE, 2))
        await play_on(hall, other)
        assert other.is_over
        lines = [line async for line in export_lines(hall.store, with_links=True)]
        token = hall.token(other, 0)
    lines = [line.replace(b'"rules":2', b'"rules":99') for line in lines]
    store = await open_store(f"sqlite:///{tmp_path}/second.db")
    assert await import_lines(store, lines, "tables", with_links=True) == 2
    listed = {about.id: about for about in await store.tables()}
    assert (listed[other.id].finished, listed[other.id].names) == (True, ("Ann", "Ben"))
    assert not listed[good.id].finished
    assert [line async for line in export_lines(store, with_links=True)] == lines
    await store.close()
    async with serving(f"sqlite:///{tmp_path}/second.db") as hall:
        assert (await hall.open(good.id)).names == good.names
        with pytest.raises(NotPlayableHere, match="version 99 of the rules"):
            await hall.enter(token)


@in_loop
async def test_gaps_are_found_in_such_tables_too(tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path}/first.db") as hall:
        table = await hall.create(settings(BRIDGE, 2))
        await play_on(hall, table, 3)
        lines = [line async for line in export_lines(hall.store)]
    lines = [line.replace(b'"rules":2', b'"rules":99') for line in lines]
    store = await open_store(f"sqlite:///{tmp_path}/second.db")
    with pytest.raises(Exception, match="out of sequence"):
        await import_lines(store, [*lines[:2], *lines[3:]], "tables")
    assert not await store.tables()
    await store.close()
    assert issubclass(NotPlayableHere, BrokenTable)
