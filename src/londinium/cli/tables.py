"""`londinium tables`: the tables of a server, listed, written to a file, read from one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import IO

import click

from londinium.cli.shared.database import database_option
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import plain_console, plural, text
from londinium.kernel.words.errors import N_, LondiniumError


@click.group(help=text("List the tables of a server, or move them from one database to another."))
@lang_option
def verb() -> None:
    pass


@verb.command("list", help=text("List the tables, most recently changed first."))
@database_option
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help=text("At most this many."))
@lang_option
def show_tables(database: str, limit: int) -> None:
    asyncio.run(_show(database, limit))


EXPORT_HELP = text(
    "Write tables as lines of JSON. The file holds seeds and face-down cards: keep it secret. It does "
    "not include people with their seats and consents, tournaments or puzzle ratings; to keep or move "
    "everything, use `londinium backup`."
)


@verb.command("export", help=EXPORT_HELP)
@database_option
@click.option("--table", "tables", multiple=True, metavar="ID", help=text("Only this table; can be repeated."))
@click.option("--links", is_flag=True, help=text("Also write the key that signs the links, so that they stay valid elsewhere."))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help=text("The file to write; - is standard output.")
)
@lang_option
def export(database: str, tables: tuple[str, ...], links: bool, output: Path) -> None:
    asyncio.run(_export(database, tables, links, output))


@verb.command("import", help=text("Read the tables of an exported FILE, all or none."))
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--links", is_flag=True, help=text("Keep the other server's links valid; for a database without tables."))
@lang_option
def bring(file: Path, database: str, links: bool) -> None:
    asyncio.run(_bring(file, database, links))


async def _show(database: str, limit: int) -> None:
    from datetime import UTC, datetime

    from londinium.table.store import open_store

    store = await open_store(database, create=False)
    console = plain_console()
    for about in await store.tables(limit=limit):
        changed = datetime.fromtimestamp(about.changed_at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        state = text("finished") if about.finished else text("running")
        console.print(f"{about.id}  {changed}  {about.game}  {state}  {', '.join(name or '…' for name in about.names)}")
    await store.close()


async def _export(database: str, tables: tuple[str, ...], links: bool, output: Path) -> None:
    """Written whole or not at all, line by line: nothing is held in memory but one table."""
    from londinium.cli.shared.files import written_whole
    from londinium.table.papers.export import export_lines
    from londinium.table.store import open_store

    store = await open_store(database, create=False)
    try:
        lines = export_lines(store, tables, with_links=links)
        if str(output) == "-":
            await _write(sys.stdout.buffer, lines)
            return
        with written_whole(output) as file:
            count = await _write(file, lines)
    finally:
        await store.close()
    click.echo(plural("{count} line was written to {file}.", "{count} lines were written to {file}.", count, file=output))


async def _write(file: IO[bytes], lines: AsyncIterator[bytes]) -> int:
    count = 0
    async for line in lines:
        file.write(line)
        count += 1
    return count


class FileLines:
    """The lines of a file, as often as they are asked for."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __iter__(self) -> Iterator[bytes]:
        try:
            with self._file.open("rb") as opened:
                yield from opened
        except OSError as error:
            raise LondiniumError(N_("the file {file} cannot be read: {error}"), file=self._file, error=error) from None


async def _bring(file: Path, database: str, links: bool) -> None:
    from londinium.table.papers.export import check_lines, import_lines
    from londinium.table.store import open_store
    from londinium.table.store.sqlite import file_of

    if database.startswith("sqlite:") and not file_of(database).exists():
        check_lines(FileLines(file), file.name)  # what cannot be read makes no database
    store = await open_store(database)
    try:
        count = await import_lines(store, FileLines(file), file.name, with_links=links)
    finally:
        await store.close()
    click.echo(plural("{count} table was read.", "{count} tables were read.", count))
