"""What holds for every request: who may send it, how large it may be, what the browser may do with the answer."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from londinium.web.http.below import Below
from londinium.web.http.doorkeeper import Doorkeeper
from londinium.web.http.journal import Journal, without_secrets
from londinium.web.http.limits import LARGEST_BODY
from londinium.web.http.metrics import Metrics
from londinium.web.http.reader import reader_of

HANGING_UP: tuple[type[Exception], ...]
try:
    from h11 import LocalProtocolError
except ImportError:  # there is no server, so nobody who could break HTTP
    HANGING_UP = ()
else:
    HANGING_UP = (LocalProtocolError,)

# Drawings carry style attributes, so styles may be inline; scripts may not. The referrer stays on this site, because addresses of
# seats are secrets; "no-referrer" would make browsers hide the origin of our own forms too, and that is what we check.
HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
BY_LINK = ("/t/", "/table/", "/enter/", "/invite/", "/join/", "/wait/")
NOT_FOR_SEARCH = (*BY_LINK, "/replay/", "/open", "/you", "/carry", "/tournaments/")
"""What somebody was given by a link, and nobody should find otherwise."""
HTTPS_ONLY = "max-age=31536000"
"""Somebody who has come by https comes by nothing else for a year."""
QUIET = ("/assets/", "/health", "/metrics")
SENDER_GONE = 499
"""How the log calls the end of a request whose sender has gone away."""


def from_here(headers: Headers) -> bool:
    """Whether a request was made by a page of this site (or by no browser at all)."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    return headers.get("sec-fetch-site", "same-origin") in {"same-origin", "none"}


Sorry = Callable[[Request], Awaitable[Response]]


class TooLarge(Exception):
    pass


class Guard:
    def __init__(self, app: ASGIApp, journal: Journal, metrics: Metrics, sorry: Sorry, door: Doorkeeper | None = None) -> None:
        """`sorry` makes the page for an error of our own."""
        self.app, self.journal, self.metrics, self.sorry, self.door = app, journal, metrics, sorry, door or Doorkeeper()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Everybody comes in here, and nowhere else: whoever (`visitor_of`) is not to come in at all is sent away here.
        if scope["type"] in {"http", "websocket"} and self.door.is_banned(scope):
            self.metrics.count("limited", kind="ban")
            await turn_away(scope, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and not from_here(Headers(scope=scope)):
            self.metrics.count("limited", kind="origin")
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket, until its visitor is banned: then it is closed at once, and nothing more is heard or said."""
        closing: list[asyncio.Task[None]] = []

        async def heard() -> Message:
            message = await receive()
            return {"type": "websocket.disconnect", "code": 1008} if closing else message

        async def said(message: Message) -> None:
            if not closing:
                await send(message)

        async def hang_up() -> None:
            with contextlib.suppress(Exception):  # whoever is there may have gone already
                await send({"type": "websocket.close", "code": 1008})

        def send_away() -> None:
            closing.append(asyncio.create_task(hang_up()))

        with self.door.inside(scope, send_away):
            await self.app(scope, heard, said)
        await asyncio.gather(*closing)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, status, begun = time.perf_counter(), 500, False
        headers = Headers(scope=scope)

        async def answer(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                added = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    added.setdefault(name, value)
                # Pages hold secret links and change with every move; only what is named by its content is kept.
                added.setdefault("cache-control", "no-store")
                if scope.get("scheme") == "https":
                    added.setdefault("strict-transport-security", HTTPS_ONLY)
                if scope["path"].startswith(NOT_FOR_SEARCH):
                    added.setdefault("x-robots-tag", "noindex, nofollow")
            # A client that does not even keep to HTTP has been hung up on, and gets no answer; that is not an error of ours.
            with contextlib.suppress(*HANGING_UP):
                await send(message)

        body = 0

        async def counted() -> Message:
            nonlocal body
            message = await receive()
            body += len(message.get("body", b""))
            if body > LARGEST_BODY:
                raise TooLarge
            return message

        try:
            if scope["method"] not in {"GET", "HEAD"} and not from_here(headers):
                await refuse(403, "This form was sent from another site.", answer)
            elif len(length := headers.get("content-length", "0")) > 9 or int(length) > LARGEST_BODY:
                await refuse(413, "This is too large.", answer)
            else:
                await self.app(scope, counted, answer)
        except ClientDisconnect:
            status = SENDER_GONE
        except TooLarge:
            await refuse(413, "This is too large.", answer)
        except Exception as problem:
            self.metrics.count("errors", place="page")
            self.journal.error("page error", problem, path=without_secrets(scope["path"]))
            if not begun:
                await Below(await self.sorry(Request(scope)))(scope, receive, answer)
        finally:
            self.metrics.count("requests", status=str(status))
            if not scope["path"].startswith(QUIET):
                facts: dict[str, Any] = {"method": scope["method"], "path": without_secrets(scope["path"]), "status": status}
                visitor = self.journal.visitor((scope.get("client") or ("",))[0])
                self.journal.write("request", **facts, **visitor, ms=round((time.perf_counter() - start) * 1000, 1))


async def turn_away(scope: Scope, send: Send) -> None:
    """What a banned visitor gets instead of a page."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    words = reader_of(Request(scope)).words()
    await refuse(403, words.text("Whoever runs this site has blocked your address."), send)


async def refuse(status: int, words: str, send: Send) -> None:
    """A plain answer to what no honest browser sends; there is no reader to translate it for."""
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain; charset=utf-8")]})
    await send({"type": "http.response.body", "body": words.encode()})
