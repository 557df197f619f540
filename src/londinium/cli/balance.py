"""`londinium balance`: what a designer wants to know about a box or a city."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.files import require_folder
from londinium.cli.shared.progress import Bar
from londinium.cli.shared.settings import box_option, chosen_options, game_argument, lang_option, rules_options
from londinium.cli.shared.speech import CODE, lost_moves, text

if TYPE_CHECKING:
    from londinium.arena.cases import Case
    from londinium.arena.report.blocks import ReportPage

BALANCE_HELP = text(
    "Study a box or a city: many matches in which one bot plays all seats, and what those who did well "
    "had in common.\n\nThe report gives win rates and scores by seat, what each line of the score sheet is "
    "worth, how matches go, how much is skill and how much luck, and what the game itself says about its parts, in sentences, "
    "plots and tables. With --compare, a second box is played on the same seeds; with --sweep, several values of one thing; "
    "--seats 2,3,4 studies several numbers of players."
)
NO_RIVAL = "none"
USUAL_RIVALS = ("greedy", "random")
"""Who is played against for skill and luck: the first that is not the bot itself."""


@click.command(help=BALANCE_HELP)
@game_argument
@click.option("--games", "count", type=click.IntRange(2), default=500, show_default=True, help=text("How many matches."))
@click.option(
    "--bot",
    default="apprentice",
    show_default=True,
    help=text("The bot that plays all seats: a better one tells you more but takes longer; greedy is the quickest."),
)
@click.option(
    "--rival",
    metavar="BOT",
    help=text("The bot to tell skill from luck with, in as many matches again (default: greedy); 'none' leaves this out."),
)
@click.option("--seats", metavar="N,N…", help=text("Number of players, or several: 2,3,4 (default: as many as the game allows)."))
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=text("The seed of the first match."))
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help=text("Processes to share the work between."))
@click.option("--ray", metavar="ADDRESS", help=text("Play on the Ray cluster at this address; 'local' starts one here."))
@click.option("--compare", type=click.Path(path_type=Path), help=text("Another box or city file to compare with."))
@click.option(
    "--sweep",
    metavar="NAME=V1,V2…",
    help=text("Play several values of an option or of something printed, such as pounds.start=0,5,10, on the same seeds."),
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help=text("Write the report to this HTML file."))
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help=text("Write every number to this CSV file."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@rules_options
@box_option
@lang_option
def verb(
    game: str,
    count: int,
    bot: str,
    rival: str | None,
    seats: str | None,
    seed: int,
    jobs: int,
    ray: str | None,
    compare: Path | None,
    sweep: str | None,
    output: Path | None,
    csv_file: Path | None,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    import msgspec

    from londinium.arena.balance import study
    from londinium.arena.cases import Case, seat_counts, sweep_cases
    from londinium.arena.report.blocks import render_report
    from londinium.arena.report.csv_table import csv_text
    from londinium.arena.storage import write_file
    from londinium.arena.tournament import settings_for
    from londinium.bots.registry import check_name
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption

    for file in (output, csv_file):
        require_folder(file)
    found = find_game(game)
    counts = seat_counts(found, seats)
    if sum((len(counts) > 1, compare is not None, sweep is not None)) > 1:
        raise InvalidOption(N_("--compare, --sweep and several --seats cannot be combined: ask one at a time"))
    common: dict[str, Any] = {"options": chosen_options(found, variant, options), "seed": seed}
    if sweep is not None:
        cases = sweep_cases(found, bot, sweep, box, seats=counts[0], **common)
    else:
        files = [box] if compare is None else [box, compare]
        both = [settings_for(found, [bot], seats=seats, box=file, **common) for seats in counts for file in files]
        cases = [Case("", *each) for each in both]
    against = next(name for name in USUAL_RIVALS if name != bot) if rival is None else rival
    if against == NO_RIVAL:
        against = ""
    else:
        check_name(against)
    how: dict[str, Any] = {"rival": against or None, "jobs": jobs, "ray": ray}
    with Bar() as bar:
        studies = [study(case.settings, case.boxes, count, told=bar.told, **how) for case in cases]
    page = _page(found, cases, studies, box, compare, sweep)
    lost = sum(one.lost for one in studies)
    told = [lost_moves(lost)] if lost else []
    if output is not None:
        write_file(output, render_report(replace(page, lead=[*page.lead, *told])))
    if csv_file is not None:
        write_file(csv_file, csv_text(zip((case.label for case in cases), studies, strict=True)))
    if as_json:
        click.echo(msgspec.json.encode(studies if len(studies) > 1 else studies[0]))
        return
    _print(page)
    for line in told:
        click.echo(line)
    for written in (output, csv_file):
        if written is not None:
            click.echo(text("The report is in {file}.", file=written))


def _page(
    game: Any, cases: list[Case], studies: list[Any], box: Path | None, compare: Path | None, sweep: str | None
) -> ReportPage:
    """The report that the question asks for."""
    from londinium.arena.cases import box_texts, read_sweep
    from londinium.arena.report.balance import balance_page
    from londinium.arena.report.cases import ShownCase, seats_label, seats_page, sweep_page
    from londinium.kernel.contracts.workshop import box_changes, workshop_of
    from londinium.kernel.words.language import language

    words = language(CODE, game.folder)
    shown = [(one, case.boxes) for one, case in zip(studies, cases, strict=True)]
    if sweep is not None:
        return sweep_page(
            [ShownCase(case.label, one) for case, one in zip(cases, shown, strict=True)], read_sweep(sweep)[0], words
        )
    if compare is None and len(shown) > 1:
        return seats_page([ShownCase(seats_label(one[0], words), one) for one in shown], words)
    shop, texts = workshop_of(game), box_texts(game, (box, compare)) if compare is not None else None
    changes = box_changes(*(shop.facts(file.text, words) for file in texts)) if shop and texts else None
    return balance_page(shown[0], shown[1] if compare else None, words, changes)


def _print(page: ReportPage) -> None:
    """The sentences of a report."""
    from londinium.cli.shared.speech import plain_console

    console = plain_console()
    for sentence in page.lead:
        console.print(sentence)
    for part in page.parts:
        if part.sentences:
            console.print()
            console.print(f"{part.within} · {part.title}" if part.within else part.title, style="bold")
        for sentence in part.sentences:
            console.print(sentence)
    console.print()
    console.print(page.notes[1], style="dim")
