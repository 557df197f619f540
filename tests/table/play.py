"""What tests of the table share: a hall to play in, and somebody who plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec

from londinium.kernel.game import CHANCE
from londinium.table import commands
from londinium.table.events import EventRow, Opened, now_ms
from londinium.table.hall.hall import Hall
from londinium.table.settings import TableSettings
from londinium.table.store import open_store
from londinium.table.table import Table

BRIDGE, CITY = "old-london-bridge", "next-station-london"
P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test to its end."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Time:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


@asynccontextmanager
async def serving(database: str, now: Callable[[], int] = now_ms) -> AsyncIterator[Hall]:
    """A hall over a database, shut down at the end."""
    hall = Hall(await open_store(database), now=now)
    await hall.start()
    try:
        yield hall
    finally:
        await hall.shutdown()


def settings(game: str = BRIDGE, seats: int = 3, bots: int = 0, **more: Any) -> TableSettings:
    """A table for so many, the last of them bots, who do not wait."""
    kinds = ("person",) * (seats - bots) + ("greedy",) * bots
    usual: dict[str, Any] = {"kinds": kinds, "names": ("Ann", "Ben", "Cleo", "Dan")[: seats - bots], "pace": 0}
    return TableSettings(game=game, **(usual | more))


def table_of(given: TableSettings, seed: int = 7) -> Table:
    """A table that is stored nowhere."""
    checked = given.checked()
    return Table([EventRow("t", 1, "opened", 1_800_000_000_000, Opened(*checked.and_rules(), seed, "00" * 16))])


def person_to_act(table: Table) -> int | None:
    return next((seat for seat in table.match.to_act if seat != CHANCE and table.seats[seat].bot is None), None)


def a_move(table: Table, seat: int, which: int = 0) -> str:
    legal = table.match.legal(seat)
    return table.match.moves.text(legal[which % len(legal)])


async def move(hall: Hall, table: Table, seat: int, text: str | None = None, id: str | None = None) -> str:
    """Make a move for a person; the first legal one if none is named."""
    text = a_move(table, seat) if text is None else text
    version = table.version(seat)
    await hall.command(table.id, seat, commands.MakeMove(id or f"m{version}", version, text))
    return text


async def play_on(hall: Hall, table: Table, moves: int = 10_000) -> None:
    """Let the persons make so many moves, or play to the end."""
    while not table.is_over and moves > 0:
        seat = person_to_act(table)
        if seat is None:
            await asyncio.sleep(0.001)
            continue
        await move(hall, table, seat, a_move(table, seat, table.number))
        moves -= 1


def states(table: Table) -> bytes:
    return table.match.position.states.tobytes()
