"""`londinium load`: many tables at once over real sockets, and how long everybody waits for a move, beside a bare echo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import plural, text
from londinium.kernel.words.errors import N_

if TYPE_CHECKING:
    from rich.console import Console

    from londinium.load.run import Report, Stage
    from londinium.load.tally import Figures

EVERY_GAME = "all"
STAGES = {
    "prepare": N_("Setting up the tables"),
    "open": N_("Opening the sockets"),
    "play": N_("Playing"),
    "open echo": N_("Opening the sockets of the echo"),
    "echo": N_("Echoing"),
}


@click.command(
    help=text(
        "Put load on a server: sit at many tables over real sockets, make legal moves at a fixed rate, and measure how long it "
        "takes until everybody at the table has each move. Starts its own server on one core, with tables at all stages of a "
        "match, and then the same over a bare echo, unless --url names a server."
    )
)
@click.option("--tables", type=click.IntRange(1), default=500, show_default=True, help=text("Number of tables."))
@click.option("--seats", type=click.IntRange(2, 4), default=4, show_default=True, help=text("Number of players at each table."))
@click.option("--rate", type=click.FloatRange(0.1), default=100, show_default=True, help=text("Moves per second at all tables."))
@click.option("--seconds", type=click.FloatRange(1), default=30, show_default=True, help=text("How long to play."))
@click.option("--game", default=EVERY_GAME, show_default=True, help=text("The game, or all of them."))
@click.option("--url", default="", help=text("A server that runs already, begun with --no-limits."))
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(tables: int, seats: int, rate: float, seconds: float, game: str, url: str, as_json: bool) -> None:
    import asyncio

    from rich.console import Console

    from londinium.kernel.registry import game as find_game
    from londinium.load.run import LoadPlan, run_load

    games = () if game == EVERY_GAME else (find_game(game).slug,)
    plan = LoadPlan(tables, seats, rate, seconds, games, url.rstrip("/"))
    report = asyncio.run(run_load(plan, stages(Console(stderr=True))))
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(report))
    else:
        show_load(report)


def stages(console: Console) -> Stage:
    """A bar for each stage."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    @contextmanager
    def stage(name: str, steps: int) -> Iterator[Callable[[int], None]]:
        columns = (TextColumn("{task.description:<32}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        # Few redraws: what they cost is missing for the moves.
        with Progress(*columns, console=console, refresh_per_second=2) as bar:
            task = bar.add_task(text(STAGES[name]), total=steps)
            yield lambda count: bar.advance(task, count)

    return stage


def show_load(report: Report) -> None:
    from rich import box as borders
    from rich.console import Console
    from rich.table import Table

    plan, ours, echo = report.plan, report.table, report.echo
    title = text(
        "{tables} tables with {seats} seats, {rate} moves per second", tables=plan.tables, seats=plan.seats, rate=f"{plan.rate:g}"
    )
    table = Table(box=borders.SIMPLE_HEAD, title=title)
    for head in ("", text("Tables"), *((text("Bare echo"), text("Ratio")) if echo else ())):
        table.add_column(head, justify="right" if head else "left")
    for name, label in labels().items():
        cells = [figure(ours, name)]
        if echo:
            cells += [figure(echo, name), f"{report.ratios[name]:.1f}" if name in report.ratios else ""]
        table.add_row(label, *cells)
    console = Console(highlight=False)
    console.print(table)
    wrong = sum(ours.errors.values()) + report.server_errors + (sum(echo.errors.values()) if echo else 0)
    console.print("  " + plural("{count} error", "{count} errors", wrong))
    for problem, count in {**ours.errors, **(echo.errors if echo else {})}.items():
        console.print(f"    {problem}: {count}")


def labels() -> dict[str, str]:
    return {
        "moves": text("Moves"),
        "moves_per_second": text("Moves per second"),
        "p50_ms": text("From a move to all seats, half of them within (ms)"),
        "p95_ms": text("95 of 100 within (ms)"),
        "p99_ms": text("99 of 100 within (ms)"),
        "slowest_ms": text("The slowest (ms)"),
        "client_lag_p95_ms": text("Of which the load test itself, 95 of 100 within (ms)"),
        "bytes_median": text("Bytes per move and seat, compressed: median"),
        "bytes_p95": text("95 of 100 below"),
        "bytes_per_move": text("Bytes per move, all seats: mean"),
        "bytes_sent_median": text("Bytes of a move to the server: median"),
        "server_memory_mib": text("Memory of the server (MiB)"),
        "server_cpu_percent": text("Processor use of the server (% of a core)"),
        "server_cpu_per_move_ms": text("Processor time of the server per move (ms)"),
        "client_cpu_percent": text("Processor use of the load test itself (% of a core)"),
    }


def figure(figures: Figures, name: str) -> str:
    value = getattr(figures, name)
    if value is None:
        return "–"
    return f"{value:,.1f}" if name.endswith(("_ms", "_second", "_mib", "_percent")) else f"{value:,.0f}"
