"""Tables in a file, to be kept or moved to another database: a heading, then a line of JSON per event."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

import msgspec

from londinium.kernel.words.errors import N_, InvalidRecord, LondiniumError
from londinium.table.errors import NoSuchTable, NotAllowed
from londinium.table.events import Entry, EventRow, Opened
from londinium.table.links import is_table_id
from londinium.table.store.base import Conflict, Store
from londinium.table.table import Table

FORMAT = 1
EVERY = 1_000_000_000
"""More tables than there are."""


class Heading(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    londinium_tables: int
    """The version of this format."""
    secret: bytes = b""
    """What signs the links, where the whole server is moved; empty otherwise."""


async def export_lines(store: Store, tables: Iterable[str] = (), *, with_links: bool = False) -> AsyncIterator[bytes]:
    """All tables, or those named. It holds seeds and face-down cards: it is for whoever runs the server."""
    yield msgspec.json.encode(Heading(FORMAT, await store.secret() if with_links else b"")) + b"\n"
    named = list(tables) or [about.id for about in reversed(await store.tables(limit=EVERY))]
    for table in named:
        rows = await store.rows(table)
        if not rows:
            raise NoSuchTable(N_("there is no table '{table}'"), table=table)
        for row in rows:
            yield msgspec.json.encode(row) + b"\n"


async def import_lines(store: Store, lines: Iterable[bytes], source: str, *, with_links: bool = False) -> int:
    """Store the tables of a file, all or none, and say how many. InvalidRecord names the line that is wrong."""
    heading, tables, entries = _read(lines, source)
    there = [about.id for about in await store.tables(limit=EVERY)]
    if with_links and (there or not heading.secret):
        message = N_("links are taken over from a file that was written with them, into a database without tables")
        raise NotAllowed(message)
    taken = sorted(set(there) & set(tables))
    if taken:
        raise NotAllowed(N_("the table {table} is in the database already; nothing was changed"), table=taken[0])
    if entries:
        try:
            await store.append(entries)
        except Conflict:
            raise NotAllowed(N_("somebody else writes the same tables; nothing was changed")) from None
    if with_links:
        await store.adopt_secret(heading.secret)
    return len(tables)


def _read(lines: Iterable[bytes], source: str) -> tuple[Heading, dict[str, Table], list[Entry]]:
    """Every table of a file, played through, and what to store."""
    heading: Heading | None = None
    tables: dict[str, Table] = {}
    entries = []
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            if heading is None:
                heading = msgspec.json.decode(line, type=Heading)
                _check_format(heading)
            elif line.strip():
                entries.append(_entry(msgspec.json.decode(line, type=EventRow), tables))
        except (msgspec.DecodeError, UnicodeError) as error:
            raise InvalidRecord(source, number, N_("this is no line of an export: {error}"), error=error) from None
        except LondiniumError as error:
            raise InvalidRecord(source, number, error) from None
    if heading is None:
        raise InvalidRecord(source, max(1, number), N_("this file is empty"))
    return heading, tables, entries


def _check_format(heading: Heading) -> None:
    if heading.londinium_tables != FORMAT:
        message = N_("this export has version {theirs} of the format; this program reads version {ours}")
        raise LondiniumError(message, theirs=heading.londinium_tables, ours=FORMAT)


def _entry(row: EventRow, tables: dict[str, Table]) -> Entry:
    if isinstance(row.event, Opened):
        if not is_table_id(row.table) or row.table in tables:
            raise LondiniumError(N_("a second table with the id '{table}', or no id"), table=row.table[:40])
        if row.event.settings != row.event.settings.checked():
            raise LondiniumError(N_("the settings of table {table} are not complete"), table=row.table)
        tables[row.table] = Table([row])
    elif row.table not in tables:
        raise LondiniumError(N_("the table {table} was not opened before this line"), table=row.table[:40])
    elif tables[row.table].applied(row.command) is not None:
        raise LondiniumError(N_("the command '{command}' is there twice"), command=row.command[:80])
    else:
        tables[row.table].apply(row)
    return Entry(row, tables[row.table].about())
