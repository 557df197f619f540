"""Everything of ours in a PostgreSQL database: read as it is at one moment, and made anew in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg
from psycopg import AsyncConnection, IsolationLevel

from londinium.kernel.words.errors import N_
from londinium.table.errors import NotAllowed, StoreTrouble
from londinium.table.papers.backup import LEFT_OUT, BackupRow, TableKind, in_order
from londinium.table.store import without_password
from londinium.table.store.postgres import ALIVE, HALL, Connection, brought_up_to_date, connect_durably, unusable
from londinium.table.store.sqlite_copy import ROWS_AT_ONCE

KNOWN_TYPES = {"text", "integer", "bigint", "smallint", "boolean", "bytea", "double precision"}
COLUMN_QUERY = """
SELECT c.table_name, c.column_name, c.data_type, c.is_identity = 'YES' OR coalesce(c.column_default LIKE 'nextval%%', false)
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'londinium' AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position
"""
REFERENCE_QUERY = """
SELECT a.relname, b.relname FROM pg_constraint k JOIN pg_class a ON a.oid = k.conrelid JOIN pg_class b ON b.oid = k.confrelid
WHERE k.contype = 'f' AND k.connamespace = 'londinium'::regnamespace
"""


class PostgresSource:
    """What a transaction sees: one moment, whatever others write meanwhile."""

    def __init__(self, connection: Connection, schema: int) -> None:
        self._connection, self.schema = connection, schema

    @classmethod
    async def open(cls, url: str) -> PostgresSource:
        try:
            connection = await AsyncConnection.connect(url, **ALIVE)
        except psycopg.Error as error:
            raise unusable(url, error) from None
        try:
            await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
            await connection.set_read_only(True)
            if not (await _fetch(connection, "SELECT to_regclass('londinium.schema_version') IS NOT NULL"))[0][0]:
                raise StoreTrouble(N_("there are no tables in the database {database}"), database=without_password(url))
            found = await _fetch(connection, "SELECT max(version) FROM londinium.schema_version")
            return cls(connection, int(found[0][0]))
        except psycopg.Error as error:
            await connection.close()
            raise unusable(url, error) from None
        except StoreTrouble:
            await connection.close()
            raise

    async def kinds(self) -> list[TableKind]:
        columns: dict[str, list[tuple[str, str]]] = {}
        for table, column, kind, _ in await _fetch(self._connection, COLUMN_QUERY):
            if table not in LEFT_OUT:
                assert kind in KNOWN_TYPES, f"{table}.{column} is {kind}, which a backup does not know yet"
                columns.setdefault(table, []).append((column, kind))
        order = in_order(columns, [(one, other) for one, other in await _fetch(self._connection, REFERENCE_QUERY)])
        binary = {table: tuple(name for name, kind in found if kind == "bytea") for table, found in columns.items()}
        return [TableKind(table, tuple(name for name, _ in columns[table]), binary[table]) for table in order]

    async def rows(self, kind: TableKind) -> AsyncIterator[list[BackupRow]]:
        async with self._connection.cursor("rows") as cursor:
            await cursor.execute(f"SELECT {', '.join(kind.columns)} FROM londinium.{kind.table}")
            while rows := await cursor.fetchmany(ROWS_AT_ONCE):
                yield list(rows)

    async def close(self) -> None:
        await self._connection.close()


class PostgresTarget:
    """Our part of a database, in a transaction that is committed at the very end."""

    def __init__(self, url: str, connection: Connection, *, replace: bool) -> None:
        self._url, self._connection, self._replace = url, connection, replace

    @classmethod
    async def open(cls, url: str, *, replace: bool) -> PostgresTarget:
        """Look first whether it may."""
        try:
            connection = await connect_durably(url)
            await connection.set_autocommit(False)
            target = cls(url, connection, replace=replace)
            try:
                await target._check()
            except BaseException:
                await connection.close()
                raise
        except psycopg.Error as error:
            raise unusable(url, error) from None
        return target

    async def _check(self) -> None:
        shown = without_password(self._url)
        query = "SELECT to_regnamespace('londinium') IS NOT NULL, to_regclass('londinium.schema_version') IS NOT NULL"
        (has_schema, is_ours), *_ = await _fetch(self._connection, query)
        if has_schema and not is_ours:
            message = N_("the database {database} has another program's schema 'londinium'; nothing was changed")
            raise StoreTrouble(message, database=shown)
        if is_ours and not self._replace:
            raise NotAllowed(N_("{database} already has tables; nothing was changed (--replace overwrites it)"), database=shown)
        served = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s"
        if (await _fetch(self._connection, served, HALL))[0][0]:
            raise NotAllowed(N_("servers are using {database}; stop them first. Nothing was changed"), database=shown)

    async def begin(self, schema: int) -> None:
        await self._connection.execute("DROP SCHEMA IF EXISTS londinium CASCADE")
        await brought_up_to_date(self._connection, without_password(self._url), schema)
        columns = await _fetch(self._connection, COLUMN_QUERY)
        self._truths = {(table, column) for table, column, kind, _ in columns if kind == "boolean"}
        self._numbered = [(table, column) for table, column, _, numbered in columns if numbered]

    async def fill(self, kind: TableKind, rows: Iterator[BackupRow]) -> None:
        truths = [number for number, column in enumerate(kind.columns) if (kind.table, column) in self._truths]
        try:
            await self._connection.execute(f"DELETE FROM londinium.{kind.table}")
            statement: Any = f"COPY londinium.{kind.table} ({', '.join(kind.columns)}) FROM STDIN"
            async with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in rows:
                    await copy.write_row([bool(value) if place in truths else value for place, value in enumerate(row)])
        except psycopg.Error as error:
            raise unusable(self._url, error) from None

    async def filled(self) -> PostgresSource:
        return PostgresSource(self._connection, 0)

    async def finish(self) -> None:
        for table, column in self._numbered:
            query: Any = (
                f"SELECT setval(pg_get_serial_sequence('londinium.{table}', '{column}'), "
                f"coalesce(max({column}), 0) + 1, false) FROM londinium.{table}"
            )
            await self._connection.execute(query)
        await brought_up_to_date(self._connection, without_password(self._url))
        await self._connection.commit()

    async def close(self) -> None:
        """What was not finished has never been."""
        await self._connection.close()


async def _fetch(connection: Connection, query: Any, *values: Any) -> list[tuple[Any, ...]]:
    return await (await connection.execute(query, values)).fetchall()
