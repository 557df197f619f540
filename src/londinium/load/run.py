"""One load test from beginning to end: tables, server, sockets, moves, and the same over a bare echo."""

from __future__ import annotations

import asyncio
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from londinium.kernel.registry import games as all_games
from londinium.load.drive import CannotLoad, Progress, allow_sockets, connect, drive, until_quiet
from londinium.load.groups import EchoGroup, SeatGroup
from londinium.load.processes import Meter, ServerProcess, cores, kept_to
from londinium.load.tables import open_at, prepare_tables
from londinium.load.tally import Figures, Tally

Stage = Callable[[str, int], AbstractContextManager[Progress]]
"""Shows how far a stage of the test is, given its name and how many steps it has."""

SERVER_MEMORY, MEMORY_PER_TABLE = 512, 3
"""MB: so much that what the server keeps is what it keeps where nobody is short of memory."""
PREPARE, OPEN, PLAY, OPEN_ECHO, ECHO = "prepare", "open", "play", "open echo", "echo"


class LoadPlan(msgspec.Struct, frozen=True):
    tables: int = 500
    seats: int = 4
    rate: float = 100.0
    seconds: float = 30.0
    games: tuple[str, ...] = ()
    """Empty: all games that this many can play."""
    url: str = ""
    """A server that is already running, else one is started."""


class Report(msgspec.Struct, frozen=True):
    plan: LoadPlan
    table: Figures
    echo: Figures | None
    ratios: dict[str, float]
    """The table's figures as multiples of the echo's."""
    server_errors: int
    """Errors of its own that the server has counted."""


async def run_load(plan: LoadPlan, stage: Stage) -> Report:
    allow_sockets(plan.tables * plan.seats)
    core, others = cores()
    games = list(plan.games or (game.slug for game in all_games() if plan.seats in game.seats))
    with kept_to(others), tempfile.TemporaryDirectory(prefix="londinium-load-") as folder, Path(folder, "log").open("wb") as log:
        if plan.url:
            with stage(PREPARE, plan.tables) as progress:
                tokens = await open_at(plan.url, games, plan.tables, plan.seats, progress)
            table, samples, errors = await _play(plan, plan.url, None, tokens, stage)
            return Report(plan, table, None, {}, errors)
        database = f"sqlite:///{folder}/table.db"
        with stage(PREPARE, plan.tables) as progress:
            tokens = await prepare_tables(database, games, plan.tables, plan.seats, progress)
        memory = str(SERVER_MEMORY + MEMORY_PER_TABLE * plan.tables)
        command = ("londinium", "serve", "--no-limits", "--port", "0", "--database", database, "--memory", memory)
        server = ServerProcess(*command, log=log, core=core)
        try:
            await asyncio.to_thread(server.until_loaded)
            table, samples, errors = await _play(plan, server.url, server, tokens, stage)
        finally:
            await asyncio.to_thread(server.stop)
        echo = await _echo(plan, samples, Path(folder), core, stage)
    return Report(plan, table, echo, _ratios(table, echo), errors)


async def _play(
    plan: LoadPlan, url: str, server: ServerProcess | None, tokens: Sequence[Sequence[str]], stage: Stage
) -> tuple[Figures, list[list[bytes]], int]:
    """The run over the tables: its figures, samples of what was told, and how many errors the server has counted."""
    tally, address = Tally(), url.replace("http", "ws", 1)
    groups = [SeatGroup([f"{address}/ws/{token}" for token in seats], tally, time.perf_counter) for seats in tokens]
    with stage(OPEN, plan.tables * plan.seats) as progress:
        await connect(groups, progress)
        await until_quiet(groups)
    figures = await _measure(plan, groups, tally, server, PLAY, stage)
    errors = await asyncio.to_thread(server_errors, url)
    for group in groups:
        group.close()
    return figures, tally.samples, errors


async def _echo(plan: LoadPlan, samples: list[list[bytes]], folder: Path, core: set[int], stage: Stage) -> Figures:
    """The same sockets, the same sizes and the same times over a server that only echoes."""
    if not samples:
        raise CannotLoad("no move reached all seats")
    file = folder / "samples.json"
    file.write_bytes(msgspec.json.encode([[message.decode() for message in sample] for sample in samples]))
    with Path(folder, "echo-log").open("wb") as log:
        server = ServerProcess("londinium.load.echo", str(file), log=log, core=core)
        try:
            tally, address = Tally(), server.url.replace("http", "ws", 1)
            rooms = [[f"{address}/{room}/{seat}" for seat in range(plan.seats)] for room in range(plan.tables)]
            groups = [EchoGroup(seats, tally, time.perf_counter) for seats in rooms]
            with stage(OPEN_ECHO, plan.tables * plan.seats) as progress:
                await connect(groups, progress)
                await until_quiet(groups)
            figures = await _measure(plan, groups, tally, server, ECHO, stage)
            for group in groups:
                group.close()
        finally:
            await asyncio.to_thread(server.stop)
    return figures


async def _measure(
    plan: LoadPlan, groups: Sequence[SeatGroup], tally: Tally, server: ServerProcess | None, name: str, stage: Stage
) -> Figures:
    meter, own = Meter(server), time.process_time()
    with stage(name, round(plan.rate * plan.seconds)) as progress:
        seconds = await drive(groups, plan.rate, plan.seconds, progress)
    busy = 100 * (time.process_time() - own) / seconds
    return tally.figures(seconds, server.memory_mib() if server else None, meter.percent(), busy)


def server_errors(url: str) -> int:
    """How many errors of its own a server has counted."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=30) as page:
        lines = page.read().decode().splitlines()
    return sum(int(line.rpartition(" ")[2]) for line in lines if line.startswith("londinium_errors_total"))


def _ratios(table: Figures, echo: Figures) -> dict[str, float]:
    ratios = {}
    for name in (
        "p50_ms",
        "p95_ms",
        "p99_ms",
        "bytes_median",
        "server_memory_mib",
        "server_cpu_percent",
        "server_cpu_per_move_ms",
    ):
        ours, theirs = getattr(table, name), getattr(echo, name)
        if ours and theirs:
            ratios[name] = ours / theirs
    return ratios
