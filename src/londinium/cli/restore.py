"""`londinium restore`: a database made from a backup, checked, all of it or none."""

from __future__ import annotations

import asyncio
import gzip
import sys
from pathlib import Path

import click

from londinium.cli.shared.database import database_option
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text
from londinium.kernel.words.errors import N_, LondiniumError


@click.command(
    help=text(
        "Make a database from the FILE of a backup, whichever kind of database it was made from. What was restored is read "
        "again and compared; if anything is wrong or missing, nothing has changed. - is standard input."
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option(
    "--replace",
    is_flag=True,
    help=text("Overwrite what is in the database now; a SQLite file is kept beside the new one as FILE.replaced."),
)
@lang_option
def verb(file: Path, database: str, replace: bool) -> None:
    asyncio.run(_restore(file, database, replace=replace))


async def _restore(file: Path, database: str, *, replace: bool) -> None:
    from londinium.table.papers.backup import restore_lines
    from londinium.table.store.copies import open_target, replaced_file

    try:
        opened = sys.stdin.buffer if str(file) == "-" else file.open("rb")
    except OSError as error:
        raise LondiniumError(N_("the file {file} cannot be read: {error}"), file=file, error=error) from None
    with opened:
        target = await open_target(database, replace=replace)
        try:
            found = await restore_lines(gzip.GzipFile(fileobj=opened, mode="rb"), target, file.name)
        finally:
            await target.close()
    rows = sum(counted.rows for counted in found)
    click.echo(text("{rows} rows of {tables} tables were restored and checked.", rows=f"{rows:,}", tables=len(found)))
    if replace and (kept := replaced_file(target)) is not None:
        click.echo(text("What was there before is in {file}.", file=kept))
