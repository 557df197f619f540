"""Everything a server keeps, in one file that any of its databases can be made from: lines of JSON, compressed.

A heading; then for every table of the database a line that names it, its rows, and a line with their number and a checksum;
at the end a line that says that this was all. A checksum is the sum of the rows' hashes, so it does not depend on their
order: what was restored is read again and must come to the same.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from londinium.kernel.words.errors import N_, InvalidRecord, LondiniumError
from londinium.table.store.migrations import migrations

BACKUP_FORMAT = 1
LEFT_OUT = {"schema_version", "pulse", "notices", "processes", "claims", "record_analyses"}
"""What every database has of its own, what is about the moment, and what only one kind of database has and makes again."""
BackupRow = Sequence[Any]


class BackupHeading(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    londinium_backup: int
    schema: int
    """The last migration of the database."""
    made_at: int


class TableKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the database: its columns, and those of them that hold bytes."""

    table: str
    columns: tuple[str, ...]
    binary: tuple[str, ...] = ()


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a table: how many rows there were, and what they come to."""

    end: str
    rows: int
    checksum: str


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    whole: int
    """How many tables there were."""


class BackupSource(Protocol):
    """A database as it was at one moment."""

    schema: int

    async def kinds(self) -> list[TableKind]:
        """Its tables, each after those that its rows refer to."""

    def rows(self, kind: TableKind) -> AsyncIterator[list[BackupRow]]: ...


class BackupTarget(Protocol):
    """A database that is being made."""

    async def begin(self, schema: int) -> None:
        """Nothing but empty tables of this version."""

    async def fill(self, kind: TableKind, rows: Iterator[BackupRow]) -> None: ...

    async def filled(self) -> BackupSource:
        """What has been stored so far."""

    async def finish(self) -> None:
        """Bring it up to date, and let it be the database: all of this or nothing."""


class Checksum:
    """Counts rows, and adds up their hashes."""

    def __init__(self) -> None:
        self.rows = self._sum = 0

    def add(self, line: bytes) -> None:
        self.rows += 1
        self._sum = (self._sum + int.from_bytes(hashlib.sha256(line).digest(), "big")) % (1 << 256)

    def of(self, table: str) -> Counted:
        return Counted(table, self.rows, f"{self._sum:064x}")


def _line(kind: TableKind, row: BackupRow) -> bytes:
    """A row as every database writes it: truth as 0 and 1, bytes as text."""
    return msgspec.json.encode([int(value) if isinstance(value, bool) else _plain(value) for value in row])


def _plain(value: Any) -> Any:
    return base64.b64encode(bytes(value)).decode() if isinstance(value, bytes | memoryview) else value


async def backup_lines(source: BackupSource, now: int) -> AsyncIterator[bytes]:
    """A database, line by line."""
    yield msgspec.json.encode(BackupHeading(BACKUP_FORMAT, source.schema, now)) + b"\n"
    kinds = await source.kinds()
    for kind in kinds:
        yield msgspec.json.encode(kind) + b"\n"
        checksum = Checksum()
        async for rows in source.rows(kind):
            for row in rows:
                line = _line(kind, row)
                checksum.add(line)
                yield line + b"\n"
        yield msgspec.json.encode(checksum.of(kind.table)) + b"\n"
    yield msgspec.json.encode(Whole(len(kinds))) + b"\n"


async def restore_lines(lines: Iterable[bytes], target: BackupTarget, name: str) -> list[Counted]:
    """Make a database from a backup; what is in it was compared with the file. InvalidRecord says what is wrong with that."""
    reader = _Reader(lines, name)
    await target.begin(reader.heading().schema)
    told: list[tuple[TableKind, Counted]] = []
    while (kind := reader.next_kind(len(told))) is not None:
        await target.fill(kind, reader.rows(kind))
        told.append((kind, reader.counted(kind)))
    source = await target.filled()
    if {kind.table for kind in await source.kinds()} - {kind.table for kind, _ in told}:
        raise reader.wrong(N_("this file is not complete"))
    for kind, counted in told:
        checksum = Checksum()
        async for rows in source.rows(kind):
            for row in rows:
                checksum.add(_line(kind, row))
        if checksum.of(kind.table) != counted:
            message = N_("what was restored of the table '{table}' is not what the file contains")
            raise LondiniumError(message, table=kind.table)
    await target.finish()
    return [counted for _, counted in told]


class _Reader:
    """Reads the lines of a backup, and says which one is wrong."""

    def __init__(self, lines: Iterable[bytes], name: str) -> None:
        self._lines, self._name, self._number = iter(lines), name, 0
        self._checksum = Checksum()
        self._after: bytes = b""

    def _next(self) -> bytes:
        try:
            line = next(self._lines, b"")
        except (OSError, EOFError, ValueError, zlib.error) as error:  # the end is missing, or something in the middle was changed
            raise self.wrong(N_("this file is damaged: {error}"), error=str(error)) from None
        self._number += 1
        if not line.endswith(b"\n"):
            raise self.wrong(N_("this file is not complete"))
        return line

    def wrong(self, message: str, **facts: Any) -> InvalidRecord:
        return InvalidRecord(self._name, max(1, self._number), message, **facts)

    def _decoded(self, line: bytes, kind: Any) -> Any:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeError):
            raise self.wrong(N_("this is not a line of a backup")) from None

    def heading(self) -> BackupHeading:
        found: BackupHeading = self._decoded(self._next(), BackupHeading)
        newest = migrations("sqlite")[-1].version
        if found.londinium_backup != BACKUP_FORMAT or found.schema > newest:
            raise self.wrong(N_("this backup was made by a newer Londinium"))
        return found

    def next_kind(self, before: int) -> TableKind | None:
        """The next table; None after the last."""
        line = self._next()
        if line.startswith(b'{"whole"'):
            if self._decoded(line, Whole).whole != before:
                raise self.wrong(N_("this file is not complete"))
            return None
        found: TableKind = self._decoded(line, TableKind)
        if not all(word.replace("_", "").isalnum() and word.isascii() for word in (found.table, *found.columns)):
            raise self.wrong(N_("this is not a line of a backup"))
        return found

    def rows(self, kind: TableKind) -> Iterator[BackupRow]:
        """The rows of a table, up to its end."""
        self._checksum = Checksum()
        binary = [number for number, column in enumerate(kind.columns) if column in kind.binary]
        while (line := self._next()).startswith(b"["):
            self._checksum.add(line[:-1])
            row: list[Any] = self._decoded(line, list[Any])
            if len(row) != len(kind.columns):
                raise self.wrong(N_("this is not a line of a backup"))
            for number in binary:
                row[number] = None if row[number] is None else base64.b64decode(row[number])
            yield row
        self._after = line

    def counted(self, kind: TableKind) -> Counted:
        """The end of a table, compared with what was read."""
        found: Counted = self._decoded(self._after, Counted)
        if found != self._checksum.of(kind.table):
            raise self.wrong(N_("the rows of the table '{table}' are not those that were written"), table=kind.table)
        return found


def in_order(tables: Iterable[str], refers: Iterable[tuple[str, str]]) -> list[str]:
    """Tables, each after those that it refers to."""
    needed = {table: {other for one, other in refers if one == table and other != table} for table in sorted(set(tables))}
    done: list[str] = []
    while needed:
        ready = [table for table, others in needed.items() if not others - set(done)]
        assert ready, "tables that refer to each other in a circle"
        for table in ready:
            done.append(table)
            del needed[table]
    return done
