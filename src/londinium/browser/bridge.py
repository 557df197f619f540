"""Requests and sockets of pages that are in the same browser as the application: what uvicorn is for a server.

A page asks as it would ask a server. Its request comes here as a few values and goes to the application as ASGI; what a socket
says goes the same way. Cookies never leave the browser, so nobody but the bridge keeps them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.requests import Request

from londinium.web.http.below import address_below, page_below, said_below
from londinium.web.http.reader import reader_of

_log = logging.getLogger(__name__)

HOST = "londinium.invalid"
"""The name under which the application believes to be reached; no page ever sees it."""

EVERYTHING_ADDRESS = "/you/file"

Message = MutableMapping[str, Any]
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class PageAnswer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Cookies:
    """What the application has asked the browser to remember."""

    def __init__(self, kept: str = "") -> None:
        self._jar = SimpleCookie()
        try:
            self._jar.load(kept)
        except CookieError:
            _log.warning("the cookies could not be read; they are forgotten")

    def __str__(self) -> str:
        return "; ".join(f"{name}={morsel.coded_value}" for name, morsel in self._jar.items())

    def take(self, header: str) -> None:
        """Remember what a `Set-Cookie` says, or forget it."""
        told = SimpleCookie()
        told.load(header)
        for name, morsel in told.items():
            if morsel["max-age"] == "0":
                self._jar.pop(name, None)
            else:
                self._jar[name] = morsel.value


class Socket:
    """A page's connection to its table."""

    def __init__(self, tell: Callable[[str], None], end: Callable[[int], None]) -> None:
        self._tell, self._end = tell, end
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self._heard.put_nowait({"type": "websocket.connect"})

    def hear(self, text: str) -> None:
        """The page says something."""
        self._heard.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """The page is gone."""
        self._heard.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def receive(self) -> Message:
        return await self._heard.get()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._tell(message["text"] if message.get("text") is not None else bytes(message["bytes"]).decode())
        elif message["type"] == "websocket.close":
            self._end(message.get("code", 1000))


class Bridge:
    """One application for all pages of one browser."""

    def __init__(
        self,
        app: Starlette,
        root: str = "",
        cookies: str = "",
        keep_cookies: Callable[[str], Awaitable[None]] | None = None,
        everything: Callable[[str, bytes, str, str], Awaitable[tuple[PageAnswer, str]]] | None = None,
    ) -> None:
        """The pages lie below `root`, of which the application knows nothing. `everything` answers requests to save all that is
        kept, or to bring it back: it is larger than what the application takes.
        """
        self._app, self._root, self._cookies, self._keep_cookies = app, root, Cookies(cookies), keep_cookies
        self._everything = everything
        self._life = AsyncExitStack()
        self._sockets: dict[str, Socket] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self._life.enter_async_context(self._app.router.lifespan_context(self._app))

    async def stop(self) -> None:
        for socket in self._sockets.values():
            socket.leave()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._life.aclose()

    async def answer(self, method: str, address: str, headers: Iterable[tuple[str, str]] = (), body: bytes = b"") -> PageAnswer:
        """What the application says to a request."""
        if address == EVERYTHING_ADDRESS and self._everything is not None:
            code = reader_of(Request(self._scope("http", address, headers))).code
            answer, cookies = await self._everything(method, body, code, str(self._cookies))
            if cookies:
                self._cookies = Cookies(cookies)
                await self._remember([], changed=True)
            return answer
        scope = self._scope("http", address, headers) | {"method": method.upper(), "scheme": "http"}
        asked: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        parts: list[bytes] = []
        said: dict[str, Any] = {}

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await asyncio.Event().wait()  # nobody goes away before the answer
            raise AssertionError

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                said.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._app(scope, receive, send)
        told = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in said["headers"]]
        await self._remember([value for name, value in told if name == "set-cookie"])
        kept = [(name, self._header(name, value)) for name, value in told if name not in ("set-cookie", "content-length")]
        return PageAnswer(said["status"], kept, self._body(dict(told).get("content-type", ""), b"".join(parts)))

    def _header(self, name: str, value: str) -> str:
        if name == "location":
            return address_below(self._root, value.removeprefix(f"http://{HOST}"))
        # Pages are shown in a frame of the site's own page.
        return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if name == "content-security-policy" else value

    def _body(self, kind: str, body: bytes) -> bytes:
        if kind.startswith("text/html"):
            return page_below(self._root, body.decode()).encode()
        return said_below(self._root, body.decode()).encode() if "json" in kind else body

    async def _remember(self, told: list[str], *, changed: bool = False) -> None:
        for header in told:
            self._cookies.take(header)
        if (told or changed) and self._keep_cookies is not None:
            await self._keep_cookies(str(self._cookies))

    def open_socket(self, name: str, address: str, tell: Callable[[str], None], end: Callable[[int], None]) -> None:
        """Connect a page with its table; whatever the table says goes to `tell`."""
        if name in self._sockets:  # it asked again when it heard that somebody is awake
            return
        socket = self._sockets[name] = Socket(lambda text: tell(said_below(self._root, text)), end)
        scope = self._scope("websocket", address, ()) | {"scheme": "ws", "subprotocols": []}

        async def live() -> None:
            try:
                await self._app(scope, socket.receive, socket.send)
            except Exception:
                _log.exception("a socket broke")
                end(1011)
            finally:
                self._sockets.pop(name, None)

        task = asyncio.ensure_future(live())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hear(self, name: str, text: str) -> None:
        if name in self._sockets:
            self._sockets[name].hear(text)

    def leave(self, name: str) -> None:
        if name in self._sockets:
            self._sockets[name].leave()

    def _scope(self, kind: str, address: str, headers: Iterable[tuple[str, str]]) -> dict[str, Any]:
        path, _, query = address.partition("?")
        told: Headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        told = [pair for pair in told if pair[0] not in (b"host", b"origin", b"cookie", b"accept-encoding")]
        told += [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
        if cookies := str(self._cookies):
            told.append((b"cookie", cookies.encode("latin-1")))
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "server": (HOST, 80),
            "client": ("browser", 0),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "headers": told,
        }
