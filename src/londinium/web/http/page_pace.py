"""Pages by turns: how many an address may ask for, how many at the same time, and that moves come in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from londinium.web.http.below import Below
from londinium.web.http.large_answers import LargeAnswer, TooMuchUnderWay
from londinium.web.http.limits import Addresses
from londinium.web.http.metrics import Metrics
from londinium.web.http.visitor import visitor_of
from londinium.work.turns import Ticket, Turns, current_asker

UNPACED = ("/assets/", "/health", "/metrics")
"""What costs nothing."""
PAGES_AT_ONCE = 2
LONGEST_PAGE_TURN = 0.05
"""Seconds after which a page that still waits for something lets the next begin."""

TooFastPage = Callable[[Request, int], Awaitable[Response]]


class Paced:
    def __init__(self, app: ASGIApp, metrics: Metrics, addresses: Addresses, too_fast: TooFastPage) -> None:
        """`too_fast` makes the page for somebody who has to wait so many seconds."""
        self.app, self.metrics, self.addresses, self.too_fast = app, metrics, addresses, too_fast
        self._turns = Turns(PAGES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        visitor = visitor_of(scope)
        current_asker.set((visitor, ""))
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif self.addresses.begin("requests_at_once", visitor):
            answer = LargeAnswer(send, self.addresses, visitor)
            try:
                await self._page(scope, receive, answer.send, visitor)
            except TooMuchUnderWay:
                await self._refuse(scope, receive, send, "large_answers_at_once", 5)
            finally:
                answer.end()
                self.addresses.end("requests_at_once", visitor)
        else:
            await self._refuse(scope, receive, send, "requests_at_once", 1)

    async def _page(self, scope: Scope, receive: Receive, send: Send, visitor: str) -> None:
        if scope["path"].startswith(UNPACED):
            await self.app(scope, receive, send)
        elif scope["method"] in {"GET", "HEAD"} and not self.addresses.take("pages", visitor):
            await self._refuse(scope, receive, send, "pages", self.addresses.wait("pages", visitor))
        else:
            async with self._turn(visitor):
                await self.app(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, kind: str, seconds: int) -> None:
        self.metrics.count("limited", kind=kind)
        await Below(await self.too_fast(Request(scope), seconds))(scope, receive, send)

    @asynccontextmanager
    async def _turn(self, visitor: str) -> AsyncIterator[None]:
        """Pages are begun by turns, so that moves come in between however many somebody asks for at once. One that waits for
        something lets the next begin.
        """
        ticket, held = Ticket((visitor, "")), True
        await self._turns.take(ticket)

        def give_back() -> None:
            nonlocal held
            if held:
                held = False
                self._turns.give_back(ticket)

        timer = asyncio.get_running_loop().call_later(LONGEST_PAGE_TURN, give_back)
        try:
            yield
        finally:
            timer.cancel()
            give_back()
