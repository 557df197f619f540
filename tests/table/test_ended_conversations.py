"""A renewed secret, a renewed link and a ban end every socket that was opened before, at once, in all processes: over SQLite, and
with two processes over PostgreSQL. What the host does is done in another process, with `londinium admin`.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from player import Player, open_table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from londinium.table import commands
from londinium.table.errors import BadLink
from londinium.table.events import Moved
from londinium.table.store import open_store
from londinium.table.table import Table

from .play import CITY, a_move, in_loop, serving, settings

if TYPE_CHECKING:
    from conftest import Server

SOON = 5.0
"""Seconds within which a socket is closed on a busy machine; half a second on an idle one."""
RESTART, NO_TABLE, BANNED = 1012, 4404, 1008
BROWSER = {"accept": "text/html,application/xhtml+xml"}
"""What a browser says that a program does not: its keys are in cookies, and not in addresses."""
FRIENDS = {"seat0": "friend", "seat1": "friend"}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def pair(
    request: pytest.FixtureRequest, start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    """All servers of a database; the first and the last of them are the same over SQLite."""
    if request.param == "sqlite":
        database, count = f"sqlite:///{tmp_path_factory.mktemp('ended') / 'table.db'}", 1
    else:
        server = request.getfixturevalue("postgres_server")
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("DROP DATABASE IF EXISTS ended WITH (FORCE)")
            connection.execute("CREATE DATABASE ended")
        database, count = re.sub(r"/postgres(?=\?|$)", "/ended", server), 2
    with ThreadPoolExecutor(count) as starting:
        options = ("--no-limits", "--proxy", "127.0.0.1")
        found = list(starting.map(lambda _: start_server(*options, database=database), range(count)))
    yield found
    for server in found:
        server.kill()  # nobody is there any more


def admin(server: Server, *words: str) -> float:
    """What a host types, in a process of its own; when it was done."""
    environment = {**os.environ, "LONDINIUM_DATABASE": server.database}
    subprocess.run([sys.executable, "-m", "londinium", "admin", *words], env=environment, check=True, capture_output=True)
    return time.monotonic()


def at(stack: ExitStack, server: Server, path: str, **more: Any) -> Player:
    """Somebody at a socket, who has seen the table."""
    player = Player(stack.enter_context(connect(f"{server.url.replace('http', 'ws', 1)}{path}", **more)))
    player.hear()
    return player


def code_soon(player: Player, since: float) -> int:
    """The code with which a socket is closed, although nothing is said on it."""
    try:
        while (left := since + SOON - time.monotonic()) > 0:
            player.connection.recv(left)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    except TimeoutError:
        pass
    raise AssertionError("the socket is still open")


def events(server: Server, token: str) -> list[Any]:
    async def read() -> list[Any]:
        store = await open_store(server.database)
        rows = await store.rows(token.split(".", maxsplit=1)[0])
        await store.close()
        return rows

    return asyncio.run(read())


def test_a_renewed_secret_ends_every_socket_and_nothing_more_is_done_with_the_old_link(pair: list[Server]) -> None:
    tokens = open_table(pair[0], CITY, **FRIENDS)
    with ExitStack() as stack, pair[-1].client(headers=BROWSER) as ann:
        mine = ann.post(f"/play/{CITY}", data={"name": "Ann"}).url.path
        thinks = re.search(r'[^"&; ]+/think\?module=\w+', ann.get(mine).text)
        assert thinks is not None
        cookie = {"cookie": "; ".join(f"{one.name}={one.value}" for one in ann.cookies.jar if mine.startswith(one.path))}
        page = at(stack, pair[-1], f"{mine}/ws", additional_headers=cookie)
        address = pair[-1].url.replace("http", "ws", 1) + thinks[0]
        device = Player(stack.enter_context(connect(address, additional_headers=cookie)))
        assert "errand" in device.connection.recv(SOON * 4), "it is tried"
        silent = [at(stack, server, f"/ws/{token}") for server in pair for token in tokens]
        active = [at(stack, server, f"/ws/{tokens[0]}") for server in pair]
        done = admin(pair[0], "rotate-secret", "--yes")
        assert [code_soon(player, done) for player in silent] == [RESTART] * len(silent)
        assert code_soon(page, done) == RESTART
        assert code_soon(device, done) == NO_TABLE
        stored = len(events(pair[0], tokens[0]))
        for player in active:
            with suppress(ConnectionClosed):
                player.say(do="renew-link", id="r")
                player.say(do="move", id="m", version=player.version, move=next(iter(player.offers), "?"))
            heard = []
            with suppress(ConnectionClosed):
                while True:
                    heard.append(player.hear()["kind"])
            assert not {"ack", "go"} & set(heard)
        assert len(events(pair[0], tokens[0])) == stored, "nothing more was done"
        for server in pair:  # who holds the old link stays outside; who has a key of their own is let in again
            back = Player(stack.enter_context(connect(server.socket_url(tokens[0]))))
            assert back.code_of_the_end() == NO_TABLE
            assert at(stack, server, f"{mine}/ws", additional_headers=cookie).version


def test_old_links_are_good_for_as_long_as_the_host_says_and_no_longer(pair: list[Server]) -> None:
    [token] = open_table(pair[0], CITY)
    with ExitStack() as stack:
        player = at(stack, pair[-1], f"/ws/{token}")
        admin(pair[0], "rotate-secret", "--yes", "--grace", "1m")
        player.wait_for_turn()
        assert player.ask("move", version=player.version, move=next(iter(player.offers)))["kind"] == "ack"
        ended = time.monotonic()
        shorten(pair[0].database)
        player.say(do="ping")
        assert code_soon(player, ended) == RESTART


def shorten(database: str) -> None:
    """The minute is over."""

    async def work() -> None:
        store = await open_store(database)
        await store._ask("UPDATE @old_secrets SET accepted_until = 1 RETURNING accepted_until")  # type: ignore[attr-defined]
        await store.notice("secret", 1)
        await store.close()

    asyncio.run(work())


def test_a_renewed_link_ends_the_sockets_of_the_old_one_everywhere(pair: list[Server]) -> None:
    [token, _] = open_table(pair[0], CITY, **FRIENDS)
    with ExitStack() as stack:
        thieves = [at(stack, server, f"/ws/{token}") for server in pair]
        owner = at(stack, pair[0], f"/ws/{token}")
        assert owner.ask("renew-link")["kind"] == "ack"
        done = time.monotonic()
        newer = owner.until("go")["address"].removeprefix("/t/")
        assert [code_soon(player, done) for player in thieves] == [NO_TABLE] * len(thieves)
        # Whoever asked for it goes on, until somebody asks for the next one.
        assert owner.ask("say", text="still here")["kind"] == "ack"
        other = at(stack, pair[-1], f"/ws/{newer}")
        assert other.ask("renew-link")["kind"] == "ack"
        assert code_soon(owner, time.monotonic()) == NO_TABLE


def test_a_ban_ends_open_sockets(pair: list[Server]) -> None:
    tokens = open_table(pair[0], CITY, **FRIENDS)
    with ExitStack() as stack:
        address = {"x-forwarded-for": "203.0.113.7"}
        banned = [at(stack, server, f"/ws/{tokens[0]}", additional_headers=address) for server in pair]
        friends = [
            at(stack, server, f"/ws/{tokens[1]}", additional_headers={"x-forwarded-for": "203.0.113.8"}) for server in pair
        ]
        done = admin(pair[0], "ban", "203.0.113.7")
        assert [code_soon(player, done) for player in banned] == [BANNED] * len(banned)
        for player in friends:
            player.say(do="ping")
            player.until("pong")


@in_loop
async def test_a_process_that_has_not_heard_of_a_renewal_yet_takes_no_move_with_the_old_link(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(CITY, 2))
        there = await two.open(here.id)
        two.store._listening.cancel()  # type: ignore[attr-defined]  # it shall not hear of it in time
        await asyncio.sleep(0)
        move = commands.MakeMove("a", there.version(0), a_move(there, 0))
        await one.command(here.id, 0, commands.RenewLink("r"))

        def check(table: Table) -> None:
            if table.renewal(0) != 0:
                raise BadLink("replaced")

        with pytest.raises(BadLink):
            await two.command(there.id, 0, move, check)
        assert not [row for row in await one.store.rows(here.id) if isinstance(row.event, Moved)]
