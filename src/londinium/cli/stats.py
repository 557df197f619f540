"""`londinium stats`: what a name has done on a server."""

from __future__ import annotations

import asyncio
import sys

import click

from londinium.cli.shared.database import database_option
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import CODE, plain_console, text
from londinium.kernel.words.errors import N_, LondiniumError


@click.command(help=text("What the player called NAME has done on this server: matches, averages, best lines, win rates."))
@click.argument("name")
@database_option
@click.option("--csv", "as_table", is_flag=True, help=text("A line per match, for a spreadsheet."))
@lang_option
def verb(name: str, database: str, as_table: bool) -> None:
    asyncio.run(_show(name, database, as_table))


async def _show(name: str, database: str, as_table: bool) -> None:
    from londinium.table.history.daily import name_key
    from londinium.table.history.ledger import Ledger
    from londinium.table.history.statistics import as_csv, person_of
    from londinium.table.store import open_store

    store = await open_store(database, create=False)
    try:
        await Ledger(store).catch_up()
        person = person_of(await store.results(name_key(name)))
    finally:
        await store.close()
    if person is None:
        raise LondiniumError(N_("nobody called '{name}' has finished a match here"), name=name)
    if as_table:
        sys.stdout.write(as_csv(person))
        return
    from rich import box as borders
    from rich.table import Table

    from londinium.kernel.registry import game
    from londinium.kernel.words.language import language

    console = plain_console()
    console.print(person.name, style="bold")
    for group in person.groups:
        found = game(group.game)
        words = language(CODE, found.folder)
        rate = "–" if group.win_rate is None else words.per_cent(group.win_rate)
        options = "".join(f", {found.face.describe_option(name, choice, words)}" for name, choice in group.options)
        console.print(f"\n{found.title} ({group.seats}{options})", style="bold")
        facts = {"matches": group.matches, "mean": words.decimal(group.mean), "best": group.best.score, "rate": rate}
        console.print(text("Matches: {matches}, mean: {mean}, best: {best}, won: {rate}", **facts))
        table = Table(text("Line"), text("Mean"), text("Best"), box=borders.SIMPLE_HEAD)
        for line in group.lines:
            table.add_row(found.face.describe_line(line.name, words), words.decimal(line.mean), str(line.best))
        console.print(table)
