"""`londinium balance`: what a designer wants to know about a box or a city."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from londinium.cli.shared.files import require_folder
from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import box_option, chosen_options, game_argument, lang_option, rules_options, seats_option
from londinium.cli.shared.speech import CODE, text

BALANCE_HELP = text(
    "Study a box or a city: many matches in which one bot plays all seats, and what those who did well "
    "had in common.\n\nThe report gives win rates and scores by seat, what each line of the score sheet is "
    "worth, and what the game itself says about its parts, in sentences, plots and tables. With "
    "--compare, a second box is played on the same seeds."
)


@click.command(help=BALANCE_HELP)
@game_argument
@click.option("--games", "count", type=click.IntRange(2), default=500, show_default=True, help=text("How many matches."))
@click.option(
    "--bot",
    default="apprentice",
    show_default=True,
    help=text("The bot that plays all seats: a better one tells you more but takes longer; greedy is the quickest."),
)
@seats_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option("--ray", metavar="ADDRESS", help=text("Play on the Ray cluster at this address; 'local' starts one here."))
@click.option("--compare", type=click.Path(path_type=Path), help=text("Another box or city file to compare with."))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=text("Write the report to this HTML file."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@rules_options
@box_option
@lang_option
def verb(
    game: str,
    count: int,
    bot: str,
    seats: int | None,
    seed: int,
    jobs: int,
    ray: str | None,
    compare: Path | None,
    output: Path | None,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    import msgspec

    from londinium.arena.balance import study
    from londinium.arena.report.balance import balance_page
    from londinium.arena.report.blocks import render_report
    from londinium.arena.storage import write_file
    from londinium.arena.tournament import settings_for
    from londinium.cli.shared.speech import plain_console
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.language import language

    require_folder(output)
    found = find_game(game)
    common: dict[str, Any] = {"seats": seats, "options": chosen_options(found, variant, options), "seed": seed}
    tables = [settings_for(found, [bot], box=file, **common) for file in ([box] if compare is None else [box, compare])]
    with Bar() as bar:
        studies = [study(settings, boxes, count, jobs=jobs, ray=ray, told=bar.told) for settings, boxes in tables]
    shown = [(one, boxes) for one, (_, boxes) in zip(studies, tables, strict=True)]
    page = balance_page(shown[0], shown[1] if compare else None, language(CODE, found.folder))
    if output is not None:
        write_file(output, render_report(page))
    if as_json:
        click.echo(msgspec.json.encode(studies if compare else studies[0]))
        return
    console = plain_console()
    for sentence in page.lead:
        console.print(sentence)
    for part in page.parts:
        if part.sentences:
            console.print()
            console.print(part.title, style="bold")
        for sentence in part.sentences:
            console.print(sentence)
    console.print()
    console.print(page.notes[1], style="dim")
    if output is not None:
        click.echo(text("The report is in {file}.", file=output))
