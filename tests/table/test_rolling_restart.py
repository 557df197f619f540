"""Two processes over one PostgreSQL are restarted one after the other, several times, behind the real nginx, HAProxy and Caddy
with the files that we ship: no page fails, and every open table is back within a second.

`LONDINIUM_ROLLS` says how many times both are restarted (default 2).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

import londinium.web

from .kill_test import GAMES, Noted, read_report
from .kill_web import GONE, connected
from .proxies import Caddy, HAProxy, Nginx, Proxy, certificate
from .test_kill_behind_proxy import Guest, moves_on, seated

if TYPE_CHECKING:
    from conftest import Server

ROLLS = int(os.environ.get("LONDINIUM_ROLLS", "2"))
TABLES, EVERY = 2, 0.3
"""For each proxy: tables at which two people play, and seconds between two pages that one visitor reads."""
IDLE = 8
"""More tables for each proxy, at which two people only look. Sockets are many and pages few, as on a site where people play: a
proxy that tries a process again with one request, and waits for its end, hears nothing from a socket.
"""
READERS = {"nginx": 1, "haproxy": 3, "caddy": 3}
"""Addresses from which visitors come; nginx and HAProxy follow the table, Caddy the visitor."""
AWAY = 1.0
"""The most seconds for which a socket may be away, on a machine that has nothing else to do."""
GRACE = 3
"""Seconds for which a process that leaves says so: HAProxy asks every second, and believes the second answer."""
RESTART = 1012
PAGES = ["/", "/rules", "/learn", "/about"]
KINDS: dict[str, type[Any]] = {"nginx": Nginx, "haproxy": HAProxy, "caddy": Caddy}


def pauses() -> tuple[float, float]:
    """The shortest and the longest pause of our pages before they come back after a restart, in seconds."""
    script = (Path(londinium.web.__file__).parent / "static" / "connection.js").read_text(encoding="utf-8")
    first, spread = (int(re.findall(rf"const {name} = (\d+);", script)[0]) / 1000 for name in ("RESTART_PAUSE", "SPREAD"))
    return first, first + spread


@dataclass
class Seen:
    """What visitors of one proxy were answered."""

    pages: Counter[object] = field(default_factory=Counter)
    sockets: Counter[object] = field(default_factory=Counter)
    """Status codes of sockets that were not let in, and codes with which open ones were closed."""
    away: list[float] = field(default_factory=list)
    """Seconds until a table was seen again after its socket was closed."""
    slowest: float = 0.0
    """Seconds that the slowest page took."""


class Page(Guest):
    """A table page: it plays at a person's pace, and comes back as our script does."""

    def __init__(self, proxy: Any, token: str, noted: Noted, seen: Seen, address: str, *, plays: bool) -> None:
        super().__init__(proxy, token, noted)
        self.seen, self.address, self.trust, self.plays = seen, address, proxy.trust, plays
        self.closed = 0.0

    async def play(self) -> None:
        url = f"{self.proxy.url.replace('https', 'wss', 1)}/table/{self.table}/{self.seat}/ws"
        headers = {"cookie": f"seat={self.token}", "origin": self.proxy.url}
        while not self.over:
            try:
                settings = {"ssl": self.trust, "additional_headers": headers, "local_addr": (self.address, 0)}
                async with connected(url, **settings) as connection:
                    await self._talk(connection)
            except GONE as error:
                code: object = type(error).__name__
                if isinstance(error, ConnectionClosed):
                    code = error.rcvd.code if error.rcvd else None
                elif isinstance(error, InvalidStatus):
                    code = f"HTTP {error.response.status_code}"
                self.seen.sockets[code] += 1
                self.closed = self.closed or time.monotonic()
                await asyncio.sleep(random.uniform(*pauses()))

    async def _talk(self, connection: ClientConnection) -> None:
        while not self.plays:
            await self._hear(connection)
        await super()._talk(connection)

    async def _hear(self, connection: ClientConnection) -> None:
        told = json.loads(await connection.recv())
        if told["kind"] == "state" and self.closed:
            self.seen.away.append(time.monotonic() - self.closed)
            self.closed = 0.0
        self.heard(told)
        self.last_heard = time.monotonic()

    async def _send(self, connection: ClientConnection) -> None:
        await asyncio.sleep(random.uniform(0.3, 0.9))
        await super()._send(connection)


