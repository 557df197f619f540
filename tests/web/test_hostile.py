"""Garbage and hostile messages against a real server with real tables: they change nothing and crash nothing.

LONDINIUM_HOSTILE=100000 python -m pytest tests/web/test_hostile.py
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from londinium.kernel.registry import bundled_games, game

from .hostile import REFUSED, REPEATED, WORDS_ONLY, Attacker, Message, Target

if TYPE_CHECKING:
    from conftest import Server

OURS = [each.slug for each in bundled_games()]
MESSAGES = int(os.environ.get("LONDINIUM_HOSTILE", "2000"))
WORKERS = 6
PATIENCE = 60.0
HANDLED = "Invalid UTF-8 sequence received from client."
"""What uvicorn logs with its exception when it closes such a socket with 1007, as it should."""
Rows = dict[str, list[tuple[Any, ...]]]


def stored(server: Server) -> Rows:
    """Every event of every table, as it is in the database."""
    with sqlite3.connect(f"file:{server.database.removeprefix('sqlite:///')}?mode=ro", uri=True) as database:
        found: Rows = {}
        for row in database.execute("SELECT table_id, number, command, at, event FROM events ORDER BY table_id, number"):
            found.setdefault(row[0], []).append(row[1:])
        return found


# ── Tables to attack ─────────────────────────────────────────────────────────


async def answer(connection: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while True:
        said: dict[str, Any] = json.loads(await asyncio.wait_for(connection.recv(), PATIENCE))
        if said["kind"] in kinds:
            return said


async def lay_out(server: Server, slug: str) -> list[Target]:
    """A table of three. The first seat has chosen and waits, so that no move is legal for it; it and a spectator attack."""
    form = {f"seat{seat}": "friend" for seat in range(3)}
    async with httpx.AsyncClient(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as client:
        page = await client.post(f"/new/{slug}", data=form)
        tokens = page.url.path.split("/")[2].split("~")
        watch = page.text.partition(".w.")
        spectator = watch[0].rpartition("/")[2] + ".w." + watch[2].partition('"')[0]
    rules = game(slug).match(seed=1, seats=3)
    foreign = tuple(rules.moves.text(move) for move in range(len(rules.moves)) if rules.moves.is_chance(move))[:20]
    async with connect(server.socket_url(tokens[0])) as seat, connect(server.socket_url(spectator)) as watcher:
        state = await answer(seat, "state")
        offers = list(state["offers"])
        await seat.send(json.dumps({"do": "move", "id": "first", "version": state["version"], "move": offers[0]}))
        version = 0
        while version <= state["version"]:
            version = max(version, (await answer(seat, "state"))["version"])
        await watcher.send(json.dumps({"do": "say", "id": "first", "text": "hello", "name": "Wanda"}))
        await answer(watcher, "ack")
    table = tokens[0].split(".")[0]
    moves = (*offers, *foreign)
    return [Target(table, tokens[0], version, moves, "first"), Target(table, spectator, 1, moves, "first")]


# ── The attack ───────────────────────────────────────────────────────────────


class Attack:
    """All attackers together, and what they were told."""

    def __init__(self, server: Server, targets: list[Target], messages: int) -> None:
        self.server, self.targets = server, targets
        self.left = messages
        self.attacker = Attacker(random.Random(4))
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self.acknowledged: set[tuple[str, str]] = set()
        """Table and id of what was said and accepted."""

    def take(self, count: int = 1) -> bool:
        self.left -= count
        return self.left >= 0

    def fault(self, message: object, said: object) -> None:
        self.faults.append(f"{str(message)[:300]} -> {str(said)[:300]}")

    async def work(self) -> None:
        """Attack until there were enough; each kind of attack in its turn."""
        draw = random.Random(id(self))
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE) as client:
            while self.left > 0:
                target = draw.choice(self.targets)
                kind = draw.random()
                if kind < 0.04:
                    await self.bad_link(target)
                elif kind < 0.06:
                    await self.wrong_origin(target)
                elif kind < 0.3:
                    await self.requests(client, target)
                else:
                    await self.talk(target)

    async def talk(self, target: Target) -> None:
        """Say hostile things on the socket of a seat until the server hangs up, or for a while."""
        try:
            async with connect(self.server.socket_url(target.token), open_timeout=PATIENCE) as connection:
                await answer(connection, "state")
                for _ in range(40):
                    message = self.attacker.message(target)
                    if not self.take():
                        return
                    if message.frames:
                        with suppress(RuntimeError):  # the server has said farewell meanwhile, and the line is half closed
                            connection.transport.write(message.frames)
                        with suppress(TimeoutError):
                            await asyncio.wait_for(self._drain(connection), 0.2)
                        self.answers["frames"] += 1
                        return
                    await connection.send(message.text)
                    self._judge(target, message, await answer(connection, "refused", "ack", "why", "pong", "go"))
        except ConnectionClosed as closed:
            self.answers[f"closed {closed.rcvd.code if closed.rcvd else 1006}"] += 1
            if closed.rcvd and closed.rcvd.code not in {4429, 1009, 1007, 1002}:
                self.fault("talk", closed)

    @staticmethod
    async def _drain(connection: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await connection.recv()

    def _judge(self, target: Target, message: Message, said: dict[str, Any]) -> None:
        kind, may = said["kind"], message.may
        self.answers[kind] += 1
        if kind == "ack" and may == WORDS_ONLY and said["id"] == message.id:
            self.acknowledged.add((target.table, message.id))
        elif (kind == "ack") != (may == REPEATED) or (may == REFUSED and kind != "refused"):
            self.fault(message, said)

    async def bad_link(self, target: Target) -> None:
        """A link that was never given to anybody opens nothing, neither a socket nor a page."""
        token = self.attacker.token(target, self.targets)
        if not self.take():
            return
        try:
            async with connect(self.server.socket_url(token), open_timeout=PATIENCE) as connection:
                self.fault(token, await asyncio.wait_for(connection.recv(), PATIENCE))
        except ConnectionClosed as closed:
            self.answers["no link"] += 1
            if not closed.rcvd or closed.rcvd.code != 4404:
                self.fault(token, closed)
        except InvalidHandshake:
            self.answers["no link"] += 1

    async def wrong_origin(self, target: Target) -> None:
        """The page of another site gets no socket, even with a good link."""
        origin = self.attacker.draw.choice(("https://evil.example", "null", "http://127.0.0.1:1", "file://", "http://localhost"))
        if not self.take():
            return
        try:
            async with connect(self.server.socket_url(target.token), additional_headers={"Origin": origin}):
                self.fault(origin, "let in")
        except InvalidHandshake:
            self.answers["wrong origin"] += 1

    async def requests(self, client: httpx.AsyncClient, target: Target) -> None:
        """Garbage at the addresses of forms, and bytes that are no HTTP."""
        for _ in range(10):
            if not self.take():
                return
            if self.attacker.draw.random() < 0.1:
                await self.no_http()
                continue
            method, path, sent = self.attacker.request(target)
            headers = {name: value.encode("latin-1") for name, value in sent.pop("headers", {}).items()}
            try:
                page = await client.request(method, path, headers=headers, **sent)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):  # as a server may that has heard enough
                self.answers["hung up"] += 1
                continue
            self.answers[f"status {page.status_code}"] += 1
            if page.status_code >= 500 or page.status_code in {302, 303}:
                self.fault((method, path, sent), page.status_code)

    async def no_http(self) -> None:
        draw, where = self.attacker.draw, urlsplit(self.server.url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        nonsense = (
            draw.randbytes(200),
            b"GET / HTTP/9.9\r\n\r\n",
            b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
            b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999\r\n\r\n",
            b"POST /open HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
            b"GET /" + b"a" * 90_000 + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
            b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: short\r\n\r\n",
        )
        with suppress(OSError, TimeoutError):
            writer.write(draw.choice(nonsense))
            await asyncio.wait_for(reader.read(100), 0.3)
        writer.close()
        self.answers["no HTTP"] += 1


def trouble_in(line: str) -> str:
    """An error of the server's own in a line of its log; nothing if all is well."""
    if not line.startswith("{"):
        return line if "Traceback" in line or "Error" in line else ""
    facts = json.loads(line)
    if facts.get("message") == HANDLED:
        return ""
    return f"{facts['event']}: {facts['error']} {facts.get('message', '')} at {facts['where'][-3:]}" if "error" in facts else ""


