"""A SQLite file as a whole: read as it is at one moment while others write to it, and made anew beside the one that is in use."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from londinium.kernel.words.errors import N_
from londinium.table.errors import NotAllowed, StoreTrouble
from londinium.table.papers.backup import LEFT_OUT, BackupRow, TableKind, in_order
from londinium.table.store.ownership import COMPANIONS, check_not_served, created_private
from londinium.table.store.sqlite import APPLICATION, migrated

ROWS_AT_ONCE = 1000


class SqliteSource:
    """Everything in a file: one transaction that reads, so writers go on and nothing of theirs is seen."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute("BEGIN")
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        if mark != APPLICATION:
            raise StoreTrouble(N_("the file {file} is another program's database; nothing was changed"), file=file)
        (self.schema,) = connection.execute("SELECT max(version) FROM schema_version").fetchone()

    @classmethod
    def open(cls, file: Path) -> SqliteSource:
        if not file.exists():
            raise StoreTrouble(N_("there is no database file {file}"), file=file)
        connection = sqlite3.connect(file, timeout=30, isolation_level=None)
        try:
            return cls(file, connection)
        except sqlite3.Error as error:
            connection.close()
            raise StoreTrouble(N_("the database file {file} cannot be used: {error}"), file=file, error=error) from None

    async def kinds(self) -> list[TableKind]:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        tables = {name for (name,) in self._connection.execute(names)} - LEFT_OUT
        refers = [(table, row[2]) for table in tables for row in self._connection.execute(f"PRAGMA foreign_key_list({table})")]
        kinds = []
        for table in in_order(tables, refers):
            columns = self._connection.execute(f"PRAGMA table_info({table})").fetchall()
            binary = tuple(column[1] for column in columns if column[2].upper() == "BLOB")
            kinds.append(TableKind(table, tuple(column[1] for column in columns), binary))
        return kinds

    async def rows(self, kind: TableKind) -> AsyncIterator[list[BackupRow]]:
        found = self._connection.execute(f"SELECT {', '.join(kind.columns)} FROM {kind.table}")
        while rows := found.fetchmany(ROWS_AT_ONCE):
            yield rows

    async def close(self) -> None:
        self._connection.close()


class SqliteTarget:
    """A new file, beside the one it takes the place of."""

    def __init__(self, file: Path, *, replace: bool) -> None:
        """Look first whether it may."""
        if file.exists() and not replace:
            raise NotAllowed(N_("{database} already has tables; nothing was changed (--replace overwrites it)"), database=file)
        check_not_served(file)
        self._file, self._fresh = file, file.with_name(file.name + ".restoring")
        self._connection: sqlite3.Connection | None = None

    async def begin(self, schema: int) -> None:
        self._clean()
        try:
            created_private(self._fresh)
            self._connection = migrated(self._fresh, "MEMORY", schema)
        except (sqlite3.Error, OSError) as error:
            raise StoreTrouble(N_("the database file {file} cannot be used: {error}"), file=self._file, error=error) from None
        self._connection.execute("PRAGMA foreign_keys = OFF")
        self._connection.execute("PRAGMA synchronous = OFF")  # it is made safe as a whole, at the end
        self._connection.execute("BEGIN")

    async def fill(self, kind: TableKind, rows: Iterator[BackupRow]) -> None:
        assert self._connection is not None
        places = ", ".join("?" * len(kind.columns))
        try:
            self._connection.execute(f"DELETE FROM {kind.table}")
            self._connection.executemany(f"INSERT INTO {kind.table} ({', '.join(kind.columns)}) VALUES ({places})", rows)
        except sqlite3.Error as error:
            raise StoreTrouble(N_("the database file {file} cannot be used: {error}"), file=self._file, error=error) from None

    async def filled(self) -> SqliteSource:
        assert self._connection is not None
        self._connection.execute("COMMIT")
        whole = self._connection.execute("PRAGMA integrity_check").fetchone()[0]
        lost = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if whole != "ok" or lost is not None:
            raise StoreTrouble(N_("the database file {file} cannot be used: {error}"), file=self._file, error=lost or whole)
        return SqliteSource(self._fresh, self._connection)

    async def finish(self) -> None:
        assert self._connection is not None
        self._connection.execute("ROLLBACK")
        self._connection.close()
        migrated(self._fresh, "DELETE").close()
        with self._fresh.open("rb") as written:
            os.fsync(written.fileno())
        check_not_served(self._file)
        if self._file.exists():
            self._put_aside()
        self._fresh.replace(self._file)
        folder = os.open(self._file.absolute().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def _put_aside(self) -> None:
        """Keep what is replaced, whole: what SQLite has not yet written into the file itself goes there first."""
        with contextlib.suppress(sqlite3.Error):  # what is damaged is kept as it is
            old = sqlite3.connect(self._file, timeout=5, isolation_level=None)
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.execute("PRAGMA journal_mode = DELETE")
            old.close()
        log = self._file.with_name(self._file.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise NotAllowed(N_("something else is using {database}; nothing was changed"), database=self._file)
        aside = self.kept_aside
        aside.unlink(missing_ok=True)
        os.link(self._file, aside)

    @property
    def kept_aside(self) -> Path:
        """Where that stays which was replaced."""
        return self._file.with_name(self._file.name + ".replaced")

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._clean()

    def _clean(self) -> None:
        for companion in COMPANIONS:
            self._fresh.with_name(self._fresh.name + companion).unlink(missing_ok=True)
