"""All tables in one SQLite file. One thread writes; whatever arrives while it commits is committed together next.

WAL with synchronous=FULL: a commit is on the disk when it is told, even if the power fails right after.
"""

from __future__ import annotations

import asyncio
import errno
import os
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreTrouble
from londinium.table.events import About, Entry, EventRow, encode_event
from londinium.table.links import new_secret
from londinium.table.store.agreement import Sharing
from londinium.table.store.base import Conflict, Told, read_names, stored_row, written_names
from londinium.table.store.diary import Diary
from londinium.table.store.migrations import missing
from londinium.table.store.ownership import created_private, made_private

APPLICATION = 0x4C4F4E44
"""`LOND`: marks a file as ours, in the header that SQLite keeps for it."""
MOST_TOGETHER = 500
LEAST_DISK = 256 * 1024
"""Bytes that the disk has room for, if it is not full."""
READERS = 2
SQLITE_PATIENCE = 30.0
"""Seconds to wait for another process that holds the file, such as an import."""

T = TypeVar("T")


def file_of(url: str) -> Path:
    """The file of `sqlite:///relative` or `sqlite:////absolute`."""
    prefix = "sqlite:///"
    if not url.startswith(prefix) or len(url) == len(prefix):
        raise StoreTrouble(N_("'{url}' is not a database: give sqlite:///FILE or postgresql://USER@HOST/NAME"), url=url)
    return Path(url.removeprefix(prefix))


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=SQLITE_PATIENCE, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def migrated(file: Path, journal: str = "WAL", up_to: int | None = None) -> sqlite3.Connection:
    """A connection for writing, with all migrations applied, or those up to a version."""
    connection = _connect(file)
    try:
        _migrate(connection, file, journal, up_to)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, file: Path, journal: str, up_to: int | None) -> None:
    """Apply what the file lacks, all together or not at all; what is not ours is not touched."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark != APPLICATION and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise StoreTrouble(N_("the file {file} is another program's database; nothing was changed"), file=file)
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at REAL NOT NULL)")
        (version,) = connection.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
        for migration in missing("sqlite", version, str(file), up_to):
            for statement in migration.statements:
                connection.execute(statement)
            connection.execute("INSERT INTO schema_version VALUES (?, ?)", (migration.version, time.time()))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _privately(file: Path) -> sqlite3.Connection:
    created_private(file)
    connection = migrated(file)
    made_private(file)
    return connection


class _Job:
    """Something to be written, and who waits for it."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any]) -> None:
        self.work = work
        self.future: Future[Any] = Future()
        self.outcome: Any = None


