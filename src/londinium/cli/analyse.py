"""`londinium analyse`: every decision of a record file judged: what was best, what was played, and what it cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.positions import file_or_position, given_match
from londinium.cli.shared.progress import progress
from londinium.cli.shared.settings import box_option, lang_option
from londinium.cli.shared.speech import CODE, plain_console, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from londinium.kernel.match import Match
    from londinium.study.analysis import Advised
    from londinium.study.verdicts import Analysis


@click.command(
    help=text(
        "Assess every decision in the record FILE: each player's mistakes, with the better move and why. "
        "Where a game has a solver, also show the best total possible with the same cards. "
        "Of a position: the best moves compared, with what each costs."
    )
)
@file_or_position
@click.option("--simulations", type=click.IntRange(1), help=text("How many simulations to run for each decision."))
@click.option("--seconds", type=click.FloatRange(0.1), help=text("Spend about this long on all decisions instead."))
@click.option(
    "--solver-seconds",
    type=click.FloatRange(0),
    help=text("How long to search for the best totals, where a game has a solver; 0 skips this."),
)
@click.option(
    "--threads", type=click.IntRange(1, 256), help=text("Threads to share the work between; one for each core by default.")
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
    file: Path | None,
    position: str | None,
    simulations: int | None,
    seconds: float | None,
    solver_seconds: float | None,
    threads: int | None,
    output: Path | None,
    as_json: bool,
    box: Path | None,
) -> None:
    from errno import ENOENT
    from os import strerror

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
    match = given_match(file, position, box)
    if position is not None:
        _weigh(match, simulations, seconds, output, as_json)
        return
    par_seconds = PAR_SECONDS if solver_seconds is None else solver_seconds
    with progress() as report:
        found = analyse(match, simulations, seconds=seconds, par_seconds=par_seconds, threads=threads, report=report)
    if output is not None:
        _write(output, found, match)
    if as_json:
        click.echo(found.to_json())
    else:
        _show(found, match)


def _weigh(match: Match, simulations: int | None, seconds: float | None, output: Path | None, as_json: bool) -> None:
    """The moves of a decision that is still to be made, compared as an analysis would afterwards."""
    import msgspec

    from londinium.kernel.game import CHANCE
    from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
    from londinium.study.analysis import Effort, advise, effort_of, new_judge

    if output is not None:
        raise InvalidOption(N_("a page can be written about a record file, not about a position"))
    deciding = [seat for seat in match.to_act if seat != CHANCE]
    if not deciding:
        raise LondiniumError(N_("nobody decides in this position"))
    effort = effort_of(match.game, simulations) if seconds is None else Effort(seconds=seconds)
    found = advise(new_judge(match, effort), match, deciding[0], effort)
    if as_json:
        click.echo(msgspec.json.encode({"seat": deciding[0], "moves": found}))
        return
    _show_advice(found, match, deciding[0])


def _show_advice(found: Sequence[Advised], match: Match, seat: int) -> None:
    from rich import box as borders
    from rich.table import Table

    from londinium.study.notes import named

    console, words, amount = plain_console(), match.words(CODE), match.game.study.amount
    told = named(match, seat, words)
    asked = match.game.face.prompt(match.view(seat, refusals=False), words, match.names)
    console.print(words.named(match.names[seat], asked), style="bold")
    table: Any = Table(box=borders.SIMPLE_HEAD)
    for heading in (text("Move"), text("Expected points"), text("First place"), text("Costs")):
        table.add_column(heading, justify="left" if heading == text("Move") else "right")
    for one in found:
        first = "–" if one.choice.win is None else words.per_cent(one.choice.win)
        costs = "–" if one is found[0] else f"{amount(max(0.0, one.loss), words)} ± {words.decimal(2 * one.error)}"
        table.add_row(told[one.choice.move].label, words.decimal(one.choice.points), first, costs)
    console.print(table)


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

    from londinium.study.notes import named, played_name, why
    from londinium.study.verdicts import MISTAKE_SIZES
    from londinium.study.worth import SIZE_NAMES, meaning_of_worth, mistake_words

    console, words = plain_console(), match.words(CODE)
    console.print(words.named(match.game.title, ", ".join(match.names)), style="bold")
    for one in found.mistakes():
        here = match.at(one.ply)
        told = named(here, one.seat, words)
        played = words.named(match.names[one.seat], played_name(one, here, words, told))
        console.print(f"{one.ply:4}  {played} – {mistake_words(one.size, one.loss, match.game, words)}")
        console.print(f"      {why(one, match, words, told)}", style="dim")
    table: Any = Table(box=borders.SIMPLE_HEAD)
    sizes = [words.text(SIZE_NAMES[size]) for size in MISTAKE_SIZES]
    for heading in (text("Player"), *sizes, text("Worth lost per decision")):
        table.add_column(heading, justify="left" if heading == text("Player") else "right")
    for seat, name in enumerate(match.names):
        counts = [str(sum(one.size == size for one in found.mistakes(seat))) for size in MISTAKE_SIZES]
        table.add_row(name, *counts, match.game.study.amount(found.mean_loss(seat), words))
    console.print(table)
    console.print(meaning_of_worth(match.game, match.seats, words), style="dim")
    for par in found.par:
        facts = {"player": match.names[par.seat], "played": par.played, "total": par.total, "bound": par.bound}
        console.print(text("{player}: {played}; possible with the same cards: {total} (no more than {bound})", **facts))
