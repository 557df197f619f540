"""How uvicorn serves us. It has no setting for the compression of sockets, so `web/http/server.py` changes a class of its
insides; these tests say what broke when uvicorn or websockets change there.
"""

from __future__ import annotations

import asyncio
import socket

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from londinium.web.http.server import DEFLATE, SocketProtocol, configured


async def talk(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text(await websocket.receive_text())
    await websocket.close()


def app() -> Starlette:
    return Starlette(routes=[WebSocketRoute("/", talk)])


def test_uvicorn_still_negotiates_with_what_we_put_in_place_of_its_own() -> None:
    """If the constructor or `conn` changed, `SocketProtocol` has to follow; if what is replaced is no list with one
    compression any more, somebody has to look at what uvicorn does now, and whether there is a setting for it.
    """

    async def made() -> None:
        config = configured(app())
        config.load()
        assert config.ws_protocol_class is SocketProtocol, "uvicorn takes a class as `ws`"
        own = WebSocketsSansIOProtocol(config, ServerState(), {})
        assert [type(factory) for factory in own.conn.available_extensions or ()] == [type(DEFLATE)]
        ours = SocketProtocol(config, ServerState(), {})
        assert ours.conn.available_extensions == [DEFLATE]

    asyncio.run(made())


def test_a_browser_is_offered_our_compression() -> None:
    """The window of uvicorn's own has 12 bits, which takes three times as long and twice the traffic."""

    async def ask() -> str:
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(configured(app()))
        serving = asyncio.create_task(server.serve([listening]))
        async with connect(f"ws://127.0.0.1:{listening.getsockname()[1]}/") as client:
            await client.send("good day " * 20)
            assert await client.recv() == "good day " * 20
            assert client.response is not None
            agreed = client.response.headers["Sec-WebSocket-Extensions"]
        server.should_exit = True
        await serving
        return agreed

    agreed = asyncio.run(ask())
    assert agreed.startswith("permessage-deflate"), agreed
    assert "server_max_window_bits=15" in agreed, agreed
