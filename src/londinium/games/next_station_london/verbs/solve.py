"""`londinium solve`: the best total that a seat of Next Station: London could have reached, and a bound above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from londinium.cli.shared.settings import box_option, chosen_options, lang_option, rules_options
from londinium.cli.shared.speech import CODE, language_of, plain_console

if TYPE_CHECKING:
    from rich.console import Console

    from londinium.games.next_station_london.mind.solver.series import Row, Series
    from londinium.games.next_station_london.mind.solver.solution import Solution
    from londinium.kernel.match import Match

text = language_of(__file__).text
SEEDS = re.compile(r"(\d{1,18})-(\d{1,18})")


@click.command(
    help=text(
        "Find the best total in Next Station: London with every card known: for the match in the record FILE, "
        "or for the match that --seed gives. It comes with a bound that no play can exceed. With --seeds, "
        "many matches are solved and the means printed."
    )
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--seat", type=int, default=0, show_default=True, help=text("The seat whose sheet is solved."))
@click.option("--seed", type=int, help=text("Solve the match that this seed gives, instead of a record."))
@click.option(
    "--seeds", metavar="FIRST-LAST", help=text("Solve the matches of all these seeds and print the means, such as 1-20.")
)
@click.option("--seats", type=int, default=1, show_default=True, help=text("Number of players, with --seed or --seeds."))
@click.option(
    "--seconds", type=click.FloatRange(0), default=60, show_default=True, help=text("How long to search, in seconds of one core.")
)
@click.option(
    "--nodes", type=click.IntRange(1), help=text("Examine this many lines instead, which gives the same answer on every machine.")
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
    seeds: str | None,
    seats: int,
    seconds: float,
    nodes: int | None,
    save: Path | None,
    as_json: bool,
    variant: str | None,
    options: tuple[str, ...],
    box: Path | None,
) -> None:
    # Whatever is wrong with the input is said in the words of the game, so the game comes first.
    import londinium.games.next_station_london  # noqa: F401
    from londinium.kernel.words.errors import N_, InvalidOption

    if sum(given is not None for given in (file, seed, seeds)) != 1:
        raise InvalidOption(N_("give a record file, a seed or several seeds: one of the three"))
    if seeds is not None:
        if save is not None:
            raise InvalidOption(N_("--save is for one match, not for several"))
        numbers = _numbers(seeds)
        matches = (_seeded(number, seats, variant, options, box) for number in numbers)
        _solve_series(matches, len(numbers), seat, seconds, nodes, as_json)
        return
    match = _seeded(seed, seats, variant, options, box) if file is None else _recorded(file, box)
    solution = _solve(match, seat, seconds, nodes)
    if save is not None:
        _save(save, solution)
    if as_json:
        import msgspec

        facts = {"gap": solution.gap, "missed": solution.missed}
        click.echo(msgspec.json.encode({**msgspec.to_builtins(solution), **facts}))
    else:
        _show(match, solution)


def _numbers(seeds: str) -> range:
    from londinium.kernel.words.errors import N_, InvalidOption

    found = SEEDS.fullmatch(seeds)
    if not found or int(found[1]) > int(found[2]):
        raise InvalidOption(N_("seeds are given as FIRST-LAST, such as 1-20, not as '{seeds}'"), seeds=seeds)
    return range(int(found[1]), int(found[2]) + 1)


def _seeded(seed: int | None, seats: int, variant: str | None, options: tuple[str, ...], box: Path | None) -> Match:
    from londinium.games.next_station_london import GAME

    return GAME.match(seats=seats, seed=seed, options=chosen_options(GAME, variant, options), box=box)


def _recorded(file: Path, box: Path | None) -> Match:
    from londinium.games.next_station_london import GAME
    from londinium.kernel.record import load_record
    from londinium.kernel.words.errors import N_, InvalidOption

    match = load_record(file, box)
    if match.game is not GAME:
        message = N_("{file} is a record of {game}; only Next Station: London can be solved")
        raise InvalidOption(message, file=file.name, game=match.game.title)
    return match


@contextmanager
def _progress(matches: int) -> Iterator[tuple[Callable[[float], None], Callable[[str], None]]]:
    """A bar on the error output: one function tells it how many matches are done, the other prints a line above it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text("Solving"), total=float(matches))
        yield lambda done: progress.update(task, completed=done), progress.console.print


def _solve(match: Match, seat: int, seconds: float, nodes: int | None) -> Solution:
    from londinium.games.next_station_london.mind.solver.solution import solve

    with _progress(1) as (report, _):
        return solve(match, seat, seconds, nodes=nodes, report=report)


def _solve_series(matches: Iterator[Match], count: int, seat: int, seconds: float, nodes: int | None, as_json: bool) -> None:
    import msgspec

    from londinium.games.next_station_london.mind.solver.series import solve_series

    with _progress(count) as (report, say):

        def told(row: Row) -> None:
            say(text("Seed {seed}: {total}, at most {bound}", seed=row.seed, total=row.total, bound=row.bound))

        series = solve_series(matches, seat, seconds, nodes=nodes, report=report, told=told)
    if as_json:
        click.echo(msgspec.json.encode(series))
    else:
        _show_series(series)


def _save(path: Path, solution: Solution) -> None:
    from londinium.kernel.words.errors import N_, LondiniumError

    try:
        path.write_text(solution.record, encoding="utf-8")
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=path, problem=error) from error


def _show_series(series: Series) -> None:
    from rich import box as borders
    from rich.table import Table

    table: Any = Table(box=borders.SIMPLE_HEAD, show_footer=True)
    means = (text("Mean"), *(f"{mean:.1f}" for mean in (series.total, series.bound, series.gap)))
    for heading, mean in zip((text("Seed"), text("Best total"), text("Bound"), text("Gap")), means, strict=True):
        table.add_column(heading, mean, justify="right")
    for row in series.rows:
        table.add_row(str(row.seed), str(row.total), str(row.bound), str(row.gap))
    plain_console().print(table)


def _show(match: Match, solution: Solution) -> None:
    console = plain_console()
    name = match.names[solution.seat]
    console.print(match.words(CODE).named(match.game.title, name), style="bold")
    _show_turns(console, solution)
    console.print()
    for line in solution.lines:
        console.print(f"{_word(match, line.pencil)}  {' '.join(line.sections)}")
    console.print()
    console.print(match.game.face.draw_scores([solution.sheet], match.words(CODE), [name]))
    console.print(text("Best total found: {total}", total=solution.total), style="bold")
    if solution.gap == 0:
        console.print(text("No play can score more."))
    else:
        console.print(text("No play can score more than {bound}; the gap is {gap}.", bound=solution.bound, gap=solution.gap))
    if solution.missed == 0:
        console.print(text("Played: {played}; nothing better was found.", played=solution.played))
    elif solution.missed is not None:
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
