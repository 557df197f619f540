"""How an answer goes out: in parts, as somebody reads it, and few large ones at the same time."""

from __future__ import annotations

from starlette.types import Message, Send

from londinium.web.http.limits import Addresses

LARGE_ANSWER = 256 * 1024
"""Bytes from which an answer counts as large."""
PART_OF_ANSWER = 64 * 1024
"""What is given to the connection at a time: it holds a copy until it was read."""
MOST_UNDER_WAY = 96 * 1024 * 1024
"""Bytes of large answers that all visitors together may have waiting."""
KIND = "large_answers_at_once"


class TooMuchUnderWay(Exception):
    """A large answer that cannot begin now: this visitor, or all together, have not read others yet."""


class LargeAnswer:
    """What is sent to one visitor. The start waits for the first part, which says whether there is room."""

    under_way = 0
    """Bytes of all large answers that are being sent."""

    def __init__(self, send: Send, addresses: Addresses, visitor: str) -> None:
        self._send, self._addresses, self._visitor = send, addresses, visitor
        self._start: Message | None = None
        self._large = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        body = message.get("body", b"")
        if self._start is not None:
            self._check_room(len(body))
            start, self._start = self._start, None
            await self._send(start)
        if len(body) <= PART_OF_ANSWER:
            await self._send(message)
            return
        for begin in range(0, len(body), PART_OF_ANSWER):
            part, more = body[begin : begin + PART_OF_ANSWER], begin + PART_OF_ANSWER < len(body)
            await self._send({**message, "body": part, "more_body": more or message.get("more_body", False)})

    def _check_room(self, size: int) -> None:
        if size <= LARGE_ANSWER:
            return
        if LargeAnswer.under_way + size > MOST_UNDER_WAY or not self._addresses.begin(KIND, self._visitor):
            self._start = None
            raise TooMuchUnderWay
        self._large = size
        LargeAnswer.under_way += size

    def end(self) -> None:
        """It was read, or nobody reads it any more."""
        if self._large:
            LargeAnswer.under_way -= self._large
            self._addresses.end(KIND, self._visitor)
            self._large = 0