async def read_on(proxy: Any, address: str, seen: Seen, paths: list[str]) -> None:
    """Read one page after the other from one address, as a browser does: connections are kept open."""
    transport = httpx.AsyncHTTPTransport(verify=proxy.trust, local_address=address)
    async with httpx.AsyncClient(base_url=proxy.url, transport=transport, timeout=30) as client:
        while True:
            begun = time.monotonic()
            try:
                answer = await client.get(random.choice(paths))
                seen.pages[answer.status_code] += 1
            except httpx.TransportError as error:
                seen.pages[repr(error)] += 1
            seen.slowest = max(seen.slowest, time.monotonic() - begun)
            await asyncio.sleep(EVERY)


async def played(proxy: Any, address: str, noted: Noted, seen: Seen, game: str, *, plays: bool) -> None:
    """One match after the other at one table, or one that stands still."""
    while True:
        tokens = await seated(proxy, game, address)
        noted.tables.add(tokens[0].split(".")[0])
        await asyncio.gather(*(Page(proxy, token, noted, seen, address, plays=plays).play() for token in tokens))


async def is_well(server: Server) -> None:
    """Until a process says that it is well, as hosts are told to wait."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        end = time.monotonic() + 60
        while (await client.get("/health")).status_code != 200:
            assert time.monotonic() < end, "a process is not well again"
            await asyncio.sleep(0.1)


async def rolled(proxies: dict[str, Proxy], servers: list[Server], noted: Noted) -> dict[str, Seen]:
    found = {kind: Seen() for kind in proxies}
    tasks = []
    for number, (kind, proxy) in enumerate(proxies.items()):
        for which in range(TABLES + IDLE):
            address, game = f"127.0.{10 + number}.{1 + which % READERS[kind]}", GAMES[which % 2]
            tasks.append(asyncio.create_task(played(proxy, address, noted, found[kind], game, plays=which < TABLES)))
        for which in range(READERS[kind]):
            tasks.append(asyncio.create_task(read_on(proxy, f"127.0.{10 + number}.{1 + which}", found[kind], PAGES)))
    try:
        await moves_on(noted, 20)
        for roll in range(ROLLS):
            # Each is the first once: what a proxy has learnt of the other must hold then.
            for server in servers[:: -1 if roll % 2 else 1]:
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start, loaded=False)
                await is_well(server)
        await moves_on(noted, 20)
        assert not any(task.done() for task in tasks), [task.exception() for task in tasks if task.done()]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return found


def test_no_page_fails_while_processes_are_restarted_one_after_the_other(
    postgres: str, start_server: Callable[..., Server], program: Callable[..., str], tmp_path: Path
) -> None:
    options = ("--proxy", "127.0.0.1", "--allow-host", "127.0.0.1", "--no-limits", "--grace", str(GRACE))
    servers = [start_server(*options, database=postgres) for _ in range(2)]
    proxies: dict[str, Proxy] = {}
    noted = Noted()
    try:
        for kind, kind_of_proxy in KINDS.items():
            folder = tmp_path / kind
            folder.mkdir()
            certificate(folder)
            proxies[kind] = kind_of_proxy(folder, [server.port for server in servers])
            proxies[kind].begin(program)  # type: ignore[attr-defined]
        found = asyncio.run(rolled(proxies, servers, noted))
    finally:
        for proxy in proxies.values():
            proxy.stop()
        for server in servers:
            if server.is_running:
                server.kill()
    for kind, seen in found.items():
        assert set(seen.pages) == {200}, f"{kind}: {seen.pages}"
        assert seen.pages[200] > ROLLS * 20, f"{kind}: pages were read all the while"
        assert set(seen.sockets) == {RESTART}, f"{kind}: {seen.sockets}"
        # Where the machine has other things to do, pages take long as well.
        assert max(seen.away) < AWAY + 3 * seen.slowest, f"{kind}: {seen}"
    report = asyncio.run(read_report(postgres, noted, 0, 0.0))
    assert report.is_clean, report
