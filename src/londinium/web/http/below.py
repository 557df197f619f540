"""Addresses of an application that stands below a path: what it says is written for the root, and put right on the way out."""

from __future__ import annotations

import gzip
import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ATTRIBUTES = r"href|src|action|formaction|data-[a-z-]+"
_MARKUP = re.compile(rf'(\s(?:{ATTRIBUTES})=")/(?!/)')
_SAID = re.compile(rf'(\s(?:{ATTRIBUTES})=\\"|"(?:address|go|url|src|start_url|scope|id)":\s?")/(?!/)')
_PAGE = re.compile(r"<html\b")
_COOKIE = re.compile(rb"(;\s*path=)/", re.IGNORECASE)


def page_below(root: str, markup: str, mark: str = "data-root") -> str:
    """A page whose links lead below a root, and which knows the root."""
    return _PAGE.sub(f'<html {mark}="{root}"', _MARKUP.sub(rf"\1{root}/", markup), count=1)


def said_below(root: str, text: str) -> str:
    """The same for JSON, with markup in its texts or without."""
    return _SAID.sub(rf"\1{root}/", text)


def address_below(root: str, address: str) -> str:
    return f"{root}{address}" if address.startswith("/") and not address.startswith("//") else address


class Below:
    """For visitors who reach the site below a prefix: everything it says is put right, and it knows of no prefix itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = scope.get("prefix", "")
        if not prefix:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, _telling(prefix, send))
        else:
            await self.app(scope, receive, _Answering(prefix, send))


def _telling(prefix: str, send: Send) -> Send:
    async def tell(message: Message) -> None:
        text = message.get("text")
        await send({**message, "text": said_below(prefix, text)} if text else message)

    return tell


class _Answering:
    """One answer on its way out; pages and data are held back until they are complete."""

    def __init__(self, prefix: str, send: Send) -> None:
        self.prefix, self.send = prefix, send
        self.start: Message = {}
        self.parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif not self.start:
            await self.send(message)
        else:
            self.parts.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._finish(b"".join(self.parts))

    async def _begin(self, message: Message) -> None:
        headers = MutableHeaders(raw=[_header_below(self.prefix, name, value) for name, value in message["headers"]])
        message = {**message, "headers": headers.raw}
        kind = headers.get("content-type", "")
        is_file = "content-disposition" in headers  # it may be read anywhere
        if (kind.startswith("text/html") or "json" in kind) and not is_file:
            self.start = message
        else:
            await self.send(message)

    async def _finish(self, body: bytes) -> None:
        headers = MutableHeaders(raw=list(self.start["headers"]))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
            del headers["content-encoding"]
        is_page = headers.get("content-type", "").startswith("text/html")
        text = body.decode()
        body = (page_below(self.prefix, text, "data-below") if is_page else said_below(self.prefix, text)).encode()
        if "content-length" in headers:
            headers["content-length"] = str(len(body))
        await self.send({**self.start, "headers": headers.raw})
        await self.send({"type": "http.response.body", "body": body})


def _header_below(prefix: str, name: bytes, value: bytes) -> tuple[bytes, bytes]:
    if name == b"location":
        return name, address_below(prefix, value.decode("latin-1")).encode("latin-1")
    return (name, _COOKIE.sub(rb"\1" + prefix.encode() + b"/", value)) if name == b"set-cookie" else (name, value)
