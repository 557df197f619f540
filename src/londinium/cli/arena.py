"""`londinium arena`: a tournament between bots, with ratings and a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import box_option, chosen_options, game_argument, lang_option, rules_options, seats_option
from londinium.cli.shared.speech import CODE, text

if TYPE_CHECKING:
    from londinium.arena.results import TournamentResults

ARENA_HELP = text(
    "Let bots play against each other and rate them.\n\nEvery table plays every seed in every rotation, so "
    "that all bots get the same shuffles and sit in every seat equally often; the number of matches is "
    "rounded up to whole seeds. With more bots than seats, every combination of them is a table; with "
    "fewer, every way of filling the table in which all of them sit. Naming a bot twice means a single "
    "table: master,greedy,greedy,greedy. With one seat, all bots play the same seeds alone. The same "
    "seeds give the same results with any number of jobs, except for bots limited by time rather than by "
    "simulations."
)


@click.command(help=ARENA_HELP)
@game_argument
@click.option(
    "--bots",
    default="greedy,busy,random",
    show_default=True,
    help=text("Names, separated by commas; MODULE:NAME is a bot of your own, called with the game, engine:COMMAND a program."),
)
@click.option("--games", "count", type=click.IntRange(1), default=2000, show_default=True, help=text("How many matches."))
@seats_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option("--ray", metavar="ADDRESS", help=text("Play on the Ray cluster at this address; 'local' starts one here."))
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help=text("A folder for results.json, report.html and every single match."),
)
@click.option("--records", is_flag=True, help=text("Keep a record file of every match in the folder."))
@click.option("--resume", is_flag=True, help=text("Continue from the results in the folder."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@rules_options
@box_option
@lang_option
def verb(
    game: str,
    bots: str,
    count: int,
    seats: int | None,
    seed: int,
    jobs: int,
    ray: str | None,
    folder: Path | None,
    records: bool,
    resume: bool,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    import msgspec

    from londinium.arena.report.blocks import render_report
    from londinium.arena.report.tournament import arena_page
    from londinium.arena.storage import write_file
    from londinium.arena.tournament import hold, settings_for
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption
    from londinium.kernel.words.language import language

    if folder is None and (records or resume):
        raise InvalidOption(N_("keeping records and continuing results need a folder: give one with -o"))
    found = find_game(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    chosen = chosen_options(found, variant, options)
    settings, boxes = settings_for(found, names, seats=seats, options=chosen, seed=seed, box=box)
    with Bar() as bar:
        places: dict[str, Any] = {"folder": folder, "resume": resume, "records": records, "jobs": jobs, "ray": ray}
        results = hold(settings, boxes, count, told=bar.told, **places)
    if folder is not None:
        write_file(folder / "results.json", msgspec.json.format(msgspec.json.encode(results)))
        write_file(folder / "report.html", render_report(arena_page(results, language(CODE, found.folder))))
    if as_json:
        click.echo(msgspec.json.encode(results))
    else:
        _show(results)
        if folder is not None:
            click.echo(text("The report is in {file}.", file=folder / "report.html"))


def _show(results: TournamentResults) -> None:
    from rich import box as borders
    from rich.table import Table

    from londinium.arena.report.blocks import between, duration, percent, plus_minus, signed_number
    from londinium.arena.report.tournament import arena_sentences, table_name
    from londinium.cli.shared.speech import LANGUAGE, plain_console

    console = plain_console()
    for sentence in arena_sentences(results, LANGUAGE):
        console.print(sentence)
    table = Table(box=borders.SIMPLE_HEAD)
    table.add_column(text("Bot"))
    alone = results.settings.seats == 1
    titles = [] if alone else [text("Rating"), text("Wins")]
    for title in (*titles, text("Score"), text("Spread"), text("Per decision")):
        table.add_column(title, justify="right")
    for one in results.standings:
        score = plus_minus(one.score.mean.mean, one.score.mean.high)
        row = [one.bot]
        if not alone:
            rating = one.rating
            row.append(plus_minus(rating.mu, rating.high) if rating else "–")
            row.append(f"{percent(one.wins.mean)} ({between(one.wins, LANGUAGE, share=True)})" if one.wins else "–")
        table.add_row(*row, score, signed_number(one.score.deviation), duration(one.seconds_per_decision))
    console.print(table)
    if any(len(set(found.bots)) < len(found.bots) for found in results.tables) or len(results.tables) > 1:
        table = Table(box=borders.SIMPLE_HEAD)
        for title in (text("Table"), text("Bot"), text("Wins per seat"), text("Score")):
            table.add_column(title, justify="right" if title in {text("Wins per seat"), text("Score")} else "left")
        for found in results.tables:
            for bot, wins in found.wins.items():
                won = f"{percent(wins.mean)} ({between(wins, LANGUAGE, share=True)})"
                table.add_row(table_name(found.bots), bot, won, signed_number(found.scores[bot].mean))
        console.print(table)
