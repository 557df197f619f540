"""Two real servers over one real PostgreSQL: what they share, and what people notice when both are restarted in turn."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import psycopg
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from londinium.games import next_station_london
from londinium.table.events import Moved
from londinium.table.store import open_store

from .kill_test import GAMES, Noted, read_report
from .kill_web import Person

if TYPE_CHECKING:
    from conftest import Server

QUICK = ("--analysis-simulations", "2", "--solver-seconds", "0", "--grace", "1")
RECORD = (Path(next_station_london.__file__).parent / "records" / "alone-greedy-base.record").read_text()


@pytest.fixture(scope="module")
def two(postgres_server: str, start_server: Callable[..., Server], not_last: None) -> Iterator[list[Server]]:
    """Two servers over a database of their own."""
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS machines WITH (FORCE)")
        connection.execute("CREATE DATABASE machines")
    database = re.sub(r"/postgres(?=\?|$)", "/machines", postgres_server)
    with ThreadPoolExecutor(2) as starting:
        found = list(starting.map(lambda _: start_server(*QUICK, database=database), range(2)))
    yield found
    for server in found:
        server.stop(signal.SIGKILL)  # nobody is there any more


def status(server: Server) -> str:
    """What a balancer is told."""
    try:
        return str(httpx.get(f"{server.url}/health", timeout=2).json()["status"])
    except httpx.HTTPError:
        return "down"


def lets_in(server: Server) -> bool:
    try:
        socket.create_connection(("127.0.0.1", server.port), 2).close()
    except OSError:
        return False
    return True


class Balancer:
    """Sends everybody of a table to the same server, as long as that says it is well; with some tables, as nginx does, as long as
    it lets them in.
    """

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self.told: list[str] = ["ok"] * len(servers)
        self.heard: list[tuple[float, int, str]] = []
        self._ends = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def _look(self) -> None:
        while not self._ends.wait(0.1):
            for number, server in enumerate(self.servers):
                if (told := status(server)) != self.told[number]:
                    self.told[number] = told
                    self.heard.append((time.monotonic(), number, told))

    def close(self) -> None:
        self._ends.set()
        self._looking.join()

    def socket_url(self, token: str) -> str:
        number = zlib.crc32(token.split(".", maxsplit=1)[0].encode())
        if number & 2:
            well = [at for at, server in enumerate(self.servers) if lets_in(server) or at != number % 2]
        else:
            well = [at for at, told in enumerate(self.told) if told == "ok"]
        return self.servers[(well or [0])[number % len(well or [0])]].socket_url(token)


class Guest(Person):
    """Plays at a person's pace, and notes what they notice of a restart."""

    def __init__(self, balancer: Balancer, token: str, noted: Noted) -> None:
        super().__init__(balancer, token, noted)  # type: ignore[arg-type]
        self.codes: Counter[int | None] = Counter()
        self.closed: list[float] = []
        self.gaps: list[float] = []
        self.news: list[str] = []
        self._gone = 0.0

    async def _talk(self, connection: ClientConnection) -> None:
        try:
            await super()._talk(connection)
        except ConnectionClosed as end:
            self.codes[end.rcvd.code if end.rcvd else None] += 1
            self._gone = time.monotonic()
            self.closed.append(self._gone)
            raise

    async def _send(self, connection: ClientConnection) -> None:
        await asyncio.sleep(0.8)
        await super()._send(connection)

    async def _hear(self, connection: ClientConnection) -> None:
        told = json.loads(await connection.recv())
        if told["kind"] == "news":
            self.news += told["words"]
        if self._gone and told["kind"] == "state":
            self.gaps.append(time.monotonic() - self._gone)
            self._gone = 0.0
        self.heard(told)


def test_both_servers_are_restarted_in_turn_and_nobody_notices(two: list[Server]) -> None:
    asyncio.run(_restart_in_turn(two))


