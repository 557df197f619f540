"""Export and import: everything comes over, or nothing does and the line is named."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from londinium.cli.tables import verb
from londinium.kernel.words.errors import InvalidRecord, LondiniumError
from londinium.table import commands
from londinium.table.errors import BadLink, NotAllowed
from londinium.table.hall.hall import Hall
from londinium.table.papers.export import export_lines, import_lines
from londinium.table.store import open_store
from londinium.table.table import Table

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings, states


async def a_server(hall: Hall) -> list[Table]:
    """A finished table and one at which nobody is about to move by itself."""
    tables = [await hall.create(settings(CITY, 2), seed=1), await hall.create(settings(BRIDGE, 3, bots=1), seed=2)]
    await play_on(hall, tables[0])
    await play_on(hall, tables[1], 5)
    while tables[1].bots_to_act():
        await asyncio.sleep(0.001)
    await hall.command(tables[1].id, 0, commands.Say("s", "Grüße ✓"))
    return tables


@in_loop
async def test_everything_moves_to_another_database_with_its_links(database: str, tmp_path: Path) -> None:
    async with serving(database) as hall:
        tables = await a_server(hall)
        token = hall.token(tables[1], 0)
        lines = [line async for line in export_lines(hall.store, with_links=True)]
    other = f"sqlite:///{tmp_path / 'other.db'}"
    store = await open_store(other)
    assert await import_lines(store, lines, "export", with_links=True) == 2
    assert [line async for line in export_lines(store, with_links=True)] == lines
    with pytest.raises(NotAllowed):
        await import_lines(store, lines, "export")
    await store.close()
    async with serving(other) as hall:
        entered = await hall.enter(token)
        assert states(entered.table) == states(tables[1])
        await play_on(hall, entered.table)
        assert entered.table.is_over


@in_loop
async def test_without_links_the_old_ones_open_nothing(sqlite: str, postgres: str) -> None:
    async with serving(sqlite) as hall:
        tables = await a_server(hall)
        token = hall.token(tables[1], 0)
        lines = [line async for line in export_lines(hall.store, [tables[1].id])]
    store = await open_store(postgres)
    with pytest.raises(NotAllowed):
        await import_lines(store, lines, "export", with_links=True)
    assert await import_lines(store, lines, "export") == 1
    await store.close()
    async with serving(postgres) as hall:
        with pytest.raises(BadLink):
            await hall.enter(token)
        assert [line async for line in export_lines(hall.store)] == lines


@in_loop
async def test_a_broken_file_changes_nothing_and_the_line_is_named(database: str, tmp_path: Path) -> None:
    async with serving(f"sqlite:///{tmp_path / 'first.db'}") as hall:
        await a_server(hall)
        good = [line async for line in export_lines(hall.store)]
    store = await open_store(database)
    broken = {
        1: [b"{}", *good[1:]],
        2: [good[0], *good[2:]],
        4: [*good[:3], good[3][:-5], *good[4:]],
        5: [*good[:4], *good[5:]],
        6: [*good[:5], good[4], *good[5:]],
        7: [*good[:6], good[6].replace(b'"move":"', b'"move":"x'), *good[7:]],
        8: [*good[:7], good[7].replace(b'"seat":', b'"seat":-'), *good[8:]],
        len(good) + 1: [*good, good[1]],
    }
    for line, lines in broken.items():
        assert lines != good
        with pytest.raises(InvalidRecord) as caught:
            await import_lines(store, lines, "export")
        assert caught.value.line == line, caught.value
    for lines in ([], [b'{"londinium_tables":99}'], [b"\xff\xfe"]):
        with pytest.raises(LondiniumError):
            await import_lines(store, lines, "export")
    assert await store.tables() == []
    await store.close()


def memory_of_moving(lines: list[bytes], copies: int, folder: Path) -> int:
    """The most memory that export and import of so many copies of a table take, beyond the lines themselves."""
    ids = [f"table{number:05}" for number in range(copies)]
    table = json.loads(lines[1])["table"].encode()
    many = [lines[0], *(line.replace(table, id.encode()) for id in ids for line in lines[1:])]
    peak = 0

    @in_loop
    async def move() -> None:
        nonlocal peak
        store = await open_store(f"sqlite:///{folder / f'{copies}.db'}")
        tracemalloc.start()
        assert await import_lines(store, many, "export") == copies
        count = 0
        async for _ in export_lines(store):
            count += 1
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        await store.close()
        assert count == len(many)

    move()
    return peak


def test_memory_does_not_grow_with_the_tables_that_are_moved(tmp_path: Path) -> None:
    lines: list[bytes] = []

    @in_loop
    async def one() -> None:
        async with serving(f"sqlite:///{tmp_path / 'one.db'}") as hall:
            await play_on(hall, await hall.create(settings(CITY, 2), seed=1), 4)
            lines.extend([line async for line in export_lines(hall.store)])

    one()
    memory_of_moving(lines, 5, tmp_path)
    few, many = memory_of_moving(lines, 20, tmp_path), memory_of_moving(lines, 120, tmp_path)
    assert many < 2.5 * few, "six times as many tables"


def run(*words: str) -> Result:
    return CliRunner().invoke(verb, list(words))


def test_the_command_line(tmp_path: Path) -> None:
    first, second = f"sqlite:///{tmp_path / 'a.db'}", f"sqlite:///{tmp_path / 'b.db'}"

    @in_loop
    async def fill() -> None:
        async with serving(first) as hall:
            await a_server(hall)

    fill()
    listed = run("list", "--database", first)
    assert listed.exit_code == 0
    assert "finished" in listed.output
    assert "running" in listed.output
    file = tmp_path / "tables.jsonl"
    assert run("export", "--database", first, "-o", str(file)).exit_code == 0
    assert file.stat().st_mode & 0o077 == 0, "only its owner may read the seeds"
    assert run("import", str(file), "--database", second).exit_code == 0
    assert run("list", "--database", second).output == listed.output
    assert isinstance(run("import", str(file), "--database", second).exception, NotAllowed)
    assert isinstance(run("list", "--database", f"sqlite:///{tmp_path / 'c.db'}").exception, LondiniumError)
    assert isinstance(run("import", str(tmp_path / "none"), "--database", second).exception, LondiniumError)
