"""`londinium tables`: the tables of a server, listed, written to a file, read from one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import plain_console, plural, text
from londinium.kernel.words.errors import N_, LondiniumError

F = TypeVar("F", bound=Callable[..., Any])


def database_option(function: F) -> F:
    about = text("Where the tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME.")
    return click.option("--database", default="sqlite:///table.db", show_default=True, help=about)(function)


@click.group(help=text("List the tables of a server, or move them from one database to another."))
@lang_option
def verb() -> None:
    pass


@verb.command("list", help=text("List the tables, the last changed first."))
@database_option
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help=text("How many at most."))
@lang_option
def show_tables(database: str, limit: int) -> None:
    asyncio.run(_show(database, limit))


EXPORT_HELP = text(
    "Write tables as lines of JSON. The file holds seeds and face-down cards: keep it secret. Persons with their seats and "
    "consents, tournaments and ratings of puzzles are not in it; to move everything, copy the database."
)


@verb.command("export", help=EXPORT_HELP)
@database_option
@click.option("--table", "tables", multiple=True, metavar="ID", help=text("Only this table; may be given several times."))
@click.option("--links", is_flag=True, help=text("Also write what signs the links, so that they stay valid elsewhere."))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help=text("The file to write, or - ."))
@lang_option
def export(database: str, tables: tuple[str, ...], links: bool, output: Path) -> None:
    asyncio.run(_export(database, tables, links, output))


@verb.command("import", help=text("Read the tables of an exported FILE, all or none."))
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--links", is_flag=True, help=text("Keep the links of the other server valid; for a database without tables."))
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
    """Written whole or not at all."""
    from londinium.table.papers.export import export_lines
    from londinium.table.store import open_store

    store = await open_store(database, create=False)
    try:
        lines = [line async for line in export_lines(store, tables, with_links=links)]
    finally:
        await store.close()
    if str(output) == "-":
        sys.stdout.buffer.writelines(lines)
        return
    fresh = output.with_name(output.name + ".new")
    try:
        fresh.touch(mode=0o600)
        fresh.write_bytes(b"".join(lines))
        fresh.replace(output)
    except OSError as error:
        raise LondiniumError(N_("the file {file} cannot be written: {error}"), file=output, error=error) from None
    click.echo(plural("{count} line was written to {file}.", "{count} lines were written to {file}.", len(lines), file=output))


async def _bring(file: Path, database: str, links: bool) -> None:
    from londinium.table.papers.export import import_lines
    from londinium.table.store import open_store

    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise LondiniumError(N_("the file {file} cannot be read: {error}"), file=file, error=error) from None
    store = await open_store(database)
    try:
        count = await import_lines(store, lines, file.name, with_links=links)
    finally:
        await store.close()
    click.echo(plural("{count} table was read.", "{count} tables were read.", count))