# ── Those who only want to play ──────────────────────────────────────────────


async def bystander(server: Server, token: str, attack: Attack) -> list[float]:
    """Somebody at another table during all this: how long each ping took."""
    times = []
    async with (
        connect(server.socket_url(token)) as connection,
        httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client,
    ):
        await answer(connection, "state")
        while attack.left > 0:
            begun = time.monotonic()
            await connection.send('{"do":"ping"}')
            await answer(connection, "pong")
            times.append(time.monotonic() - begun)
            assert (await client.get("/health")).status_code == 200
            await asyncio.sleep(0.2)
    return times


async def attacked(server: Server, messages: int) -> tuple[Attack, Rows, list[float]]:
    targets = [target for slug in OURS for _ in range(2) for target in await lay_out(server, slug)]
    bystanders = await lay_out(server, OURS[0])
    before = stored(server)
    attack = Attack(server, targets, messages)
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(bystander(server, bystanders[0].token, attack))
        for _ in range(WORKERS):
            group.create_task(attack.work())
    return attack, before, watching.result()


def test_hostile_messages_change_nothing_and_crash_nothing(start_server: Callable[..., Server]) -> None:
    server = start_server("--no-limits")
    attack, before, times = asyncio.run(attacked(server, MESSAGES))
    after = stored(server)

    assert not attack.faults, (len(attack.faults), attack.faults[:5])
    assert set(after) == set(before), "no table was opened or lost"
    said = {(table, row[1].partition(".")[2]) for table, rows in after.items() for row in rows[len(before[table]) :]}
    assert said == attack.acknowledged, "only what was acknowledged is new, and all of it"
    for table, rows in after.items():
        assert rows[: len(before[table])] == before[table], "what was there is as it was"
        new = [json.loads(row[3]) for row in rows[len(before[table]) :]]
        assert {event["kind"] for event in new} <= {"said", "joined"}
        for event in new:
            assert all(sign.isprintable() for sign in event.get("text", "") + event["name"]), event
    assert len(attack.answers) > 8, attack.answers
    assert max(times) < 10, "others can play during it"

    troubles = Counter(trouble for line in server.log.splitlines() if (trouble := trouble_in(line)))
    assert not troubles, "\n".join(f"{count} × {trouble}" for trouble, count in troubles.items())
    with server.client() as client:
        assert client.get("/health").status_code == 200
        assert "londinium_errors_total{" not in client.get("/metrics").text
    server.stop()
    print(dict(attack.answers), attack.attacker.made, f"slowest ping {max(times) * 1000:.0f} ms")


@pytest.mark.parametrize("slug", OURS)
def test_an_attacked_table_goes_on(server: Server, slug: str) -> None:
    """After an attack on one seat, whoever sits there plays as if nothing had been."""

    async def play() -> None:
        [target, _] = await lay_out(server, slug)
        attack = Attack(server, [target], 60)
        while attack.left > 0:
            await attack.talk(target)
        async with connect(server.socket_url(target.token)) as seat:
            state = await answer(seat, "state")
            assert state["version"] == target.version
            await seat.send(json.dumps({"do": "take-back", "id": "back", "version": target.version}))
            assert (await answer(seat, "ack", "refused"))["kind"] == "ack"

    asyncio.run(play())
