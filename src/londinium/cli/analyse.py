"""`londinium analyse`: every decision of a record file judged: what was best, what was played, and what it cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.progress import progress
from londinium.cli.shared.settings import box_option, lang_option
from londinium.cli.shared.speech import CODE, plain_console, text

if TYPE_CHECKING:
    from londinium.kernel.match import Match
    from londinium.study.verdicts import Analysis


@click.command(
    help=text(
        "Assess every decision in the record FILE: each player's mistakes, with the better move and why. "
        "Where a game has a solver, also show the best total possible with the same cards."
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--simulations", type=click.IntRange(1), help=text("How many simulations to run for each decision."))
@click.option("--seconds", type=click.FloatRange(0.1), help=text("Spend about this long on all decisions instead."))
@click.option(
    "--solver-seconds",
    type=click.FloatRange(0),
    help=text("How long to search for the best totals, where a game has a solver; 0 skips this."),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help=text("Write a page with a graph and pictures (.html), or the record with marks, comments and better moves (.record)."),
)
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@box_option
@lang_option
def verb(
    file: Path,
    simulations: int | None,
    seconds: float | None,
    solver_seconds: float | None,
    output: Path | None,
    as_json: bool,
    box: Path | None,
) -> None:
    from errno import ENOENT
    from os import strerror

    from londinium.kernel.record import load_record
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
    from londinium.study.analysis import PAR_SECONDS, analyse

    if simulations is not None and seconds is not None:
        raise InvalidOption(N_("give --simulations or --seconds, not both"))
    if output is not None and output.suffix.lower() not in {".html", ".htm", ".record"}:
        raise InvalidOption(
            N_("an analysis must be written to a file ending in .html or .record, not '{file}'"), file=output.name
        )
    if output is not None and not output.parent.is_dir():  # reported before the work, not after it
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=OSError(ENOENT, strerror(ENOENT)))
    match = load_record(file, box)
    par_seconds = PAR_SECONDS if solver_seconds is None else solver_seconds
    with progress() as report:
        found = analyse(match, simulations, seconds=seconds, par_seconds=par_seconds, report=report)
    if output is not None:
        _write(output, found, match)
    if as_json:
        click.echo(found.to_json())
    else:
        _show(found, match)


def _write(output: Path, found: Analysis, match: Match) -> None:
    from londinium.kernel.files import write_source
    from londinium.kernel.record import write_record
    from londinium.study.annotated import annotated
    from londinium.study.report import report_page

    is_record = output.suffix.lower() == ".record"
    write_source(output, write_record(annotated(found, match, CODE)) if is_record else report_page(found, match, CODE))


def _show(found: Analysis, match: Match) -> None:
    from rich import box as borders
    from rich.table import Table

    from londinium.study.graph import SIZE_NAMES
    from londinium.study.notes import cost, named, why
    from londinium.study.verdicts import MISTAKE_SIZES

    console, words = plain_console(), match.words(CODE)
    console.print(words.named(match.game.title, ", ".join(match.names)), style="bold")
    for one in found.mistakes():
        told, effects = named(match.at(one.ply), one.seat, words)
        size, price = words.text(SIZE_NAMES[one.size]), cost(one, match, words)
        played = words.named(match.names[one.seat], told[one.played.move].label)
        console.print(f"{one.ply:4}  {played} – {size} {price}")
        console.print(f"      {why(one, match, words, told, effects)}", style="dim")
    table: Any = Table(box=borders.SIMPLE_HEAD)
    sizes = [words.text(SIZE_NAMES[size]) for size in MISTAKE_SIZES]
    for heading in (text("Player"), *sizes, text("Loss per decision")):
        table.add_column(heading, justify="left" if heading == text("Player") else "right")
    for seat, name in enumerate(match.names):
        counts = [str(sum(one.size == size for one in found.mistakes(seat))) for size in MISTAKE_SIZES]
        table.add_row(name, *counts, match.game.study.amount(found.mean_loss(seat), words))
    console.print(table)
    for par in found.par:
        facts = {"player": match.names[par.seat], "played": par.played, "total": par.total, "bound": par.bound}
        console.print(text("{player}: {played}; possible with the same cards: {total} (no more than {bound})", **facts))
