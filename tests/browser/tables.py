"""Tables put into a server's database beside it: with a known seed, bots without delay, and moves made already."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from londinium.kernel.registry import bundled_games, slugs
from londinium.table import commands
from londinium.table.clocks import MINUTE
from londinium.table.events import now_ms
from londinium.table.hall.hall import Hall
from londinium.table.settings import PERSON, TableSettings
from londinium.table.store import open_store
from londinium.table.table import Table

if TYPE_CHECKING:
    from conftest import Server

BRIDGE, CITY = "old-london-bridge", "next-station-london"
OURS = tuple(game.slug for game in bundled_games())
"""The games whose drawings these tests know; `test_third_game.py` has one without."""
OTHERS = tuple(sorted(set(slugs()) - set(OURS)))
"""Games that somebody has installed: they may be in English only."""
NAMES = ("Zoë", "Xaver", "Qvist", "Yvo")
T = TypeVar("T")


@dataclass(frozen=True)
class Prepared:
    """The links of a table."""

    id: str
    url: str
    seats: tuple[str, ...]
    watch: str

    def link(self, seat: int | None) -> str:
        return f"{self.url}/t/{self.watch if seat is None else self.seats[seat]}"


def run(work: Coroutine[Any, Any, T]) -> T:
    """Something asynchronous to its end, in a thread without Playwright's loop in it."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def prepare(server: Server, game: str, **wishes: Any) -> Prepared:
    """A table that the server finds when somebody opens one of its links; until then nobody else writes to it."""
    return replace(prepare_in(server.database, game, **wishes), url=server.url)


def prepare_in(database: str, game: str, **wishes: Any) -> Prepared:
    """A table in a database that nobody serves yet; its links lack the address."""
    return run(_prepare(database, game, **wishes))


async def _prepare(
    database: str,
    game: str,
    *,
    seats: int = 2,
    bots: int = 0,
    seed: int = 11,
    moves: int = 0,
    joined: bool = True,
    pace: int = 0,
    names: tuple[str, ...] = NAMES,
    minutes_ago: int = 0,
    **more: Any,
) -> Prepared:
    hall = Hall(await open_store(database), now=lambda: now_ms() - minutes_ago * MINUTE)
    await hall.start()
    try:
        kinds = (PERSON,) * (seats - bots) + ("greedy",) * bots
        table = await hall.create(TableSettings(game, kinds, names[:seats], pace=pace, **more), seed=seed)
        if joined:
            for seat in range(seats - bots):
                await hall.command(table.id, seat, commands.Join(f"join{seat}", table.settings.names[seat]))
        await _play(hall, table, moves, Random(seed))
        tokens = tuple(hall.token(table, seat) for seat in range(seats))
        return Prepared(table.id, "", tokens, hall.token(table, None))
    finally:
        await hall.shutdown()


async def _play(hall: Hall, table: Table, moves: int, chance: Random) -> None:
    """Let everybody make so many moves in all, drawn by chance; bots play between them."""
    made = 0
    while made < moves and not table.is_over:
        seat = next((seat for seat in table.match.to_act if table.seats[seat].bot is None), None)
        if seat is None:
            await asyncio.sleep(0.005)
            continue
        move = table.match.moves.text(chance.choice(table.match.legal(seat)))
        await hall.command(table.id, seat, commands.MakeMove(f"prepared{made}", table.version(seat), move))
        made += 1


def stored(server: Server, table: str) -> Table:
    """A table as it stands in the database."""

    async def read() -> Table:
        store = await open_store(server.database)
        try:
            return Table(await store.rows(table))
        finally:
            await store.close()

    return run(read())


def round_of(server: Server, table: Prepared) -> int:
    """The round a match is in; one more than there are when it is over."""
    match = stored(server, table.id).match
    board = match.view(None, refusals=False).board
    return int(board.rounds) + 1 if match.is_over else int(board.round)
