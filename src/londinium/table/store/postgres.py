"""All tables in a PostgreSQL database, which any number of processes may serve together.

Commands that arrive while a commit is under way are committed together next, in one statement. Every event is notified in the
transaction that stores it, so it can be found as soon as it is heard of.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection, errors

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreTrouble
from londinium.table.events import About, Entry, EventRow, encode_event
from londinium.table.links import new_secret
from londinium.table.store import without_password
from londinium.table.store.agreement import Sharing
from londinium.table.store.base import Conflict, Told, read_names, stored_row, written_names
from londinium.table.store.diary import Diary
from londinium.table.store.migrations import missing

_log = logging.getLogger(__name__)

CHANNEL = "londinium"
HALL = "londinium server"
"""How a server's connections are called, for those who look who is there."""
MIGRATING = 0x4C4F4E44
"""The lock that lets one process at a time bring the tables up to date."""
COMMITTED_TOGETHER = 500
POSTGRES_PATIENCE = 10.0
"""Seconds to wait for a server that restarts before a command is refused."""
RETRY = 0.5
ALIVE: dict[str, Any] = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}

T = TypeVar("T")
Connection = AsyncConnection[tuple[Any, ...]]

APPEND = """
WITH given AS (
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s::boolean[])
        AS given (table_id, number, command, at, event, names, finished)
), added AS (
    INSERT INTO londinium.events (table_id, number, command, at, event)
    SELECT table_id, number, command, at, event FROM given
    WHERE EXISTS (SELECT FROM londinium.events e WHERE e.table_id = given.table_id AND e.number = given.number - 1)
    ORDER BY table_id, number  -- always in this order, so that two processes cannot block each other
    ON CONFLICT DO NOTHING
    RETURNING table_id, number, command
), changed AS (
    UPDATE londinium.tables t SET names = given.names, finished = given.finished, changed_at = given.at
    FROM given JOIN added USING (table_id, number, command) WHERE t.id = given.table_id
)
SELECT table_id, number, command, pg_notify('londinium', table_id || ' ' || number) FROM added
"""
EVENT_COLUMNS = "table_id, number, command, at, event"
DURABLE = """
SELECT set_config('synchronous_commit', CASE now.value WHEN 'off' THEN 'on' ELSE now.value END, false), current_setting('fsync')
FROM (SELECT current_setting('synchronous_commit') AS value) AS now
"""


async def connect_durably(url: str, **named: Any) -> Connection:
    """A connection on which a commit returns when it is on disk, whatever is usual on the server, in the database or for the
    user: what was acknowledged is never lost.
    """
    connection = await AsyncConnection.connect(url, autocommit=True, **ALIVE, **named)
    try:
        synchronous, fsync = (await (await connection.execute(DURABLE)).fetchall())[0]
    except BaseException:
        await connection.close()
        raise
    if synchronous == "off":
        await connection.close()
        raise unusable(url, ValueError("synchronous_commit cannot be switched on"))
    if fsync == "off":
        _log.warning("fsync is off at %s: what was acknowledged is lost if its machine fails", without_password(url))
    return connection


class _Line:
    """A connection that is made when needed and made again when it breaks. One piece of work at a time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = asyncio.Lock()
        self._connection: Connection | None = None

    @property
    def process(self) -> int | None:
        """The number under which the server knows this connection."""
        return self._connection.info.backend_pid if self._connection is not None and not self._connection.closed else None

    async def run(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do something that may be done again if the connection breaks in the middle."""
        deadline = asyncio.get_running_loop().time() + POSTGRES_PATIENCE
        async with self._lock:
            while True:
                try:
                    if self._connection is None or self._connection.closed:
                        self._connection = await connect_durably(self._url)
                    return await work(self._connection)
                except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                    if self._connection is not None and not isinstance(error, errors.DeadlockDetected):
                        await self._connection.close()
                    if asyncio.get_running_loop().time() > deadline:
                        raise unusable(self._url, error) from None
                    await asyncio.sleep(RETRY)
                except psycopg.Error as error:
                    raise unusable(self._url, error) from None

    async def close(self) -> None:
        async with self._lock:
            if self._connection is not None:
                await self._connection.close()


