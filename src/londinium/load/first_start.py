"""How long somebody waits for the first page and the first move of each game, where the rules were never compiled."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
import urllib.request
from pathlib import Path

import msgspec

from londinium.kernel.registry import games as all_games
from londinium.load.drive import connect
from londinium.load.groups import SeatGroup
from londinium.load.processes import ServerProcess
from londinium.load.tables import open_at
from londinium.load.tally import Tally

LONGEST = 600.0
"""Seconds after which compiling is taken to have failed."""


class FirstStart(msgspec.Struct, frozen=True):
    """Seconds since the server was started."""

    page: float
    moves: dict[str, float]
    """When the first move of a match of each game had reached everybody at its table."""
    compiled: float | None
    """When everything was compiled and loaded, if it was waited for."""
    processor: float
    """Seconds of the server's own processor time until then."""


async def measure_first_start(*, empty: bool = True, until_compiled: bool = True) -> FirstStart:
    """`empty`: with nothing compiled; otherwise with what this machine has compiled before."""
    with tempfile.TemporaryDirectory(prefix="londinium-start-") as folder, Path(folder, "log").open("wb") as log:
        before = os.environ.get("LONDINIUM_CACHE")
        if empty:
            os.environ["LONDINIUM_CACHE"] = str(Path(folder, "cache"))
        begun = time.perf_counter()
        try:
            command = ("londinium", "serve", "--no-limits", "--port", "0", "--database", f"sqlite:///{folder}/table.db")
            server = await asyncio.to_thread(ServerProcess, *command, log=log, core=set())
        finally:
            if before is not None:
                os.environ["LONDINIUM_CACHE"] = before
            elif empty:
                del os.environ["LONDINIUM_CACHE"]
        try:
            await asyncio.to_thread(_read, server.url)
            page = time.perf_counter() - begun
            moves = {game.slug: await first_move(server.url, game.slug, begun) for game in all_games() if 2 in game.seats}
            compiled = await _until_compiled(server, begun) if until_compiled else None
            return FirstStart(page, moves, compiled, server.cpu_seconds() or 0.0)
        finally:
            await asyncio.to_thread(server.stop)


def _read(url: str) -> None:
    with urllib.request.urlopen(f"{url}/", timeout=60) as page:
        page.read()


async def first_move(url: str, game: str, begun: float) -> float:
    [seats] = await open_at(url, [game], 1, 2, lambda count: None)
    tally, address = Tally(), url.replace("http", "ws", 1)
    group = SeatGroup([f"{address}/ws/{token}" for token in seats], tally, time.perf_counter)
    await connect([group], lambda count: None)
    while not any(seat.turn and seat.offers for seat in group.seats):
        await asyncio.sleep(0.01)
    group.move(time.perf_counter())
    while not tally.times and not tally.errors:
        await asyncio.sleep(0.01)
    taken = time.perf_counter() - begun
    group.close()
    return taken


async def _until_compiled(server: ServerProcess, begun: float) -> float | None:
    while time.perf_counter() - begun < LONGEST:
        if not await asyncio.to_thread(server.metric, "londinium_rules_waiting"):
            return time.perf_counter() - begun
        await asyncio.sleep(0.5)
    return None
