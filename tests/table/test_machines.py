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
from functools import partial
from itertools import count
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

GRACE = 1
"""Seconds for which a server that goes tells the balancer so, before it sends anybody away."""
QUICK = ("--analysis-simulations", "2", "--solver-seconds", "0", "--grace", str(GRACE))
ENOUGH = 30
"""Moves, of which none may be lost."""
RECORD = (Path(next_station_london.__file__).parent / "records" / "alone-greedy-base.record").read_text()


@pytest.fixture(scope="module")
def started(postgres_server: str, start_server: Callable[..., Server], not_last: None) -> Iterator[list[Server]]:
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


@pytest.fixture
def two(started: list[Server]) -> list[Server]:
    """Both of them up, also where a test before failed while one was down."""
    for server in started:
        if not server.is_running:
            server.start()
    return started


def lets_in(server: Server) -> bool:
    try:
        socket.create_connection(("127.0.0.1", server.port), 2).close()
    except OSError:
        return False
    return True


class Watch:
    """Asks one server how it is, again and again, as balancers do: by itself, for another server may be slow to answer."""

    def __init__(self, server: Server) -> None:
        self.told = "ok"
        self.last_well = time.monotonic()
        """When the last question was asked that was answered "ok": all that a server says after this moment may be known."""
        self._server = server
        self._ends = threading.Event()
        self._asking = threading.Thread(target=self._ask, daemon=True)
        self._asking.start()

    def _ask(self) -> None:
        # One client for all questions: to make one takes longer than to ask.
        with httpx.Client(base_url=self._server.url, timeout=2) as client:
            while not self._ends.wait(0.1):
                asked = time.monotonic()
                try:
                    self.told = str(client.get("/health").json()["status"])
                except (httpx.HTTPError, ValueError):  # it may go in mid-answer
                    self.told = "down"
                if self.told == "ok":
                    self.last_well = asked

    def close(self) -> None:
        self._ends.set()
        self._asking.join()


class Balancer:
    """Sends everybody of a table to the same server, as long as that says it is well; with some tables, as nginx does, as long as
    it lets them in.
    """

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self.watches = [Watch(server) for server in servers]

    def close(self) -> None:
        for watch in self.watches:
            watch.close()

    def socket_url(self, token: str) -> str:
        number = zlib.crc32(token.split(".", maxsplit=1)[0].encode())
        if number & 2:
            well = [at for at, server in enumerate(self.servers) if lets_in(server) or at != number % 2]
        else:
            well = [at for at, watch in enumerate(self.watches) if watch.told == "ok"]
        return self.servers[(well or [0])[number % len(well or [0])]].socket_url(token)


class Guest(Person):
    """Plays at a person's pace, and notes what they notice of a restart."""

    def __init__(self, balancer: Balancer, token: str, noted: Noted, may_move: asyncio.Event) -> None:
        super().__init__(balancer, token, noted)  # type: ignore[arg-type]
        self.may_move = may_move
        self.codes: Counter[int | None] = Counter()
        self.closed: list[float] = []
        self.arrivals: list[float] = []
        """Seconds until they saw the table: when they came first, then whenever they were sent away."""
        self.news: list[str] = []
        self._gone = time.monotonic()

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
        await self.may_move.wait()
        await super()._send(connection)

    async def _hear(self, connection: ClientConnection) -> None:
        told = json.loads(await connection.recv())
        if told["kind"] == "news":
            self.news += told["words"]
        if self._gone and told["kind"] == "state":
            self.arrivals.append(time.monotonic() - self._gone)
            self._gone = 0.0
        self.heard(told)


def test_both_servers_are_restarted_in_turn_and_nobody_notices(two: list[Server]) -> None:
    balancer = Balancer(two)
    try:
        asyncio.run(_restart_in_turn(two, balancer))
    finally:
        balancer.close()


async def _until(found: Callable[[], object], sentence: str) -> None:
    """Until something is so, however busy the machine is."""
    end = time.monotonic() + 60
    while not found():
        assert time.monotonic() < end, sentence
        await asyncio.sleep(0.05)


