"""`londinium load`: many tables at once over real sockets, and how long everybody waits for a move, beside a bare echo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from londinium.cli.shared.settings import lang_option, memory_option
from londinium.cli.shared.speech import plural, text
from londinium.kernel.words.errors import N_

if TYPE_CHECKING:
    from rich.console import Console

    from londinium.load.machines import LoadStep, MachinesReport
    from londinium.load.run import Report, Stage
    from londinium.load.soak import SoakPlan
    from londinium.load.tally import Figures

EVERY_GAME = "all"
STAGES = {
    "prepare": N_("Setting up the tables"),
    "open": N_("Opening the sockets"),
    "play": N_("Playing"),
    "open echo": N_("Opening the echo sockets"),
    "echo": N_("Echoing"),
}


@click.command(
    help=text(
        "Load-test a server: sit at many tables over real sockets, make legal moves at a fixed rate, and "
        "measure how long it takes for everyone at the table to receive each move. Unless --url names a "
        "server, start one on one core, with tables at all stages of a match, and then do the same over a "
        "bare echo."
    )
)
@click.option(
    "--tables",
    default="500",
    show_default=True,
    help=text("Number of tables; with --processes also several numbers, such as 500,1000,2000, one step after the other."),
)
@click.option("--seats", type=click.IntRange(2, 4), default=4, show_default=True, help=text("Number of players at each table."))
@click.option(
    "--rate", type=click.FloatRange(0.1), default=100, show_default=True, help=text("Moves per second across all tables.")
)
@click.option("--seconds", type=click.FloatRange(1), default=30, show_default=True, help=text("How long to play."))
@click.option("--game", default=EVERY_GAME, show_default=True, help=text("The game, or all of them."))
@click.option("--url", default="", help=text("A server that is already running, started with --no-limits."))
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help=text("Start this many servers over one PostgreSQL, and send each table to one of them, as a balancer would."),
)
@click.option(
    "--database",
    default="",
    help=text("A PostgreSQL for --processes; tables are added to it. Default: a new one, deleted afterwards."),
)
@click.option(
    "--present", type=click.IntRange(1, 4), help=text("With --processes: how many seats of each table have a page open.")
)
@click.option(
    "--soak",
    type=click.FloatRange(0.1),
    metavar="MINUTES",
    help=text("Play for this many minutes instead, with a new table for each that ends, and watch the server's memory."),
)
@memory_option(text("Memory of the server in a soak."))
@click.option(
    "--start",
    "first_start",
    is_flag=True,
    help=text("Measure a first start instead: until the home page, until the first move of each game, until all is compiled."),
)
@click.option("--json", "as_json", is_flag=True, help=text("Print data instead of text."))
@lang_option
def verb(
    tables: str,
    seats: int,
    rate: float,
    seconds: float,
    game: str,
    url: str,
    processes: int | None,
    database: str,
    present: int | None,
    soak: float | None,
    memory: int,
    first_start: bool,
    as_json: bool,
) -> None:
    import asyncio

    from rich.console import Console

    from londinium.kernel.registry import game as find_game
    from londinium.load.run import LoadPlan, run_load
    from londinium.load.soak import SoakPlan

    games = () if game == EVERY_GAME else (find_game(game).slug,)
    if first_start:
        show_first_start(as_json)
        return
    steps = table_counts(tables)
    if processes is not None:
        from londinium.load.machines import MachinesPlan, run_machines

        here = min(seats, present or seats)
        machines = MachinesPlan(processes, steps, seats, here, rate, seconds, games, database)
        found = asyncio.run(run_machines(machines, stages(Console(stderr=True))))
        show_machines(found, as_json=as_json)
        return
    if len(steps) > 1:
        raise click.BadParameter(text("several numbers need --processes"), param_hint="--tables")
    if soak is not None:
        run_long(SoakPlan(soak, steps[0], seats, rate, games, memory), as_json)
        return
    plan = LoadPlan(steps[0], seats, rate, seconds, games, url.rstrip("/"))
    report = asyncio.run(run_load(plan, stages(Console(stderr=True))))
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(report))
    else:
        show_load(report)


def table_counts(given: str) -> tuple[int, ...]:
    """Rising numbers of tables, as they were written: `500,1000`."""
    try:
        found = tuple(int(part) for part in given.split(","))
    except ValueError:
        found = ()
    if not found or found[0] < 1 or list(found) != sorted(set(found)):
        raise click.BadParameter(
            text("'{given}' is not a number of tables, or several that rise", given=given), param_hint="--tables"
        )
    return found


def run_long(plan: SoakPlan, as_json: bool) -> None:
    """A soak, with a line for each moment that is noted."""
    import asyncio

    from londinium.load.soak import SoakRow, run_soak

    heads = (text("Seconds"), text("Moves"), text("Memory (MiB)"), text("Descriptors"), text("Threads"), text("Tables"))

    def tell(row: SoakRow) -> None:
        facts = (f"{row.seconds:,.0f}", row.moves, f"{row.memory_mib:,.0f}", row.descriptors, row.threads, row.tables)
        click.echo("".join(f"{fact!s:>14}" for fact in facts), err=as_json)

    click.echo("".join(f"{head:>14}" for head in heads), err=as_json)
    report = asyncio.run(run_soak(plan, tell))
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(report))
        return
    click.echo(
        text(
            "{moves} moves, {finished} matches finished; 95 of 100 moves within {p95} ms, {cpu} ms of the processor each. "
            "In the last third memory grew by {slope} MiB a minute.",
            moves=report.moves,
            finished=report.finished,
            p95=f"{report.p95_ms:.0f}",
            cpu=f"{report.cpu_per_move_ms:.1f}",
            slope=f"{report.slope:.1f}",
        )
    )
    for problem, count in report.errors.items():
        click.echo(f"    {problem}: {count}")


def show_first_start(as_json: bool) -> None:
    import asyncio

    from londinium.load.first_start import measure_first_start

    found = asyncio.run(measure_first_start())
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(found))
        return
    click.echo(text("Home page after {seconds} s.", seconds=f"{found.page:.1f}"))
    for slug, seconds in found.moves.items():
        click.echo(text("First move of {game} after {seconds} s.", game=slug, seconds=f"{seconds:.1f}"))
    if found.compiled is not None:
        click.echo(text("All compiled after {seconds} s.", seconds=f"{found.compiled:.1f}"))


def stages(console: Console) -> Stage:
    """A bar for each stage."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    @contextmanager
    def stage(name: str, steps: int) -> Iterator[Callable[[int], None]]:
        columns = (TextColumn("{task.description:<32}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        # Few redraws: they take time away from the moves.
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


def show_machines(report: MachinesReport, *, as_json: bool) -> None:
    """A column for each step."""
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(report))
        return
    from rich import box as borders
    from rich.console import Console
    from rich.table import Table

    title = plural("{count} process over one PostgreSQL", "{count} processes over one PostgreSQL", report.plan.processes)
    table = Table(box=borders.SIMPLE_HEAD, title=title)
    table.add_column("")
    for step in report.steps:
        table.add_column(plural("{count} table", "{count} tables", step.tables), justify="right")
    for label, shown in machine_rows().items():
        table.add_row(label, *(shown(step) for step in report.steps))
    for name, label in labels().items():
        if name != "server_memory_mib":
            table.add_row(label, *(figure(step.play, name) for step in report.steps))
    console = Console(highlight=False)
    console.print(table)
    wrong = report.server_errors + sum(sum(step.play.errors.values()) for step in report.steps)
    console.print("  " + plural("{count} error", "{count} errors", wrong))
    if report.ended:
        console.print("  " + text("It ended at {problem}", problem=report.ended))


def machine_rows() -> dict[str, Callable[[LoadStep], str]]:
    def each(values: list[float]) -> str:
        return " ".join(f"{value:,.1f}" for value in values)

    return {
        text("Sockets"): lambda step: f"{step.sockets:,}",
        text("Opening them took (s)"): lambda step: f"{step.opening_seconds:,.1f}",
        text("Processor time per socket opened (ms)"): lambda step: f"{step.opening_ms_per_socket:,.1f}",
        text("Memory of each process (MiB)"): lambda step: each(step.memory_mib),
        text("Processor use of each at rest (% of a core)"): lambda step: each(step.resting_percent),
        text("Processor use of each while playing (% of a core)"): lambda step: each(step.busy_percent),
        text("Time of the database per move (ms)"): lambda step: (
            f"{step.database.active_ms_per_move:,.2f}" if step.database else "–"
        ),
        text("Commits per move"): lambda step: f"{step.database.commits_per_move:,.2f}" if step.database else "–",
    }


def labels() -> dict[str, str]:
    return {
        "moves": text("Moves"),
        "moves_per_second": text("Moves per second"),
        "p50_ms": text("From a move to all seats: half of them within (ms)"),
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
