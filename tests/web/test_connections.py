"""Connections: patience that ends, room that is shared, and a door that never spins."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from londinium.web.http import connections, server
from londinium.web.http.connections import Connections, most_connections
from londinium.web.http.large_answers import KIND, LARGE_ANSWER, LargeAnswer, TooMuchUnderWay
from londinium.web.http.limits import Addresses, Limits
from londinium.web.http.server import Server, configured
from londinium.web.http.visitor import visitor_key, visitor_of

LARGE = b"x" * (24 * 1024 * 1024)
"""More than a system keeps for a connection."""
IDLE, GOOD = "127.0.0.2", "127.0.0.3"
"""Addresses of this machine from which somebody comes who only holds connections, and somebody else."""


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 30))

    return run


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def large(request: Request) -> Response:
    return Response(LARGE)


async def take(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def talk(websocket: WebSocket) -> None:
    await websocket.accept()
    with contextlib.suppress(Exception):
        while True:
            await websocket.send_text(await websocket.receive_text())


class House:
    def __init__(self, serving: Server, port: int) -> None:
        self.server, self.port = serving, port
        self.guests: list[asyncio.StreamWriter] = []

    @property
    def connections(self) -> Connections:
        return self.server.config.connections

    async def come(self, address: str = IDLE) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.guests.append(writer)
        return reader, writer

    def send_home(self) -> None:
        for writer in self.guests:
            writer.transport.abort()

    async def ask(self, address: str = GOOD) -> bytes:
        reader, writer = await self.come(address)
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        said = await reader.read()
        writer.close()
        return said


@asynccontextmanager
async def house(most: int = 1000, of_one: int = 500) -> AsyncIterator[House]:
    routes = [Route("/", hello), Route("/large", large), Route("/take", take, methods=["POST"]), WebSocketRoute("/ws", talk)]
    config = configured(Starlette(routes=routes), Limits(connections=of_one))
    config.connections = Connections(most, of_one)
    listening = socket.create_server(("127.0.0.1", 0))
    serving = Server(config)
    task = asyncio.create_task(serving.serve([listening]))
    while not serving.started:
        await asyncio.sleep(0.01)
    it = House(serving, listening.getsockname()[1])
    try:
        yield it
    finally:
        it.send_home()
        serving.should_exit = True
        await task


async def is_closed(reader: asyncio.StreamReader, within: float = 5.0) -> bool:
    try:
        return await asyncio.wait_for(reader.read(), within) is not None
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@in_loop
async def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEAD_PATIENCE", 0.4)
    async with house() as it:
        silent, _ = await it.come()
        slow, trickle = await it.come()
        again, twice = await it.come()
        twice.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert b"hello" in await asyncio.wait_for(again.readuntil(b"hello"), 5)

        async def drip(writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(ConnectionError):
                for sign in b"GET / HTTP/1.1\r\nx-slow: " + b"a" * 1000:
                    writer.write(bytes([sign]))
                    await writer.drain()
                    await asyncio.sleep(0.05)

        dripping = [asyncio.create_task(drip(writer)) for writer in (trickle, twice)]
        assert all(await asyncio.gather(is_closed(silent), is_closed(slow), is_closed(again)))
        for task in dripping:
            task.cancel()
        assert len(it.connections) == 0


@in_loop
async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BODY_PATIENCE", 0.4)
    async with house() as it:
        reader, writer = await it.come()
        writer.write(b"POST /take HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc")
        assert await is_closed(reader)
        whole, sender = await it.come()
        sender.write(b"POST /take HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc")
        assert (await whole.read()).endswith(b"3")


@in_loop
async def test_an_answer_that_nobody_reads_is_given_up_and_one_read_slowly_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "UNREAD_PATIENCE", 0.5)
    monkeypatch.setattr(server, "HEAD_PATIENCE", 0.5)
    async with house() as it:
        _, writer = await it.come()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n")
        reader, asking = await it.come(GOOD)
        asking.write(b"GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        got = 0
        while part := await reader.read(1_000_000):
            got += len(part)
            await asyncio.sleep(0.05)
        assert got > len(LARGE), "whoever reads gets all of it, however long it takes"
        assert it.connections.of(IDLE) == 0
        assert not it.server.server_state.tasks


@in_loop
async def test_whoever_holds_connections_loses_them_to_those_who_use_theirs() -> None:
    async with house(most=40, of_one=20) as it:
        for _ in range(60):
            await it.come()
        await asyncio.sleep(0.1)
        assert it.connections.of(IDLE) <= 20, "of one address"
        for last in range(4, 9):
            for _ in range(15):
                await it.come(f"127.0.0.{last}")
        await asyncio.sleep(0.1)
        assert len(it.connections) <= 40, "in all"
        async with connect(f"ws://127.0.0.1:{it.port}/ws", local_addr=(GOOD, 0)) as player:
            for _ in range(3):
                assert b"200 OK" in await it.ask(GOOD)
                for _ in range(20):
                    await it.come()
                await player.send("still here?")
                assert await asyncio.wait_for(player.recv(), 2) == "still here?"
        it.send_home()
        await asyncio.sleep(0.2)
        assert len(it.connections) == 0


@in_loop
async def test_when_all_are_in_use_newcomers_are_told_and_let_in_later() -> None:
    async with house(most=8, of_one=4) as it:
        async with contextlib.AsyncExitStack() as stack:
            for address in (IDLE, "127.0.0.4"):
                for _ in range(4):
                    await stack.enter_async_context(connect(f"ws://127.0.0.1:{it.port}/ws", local_addr=(address, 0)))
            said = await it.ask(GOOD)
            assert b"503" in said
            assert b"retry-after" in said
        assert b"200 OK" in await it.ask(GOOD)


@in_loop
async def test_the_door_never_spins(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Asyncio's own tried again 2,048 times for every failure, twice as often each second, and logged each of them."""
    monkeypatch.setattr(connections, "DOOR_SHUT", 0.1)
    tries, full = 0, True

    class Listening(socket.socket):
        def accept(self) -> Any:
            nonlocal tries
            tries += 1
            if full:
                raise OSError(errno.EMFILE, "Too many open files")
            return super().accept()

    caplog.set_level(logging.WARNING)
    listening = Listening()
    listening.bind(("127.0.0.1", 0))
    config = configured(Starlette(routes=[Route("/", hello)]))
    serving = Server(config)
    task = asyncio.create_task(serving.serve([listening]))
    while not serving.started:
        await asyncio.sleep(0.01)
    it = House(serving, listening.getsockname()[1])
    waiting = asyncio.create_task(it.ask())
    await asyncio.sleep(1)
    assert 2 <= tries < 30
    assert len([line for line in caplog.messages if "let in" in line]) == 1
    full = False
    assert b"200 OK" in await asyncio.wait_for(waiting, 5), "whoever waited outside is let in"
    it.send_home()
    serving.should_exit = True
    await task


