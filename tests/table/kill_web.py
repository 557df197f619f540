"""The kill test over the web: a real `londinium serve` under load by real sockets is killed with SIGKILL again and again.

Two people and a bot sit at each table. People send one of the moves they were offered, send again after a reconnect what was
not answered, and note what was. In the end the database itself is read, as in the kill test of the hall.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from londinium.table.hall.thinkers import bots_to_seat

from .kill_test import GAMES, PERSONS, Noted, Report, read_report

if TYPE_CHECKING:
    from conftest import Server

GONE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.TransportError)
"""How a killed server looks from outside."""
PATIENCE = 30.0


@asynccontextmanager
async def connected(url: str, **settings: Any) -> AsyncIterator[ClientConnection]:
    """A socket that does not stay open: one whose owner is cancelled while both sides say goodbye would."""
    connection = await connect(url, open_timeout=PATIENCE, **settings)
    try:
        async with connection:
            yield connection
    finally:
        connection.transport.abort()


class Person:
    """One seat of one table, with what its page shows."""

    def __init__(self, server: Server, token: str, noted: Noted) -> None:
        self.server, self.token, self.noted = server, token, noted
        self.table, self.seat = token.split(".")[:2]
        self.version, self.offers, self.over = 0, list[str](), False
        self.pending: dict[str, Any] | None = None
        """A command that was sent and not answered."""
        self.used = 0
        """The version against which the last command was acknowledged: a newer one must be seen before the next."""

    async def play(self) -> None:
        """Until the match is over; a dead server is waited for."""
        while not self.over:
            try:
                async with connected(self.server.socket_url(self.token)) as connection:
                    await self._talk(connection)
            except GONE:
                await asyncio.sleep(0.05)

    async def _talk(self, connection: ClientConnection) -> None:
        await self._hear(connection)
        if self.pending is not None:
            self.noted.retries += 1
            await self._send(connection)
        while not self.over:
            if self.pending is None and self.offers and self.version > self.used:
                move = {"do": "move", "version": self.version, "move": random.choice(self.offers)}
                self.pending = {**move, "id": secrets.token_hex(6)}
                await self._send(connection)
            await self._hear(connection)

    async def _send(self, connection: ClientConnection) -> None:
        assert self.pending is not None
        self.noted.sent.add(self._key(self.pending["id"]))
        await connection.send(json.dumps(self.pending))

    def _key(self, command: str) -> tuple[str, str]:
        return (self.table, f"{self.seat}.{command}")

    async def _hear(self, connection: ClientConnection) -> None:
        self.heard(json.loads(await connection.recv()))

    def heard(self, said: dict[str, Any]) -> None:
        if said["kind"] == "state":
            self.version, self.over = said["version"], said.get("over", False)
            self.offers = list(said["offers"]) if said.get("offers") is not None else self.offers
        elif said["kind"] == "ack" and self.pending is not None and said["id"] == self.pending["id"]:
            self.noted.acknowledged[self._key(said["id"])] = self.pending["move"]
            self.used, self.pending = self.pending["version"], None
        elif said["kind"] == "refused":
            self.noted.failures[said["markup"]] += 1
            self.pending = None


async def sit(server: Server, noted: Noted, game: str) -> None:
    """Open one table after the other and play it to its end."""
    form = {"seat0": "friend", "seat1": "friend", "seat2": bots_to_seat()[0]}
    while True:
        try:
            async with httpx.AsyncClient(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
                page = await client.post(f"/new/{game}", data=form)
                tokens = page.url.path.split("/")[2].split("~")
        except GONE:
            await asyncio.sleep(0.05)
            continue
        assert len(tokens) == PERSONS, page.text
        noted.tables.add(tokens[0].split(".")[0])
        async with asyncio.TaskGroup() as group:
            for token in tokens:
                group.create_task(Person(server, token, noted).play())


async def kill_web(server: Server, kills: int, tables: int = 6, seed: int = 1) -> Report:
    draws, noted, began = random.Random(seed), Noted(), time.monotonic()
    places = [asyncio.create_task(sit(server, noted, GAMES[number % 2])) for number in range(tables)]
    for _ in range(kills):
        # Wait until it works again, then a little: the kill falls anywhere in the work.
        enough, deadline = len(noted.acknowledged) + draws.randrange(1, 60), time.monotonic() + 120
        while len(noted.acknowledged) < enough:
            assert time.monotonic() < deadline, f"no move for two minutes: {noted.failures}"
            assert not any(place.done() for place in places), [place.exception() for place in places if place.done()]
            await asyncio.sleep(draws.random() * 0.02)
        server.kill()
        await asyncio.to_thread(server.start)
    await asyncio.sleep(2)
    await come_back(server, noted)
    server.kill()
    for place in places:
        place.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*places, return_exceptions=True)
    return await read_report(server.database, noted, kills, time.monotonic() - began)


async def come_back(server: Server, noted: Noted) -> None:
    """Every table that was ever opened is shown by the last server."""
    async with httpx.AsyncClient(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
        for table in sorted(noted.tables):  # people go on and open more
            page = await client.get(f"/watch/{table}")
            if page.status_code >= 500:
                noted.failures[f"status {page.status_code} of a table"] += 1
