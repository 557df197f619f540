"""Backups: everything of a database that is in use, into a database of either kind, all of it or nothing."""

from __future__ import annotations

import asyncio
import gzip
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from londinium.cli import backup, restore
from londinium.kernel.words.errors import InvalidRecord, LondiniumError
from londinium.table import commands
from londinium.table.errors import NotAllowed, StoreError
from londinium.table.hall.hall import Hall
from londinium.table.papers.backup import Counted, backup_lines, in_order, restore_lines
from londinium.table.papers.export import export_lines
from londinium.table.store import open_store
from londinium.table.store.copies import open_source, open_target
from londinium.table.store.desk import Ban
from londinium.table.store.ownership import served_alone
from londinium.table.store.sqlite import file_of
from londinium.table.tournaments.tournament import Tournament, new_tournament

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings

HOUR = 3600 * 1000


async def a_house(hall: Hall) -> None:
    """Something in (nearly) every table of the database."""
    done, running = await hall.create(settings(CITY, 2), seed=1), await hall.create(settings(BRIDGE, 3, bots=1), seed=2)
    await play_on(hall, done)
    await play_on(hall, running, 3)
    await hall.command(running.id, 0, commands.Say("s", "Grüße ✓ \\ \" '"))
    store = hall.store
    await store.keep_analysis(done.id, 1, bytes(range(256)))
    await store.mark_seen([(done.id, 0)], 5)
    person = await store.add_person("k" * 43, "Ann", 7)
    await store.claim("2026-11-16", CITY, "ann", done.id)
    await store.keep_day_kind("2026-11-16", CITY, "plain")
    await store.keep_puzzle(CITY, "one", 25.0, 8.333333333333334)
    wish = Tournament("", "Cup", CITY, {}, 1, 1, 0, hall.now() + 2 * HOUR, host=person.id)
    it = await store.keep_tournament(new_tournament(wish, hall.now()))
    assert it is not None
    await store.note_tournament(person.id, it.id)
    await store.ban(Ban("192.0.2.0/24", 1, 0, "spam"))
    await store.rotate_secret(b"\xff" * 32, hall.now(), 0)


async def counted(database: str) -> tuple[list[Counted], list[bytes]]:
    """What is in a database, and all its events."""
    source = await open_source(database)
    lines = [line async for line in backup_lines(source, 0)]
    await source.close()
    store = await open_store(database)
    events = [line async for line in export_lines(store, with_links=True)]
    await store.close()
    import msgspec

    return sorted((msgspec.json.decode(line, type=Counted) for line in lines if line.startswith(b'{"end"')), key=str), events


