"""A soak: many tables for many minutes, each followed by another, and whether the server's memory comes to rest.

Moves are made at a fixed rate. Where a match is over, its replay is read, everybody goes, and a new table is opened in its place.
Meanwhile somebody reads pages. Every few seconds a row is noted of what the server holds.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import fmean

import msgspec

from londinium.kernel.registry import games as all_games
from londinium.load.drive import allow_sockets, connect, until_quiet
from londinium.load.groups import SeatGroup
from londinium.load.processes import ServerProcess, cores, kept_to
from londinium.load.tables import open_at, prepare_tables
from londinium.load.tally import Tally

PAGES = ("/", "/rules", "/learn", "/stats", "/daily", "/watch", "/puzzles")
READ_EVERY = 0.5
"""Seconds between two pages that somebody reads."""
MOST_OPEN_FILES = 4000
LEAST_QUIET_SECONDS, QUIET_SECONDS = 2.0, 20.0
"""How long the server is left alone at the end: all sockets must be gone by then, on a busy machine too."""


class SoakPlan(msgspec.Struct, frozen=True):
    minutes: float
    tables: int = 100
    seats: int = 3
    rate: float = 50.0
    games: tuple[str, ...] = ()
    memory: int = 512
    """MB that the server is given."""


class SoakRow(msgspec.Struct, frozen=True):
    """What the server holds at a moment."""

    seconds: float
    moves: int
    memory_mib: float
    descriptors: int
    threads: int
    tables: int
    """In its memory."""


class SoakReport(msgspec.Struct, frozen=True):
    plan: SoakPlan
    rows: list[SoakRow]
    moves: int
    opened: int
    finished: int
    p95_ms: float
    cpu_per_move_ms: float
    errors: dict[str, int]

    @property
    def slope(self) -> float:
        """By how many MiB memory grew from minute to minute, over the last third of the soak."""
        late = [row for row in self.rows if row.seconds > self.plan.minutes * 40]
        if len(late) < 3:
            return 0.0
        times, sizes = [row.seconds / 60 for row in late], [row.memory_mib for row in late]
        middle, mean = fmean(times), fmean(sizes)
        over = sum((time - middle) ** 2 for time in times)
        return sum((time - middle) * (size - mean) for time, size in zip(times, sizes, strict=True)) / over


async def run_soak(plan: SoakPlan, tell: Callable[[SoakRow], None], every: float = 10.0) -> SoakReport:
    allow_sockets(max(MOST_OPEN_FILES, 2 * plan.tables * plan.seats))
    core, others = cores()
    games = list(plan.games or (game.slug for game in all_games() if plan.seats in game.seats))
    with kept_to(others), tempfile.TemporaryDirectory(prefix="londinium-soak-") as folder, Path(folder, "log").open("wb") as log:
        database = f"sqlite:///{folder}/table.db"
        tokens = await prepare_tables(database, games, plan.tables, plan.seats, lambda count: None)
        command = ("londinium", "serve", "--no-limits", "--port", "0", "--database", database, "--memory", str(plan.memory))
        server = ServerProcess(*command, log=log, core=core)
        try:
            await asyncio.to_thread(server.until_loaded)
            return await Soak(plan, server, games, tell, every).run(tokens)
        finally:
            await asyncio.to_thread(server.stop)


class Soak:
    def __init__(
        self, plan: SoakPlan, server: ServerProcess, games: list[str], tell: Callable[[SoakRow], None], every: float
    ) -> None:
        self._plan, self._server, self._games, self._tell, self._every = plan, server, games, tell, every
        self._tally = Tally()
        self._groups: list[SeatGroup] = []
        self._tables: dict[SeatGroup, str] = {}
        self._rows: list[SoakRow] = []
        self._opened = self._finished = 0
        self._aside: set[asyncio.Task[None]] = set()

    async def run(self, tokens: list[list[str]]) -> SoakReport:
        await self._sit_down(tokens)
        begun, before = time.perf_counter(), self._server.cpu_seconds() or 0.0
        watching = [asyncio.create_task(self._note(begun)), asyncio.create_task(self._read_pages())]
        try:
            await self._play(begun)
            spent = (self._server.cpu_seconds() or 0.0) - before
            for group in self._groups:
                group.close()
            await asyncio.sleep(min(QUIET_SECONDS, LEAST_QUIET_SECONDS + self._plan.minutes * 10))
        finally:
            for task in (*watching, *self._aside):
                task.cancel()
            await asyncio.gather(*watching, *self._aside, return_exceptions=True)
        await self._look(begun)
        figures = self._tally.figures(self._plan.minutes * 60, None, None, 0)
        per_move = 1000 * spent / max(1, figures.moves)
        counts = (figures.moves, self._opened, self._finished, figures.p95_ms, per_move)
        return SoakReport(self._plan, self._rows, *counts, {name: count for name, count in figures.errors.items() if count})

    async def _sit_down(self, tokens: list[list[str]]) -> None:
        address = self._server.url.replace("http", "ws", 1)
        groups = [SeatGroup([f"{address}/ws/{token}" for token in seats], self._tally, time.perf_counter) for seats in tokens]
        await connect(groups, lambda count: None)
        await until_quiet(groups)
        self._tables |= {group: seats[0].partition(".")[0] for group, seats in zip(groups, tokens, strict=True)}
        self._groups += groups
        self._opened += len(groups)

    async def _play(self, begun: float) -> None:
        for count in range(round(self._plan.rate * self._plan.minutes * 60)):
            due = begun + count / self._plan.rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            for group in [group for group in self._groups if not group.may_move]:
                self._groups.remove(group)
                task = asyncio.create_task(self._replace(group))
                self._aside.add(task)
                task.add_done_callback(self._aside.discard)
            ready = [group for group in self._groups if group.underway is None]
            if ready:
                random.choice(ready).move(due)
            elif count % 100 == 0:
                await asyncio.sleep(0)

    async def _replace(self, group: SeatGroup) -> None:
        """A match is over: its players look at it once more, and go to another table."""
        table = self._tables.pop(group)
        self._finished += 1
        for path in (f"/replay/{table}", f"/replay/{table}/plain", f"/replay/{table}/eyes/all"):
            await self._read(path)
        group.close()
        following = self._games[self._opened % len(self._games) :]
        await self._sit_down(await open_at(self._server.url, following, 1, self._plan.seats, lambda count: None))

    async def _read_pages(self) -> None:
        while True:
            await asyncio.sleep(READ_EVERY)
            slug = random.choice(self._games)
            await self._read(random.choice((*PAGES, f"/rules/{slug}", f"/new/{slug}")))

    async def _read(self, path: str) -> None:
        def read() -> None:
            with suppress(OSError), urllib.request.urlopen(f"{self._server.url}{path}", timeout=60) as page:
                page.read()

        await asyncio.to_thread(read)

    async def _note(self, begun: float) -> None:
        while True:
            await self._look(begun)
            await asyncio.sleep(self._every)

    async def _look(self, begun: float) -> None:
        tables = await asyncio.to_thread(self._server.metric, "londinium_tables")
        held = self._server.held()
        row = SoakRow(
            round(time.perf_counter() - begun, 1), len(self._tally.times), self._server.memory_mib() or 0, *held, int(tables or 0)
        )
        self._rows.append(row)
        self._tell(row)
