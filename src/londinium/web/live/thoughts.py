"""The sockets over which pages think: each is one worker of somebody's browser, see `device.py`."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from londinium.bots.search.insight import is_foreseen
from londinium.kernel.game import Game
from londinium.kernel.words.errors import LondiniumError
from londinium.table.table import Table
from londinium.web.http.assets import THINKING_WORKER, Assets
from londinium.web.live.device import replay_name
from londinium.web.live.socket import TOO_MUCH
from londinium.web.pages.memory import token_of
from londinium.web.site import Site, address_of, site_of

LINK_LOOK_AGAIN = 0.5
"""Seconds between two looks whether a link still opens its table."""
NOT_WANTED = 4404
"""Closed for good: nobody thinks here, or with this module."""


def thinking_address(site: Site, table: Table, socket: str) -> dict[str, str]:
    """Where the worker of a page finds what it needs to think about a match; nothing where it is not asked."""
    name = f"{table.match.game.slug}.wasm"
    if not may_think(table) or name not in site.assets.names:
        return {}
    found = {
        "worker": site.assets.address(THINKING_WORKER),
        "socket": f"{socket}?module={digest_of(site.assets, table.match.game)}",
        "module": site.assets.address(name),
    }
    network = f"{table.match.game.slug}.npz"
    return {**found, "network": site.assets.address(network)} if network in site.assets.names else found


def may_think(table: Table) -> bool:
    """Whether the page of a table, or of its replay, may think about its match: an analysis that asks a network is made here,
    because a device does not have it.
    """
    return table.settings.is_of_one_person and not (table.is_over and is_foreseen(table.match))


def digest_of(assets: Assets, game: Game) -> str:
    """Names the module of a game that is served now: a page with another one is not asked."""
    name = f"{game.slug}.wasm"
    return assets.digest_of(name) if name in assets.names else ""


async def table_thinker(websocket: WebSocket) -> None:
    """A page of the one person at a table, who lets their device think for its bots, and for hints."""
    site = site_of(websocket)
    with contextlib.suppress(LondiniumError):
        token = await token_of(websocket)
        entered = await site.hall.enter_seated(token)
        if entered.seat is not None:
            await _think(site, websocket, entered.table, entered.table.id, token)
            return
    await _refuse(websocket, NOT_WANTED)


async def replay_thinker(websocket: WebSocket) -> None:
    """A page of a match of one person that is over, whose reader lets their device judge it."""
    site = site_of(websocket)
    with contextlib.suppress(LondiniumError):
        table = await site.hall.open(websocket.path_params["table"])
        if table.is_over:
            await _think(site, websocket, table, replay_name(table))
            return
    await _refuse(websocket, NOT_WANTED)


async def _think(site: Site, websocket: WebSocket, table: Table, about: str, token: str = "") -> None:
    """`token`: what opened the door, if it does not stand open to everybody."""
    game = table.match.game
    digest = digest_of(site.assets, game)
    if not digest or websocket.query_params.get("module") != digest or not may_think(table):
        await _refuse(websocket, NOT_WANTED)
        return
    visitor = address_of(websocket)
    if not await site.turns.let_in(visitor) or not site.addresses.begin("sockets_at_once", visitor):
        site.metrics.count("limited", kind="sockets")
        await _refuse(websocket, TOO_MUCH)
        return
    try:
        async with asyncio.TaskGroup() as both:
            lending = both.create_task(_lend(site, websocket, game, about))
            watching = both.create_task(_end_with_link(site, token, lending))
            lending.add_done_callback(lambda _: watching.cancel())
    finally:
        site.addresses.end("sockets_at_once", visitor)


async def _end_with_link(site: Site, token: str, lending: asyncio.Task[None]) -> None:
    """End it when its link no longer opens the table: that was renewed, its secret replaced, or the table closed."""
    with contextlib.suppress(LondiniumError):
        while token:
            await asyncio.sleep(LINK_LOOK_AGAIN)
            await site.hall.enter_seated(token)
    if token:
        lending.cancel()


async def _lend(site: Site, websocket: WebSocket, game: Game, about: str) -> None:
    await websocket.accept()

    async def say(message: bytes) -> None:
        site.metrics.count("messages")
        site.metrics.count("bytes", len(message))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # departures are heard of below
            await websocket.send_text(message.decode())

    async def hear() -> str | bytes | None:
        message = await websocket.receive()
        return None if message["type"] == "websocket.disconnect" else message.get("text") or message.get("bytes") or b""

    try:
        await site.devices.lend(about, game, say, hear)
    finally:
        if WebSocketState.DISCONNECTED not in (websocket.client_state, websocket.application_state):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.close(NOT_WANTED)


async def _refuse(websocket: WebSocket, code: int) -> None:
    """Browsers are told a code only after the handshake."""
    await websocket.accept()
    await websocket.close(code)