def run(verb: object, *words: str) -> Result:
    return CliRunner().invoke(verb, list(words))  # type: ignore[arg-type]


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
def test_a_backup_goes_both_ways_and_nothing_is_missing(
    database: str, to: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file, kept = tmp_path / "all.backup", []

    @in_loop
    async def fill() -> None:
        async with serving(database) as hall:
            await a_house(hall)
            # The server runs on meanwhile, and others write.
            assert (await asyncio.to_thread(run, backup.verb, "--database", database, "-o", str(file))).exit_code == 0
        kept.append(await counted(database))

    fill()
    assert file.stat().st_mode & 0o077 == 0
    other = f"sqlite:///{tmp_path / 'other.db'}" if to == "sqlite" else request.getfixturevalue("postgres")
    if other == database:
        refused = run(restore.verb, str(file), "--database", other)
        assert isinstance(refused.exception, NotAllowed), "what is there is not overwritten without a word"
    done = run(restore.verb, str(file), "--database", other, *(["--replace"] if other == database else []))
    assert done.exit_code == 0, done.exception
    assert "restored and checked" in done.output

    @in_loop
    async def compare() -> None:
        tables, events = await counted(other)
        assert (tables, events) == kept[0]
        rows = {one.end: one.rows for one in tables}
        for name in ("tables", "events", "secret", "old_secrets", "persons", "tournaments", "tournament_persons", "bans",
                     "attempts", "day_kinds", "puzzles", "analyses", "seen"):  # fmt: skip
            assert rows[name], name
        async with serving(other) as hall:  # and it goes on there
            table = await hall.create(settings(CITY, 2), seed=3)
            await play_on(hall, table, 2)
            await hall.store.notice("bans", 1)

    compare()


@in_loop
async def test_a_backup_is_one_moment_of_a_database_that_is_written_to(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(CITY, 2), seed=1)
        source = await open_source(database)
        lines = backup_lines(source, 0)
        first = [await anext(lines)]
        await play_on(hall, table, 4)
        await hall.create(settings(CITY, 2), seed=2)
        written = [*first, *[line async for line in lines]]
        await source.close()
    assert sum(b'"kind":"opened"' in line.replace(b"\\", b"") for line in written) == 1
    assert sum(b'"kind":"moved"' in line.replace(b"\\", b"") for line in written) == 0


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A backup of a small house."""
    folder = tmp_path_factory.mktemp("packed")
    database = f"sqlite:///{folder / 'a.db'}"

    @in_loop
    async def fill() -> None:
        async with serving(database) as hall:
            await a_house(hall)

    fill()
    assert run(backup.verb, "--database", database, "-o", str(folder / "b")).exit_code == 0
    return (folder / "b").read_bytes()


@in_loop
async def test_what_is_damaged_or_cut_off_changes_nothing(database: str, packed: bytes, tmp_path: Path) -> None:
    async with serving(database) as hall:
        await hall.create(settings(CITY, 2), seed=9)
    before = await counted(database)
    lines = gzip.decompress(packed).splitlines(keepends=True)
    event = next(number for number, line in enumerate(lines) if b"moved" in line)
    broken = [
        lines[:-1],
        lines[:event],
        [*lines[:event], *lines[event + 1 :]],
        [*lines[:event], lines[event].replace(b"moved", b"mowed"), *lines[event + 1 :]],
        [*lines[:event], lines[event][:-4], *lines[event + 1 :]],
        [lines[0].replace(b'"schema":', b'"schema":9'), *lines[1:]],
        [lines[0].replace(b"backup", b"pickup"), *lines[1:]],
        [b"nonsense\n"],
        [],
    ]
    for wrong in broken:
        target = await open_target(database, replace=True)
        with pytest.raises(InvalidRecord):
            await restore_lines(wrong, target, "b")
        await target.close()
    (tmp_path / "cut").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "turned").write_bytes(packed[:2000] + bytes([packed[2000] ^ 1]) + packed[2001:])
    for name in ("cut", "turned", "none"):
        assert isinstance(run_away(tmp_path / name, database), LondiniumError), name
    assert await counted(database) == before
    assert not list(tmp_path.glob("*.restoring*"))


def run_away(file: Path, database: str) -> BaseException | None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as aside:  # the verb has an event loop of its own
        return aside.submit(run, restore.verb, str(file), "--database", database, "--replace").result().exception


def test_a_restore_that_is_killed_leaves_what_was_there(database: str, packed: bytes, tmp_path: Path) -> None:
    @in_loop
    async def fill() -> None:
        async with serving(database) as hall:
            await hall.create(settings(CITY, 2), seed=9)

    fill()
    before = asyncio.run(counted(database))
    command = [sys.executable, "-m", "londinium", "restore", "-", "--database", database, "--replace"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write(packed[: len(packed) * 3 // 4])  # the rest never comes
    process.stdin.flush()
    time.sleep(1.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    assert asyncio.run(counted(database)) == before
    (tmp_path / "b").write_bytes(packed)
    assert run(restore.verb, str(tmp_path / "b"), "--database", database, "--replace").exit_code == 0, "and it can be done again"


def test_a_database_that_is_served_is_not_replaced(sqlite: str, postgres: str, packed: bytes, tmp_path: Path) -> None:
    file = tmp_path / "b"
    file.write_bytes(packed)
    assert run(restore.verb, str(file), "--database", sqlite).exit_code == 0
    with served_alone(file_of(sqlite)):
        assert isinstance(run(restore.verb, str(file), "--database", sqlite, "--replace").exception, StoreError)

    @in_loop
    async def serve() -> None:
        async with serving(postgres):
            await asyncio.sleep(0.3)
            assert isinstance(run_away(file, postgres), NotAllowed)

    serve()
    done = run(restore.verb, str(file), "--database", sqlite, "--replace")
    assert done.exit_code == 0
    assert (tmp_path / "tables.db.replaced").exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_of_an_earlier_version_is_brought_up_to_date(
    kind: str, packed: bytes, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """As one that was made before consent was asked for."""
    lines = gzip.decompress(packed).splitlines(keepends=True)
    old, table = [], ""
    for line in lines:
        if line.startswith(b'{"table"'):
            table = line.split(b'"')[3].decode()
        if table in ("notices", "bans", "limits", "closures", "old_secrets", "persons", "tournament_persons", "person_seats"):
            continue
        old.append(re.sub(rb'"schema":\d+', b'"schema":9', line))
    import msgspec

    names = [line for line in old if line.startswith(b'{"table"')]
    empty = [
        b'{"table":"persons","columns":["id","key_hash","name","since"]}\n',
        b'{"end":"persons","rows":0,"checksum":"%s"}\n' % (b"0" * 64),
        b'{"table":"person_seats","columns":["person_id","table_id","seat","renewal","hidden","at"]}\n',
        b'{"end":"person_seats","rows":0,"checksum":"%s"}\n' % (b"0" * 64),
        b'{"table":"tournament_persons","columns":["person_id","tournament_id"]}\n',
        b'{"end":"tournament_persons","rows":0,"checksum":"%s"}\n' % (b"0" * 64),
    ]
    old = [line for line in old if not line.startswith(b'{"whole"')]
    whole = msgspec.json.encode({"whole": len(names) + 3}) + b"\n"
    (tmp_path / "old").write_bytes(gzip.compress(b"".join([*old, *empty, whole])))
    database: str = request.getfixturevalue(kind)
    done = run(restore.verb, str(tmp_path / "old"), "--database", database)
    assert done.exit_code == 0, done.exception

    @in_loop
    async def look() -> None:
        async with serving(database) as hall:
            assert len(await hall.store.tables()) == 2
            assert await hall.store.bans(0) == []
            await hall.store.add_person("x" * 43, "Ann", 1)

    look()


def test_tables_come_after_those_they_refer_to() -> None:
    assert in_order(["a", "b", "c"], [("a", "c"), ("c", "b"), ("a", "a")]) == ["b", "c", "a"]


def test_what_is_no_database_of_ours_is_not_backed_up(tmp_path: Path, postgres: str) -> None:
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    for database in (
        f"sqlite:///{other}",
        f"sqlite:///{tmp_path / 'none.db'}",
        postgres,
        "mysql://x",
        "postgresql://127.0.0.1:1/x",
    ):
        result = run(backup.verb, "--database", database, "-o", str(tmp_path / "b"))
        assert isinstance(result.exception, StoreError), database
        assert not (tmp_path / "b").exists()
    with psycopg.connect(postgres, autocommit=True) as server:
        server.execute("CREATE SCHEMA londinium")
    (tmp_path / "b").write_bytes(b"")
    assert isinstance(run(restore.verb, str(tmp_path / "b"), "--database", postgres, "--replace").exception, StoreError)
