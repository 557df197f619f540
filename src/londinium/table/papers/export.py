"""Tables in a file, to be kept or moved to another database: a heading, then a line of JSON per event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Container, Iterable, Iterator

import msgspec

from londinium.kernel.words.errors import N_, InvalidRecord, LondiniumError
from londinium.table.errors import BrokenTable, NoSuchTable, NotAllowed, NotPlayableHere
from londinium.table.events import About, EventRow, Forgotten, Joined, Moved, Opened
from londinium.table.links import is_table_id
from londinium.table.settings import check_playable
from londinium.table.store.base import Conflict, Store
from londinium.table.table import Table
from londinium.table.texts import GUEST

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
    """All tables, or those named. It holds seeds and face-down cards: it is for the operator of the server."""
    yield msgspec.json.encode(Heading(FORMAT, await store.secret() if with_links else b"")) + b"\n"
    async for table in _chosen(store, list(tables)):
        rows = await store.rows(table)
        if not rows:
            raise NoSuchTable(N_("there is no table '{table}'"), table=table)
        for row in rows:
            yield msgspec.json.encode(row) + b"\n"


async def _chosen(store: Store, named: list[str]) -> AsyncIterator[str]:
    for table in named:
        yield table
    if not named:
        async for some in store.every_table():
            for table in some:
                yield table


async def import_lines(store: Store, lines: Iterable[bytes], source: str, *, with_links: bool = False) -> int:
    """Store the tables of a file, all or none, and say how many. InvalidRecord names the line that is wrong.

    The lines are read twice: every table is played through before anything is stored, and forgotten again, so that a file may be
    larger than the memory; then its events are stored as they are.
    """
    heading, tables = await asyncio.to_thread(_read, lines, source)
    if with_links and (await store.tables(limit=1) or not heading.secret):
        message = N_("links can be imported only from a file exported with them, into a database without tables")
        raise NotAllowed(message)
    taken = sorted(await store.are_stored(list(tables)))
    if taken:
        raise NotAllowed(N_("the table {table} is already in the database; nothing was changed"), table=taken[0])
    if tables:
        try:
            await store.bring(_Rows(lines), tables)
        except Conflict:
            raise NotAllowed(N_("something else is writing the same tables; nothing was changed")) from None
    if with_links:
        await store.adopt_secret(heading.secret)
    return len(tables)


class _Rows:
    """The events of lines that were found to be right; they can be read again."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[EventRow]:
        for number, line in enumerate(self._lines):
            if number and line.strip():
                yield msgspec.json.decode(line, type=EventRow)


def check_lines(lines: Iterable[bytes], source: str) -> None:
    """See whether an export can be read, before there is a database to read it into."""
    _read(lines, source)


def _read(lines: Iterable[bytes], source: str) -> tuple[Heading, dict[str, About]]:
    """What lists show of every table of a file, after each was played through as far as it can be played here. The events of a
    table stand together.
    """
    heading: Heading | None = None
    tables: dict[str, About] = {}
    table: Table | UnplayedTable | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            if heading is None:
                heading = msgspec.json.decode(line, type=Heading)
                _check_format(heading)
            elif line.strip():
                row = msgspec.json.decode(line, type=EventRow)
                table = _after(row, table if table is not None and table.id == row.table else None, tables)
                tables[row.table] = table.about()
        except (msgspec.DecodeError, UnicodeError) as error:
            raise InvalidRecord(source, number, N_("this is not a line of an export: {error}"), error=error) from None
        except LondiniumError as error:
            raise InvalidRecord(source, number, error) from None
    if heading is None:
        raise InvalidRecord(source, max(1, number), N_("this file is empty"))
    return heading, tables


def _check_format(heading: Heading) -> None:
    if heading.londinium_tables != FORMAT:
        message = N_("this export has version {theirs} of the format; this program reads version {ours}")
        raise LondiniumError(message, theirs=heading.londinium_tables, ours=FORMAT)


class UnplayedTable:
    """A table of rules that are not known here: kept as it came, so that it can be played where they are."""

    def __init__(self, row: EventRow, opened: Opened) -> None:
        self.id = row.table
        settings = opened.settings
        self._about = About(row.table, settings.game, settings.names, settings.public, False, row.at, row.at)
        self._numbers = {row.command: 1}

    def applied(self, command: str) -> int | None:
        return self._numbers.get(command)

    def apply(self, row: EventRow) -> None:
        number = len(self._numbers) + 1
        if row.number != number:
            raise BrokenTable(N_("event {number} of table {table} is out of sequence"), number=row.number, table=row.table)
        self._numbers[row.command] = number
        names, finished = list(self._about.names), self._about.finished
        match row.event:
            case Joined(seat, name) if seat < len(names):
                names[seat] = name
            case Forgotten(seat) if seat < len(names):
                names[seat] = GUEST
            case Moved():
                finished = row.event.ends
        self._about = msgspec.structs.replace(self._about, names=tuple(names), finished=finished, changed_at=row.at)

    def about(self) -> About:
        return self._about


def _opened(row: EventRow, opened: Opened) -> Table | UnplayedTable:
    try:
        check_playable(opened.settings, opened.rules)
    except NotPlayableHere:
        return UnplayedTable(row, opened)
    if opened.settings != opened.settings.checked():
        raise LondiniumError(N_("the settings of table {table} are not complete"), table=row.table)
    return Table([row])


def _after(row: EventRow, table: Table | UnplayedTable | None, tables: Container[str]) -> Table | UnplayedTable:
    """The table of an event after it."""
    if isinstance(row.event, Opened):
        if not is_table_id(row.table) or row.table in tables:
            raise LondiniumError(N_("the id '{table}' appears twice, or is missing"), table=row.table[:40])
        return _opened(row, row.event)
    if table is None:
        raise LondiniumError(N_("the table {table} was not opened before this line"), table=row.table[:40])
    if table.applied(row.command) is not None:
        raise LondiniumError(N_("the command '{command}' appears twice"), command=row.command[:80])
    table.apply(row)
    return table
