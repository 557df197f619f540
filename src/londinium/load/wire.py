"""A socket as a browser opens it, with compression; every byte that really crosses the wire is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Origin
from websockets.uri import parse_uri

OnMessage = Callable[[bytes], None]
Closed = Callable[[int], None]
UNCLEAN = 1006
"""The code of a connection that broke off."""


class Wire(asyncio.Protocol):
    """One socket. Far less work per message than a coroutine would be, since one process plays two thousand of them."""

    def __init__(self, address: str, heard: OnMessage, closed: Closed) -> None:
        origin = Origin(urlsplit(address.replace("ws", "http", 1))._replace(path="", query="").geturl())
        deflate = ClientPerMessageDeflateFactory(client_max_window_bits=True)  # what Chromium and Firefox offer
        self._talk = ClientProtocol(parse_uri(address), origin=origin, extensions=[deflate], max_size=None)
        self._heard, self._closed = heard, closed
        self._transport: asyncio.Transport | None = None
        self._is_ending = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = self.sent = 0
        """Bytes of frames, headers of frames included."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._talk.send_request(self._talk.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._talk.receive_data(data)
        for event in self._talk.events_received():
            if isinstance(event, Response):
                self._shaken(self._talk.handshake_exc)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._heard(bytes(event.data))
        self._flush()
        if self._talk.close_expected():
            self.end()

    def _shaken(self, problem: Exception | None) -> None:
        self.received = self.sent = 0
        if problem is None:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(problem)

    def connection_lost(self, exc: Exception | None) -> None:
        self._talk.receive_eof()
        code = self._talk.close_code
        if not self.opened.done():
            self.opened.set_exception(InvalidHandshake("the server hung up"))
        elif not self._is_ending or code not in {None, 1000, UNCLEAN}:
            self._closed(code or UNCLEAN)

    def send(self, message: bytes) -> None:
        self._talk.send_text(message)
        self._flush()

    def _flush(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        for data in self._talk.data_to_send():
            self.sent += len(data)
            self._transport.write(data)

    def end(self) -> None:
        """Hang up, like a browser whose page is closed."""
        self._is_ending = True
        if self._transport is not None:
            self._transport.close()


async def open_wire(address: str, heard: OnMessage, closed: Closed) -> Wire:
    """A socket that is ready; OSError or InvalidHandshake if the server does not want it."""
    parts = urlsplit(address)
    facts: dict[str, Any] = {"ssl": True} if parts.scheme == "wss" else {}
    port = parts.port or (443 if facts else 80)
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(address, heard, closed), parts.hostname or "", port, **facts)
    await wire.opened
    return wire