class _Job:
    """An entry to be stored, and who waits for it."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.future: asyncio.Future[EventRow | None] = asyncio.get_running_loop().create_future()


class PostgresStore(Diary):
    """For several processes or machines over one database."""

    shared = True

    def __init__(self, url: str) -> None:
        """Use `open`, which says what is wrong with a database."""
        self.name = without_password(url)
        self._url = url
        self._writing, self._reading = _Line(url), _Line(url)
        self.sharing: Sharing | None = Sharing(self._fetch)
        self._jobs: list[_Job] = []
        self._committing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        try:
            async with await connect_durably(url) as connection:
                await brought_up_to_date(connection, without_password(url))
        except psycopg.Error as error:
            raise unusable(url, error) from None
        return cls(url)

    # ── Writing ──────────────────────────────────────────────────────────────

    async def append(self, entries: Sequence[Entry]) -> EventRow | None:
        if self._closed:
            raise StoreTrouble(N_("the database {database} is closed"), database=self.name)
        if len(entries) > 1 or entries[0].row.number == 1:
            return await self._writing.run(lambda connection: _append_all(connection, entries))
        job = _Job(entries[0])
        self._jobs.append(job)
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit())
        return await job.future

    async def bring(self, rows: Iterable[EventRow], abouts: Mapping[str, About]) -> None:
        await self._writing.run(lambda connection: _bring(connection, rows, abouts))

    async def _commit(self) -> None:
        """Store all that has come, together, as long as there is any."""
        while self._jobs:
            jobs, self._jobs = self._jobs[:COMMITTED_TOGETHER], self._jobs[COMMITTED_TOGETHER:]
            try:
                outcomes = await self._writing.run(lambda connection, jobs=jobs: _append_each(connection, jobs))  # type: ignore[misc]
            except Exception as error:
                outcomes = [error] * len(jobs)
            for job, outcome in zip(jobs, outcomes, strict=True):
                if job.future.done():
                    continue
                if isinstance(outcome, Exception):
                    job.future.set_exception(outcome)
                else:
                    job.future.set_result(outcome)

    # ── Reading ──────────────────────────────────────────────────────────────

    async def _fetch(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        async def work(connection: Connection) -> list[tuple[Any, ...]]:
            return await (await connection.execute(query, values)).fetchall()

        return await self._reading.run(work)

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._fetch(query.replace("@", "londinium.").replace("?", "%s"), *values)

    async def rows(self, table: str, after: int = 0) -> list[EventRow]:
        query = f"SELECT {EVENT_COLUMNS} FROM londinium.events WHERE table_id = %s AND number > %s ORDER BY number"
        return [stored_row(*row) for row in await self._fetch(query, table, after)]

    async def tables(self, *, public: bool | None = None, finished: bool | None = None, limit: int = 50) -> list[About]:
        query = (
            "SELECT id, game, names, public, finished, opened_at, changed_at FROM londinium.tables "
            "WHERE public = coalesce(%s, public) AND finished = coalesce(%s, finished) ORDER BY changed_at DESC, id LIMIT %s"
        )
        found = await self._fetch(query, public, finished, limit)
        return [About(row[0], row[1], read_names(row[2]), *row[3:]) for row in found]

    async def secret(self) -> bytes:
        await self._fetch("INSERT INTO londinium.secret VALUES (1, %s) ON CONFLICT DO NOTHING RETURNING id", new_secret())
        return bytes((await self._fetch("SELECT value FROM londinium.secret"))[0][0])

    async def adopt_secret(self, secret: bytes) -> None:
        query = "INSERT INTO londinium.secret VALUES (1, %s) ON CONFLICT (id) DO UPDATE SET value = excluded.value RETURNING id"
        await self._fetch(query, secret)

    async def mark_seen(self, seats: Sequence[tuple[str, int]], at: int) -> None:
        query = (
            "INSERT INTO londinium.seen "
            "SELECT table_id, seat, %s FROM unnest(%s::text[], %s::integer[]) AS given (table_id, seat) "
            "ORDER BY table_id, seat ON CONFLICT (table_id, seat) DO UPDATE SET at = greatest(seen.at, excluded.at) RETURNING 1"
        )
        await self._fetch(query, at, [table for table, _ in seats], [seat for _, seat in seats])

    async def last_seen(self, tables: Sequence[str]) -> dict[str, dict[int, int]]:
        found: dict[str, dict[int, int]] = {table: {} for table in tables}
        for table, seat, at in await self._fetch(
            "SELECT table_id, seat, at FROM londinium.seen WHERE table_id = ANY(%s)", list(tables)
        ):
            found[table][seat] = at
        return found

    async def keep_analysis(self, table: str, version: int, data: bytes) -> None:
        query = "INSERT INTO londinium.analyses VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"
        await self._fetch(query, table, version, data)

    async def analysis(self, table: str, version: int) -> bytes | None:
        query = "SELECT data FROM londinium.analyses WHERE table_id = %s AND version = %s"
        found = await self._fetch(query, table, version)
        return bytes(found[0][0]) if found else None

    async def check(self) -> None:
        await self._fetch("SELECT 1")

    # ── Hearing of others ────────────────────────────────────────────────────

    def subscribe(self, told: Told) -> None:
        self._listening = asyncio.create_task(self._listen(told))

    async def _listen(self, told: Told) -> None:
        """Pass on what other processes store. After a broken connection anything may have been missed."""
        while True:
            try:
                async with await connect_durably(self._url, application_name=HALL) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    told(None, 0)
                    await self._hear(connection, told)
            except psycopg.Error as error:
                _log.warning("no news from the database, trying again: %s", error)
            await asyncio.sleep(RETRY)

    async def _hear(self, connection: Connection, told: Told) -> None:
        """Until the connection breaks. Of most tables nobody is here: their notices are read with as little work as can be, a
        third of what the library's own way of waiting for them takes.
        """
        loop, talk = asyncio.get_running_loop(), connection.pgconn
        broken: asyncio.Future[None] = loop.create_future()
        file = talk.socket

        def read() -> None:
            try:
                talk.consume_input()
                while (notice := talk.notifies()) is not None:
                    if notice.be_pid != self._writing.process:
                        table, _, number = notice.extra.decode().partition(" ")
                        told(table, int(number))
            except Exception as error:
                loop.remove_reader(file)
                broken.set_exception(error)

        loop.add_reader(file, read)
        try:
            read()  # what came with the answer to LISTEN
            await broken
        finally:
            loop.remove_reader(file)

    async def close(self) -> None:
        self._closed = True
        if self._committing is not None:
            await self._committing
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        await self._writing.close()
        await self._reading.close()


async def _append_each(connection: Connection, jobs: Sequence[_Job]) -> list[EventRow | Exception | None]:
    """Store single entries in one statement; each is taken or not, whatever happens to the others."""
    entries = [job.entry for job in jobs]
    values = (
        [entry.row.table for entry in entries],
        [entry.row.number for entry in entries],
        [entry.row.command for entry in entries],
        [entry.row.at for entry in entries],
        [encode_event(entry.row.event) for entry in entries],
        [written_names(entry.about.names) for entry in entries],
        [entry.about.finished for entry in entries],
    )
    added = {row[:3] for row in await (await connection.execute(APPEND, values)).fetchall()}
    outcomes: list[EventRow | Exception | None] = []
    for entry in entries:
        if (entry.row.table, entry.row.number, entry.row.command) in added:
            outcomes.append(None)
        else:
            outcomes.append(await _earlier(connection, entry.row) or Conflict())
    return outcomes


async def _append_all(connection: Connection, entries: Sequence[Entry]) -> EventRow | None:
    """Store several entries, all or none: a new table, a rematch, an import."""
    if (earlier := await _earlier(connection, entries[0].row)) is not None:
        return earlier
    newest: dict[str, int] = {}
    try:
        async with connection.transaction():
            for entry in entries:
                row = entry.row
                if row.table not in newest:
                    query = "SELECT coalesce(max(number), 0) FROM londinium.events WHERE table_id = %s"
                    newest[row.table] = (await (await connection.execute(query, (row.table,))).fetchall())[0][0]
                if row.number != newest[row.table] + 1:
                    raise Conflict
                newest[row.table] = row.number
            last = {entry.about.id: entry.about for entry in entries}
            cursor = connection.cursor()
            await cursor.executemany(
                "INSERT INTO londinium.tables VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE "
                "SET names = excluded.names, finished = excluded.finished, changed_at = excluded.changed_at",
                [(a.id, a.game, written_names(a.names), a.public, a.finished, a.opened_at, a.changed_at) for a in last.values()],
            )
            await cursor.executemany(
                "INSERT INTO londinium.events VALUES (%s, %s, %s, %s, %s)",
                [(e.row.table, e.row.number, e.row.command, e.row.at, encode_event(e.row.event)) for e in entries],
            )
            for table, number in newest.items():
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{table} {number}"))
    except errors.UniqueViolation:
        raise Conflict from None
    return None


async def _bring(connection: Connection, rows: Iterable[EventRow], abouts: Mapping[str, About]) -> None:
    """Store whole tables, all or none; Conflict if one of them is there."""
    told = [(a.id, a.game, written_names(a.names), a.public, a.finished, a.opened_at, a.changed_at) for a in abouts.values()]
    try:
        async with connection.transaction(), connection.cursor() as cursor:
            await cursor.executemany("INSERT INTO londinium.tables VALUES (%s, %s, %s, %s, %s, %s, %s)", told)
            async with cursor.copy(f"COPY londinium.events ({EVENT_COLUMNS}) FROM STDIN") as copy:
                for row in rows:
                    await copy.write_row((row.table, row.number, row.command, row.at, encode_event(row.event)))
    except errors.UniqueViolation:
        raise Conflict from None


async def _earlier(connection: Connection, row: EventRow) -> EventRow | None:
    """The event to which the same command has led before."""
    query = f"SELECT {EVENT_COLUMNS} FROM londinium.events WHERE table_id = %s AND command = %s"
    found = await (await connection.execute(query, (row.table, row.command))).fetchone()
    return None if found is None else stored_row(*found)


async def brought_up_to_date(connection: Connection, database: str, up_to: int | None = None) -> None:
    """Apply what the database lacks (up to a version), all together or not at all, one process at a time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        query = "SELECT to_regnamespace('londinium') IS NOT NULL, to_regclass('londinium.schema_version') IS NOT NULL"
        has_schema, is_ours = (await (await connection.execute(query)).fetchall())[0]
        if has_schema and not is_ours:
            message = N_("the database {database} has another program's schema 'londinium'; nothing was changed")
            raise StoreTrouble(message, database=database)
        if not is_ours:
            await connection.execute("CREATE SCHEMA londinium")
            await connection.execute(
                "CREATE TABLE londinium.schema_version (version integer PRIMARY KEY, applied_at timestamptz)"
            )
        query = "SELECT coalesce(max(version), 0) FROM londinium.schema_version"
        version = (await (await connection.execute(query)).fetchall())[0][0]
        for migration in missing("postgres", version, database, up_to):
            for statement in migration.statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO londinium.schema_version VALUES (%s, now())", (migration.version,))


def unusable(url: str, error: Exception) -> StoreTrouble:
    message = N_("the database {database} cannot be used: {error}")
    return StoreTrouble(message, database=without_password(url), error=" ".join(str(error).split()))