@in_loop
async def test_a_door_that_is_closed_refuses_while_others_are_still_inside() -> None:
    """Whoever is sent elsewhere must not come back here, and hang."""
    async with house() as it:
        reader, writer = await it.come()
        for door in it.server.servers:
            door.close()
        with pytest.raises(ConnectionRefusedError):
            await it.come()
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        assert b"hello" in await asyncio.wait_for(reader.read(), 5)


def test_all_descriptors_that_can_be_had_are_asked_for() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, soft), hard))
    try:
        most = most_connections()
        now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert now == min(hard, connections.MOST_DESCRIPTORS) or hard == resource.RLIM_INFINITY
        assert now / 2 < most < now
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@in_loop
async def test_few_large_answers_at_the_same_time() -> None:
    addresses, body = Addresses(Limits(large_answers_at_once=2)), b"x" * (LARGE_ANSWER + 1)
    unread = asyncio.Event()

    async def never(message: Any) -> None:
        assert len(message.get("body", b"")) <= 64 * 1024
        if message["type"] == "http.response.body":
            await unread.wait()

    async def answer(visitor: str) -> None:
        it = LargeAnswer(never, addresses, visitor)
        try:
            await it.send({"type": "http.response.start", "status": 200, "headers": []})
            await it.send({"type": "http.response.body", "body": body})
        finally:
            it.end()

    held = [asyncio.create_task(answer("a")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(TooMuchUnderWay):
        await answer("a")
    other = asyncio.create_task(answer("b"))
    await asyncio.sleep(0)
    assert not other.done()
    unread.set()
    await asyncio.gather(*held, other)
    assert LargeAnswer.under_way == 0
    assert addresses.begin(KIND, "a")


def test_one_network_is_one_visitor() -> None:
    assert visitor_key("2001:db8:1:2::1") == visitor_key("2001:db8:1:2:ffff::9") != visitor_key("2001:db8:1:3::1")
    assert visitor_key("::ffff:192.0.2.7") == visitor_key("192.0.2.7") == "192.0.2.7"
    assert visitor_key("fe80::1%eth0") == visitor_key("fe80::2%eth1")
    assert visitor_of({"client": ("2001:db8::1", 5)}) == visitor_of({"client": ("2001:db8::2", 6)})
    assert visitor_of({}) == visitor_of({"client": None}) == ""
    assert visitor_key("no address") == "no address"