async def _restart_in_turn(two: list[Server], balancer: Balancer) -> None:
    noted, tokens, may_move = Noted(), list[str](), asyncio.Event()
    form = {"seat0": "friend", "seat1": "friend", "seat2": "greedy"}
    async with httpx.AsyncClient(base_url=two[0].url, follow_redirects=True, timeout=30) as client:
        for number in count():
            page = await client.post(f"/new/{GAMES[number % 2]}", data=form)
            tokens += page.url.path.split("/")[2].split("~")
            at = {balancer.socket_url(token).partition("/ws/")[0] for token in tokens}
            if number >= 5 and len(at) == len(two):  # six tables, and somebody at each server
                break
    noted.tables |= {token.split(".")[0] for token in tokens}
    guests = [Guest(balancer, token, noted, may_move) for token in tokens]
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    may_move.set()
    await _until(lambda: all(guest.version for guest in guests), "everybody sees the table")

    def gone(since: float) -> list[float]:
        return [at for guest in guests for at in guest.closed if at > since]

    for watch, server in zip(balancer.watches, two, strict=True):
        told_to_stop = time.monotonic()
        assert await asyncio.to_thread(server.stop) == -signal.SIGTERM
        await _until(partial(gone, told_to_stop), "somebody was there")
        assert min(gone(told_to_stop)) > watch.last_well + GRACE, "nobody is sent away before the balancer could know"
        before = len(noted.acknowledged)
        await _until(lambda before=before: len(noted.acknowledged) > before, "play goes on meanwhile")  # type: ignore[misc]
        # A server is back sooner or later, as the machine has time: nobody plays to the end until then.
        may_move.clear()
        await asyncio.to_thread(server.start)
        await _until(lambda watch=watch: watch.told == "ok", "it is well again")  # type: ignore[misc]
        may_move.set()
        before = len(noted.acknowledged)
        await _until(lambda before=before: len(noted.acknowledged) > before, "play goes on")  # type: ignore[misc]
    went_on, bots, end = max(len(noted.acknowledged), ENOUGH), await _bot_moves(two[0].database, noted), time.monotonic() + 60
    while len(noted.acknowledged) <= went_on or await _bot_moves(two[0].database, noted) <= bots:
        still = [(guest.table, guest.seat, guest.over, guest.version, guest.used, guest.pending) for guest in guests]
        assert time.monotonic() < end, f"people and bots go on: {still}"
        await asyncio.sleep(0.1)
    for task in playing:
        assert not task.done() or task.exception() is None
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert set().union(*(guest.codes for guest in guests)) == {1012}, "a code at which pages come back"
    assert max(len(guest.closed) for guest in guests) <= 3, "nobody is sent back to where they came from"
    # Where the machine has other things to do, it took long to come in the first place.
    came = sorted(guest.arrivals[0] for guest in guests)
    gaps = sorted(gap for guest in guests for gap in guest.arrivals[1:])
    assert gaps[len(gaps) // 2] < 2 + 5 * came[len(came) // 2], "everybody is back in a moment"
    assert gaps[-1] < 15 + 5 * came[-1], "and nobody much later"
    assert not [words for guest in guests for words in guest.news if "away" in words]
    report = await read_report(two[0].database, noted, 2, 0)
    assert report.is_clean, report


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

    def opened(server: httpx.Client) -> int:
        return server.post("/new/next-station-london", data={"seat0": "me", "seat1": "greedy"}).status_code

    with two[0].client() as here, two[1].client() as there:
        with ThreadPoolExecutor(6) as hands:
            assert set(hands.map(opened, [here] * 36)) == {200, 429}
        # What was used up there is used up here as soon as they have talked, a second or two later; alone it would give 30 more.
        began, granted = time.monotonic(), 0
        while opened(there) != 429:
            granted += 1
            assert granted < 20 + (time.monotonic() - began) / 2, "what was used up at the other is used up"
            time.sleep(0.3)
