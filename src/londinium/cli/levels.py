"""`londinium levels`: how quick and how strong the bots of a game are, as they were measured; or measure them."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import text

LEVELS_HELP = text(
    "Show how long the bots of GAME think, how strong they are and how many points they reach, as measured.\n\nWith "
    "--measure they are measured now: points and seconds as `londinium evaluate` does it, ratings by matches of every bot "
    "against the next weaker ones, and how often each level beats the one below with every number of seats. What --replace "
    "writes is shown on the page of a new table and in docs/bots.md; with --bot or --seats, the rest of it stays."
)

FOR_MEASURING = {"bots": "--bot", **{name: f"--{name}" for name in ("seeds", "seats", "hurry", "jobs", "output", "replace")}}
"""The options that say how to measure, and what becomes of it."""


@click.command(help=LEVELS_HELP)
@game_argument
@click.option("--measure", is_flag=True, help=text("Play the matches, instead of showing what is known."))
@click.option("--bot", "bots", multiple=True, metavar="NAME", help=text("Measure only this bot of ours; can be repeated."))
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    help=text("How many shuffles; bots limited by time get a fifth of them."),
)
@click.option(
    "--seats", type=int, multiple=True, metavar="COUNT", help=text("Only with this many seats; can be repeated. Default: all.")
)
@click.option(
    "--hurry",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help=text("Bots limited by time get this part of it, 20 for a twentieth: quicker to measure, and weaker."),
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help=text("A file for what was measured."))
@click.option("--replace", is_flag=True, help=text("Write what was measured in place of what the game says now."))
@click.option("--markdown", is_flag=True, help=text("Print a table for documents."))
@lang_option
def verb(
    game: str,
    measure: bool,
    bots: tuple[str, ...],
    seeds: int,
    seats: tuple[int, ...],
    hurry: int,
    jobs: int,
    output: Path | None,
    replace: bool,
    markdown: bool,
) -> None:
    from londinium.arena.ladder import measure_bots
    from londinium.arena.storage import write_file
    from londinium.bots.measured import measured_bots, measured_file, measured_table, measured_text
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption

    found = find_game(game)
    for name, option in FOR_MEASURING.items() if not measure else ():
        if click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise InvalidOption(N_("{option} is about what is measured now: add --measure"), option=option)
    if measure:
        chosen = "".join(f" --bot {bot}" for bot in bots) + "".join(f" --seats {count}" for count in seats)
        command = f"londinium levels {found.slug} --measure --seeds {seeds}{chosen}{f' --hurry {hurry}' if hurry > 1 else ''}"
        with Bar() as bar:
            known = measured_bots(found) if replace and (bots or seats) else None
            measured = measure_bots(
                found, bots, seeds=seeds, seats=seats, hurry=hurry, known=known, jobs=jobs, command=command, told=bar.told
            )
    else:
        shown = measured_bots(found)
        if shown is None:
            raise InvalidOption(N_("nobody has measured the bots of {game}: use --measure"), game=found.title)
        measured = shown
    click.echo(measured_table(measured) if markdown else measured_text(measured), nl=False)
    for file in filter(None, (output, measured_file(found) if replace else None)):
        write_file(file, measured_text(measured))
        click.echo(text("Written to {file}.", file=file), err=True)
