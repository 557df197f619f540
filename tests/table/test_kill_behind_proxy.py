"""Two processes over one PostgreSQL behind a real nginx: one is killed while people play; nobody loses a move or a seat."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection

from .kill_test import GAMES, Noted, read_report
from .kill_web import GONE, PATIENCE, Person, connected
from .proxies import Nginx, certificate

if TYPE_CHECKING:
    from conftest import Server

TABLES, KILLS = 3, 1


class Guest(Person):
    """Somebody with a browser: they have come by an invitation, and go by a harmless address and a cookie."""

    def __init__(self, proxy: Nginx, token: str, noted: Noted) -> None:
        super().__init__(proxy, token, noted)  # type: ignore[arg-type]
        self.proxy, self.last_heard = proxy, 0.0

    async def comes_back(self, since: float) -> None:
        """Until the seat was heard of since then, or its match is over."""
        end = time.monotonic() + PATIENCE
        while not self.over and self.last_heard < since:
            assert time.monotonic() < end, "a seat does not come back"
            await asyncio.sleep(0.05)

    async def _hear(self, connection: ClientConnection) -> None:
        await super()._hear(connection)
        self.last_heard = time.monotonic()

    async def play(self) -> None:
        url = f"{self.proxy.url.replace('https', 'wss', 1)}/table/{self.table}/{self.seat}/ws"
        headers = {"cookie": f"seat={self.token}", "origin": self.proxy.url}
        while not self.over:
            try:
                async with connected(url, ssl=self.proxy.trust, additional_headers=headers) as connection:
                    await self._talk(connection)
            except GONE:
                await asyncio.sleep(random.uniform(0.05, 0.3))


async def seated(proxy: Nginx, game: str, address: str = "127.0.0.1") -> list[str]:
    """A table with two people, who have sat down with their invitations; their own secrets. `address`: from where they came."""
    transport = httpx.AsyncHTTPTransport(verify=proxy.trust, local_address=address)
    client = httpx.AsyncClient(base_url=proxy.url, transport=transport, follow_redirects=True, timeout=PATIENCE)
    async with client:
        page = await client.post(f"/new/{game}", data={"seat0": "friend", "seat1": "friend"})
        invited, own = page.url.path.split("/")[2].split("~"), []
        for token in invited:
            came = await client.post(f"/t/{token}/join", data={"name": f"Guest {token.split('.')[1]}", "once": "a" * 12})
            own.append(came.url.path.split("/")[2])
    return own


async def place(proxy: Nginx, noted: Noted, game: str, guests: list[Guest]) -> None:
    """One match after the other."""
    while True:
        try:
            tokens = await seated(proxy, game)
        except (*GONE, LookupError):
            await asyncio.sleep(0.1)
            continue
        noted.tables.add(tokens[0].split(".")[0])
        mine = [Guest(proxy, token, noted) for token in tokens]
        guests += mine
        await asyncio.gather(*(guest.play() for guest in mine))


async def killed(proxy: Nginx, servers: list[Server], noted: Noted) -> None:
    guests: list[Guest] = []
    tasks = [asyncio.create_task(place(proxy, noted, GAMES[number % len(GAMES)], guests)) for number in range(TABLES)]
    try:
        for number in range(KILLS):
            await moves_on(noted, random.randrange(15, 30))
            victim = servers[number % 2]
            victim.stop(signal.SIGKILL)
            dead = time.monotonic()
            await moves_on(noted, 10)  # the other one alone
            await asyncio.gather(*(guest.comes_back(dead) for guest in guests))
            if number + 1 < KILLS:
                await asyncio.to_thread(victim.start)
        assert not any(task.done() for task in tasks), [task.exception() for task in tasks if task.done()]
    finally:
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)


async def moves_on(noted: Noted, more: int) -> None:
    """Until so many more moves were acknowledged."""
    enough, end = len(noted.acknowledged) + more, time.monotonic() + 60
    while len(noted.acknowledged) < enough:
        assert time.monotonic() < end, f"nobody can play: {noted.failures}"
        await asyncio.sleep(0.02)


def test_one_of_two_processes_is_killed_behind_nginx(
    postgres: str, start_server: Callable[..., Server], program: Callable[..., str], tmp_path: Path
) -> None:
    options = ("--proxy", "127.0.0.1", "--allow-host", "127.0.0.1", "--no-limits")
    servers = [start_server(*options, database=postgres) for _ in range(2)]
    certificate(tmp_path)
    proxy = Nginx(tmp_path, [server.port for server in servers])
    proxy.begin(program)
    noted = Noted()
    try:
        asyncio.run(killed(proxy, servers, noted))
    finally:
        proxy.stop()
        servers[KILLS % 2].kill()
    report: Any = asyncio.run(read_report(postgres, noted, KILLS, 0.0))
    assert (report.lost, report.twice, report.unknown, report.broken) == (0, 0, 0, 0), report
    assert report.acknowledged >= KILLS * 25
    assert [one for one in noted.tables if one not in proxy.log] == [], "the proxy's log shows which table was asked for"
