"""How uvicorn serves an application of ours; the echo that the load test compares with is served the same way."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from londinium.web.http.connections import Connections, Door, most_connections
from londinium.web.http.limits import LARGEST_THOUGHT, Addresses, Limits

NOT_STARTED = 3
"""The exit status of a server that could not start; uvicorn's."""
SHUTDOWN_GRACE = 10
"""Seconds for what is under way when the server is told to stop."""
HEAD_PATIENCE = 15.0
"""Seconds for the head of a request, from the end of the one before."""
BODY_PATIENCE = 60.0
"""Seconds for what a request carries: at most a quarter of a megabyte."""
UNREAD_PATIENCE = 20.0
"""Seconds for which somebody may read nothing of an answer."""
LEAST_READ = 4 * 1024
"""Bytes that somebody who reads an answer takes in this time."""

# What is told resembles what was told before: the widest window finds that again at the lowest levels already. Against what
# uvicorn chooses it takes a third of the time and half of the traffic, for a tenth of a megabyte more per socket.
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=15, client_max_window_bits=12, compress_settings={"level": 1, "memLevel": 5}
)


class ServerConfig(uvicorn.Config):
    """uvicorn's, with the count of connections."""

    connections: Connections


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, with our compression, for which it has no setting. `tests/web/test_server.py` says when its insides change."""

    is_idle = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [DEFLATE]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if isinstance(self.config, ServerConfig):
            self.config.connections.enter(transport, self.client[0] if self.client else "", self)

    def connection_lost(self, exc: Exception | None) -> None:
        if isinstance(self.config, ServerConfig):
            self.config.connections.leave(self.transport)
        super().connection_lost(exc)

    def drop(self) -> None:
        self.transport.abort()


class PageProtocol(H11Protocol):
    """uvicorn's, with patience that ends: for the head of a request, for what it carries, and for somebody who does not read."""

    config: ServerConfig
    host = ""
    """Where it comes from, also when its sender has gone already."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._awaits: object = None
        self._patience: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._is_socket = False

    @property
    def is_idle(self) -> bool:
        return self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete)

    def drop(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.config.connections.enter(transport, self.host, self)
        self._await()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(self.transport)
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._await()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._await()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_socket = True
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader(self._unread)

    def resume_writing(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        super().resume_writing()

    def _await(self) -> None:
        """Begin to count when something new is awaited; single bytes of it do not prolong that."""
        awaited = self.conn.their_state
        if self._is_socket or self.transport.is_closing() or awaited is self._awaits:
            return
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self._awaits = awaited
        patience = {h11.IDLE: HEAD_PATIENCE, h11.SEND_BODY: BODY_PATIENCE}.get(awaited)
        if patience is not None:
            self._patience = self.loop.call_later(patience, self._lose_patience, patience, self._unread)

    def _lose_patience(self, patience: float, before: int) -> None:
        """Somebody who still reads the answer before need not ask for the next one yet."""
        if 0 < self._unread < before:
            self._patience = self.loop.call_later(patience, self._lose_patience, patience, self._unread)
        else:
            self.drop()

    @property
    def _unread(self) -> int:
        return self.transport.get_write_buffer_size()

    def _stop_waiting(self) -> None:
        self._awaits = None
        for timer in (self._patience, self._reading):
            if timer is not None:
                timer.cancel()
        self._patience = self._reading = None

    def _watch_reader(self, before: int) -> None:
        def look() -> None:
            left = self._unread
            if before - left < LEAST_READ:
                self.drop()
            else:
                self._watch_reader(left)

        self._reading = self.loop.call_later(UNREAD_PATIENCE, look)


class Server(uvicorn.Server):
    """uvicorn's, with a door of our own."""

    config: ServerConfig

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(NOT_STARTED)

        def protocol(host: str) -> asyncio.Protocol:
            found = PageProtocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            found.host = host
            return found

        self.servers = [Door(listening, protocol, self.config.connections) for listening in sockets or ()]  # type: ignore[misc]
        self.started = True
        if isinstance(self.config.app, Starlette) and hasattr(self.config.app.state, "site"):
            addresses: Addresses = self.config.app.state.site.addresses
            self.config.connections.allow(addresses.limits.connections)
            addresses.renewed.append(lambda limits: self.config.connections.allow(limits.connections))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Whoever waits for something to happen would hold up the end, and is let go."""
        app = self.config.app
        if isinstance(app, Starlette) and hasattr(app.state, "site"):
            app.state.site.hall.let_go()
        await super().shutdown(sockets)


def configured(
    app: Starlette, limits: Limits | None = None, is_proxy: Callable[[str], bool] = lambda address: False
) -> ServerConfig:
    config = ServerConfig(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `front.py` reads them, and believes only proxies that were named
        http=PageProtocol,
        ws=SocketProtocol,
        ws_max_size=LARGEST_THOUGHT,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
    config.connections = Connections(most_connections(), (limits or Limits()).connections, is_proxy)
    return config
