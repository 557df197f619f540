"""Databases: migrations, what cannot be opened and why, and events stored all or none."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest

from londinium.table import commands
from londinium.table.errors import BrokenTable, StoreError
from londinium.table.events import Entry, EventRow, Said
from londinium.table.store import Conflict, open_store
from londinium.table.store.migrations import migrations, missing
from londinium.table.store.postgres import Connection, PostgresStore, connect_durably
from londinium.table.store.postgres_copy import PostgresTarget

from .play import in_loop, move, serving, settings, table_of


@in_loop
async def test_numbers_and_commands_are_unique(database: str) -> None:
    store = await open_store(database)
    table = table_of(settings())
    opening = Entry(table.rows[0], table.about())
    assert await store.append([opening]) is None
    assert await store.append([opening]) == table.rows[0], "the same command again"

    def said(number: int, command: str) -> Entry:
        return Entry(EventRow("t", number, command, 5, Said(0, "Ann", command)), table.about())

    assert await store.append([said(2, "a")]) is None
    with pytest.raises(Conflict):
        await store.append([said(2, "b")])
    with pytest.raises(Conflict):
        await store.append([said(4, "c")])
    assert (await store.append([said(3, "a")])) == said(2, "a").row
    with pytest.raises(Conflict):
        await store.append([said(3, "d"), said(3, "e")])
    assert [row.number for row in await store.rows("t")] == [1, 2], "nothing of what was refused"
    assert [row.number for row in await store.rows("t", after=1)] == [2]
    assert await store.rows("nosuch") == []
    many = await asyncio.gather(*(store.append([said(3, f"m{i}")]) for i in range(30)), return_exceptions=True)
    assert sum(outcome is None for outcome in many) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in many) == 29
    await store.close()
    with pytest.raises(StoreError):
        await store.append([said(4, "z")])


@in_loop
async def test_opening_again_changes_nothing(database: str) -> None:
    secrets = set()
    for _ in range(2):
        store = await open_store(database)
        await store.check()
        secrets.add(await store.secret())
        await store.close()
    assert len(secrets) == 1
    assert len(secrets.pop()) == 32


@in_loop
async def test_two_processes_that_open_a_fresh_database_at_once(database: str) -> None:
    stores = await asyncio.gather(*(open_store(database) for _ in range(4)))
    assert len({await store.secret() for store in stores}) == 1
    for store in stores:
        await store.close()


@in_loop
async def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    await (await open_store(database)).close()
    execute(database, "INSERT INTO {}schema_version VALUES (999, {})")
    with pytest.raises(StoreError, match="newer Londinium"):
        await open_store(database)


def execute(database: str, statement: str) -> None:
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.removeprefix("sqlite:///"))
        connection.execute(statement.format("", "0"))
        connection.commit()
        connection.close()
    else:
        with psycopg.connect(database, autocommit=True) as server:
            server.execute(statement.format("londinium.", "now()").encode())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_migrations_are_numbered_from_one_and_alike_in_both_databases(kind: str) -> None:
    numbers = [migration.version for migration in migrations(kind)]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 1
    assert numbers == [migration.version for migration in migrations("sqlite")], "a backup of one is restored in the other"
    assert missing(kind, migrations(kind)[-1].version, "x") == []


@in_loop
async def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.db"
    from londinium.table.store.migrations import Migration

    broken = [Migration(1, ("CREATE TABLE a (b INTEGER)", "CREATE NONSENSE"))]
    monkeypatch.setattr("londinium.table.store.migrations.migrations", lambda kind: broken)
    with pytest.raises(StoreError):
        await open_store(f"sqlite:///{file}")
    monkeypatch.undo()
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()
    await (await open_store(f"sqlite:///{file}")).close()


@in_loop
async def test_what_is_no_database_of_ours_is_not_touched(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ann, " * 1000)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    for file in (text, other):
        before = file.read_bytes()
        with pytest.raises(StoreError) as caught:
            await open_store(f"sqlite:///{file}")
        assert str(file) in str(caught.value)
        assert file.read_bytes() == before
    for url in (
        f"sqlite:///{tmp_path / 'no' / 'such' / 'folder.db'}",
        f"sqlite:///{tmp_path}",
        "sqlite:///",
        "sqlite://table.db",
        "mysql://host/name",
        "table.db",
        "",
        "postgresql://127.0.0.1:1/nothing?connect_timeout=2",
        "postgresql://ann:secret@127.0.0.1:1/nothing",
        "postgresql://[",
    ):
        with pytest.raises(StoreError) as caught:
            await open_store(url)
        assert "secret" not in str(caught.value)
    with pytest.raises(StoreError, match="no database file"):
        await open_store(f"sqlite:///{tmp_path / 'none.db'}", create=False)
    assert not (tmp_path / "none.db").exists()


@in_loop
async def test_a_schema_of_another_program_is_not_touched(postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA londinium")
    with pytest.raises(StoreError, match="another program"):
        await open_store(postgres)


@in_loop
async def test_a_broken_table_concerns_no_other(database: str) -> None:
    async with serving(database) as hall:
        bad, good = await hall.create(settings()), await hall.create(settings())
        for table in (bad, good):
            await move(hall, table, 0)
    for damage in ('\'{{"kind":"moved"}}\'', "'nonsense'", "replace(event, '\"ply\":', '\"ply\":9')"):
        execute(database, f"UPDATE {{}}events SET event = {damage} WHERE number = 2 AND table_id = '{bad.id}'")
        async with serving(database) as hall:
            with pytest.raises(BrokenTable) as caught:
                await hall.open(bad.id)
            assert bad.id in str(caught.value)
            await move(hall, await hall.open(good.id), 1, id=f"x{len(damage)}") if damage.startswith("'{") else None
            assert (await hall.open(good.id)).number == 3


@in_loop
async def test_a_table_of_other_rules_says_so(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings())
    execute(sqlite, "UPDATE events SET event = replace(event, '\"rules\":2', '\"rules\":99')")
    async with serving(sqlite) as hall:
        with pytest.raises(BrokenTable, match="version 99 of the rules"):
            await hall.open(table.id)


@in_loop
async def test_a_full_disk_is_said_and_nothing_is_half_applied(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings())
        store = hall.store
        store._connection.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]
        refused = 0
        for i in range(100):
            number = table.number
            try:
                await hall.command(table.id, 0, commands.Say(f"s{i}", "x" * 500))
            except StoreError:
                refused += 1
                assert table.number == number
        assert refused
        store._connection.execute("PRAGMA max_page_count = 1000000")  # type: ignore[attr-defined]
        await hall.command(table.id, 0, commands.Say("again", "hello"))
        assert await store.rows(table.id) == table.rows


@in_loop
async def test_commits_that_arrive_together_are_committed_together(database: str) -> None:
    async with serving(database) as hall:
        tables = [await hall.create(settings()) for _ in range(40)]
        for _ in range(3):
            await asyncio.gather(*(hall.command(table.id, 0, commands.Say(f"s{table.number}", "hello")) for table in tables))
        assert {table.number for table in tables} == {4}


@in_loop
async def test_analyses_are_kept_by_table_and_version(database: str) -> None:
    store = await open_store(database)
    table = table_of(settings())
    await store.append([Entry(table.rows[0], table.about())])
    assert await store.analysis("t", 1) is None
    await store.keep_analysis("t", 1, b"\x00first")
    await store.keep_analysis("t", 1, b"second")
    await store.keep_analysis("t", 2, b"newer")
    assert [await store.analysis("t", version) for version in (1, 2, 3)] == [b"\x00first", b"newer", None]
    await store.close()
    store = await open_store(database)
    assert await store.analysis("t", 1) == b"\x00first"
    await store.close()


@in_loop
async def test_what_postgres_acknowledges_is_on_disk_whatever_the_host_has_set(postgres: str) -> None:
    """A host who has `synchronous_commit` off, in the database or for the user, would lose acknowledged moves without a word."""
    name = psycopg.conninfo.conninfo_to_dict(postgres)["dbname"]
    execute(postgres, f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        with psycopg.connect(postgres) as other:
            assert other.execute("SHOW synchronous_commit").fetchone() == ("off",), "so it is for everybody else"
        store = await open_store(postgres)
        assert isinstance(store, PostgresStore)

        async def shown(connection: Connection) -> list[tuple[str]]:
            return await (await connection.execute("SHOW synchronous_commit")).fetchall()

        for line in (store._writing, store._reading):
            assert await line.run(shown) == [("on",)]
        await (await connect_durably(postgres)).close()
        execute(postgres, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert await store._writing.run(shown) == [("on",)], "also on a connection that was made again"
        await store.close()
        target = await PostgresTarget.open(postgres, replace=True)
        assert await shown(target._connection) == [("on",)], "and for a restore"
        await target._connection.close()
        execute(postgres, f"ALTER DATABASE {name} SET synchronous_commit = remote_apply")
        safer = await connect_durably(postgres)
        assert await shown(safer) == [("remote_apply",)], "what is safer stays as it is"
        await safer.close()
    finally:
        execute(postgres, f"ALTER DATABASE {name} RESET synchronous_commit")
