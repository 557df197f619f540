"""`londinium backup`: everything a server keeps, in one file, while it runs."""

from __future__ import annotations

import asyncio
import gzip
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

import click

from londinium.cli.shared.database import database_option
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text

COMPRESSION = 6


@click.command(
    help=text(
        "Write everything a server keeps to one file, as it is at one moment; the server may go on running. `londinium "
        "restore` makes a database of either kind from it. The file holds all secrets: keep it safe."
    )
)
@database_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help=text("The file to write; - is standard output.")
)
@lang_option
def verb(database: str, output: Path) -> None:
    asyncio.run(_backup(database, output))


async def _backup(database: str, output: Path) -> None:
    """Written whole or not at all."""
    from londinium.cli.shared.files import written_whole
    from londinium.table.events import now_ms
    from londinium.table.papers.backup import backup_lines
    from londinium.table.store.copies import open_source

    source = await open_source(database)
    try:
        lines = backup_lines(source, now_ms())
        if str(output) == "-":
            await _pack(sys.stdout.buffer, lines)
            return
        with written_whole(output) as file:
            tables, rows = await _pack(file, lines)
    finally:
        await source.close()
    click.echo(text("{rows} rows of {tables} tables were written to {file}.", rows=f"{rows:,}", tables=tables, file=output))


async def _pack(file: IO[bytes], lines: AsyncIterator[bytes]) -> tuple[int, int]:
    """How many tables there were, and how many rows."""
    tables = rows = 0
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0, compresslevel=COMPRESSION) as packed:
        async for line in lines:
            packed.write(line)
            rows += line.startswith(b"[")
            tables += line.startswith(b'{"end"')
    return tables, rows