async def _restart_in_turn(two: list[Server]) -> None:
    noted, tokens, balancer = Noted(), list[str](), Balancer(two)
    form = {"seat0": "friend", "seat1": "friend", "seat2": "greedy"}
    async with httpx.AsyncClient(base_url=two[0].url, follow_redirects=True, timeout=30) as client:
        for number in range(6):
            page = await client.post(f"/new/{GAMES[number % 2]}", data=form)
            tokens += page.url.path.split("/")[2].split("~")
    noted.tables |= {token.split(".")[0] for token in tokens}
    guests = [Guest(balancer, token, noted) for token in tokens]
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    await asyncio.sleep(1.5)
    for number, server in enumerate(two):
        before, told_to_stop = len(noted.acknowledged), time.monotonic()
        assert await asyncio.to_thread(server.stop) == -signal.SIGTERM
        left = [at for at, which, told in balancer.heard if which == number and told == "leaving" and at > told_to_stop]
        assert left, "a balancer is told first"
        gone = [at for guest in guests for at in guest.closed if at > told_to_stop]
        assert gone, "somebody was there"
        assert min(gone) > left[0], "nobody is sent away before the balancer could know"
        assert len(noted.acknowledged) > before, "play goes on meanwhile"
        await asyncio.to_thread(server.start)
        while balancer.told[number] != "ok":
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
    went_on, bots, end = len(noted.acknowledged), await _bot_moves(two[0].database, noted), time.monotonic() + 30
    while len(noted.acknowledged) <= went_on or await _bot_moves(two[0].database, noted) <= bots:
        if all(guest.over for guest in guests):
            break  # on a slow machine they have played to the end meanwhile, people and bots
        still = [(guest.table, guest.seat, guest.over, guest.version, guest.used, guest.pending) for guest in guests]
        assert time.monotonic() < end, f"people and bots go on: {still}"
        await asyncio.sleep(0.1)
    for task in playing:
        assert not task.done() or task.exception() is None
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    balancer.close()
    assert set().union(*(guest.codes for guest in guests)) == {1012}, "a code at which pages come back"
    assert all(guest.version or guest.over for guest in guests)
    assert max(len(guest.closed) for guest in guests) <= 3, "nobody is sent back to where they came from"
    gaps = sorted(gap for guest in guests for gap in guest.gaps)
    assert gaps[len(gaps) // 2] < 3, "everybody is back in a moment"
    assert gaps[-1] < 20, "also where the machine has other things to do"
    assert not [words for guest in guests for words in guest.news if "away" in words]
    report = await read_report(two[0].database, noted, 2, 0)
    assert report.is_clean, report
    assert report.acknowledged > 30


async def _bot_moves(database: str, noted: Noted) -> int:
    store = await open_store(database)
    rows = [row for table in noted.tables for row in await store.rows(table)]
    await store.close()
    return sum(isinstance(row.event, Moved) and row.event.by != "person" for row in rows)


def test_an_analysis_of_a_record_is_made_once_and_seen_everywhere(two: list[Server]) -> None:
    with two[0].client() as here, two[1].client() as there:
        form = {"record": RECORD}
        assert there.post("/open/analysis", data=form).json()["state"] == "none"
        assert here.post("/open/analysis/start", data=form).json()["state"] == "working"
        # At the other server somebody asks for the same in the same moment; then how far it is.
        assert there.post("/open/analysis/start", data=form).json()["state"] == "waiting"
        end, seen = time.monotonic() + 90, list[str]()
        while (found := there.post("/open/analysis", data=form).json()["state"]) != "done" and time.monotonic() < end:
            seen.append(found)
            time.sleep(0.3)
        assert found == "done"
        assert "none" not in seen
        assert there.post("/open/notes", data=form).json() == here.post("/open/notes", data=form).json()
        made = [
            re.search(r'thoughts_total\{by="server",kind="analysis"\} (\d+)', one.get("/metrics").text) for one in (here, there)
        ]
    assert sum(int(one[1]) for one in made if one) == 1


def test_a_visitor_has_one_patience_at_all_servers(two: list[Server]) -> None:
    """Limits count 30 tables at once and one more every two seconds, by address."""
    with two[0].client() as here, two[1].client() as there:
        form = {"seat0": "me", "seat1": "greedy"}
        codes = Counter(here.post("/new/next-station-london", data=form).status_code for _ in range(36))
        assert codes[429] >= 1
        time.sleep(2.5)
        codes = Counter(there.post("/new/next-station-london", data=form).status_code for _ in range(12))
        assert codes[200] <= 4, "what was used up at the other is used up"
        assert codes[429] >= 8
