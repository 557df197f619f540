"""The kill test: a server under load is killed with SIGKILL again and again, and nothing it has acknowledged is ever lost.

    python tests/table/kill_test.py --kills 100 --database sqlite:////tmp/kill.db

A child process serves a hall over a socket; several players per table send moves, repeat what was not answered, and note what
was. After every kill a new child takes over. In the end the database itself is read: every acknowledged move must be in it
exactly once, and every table must come back.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from londinium.kernel.registry import bundled_games
from londinium.kernel.words.errors import LondiniumError
from londinium.table import commands
from londinium.table.errors import NotAllowed, StoreError
from londinium.table.events import Moved
from londinium.table.hall.hall import Hall
from londinium.table.settings import TableSettings
from londinium.table.store import open_store
from londinium.table.table import Table

GAMES = tuple(game.slug for game in bundled_games())
SEATS = 3
PERSONS = 2


# ── The server that is killed ────────────────────────────────────────────────


async def serve(database: str, socket: str) -> None:
    """Answer `look` and commands over a socket until somebody kills us."""
    hall = Hall(await open_store(database))
    await hall.start()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            asked: dict[str, Any] = msgspec.json.decode(line)
            try:
                said = await respond(hall, asked)
            except LondiniumError as error:
                said = {"refused": type(error).__name__}
            writer.write(msgspec.json.encode(said) + b"\n")
            await writer.drain()

    server = await asyncio.start_unix_server(answer, socket)
    async with server:
        await server.serve_forever()


async def respond(hall: Hall, asked: dict[str, Any]) -> dict[str, Any]:
    table = await hall.open(asked["table"])
    seat = asked["seat"]
    if "command" in asked:
        accepted = await hall.command(table.id, seat, msgspec.convert(asked["command"], commands.Command))
        return {"number": accepted.number}
    if table.is_over and table.rematch is None:
        with suppress(NotAllowed):  # the other player was faster
            await hall.command(table.id, seat, commands.Rematch("again"))
    legal = [table.match.moves.text(move) for move in table.match.legal(seat)]
    return {"version": table.version(seat), "legal": legal, "rematch": table.rematch}


# ── The players who drive it ─────────────────────────────────────────────────


@dataclass
class Noted:
    """What the players know to have happened."""

    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict)
    """Table and command to the move that was acknowledged."""
    sent: set[tuple[str, str]] = field(default_factory=set)
    retries: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)


class Player:
    """One seat of one table, and of its rematches."""

    def __init__(self, socket: str, table: str, seat: int, noted: Noted) -> None:
        self.socket, self.table, self.seat, self.noted = socket, table, seat, noted
        self.count = 0
        self.pending: dict[str, Any] | None = None
        """A command that was sent, or is about to be, and not answered."""

    async def play(self) -> None:
        """Play for ever; a dead server is waited for, and what it did not answer is sent again with the same id."""
        while True:
            try:
                reader, writer = await asyncio.open_unix_connection(self.socket)
            except OSError:
                await asyncio.sleep(0.01)
                continue
            try:
                await self.talk(reader, writer)
            except (OSError, asyncio.IncompleteReadError):
                self.noted.retries += self.pending is not None
            finally:
                writer.close()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            if self.pending is None:
                self.pending = await self.choose(reader, writer)
            if self.pending is not None:
                await self.send(reader, writer, self.pending)
                self.pending = None

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: dict[str, Any]) -> dict[str, Any]:
        writer.write(msgspec.json.encode({"table": self.table, "seat": self.seat, **asked}) + b"\n")
        await writer.drain()
        said: dict[str, Any] = msgspec.json.decode(await reader.readuntil(b"\n"))
        return said

    async def choose(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> dict[str, Any] | None:
        seen = await self.ask(reader, writer, {})
        if "refused" in seen:
            self.noted.failures[f"look: {seen['refused']}"] += 1
            return None
        if seen["rematch"]:
            self.table = seen["rematch"]
            self.noted.tables.add(self.table)
            return None
        if not seen["legal"]:
            await asyncio.sleep(0.002)
            return None
        self.count += 1
        move = random.choice(seen["legal"])
        return {"do": "move", "id": f"c{self.count}", "version": seen["version"], "move": move}

    async def send(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, command: dict[str, Any]) -> None:
        key = (self.table, f"{self.seat}.{command['id']}")
        self.noted.sent.add(key)
        said = await self.ask(reader, writer, {"command": command})
        if "number" in said:
            self.noted.acknowledged[key] = command["move"]
        else:
            self.noted.failures[said["refused"]] += 1


# ── The test ─────────────────────────────────────────────────────────────────


@dataclass
class Report:
    """What came out of it."""

    kills: int
    acknowledged: int
    retries: int
    seconds: float
    tables: int
    lost: int
    twice: int
    unknown: int
    broken: int
    failures: dict[str, int]

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.twice or self.unknown or self.broken or self.failures)


async def start_server(database: str, socket: str) -> asyncio.subprocess.Process:
    Path(socket).unlink(missing_ok=True)
    server = await asyncio.create_subprocess_exec(sys.executable, __file__, "--serve", database, socket)
    while not Path(socket).exists():
        assert server.returncode is None, "the server does not start"
        await asyncio.sleep(0.02)
    return server


async def kill_test(database: str, kills: int, tables: int = 6, seed: int = 1) -> Report:
    draws = random.Random(seed)
    began = time.monotonic()
    noted = Noted()
    hall = Hall(await open_store(database))
    await hall.start()
    kinds = ("person",) * PERSONS + ("greedy",) * (SEATS - PERSONS)
    for number in range(tables):
        table = await hall.create(TableSettings(game=GAMES[number % 2], kinds=kinds, pace=0))
        noted.tables.add(table.id)
    begun = sorted(noted.tables)
    await hall.shutdown()
    with tempfile.TemporaryDirectory() as folder:
        socket = f"{folder}/socket"
        server = await start_server(database, socket)
        players = [asyncio.create_task(Player(socket, table, seat, noted).play()) for table in begun for seat in range(PERSONS)]
        for _ in range(kills):
            # Wait until it works again, then a little: the kill falls anywhere in the work.
            enough, deadline = len(noted.acknowledged) + draws.randrange(1, 100), time.monotonic() + 60
            while len(noted.acknowledged) < enough:
                assert time.monotonic() < deadline, f"no move for a minute: {noted.failures}"
                assert not any(player.done() for player in players), [player.exception() for player in players if player.done()]
                await asyncio.sleep(draws.random() * 0.02)
            server.send_signal(signal.SIGKILL)
            await server.wait()
            server = await start_server(database, socket)
        await asyncio.sleep(1)
        server.send_signal(signal.SIGKILL)
        await server.wait()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return await read_report(database, noted, kills, time.monotonic() - began)


async def read_report(database: str, noted: Noted, kills: int, seconds: float) -> Report:
    """Compare what the players were told with what is stored."""
    store = await open_store(database)
    stored: Counter[tuple[str, str]] = Counter()
    moves: dict[tuple[str, str], str] = {}
    broken = 0
    for table in noted.tables:
        rows = await store.rows(table)
        for row in rows:
            if isinstance(row.event, Moved) and row.event.by == "person":
                stored[(table, row.command)] += 1
                moves[(table, row.command)] = row.event.move
        try:
            Table(rows)
        except LondiniumError:
            broken += 1
    await store.close()
    return Report(
        kills=kills,
        acknowledged=len(noted.acknowledged),
        retries=noted.retries,
        seconds=seconds,
        tables=len(noted.tables),
        lost=sum(moves.get(key) != move for key, move in noted.acknowledged.items()),
        twice=sum(count > 1 for count in stored.values()),
        unknown=sum(key not in noted.sent for key in stored),
        broken=broken,
        failures=dict(noted.failures),
    )


# ── One seat, played by another process: for the tests of several servers ────


async def play_seat(database: str, table_id: str, seat: int) -> None:
    hall = Hall(await open_store(database))
    await hall.start()
    listener = await hall.visitors.listen(table_id, seat)
    table = listener.table
    while await listener.changed() and not table.is_over:
        if seat in table.match.to_act:
            version = table.version(seat)
            await hall.command(
                table_id, seat, commands.MakeMove(f"p{version}", version, table.match.moves.text(table.match.legal(seat)[0]))
            )
    listener.close()
    await hall.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--database")
    parser.add_argument("--serve", nargs=2, metavar=("DATABASE", "SOCKET"), help=argparse.SUPPRESS)
    parser.add_argument("--play", nargs=3, metavar=("TABLE", "SEAT", "DATABASE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        asyncio.run(serve(*asked.serve))
    elif asked.play:
        asyncio.run(play_seat(asked.play[2], asked.play[0], int(asked.play[1])))
    else:
        if not asked.database:
            raise StoreError("give --database sqlite:///FILE or postgresql://…")
        report = asyncio.run(kill_test(asked.database, asked.kills, asked.tables))
        print(report)
        sys.exit(not report.is_clean)


if __name__ == "__main__":
    main()
