"""`londinium solve`: the best total that a seat of Next Station: London could have reached, and a bound above it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.settings import box_option, chosen_options, lang_option, rules_options
from londinium.cli.speech import CODE, plain_console, text

if TYPE_CHECKING:
    from rich.console import Console

    from londinium.games.next_station_london.solver.solution import Solution
    from londinium.kernel.match import Match

GAME = "next-station-london"


@click.command(
    help=text(
        "Look for the best total in Next Station: London, with every card known: of the match in the record FILE, or of the "
        "match that --seed brings. Beside it stands a bound that no play can pass."
    )
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--seat", type=int, default=0, show_default=True, help=text("The seat whose sheet is solved."))
@click.option("--seed", type=int, help=text("Solve the match that this seed brings, instead of a record."))
@click.option("--seats", type=int, default=1, show_default=True, help=text("Number of players, with --seed."))
@click.option(
    "--seconds", type=click.FloatRange(0), default=60, show_default=True, help=text("How long to look, in seconds of one core.")
)
@click.option(
    "--nodes", type=click.IntRange(1), help=text("Look at so many lines instead, which gives the same answer on every machine.")
)
@click.option("--save", type=click.Path(path_type=Path), help=text("Write the best play to a record file."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@rules_options
@box_option
@lang_option
def verb(
    file: Path | None,
    seat: int,
    seed: int | None,
    seats: int,
    seconds: float,
    nodes: int | None,
    save: Path | None,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    match = _match(file, seed, seats, variant, options, box)
    solution = _solve(match, seat, seconds, nodes)
    if save is not None:
        _save(save, solution)
    if as_json:
        import msgspec

        facts = {"gap": solution.gap, "missed": solution.missed}
        click.echo(msgspec.json.encode({**msgspec.to_builtins(solution), **facts}))
    else:
        _show(match, solution)


def _match(
    file: Path | None, seed: int | None, seats: int, variant: str | None, options: tuple[str, ...], box: Path | None
) -> Match:
    from londinium.kernel.errors import N_, InvalidOption
    from londinium.kernel.record_files import load_record
    from londinium.kernel.registry import game

    if (file is None) == (seed is None):
        raise InvalidOption(N_("give a record file or a seed, one of the two"))
    if file is None:
        found = game(GAME)
        return found.match(seats=seats, seed=seed, options=chosen_options(found, variant, options), box=box)
    match = load_record(file, box)
    if match.game.slug != GAME:
        message = N_("{file} is a record of {game}; only Next Station: London can be solved")
        raise InvalidOption(message, file=file.name, game=match.game.title)
    return match


def _solve(match: Match, seat: int, seconds: float, nodes: int | None) -> Solution:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from londinium.games.next_station_london.solver.solution import solve

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text("Solving"), total=1.0)
        return solve(match, seat, seconds, nodes=nodes, report=lambda part: progress.update(task, completed=part))


def _save(path: Path, solution: Solution) -> None:
    from londinium.kernel.errors import N_, LondiniumError

    try:
        path.write_text(solution.record, encoding="utf-8")
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=path, problem=error.strerror) from error


def _show(match: Match, solution: Solution) -> None:
    console = plain_console()
    name = match.names[solution.seat]
    console.print(f"{match.game.title}: {name}", style="bold")
    _show_turns(console, solution)
    console.print()
    for line in solution.lines:
        console.print(f"{_word(match, line.pencil)}  {' '.join(line.sections)}")
    console.print()
    console.print(match.game.face.draw_scores([solution.sheet], match.words(CODE), [name]))
    console.print(text("Best total found: {total}", total=solution.total), style="bold")
    if solution.gap == 0:
        console.print(text("No play can bring more."))
    else:
        console.print(text("No play can bring more than {bound}; the gap is {gap}.", bound=solution.bound, gap=solution.gap))
    if solution.played is not None:
        console.print(text("Played: {played}, {missed} less.", played=solution.played, missed=solution.missed))


def _word(match: Match, pencil: str) -> str:
    return match.game.face.describe_line(pencil, match.words(CODE))


def _show_turns(console: Console, solution: Solution) -> None:
    from rich import box as borders
    from rich.table import Table

    table: Any = Table(box=borders.SIMPLE_HEAD)
    for heading in (text("Round"), text("Turn"), text("Card"), text("Move")):
        table.add_column(heading)
    before = 0
    for turn in solution.turns:
        table.add_row(
            str(turn.round) if turn.round != before else "", str(turn.turn), " ".join(turn.cards), "; ".join(turn.moves)
        )
        before = turn.round
    console.print(table)