class SqliteStore(Diary):
    """The embedded default."""

    shared = False
    sharing: Sharing | None = None

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        """Use `open`, which says what is wrong with a file."""
        self.name = f"sqlite:///{file}"
        self._file, self._connection = file, connection
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._local = threading.local()
        self._reading: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-read")
        self._writer = threading.Thread(target=self._write, name="sqlite-write", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, file: Path, *, create: bool = True) -> SqliteStore:
        if not create and not file.exists():
            raise StoreTrouble(N_("there is no database file {file}"), file=file)
        try:
            return cls(file, await asyncio.to_thread(_privately, file))
        except (sqlite3.Error, OSError) as error:
            raise StoreTrouble(N_("the database file {file} cannot be used: {error}"), file=file, error=error) from None

    # ── Writing ──────────────────────────────────────────────────────────────

    async def append(self, entries: Sequence[Entry]) -> EventRow | None:
        outcome = await self._written(lambda connection: _append(connection, entries))
        if isinstance(outcome, Conflict):
            raise outcome
        return outcome

    async def bring(self, rows: Iterable[EventRow], abouts: Mapping[str, About]) -> None:
        outcome = await self._written(lambda connection: _bring(connection, rows, abouts))
        if isinstance(outcome, Conflict):
            raise outcome

    async def _written(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What came of something that was written, once it is committed."""
        if self._closed:
            raise StoreTrouble(N_("the database {database} is closed"), database=self.name)
        job = _Job(work)
        self._jobs.put(job)
        outcome: T = await asyncio.wrap_future(job.future)
        return outcome

    def _write(self) -> None:
        """The writer's whole life: wait for a job, take all that have come, commit them together, tell everybody."""
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            stop = False
            while len(jobs) < MOST_TOGETHER and not stop:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    stop = True
                else:
                    jobs.append(job)
            self._commit(jobs)
            if stop:
                return

    def _commit(self, jobs: list[_Job]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.outcome = job.work(connection)
            connection.execute("COMMIT")
        except Exception as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            message = N_("the database {database} cannot be written: {error}")
            for job in jobs:
                _settle(job.future, failure=StoreTrouble(message, database=self.name, error=error))
            return
        for job in jobs:
            _settle(job.future, job.outcome)

    async def secret(self) -> bytes:
        def fetch(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (new_secret(),))
            return bytes(connection.execute("SELECT value FROM secret").fetchone()[0])

        return await self._written(fetch)

    async def adopt_secret(self, secret: bytes) -> None:
        await self._written(lambda connection: connection.execute("INSERT OR REPLACE INTO secret VALUES (1, ?)", (secret,)))

    async def mark_seen(self, seats: Sequence[tuple[str, int]], at: int) -> None:
        marks = [(table, seat, at) for table, seat in seats]
        await self._written(lambda connection: connection.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?, ?)", marks))

    async def keep_analysis(self, table: str, version: int, data: bytes) -> None:
        row = (table, version, data)
        await self._written(lambda connection: connection.execute("INSERT OR IGNORE INTO analyses VALUES (?, ?, ?)", row))

    # ── Reading ──────────────────────────────────────────────────────────────

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Work in a thread that has a connection of its own."""

        def run() -> T:
            connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
            if connection is None:
                connection = self._local.connection = _connect(self._file)
                self._reading.append(connection)
            return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except (sqlite3.Error, RuntimeError) as error:
            raise StoreTrouble(N_("the database {database} cannot be read: {error}"), database=self.name, error=error) from None

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        def work(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return connection.execute(query.replace("@", ""), values).fetchall()

        return await (self._read if query.startswith("SELECT") else self._written)(work)

    async def rows(self, table: str, after: int = 0) -> list[EventRow]:
        query = "SELECT table_id, number, command, at, event FROM events WHERE table_id = ? AND number > ? ORDER BY number"
        found = await self._read(lambda connection: connection.execute(query, (table, after)).fetchall())
        return [stored_row(*row) for row in found]

    async def tables(self, *, public: bool | None = None, finished: bool | None = None, limit: int = 50) -> list[About]:
        query = (
            "SELECT id, game, names, public, finished, opened_at, changed_at FROM tables "
            "WHERE public = coalesce(?, public) AND finished = coalesce(?, finished) ORDER BY changed_at DESC, id LIMIT ?"
        )
        found = await self._read(lambda connection: connection.execute(query, (public, finished, limit)).fetchall())
        return [About(row[0], row[1], read_names(row[2]), bool(row[3]), bool(row[4]), row[5], row[6]) for row in found]

    async def last_seen(self, tables: Sequence[str]) -> dict[str, dict[int, int]]:
        def fetch(connection: sqlite3.Connection) -> dict[str, dict[int, int]]:
            query = "SELECT seat, at FROM seen WHERE table_id = ?"
            return {table: dict(connection.execute(query, (table,)).fetchall()) for table in tables}

        return await self._read(fetch)

    async def analysis(self, table: str, version: int) -> bytes | None:
        query = "SELECT data FROM analyses WHERE table_id = ? AND version = ?"
        found = await self._read(lambda connection: connection.execute(query, (table, version)).fetchone())
        return None if found is None else bytes(found[0])

    def subscribe(self, told: Told) -> None:
        """One process serves a file, so there is nothing that others would tell."""

    async def pulse(self, now: int) -> None:
        # A small commit may find its place in what SQLite has already; the next move needs room.
        if shutil.disk_usage(self._file.absolute().parent).free < LEAST_DISK:
            message = N_("the database {database} cannot be written: {error}")
            raise StoreTrouble(message, database=self.name, error=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        await super().pulse(now)

    async def check(self) -> None:
        await self._read(lambda connection: connection.execute("SELECT 1").fetchone())

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in (*self._reading, self._connection):
            connection.close()


def _append(connection: sqlite3.Connection, entries: Sequence[Entry]) -> EventRow | Conflict | None:
    """Store one job's entries inside the writer's transaction, or find out why not before anything is written."""
    first = entries[0].row
    query = "SELECT table_id, number, command, at, event FROM events WHERE table_id = ? AND command = ?"
    earlier = connection.execute(query, (first.table, first.command)).fetchone()
    if earlier is not None:
        return stored_row(*earlier)
    newest: dict[str, int] = {}
    for entry in entries:
        row = entry.row
        if row.table not in newest:
            count = "SELECT coalesce(max(number), 0) FROM events WHERE table_id = ?"
            newest[row.table] = connection.execute(count, (row.table,)).fetchone()[0]
        if row.number != newest[row.table] + 1:
            return Conflict()
        newest[row.table] = row.number
    for entry in entries:
        row, about = entry.row, entry.about
        names = written_names(about.names)
        if row.number == 1:
            told: tuple[Any, ...] = (about.id, about.game, names, about.public, about.finished, about.opened_at, about.changed_at)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", told)
        else:
            change = "UPDATE tables SET names = ?, finished = ?, changed_at = ? WHERE id = ?"
            connection.execute(change, (names, about.finished, about.changed_at, about.id))
        values = (row.table, row.number, row.command, row.at, encode_event(row.event))
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", values)
    return None


def _bring(connection: sqlite3.Connection, rows: Iterable[EventRow], abouts: Mapping[str, About]) -> Conflict | None:
    """Store whole tables inside the writer's transaction, unless one of them is there."""
    for table in abouts:
        if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
            return Conflict()
    told = ((a.id, a.game, written_names(a.names), a.public, a.finished, a.opened_at, a.changed_at) for a in abouts.values())
    connection.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", told)
    values = ((row.table, row.number, row.command, row.at, encode_event(row.event)) for row in rows)
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", values)
    return None


def _settle(future: Future[Any], result: Any = None, failure: Exception | None = None) -> None:
    """Answer the waiting caller, unless nobody is waiting now."""
    if not future.set_running_or_notify_cancel():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(result)
