"""What stands before the site: proxies that its host has named, a path below which it lies, and the names it answers to.

What a proxy says of a visitor (`X-Forwarded-For`, `-Proto`, `-Host`, `-Prefix`) is believed only of proxies that were named; from
anybody else the same headers say nothing. `Forwarded` is not read: a proxy that does not know it would pass a visitor's own on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from londinium.kernel.words.errors import N_, LondiniumError

PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
ALWAYS_ANSWERED = ("/health", "/metrics")
"""For those who run the server: they ask by its number, and no link is in the answer."""

ProxyNetwork = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Front:
    """What a host has said about it."""

    proxies: tuple[ProxyNetwork, ...] = ()
    prefix: str = ""
    hosts: frozenset[str] = frozenset()
    """Empty: every name, and links follow it."""

    @classmethod
    def told(cls, proxies: Iterable[str] = (), prefix: str = "", hosts: Iterable[str] = ()) -> Front:
        """From what was typed; a LondiniumError says what is wrong with it."""
        prefix = prefix.rstrip("/")
        if not PREFIX.fullmatch(prefix):
            raise LondiniumError(N_("a prefix is a path such as /londinium, not '{prefix}'"), prefix=prefix)
        return cls(tuple(_network(proxy) for proxy in proxies), prefix, frozenset(host.lower() for host in hosts))

    def trusts(self, address: str) -> bool:
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self.proxies)

    def visitor(self, peer: str, forwarded: str) -> str:
        """Who asks: the last hop that is none of our proxies. What a visitor wrote into the header stands further left."""
        for hop in [peer, *reversed([part.strip() for part in forwarded.split(",") if part.strip()])]:
            address = _bare(hop)
            if address is None:
                return peer
            peer = address
            if not self.trusts(peer):
                break
        return peer

    def answers(self, host: str) -> bool:
        """Whether the site is reached by such a name, with or without its port."""
        name = host.lower()
        return not self.hosts or name in self.hosts or re.sub(r":\d+$", "", name) in self.hosts


def _network(text: str) -> ProxyNetwork:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise LondiniumError(N_("'{proxy}' is not an address or a network, such as 10.0.0.0/8"), proxy=text) from None


def _bare(hop: str) -> str | None:
    """The address of a hop without its port; None if it is none."""
    found = re.fullmatch(r"\[([0-9a-fA-F:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+)(?::\d+)?|([0-9a-fA-F:.]+)", hop)
    text = next((part for part in found.groups() if part), "") if found else ""
    try:
        return str(ip_address(text))
    except ValueError:
        return None


class BehindFront:
    """The site as its visitors reach it: everything within sees their address, scheme and host, and a path without the prefix."""

    def __init__(self, app: ASGIApp, front: Front) -> None:
        self.app, self.front = app, front

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope = self._seen(scope)
        host = Headers(scope=scope).get("host", "")
        if self.front.answers(host) or scope["path"] in ALWAYS_ANSWERED:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            headers = [(b"content-type", b"text/plain; charset=utf-8")]
            await send({"type": "http.response.start", "status": 421, "headers": headers})
            await send({"type": "http.response.body", "body": b"This site is not served under this name."})

    def _seen(self, scope: Scope) -> Scope:
        """A request as the visitor has made it."""
        front, prefix, seen = self.front, self.front.prefix, dict(scope)
        if scope.get("client") and front.trusts(scope["client"][0]):
            headers = Headers(scope=scope)
            seen["client"] = (front.visitor(scope["client"][0], ",".join(headers.getlist("x-forwarded-for"))), 0)
            if (scheme := _last(headers, "x-forwarded-proto").lower()) in ("http", "https"):
                seen["scheme"] = {"http": "ws", "https": "wss"}[scheme] if scope["type"] == "websocket" else scheme
            if host := _last(headers, "x-forwarded-host"):
                others = [(name, value) for name, value in scope["headers"] if name != b"host"]
                seen["headers"] = [*others, (b"host", host.encode("latin-1"))]
            told = _last(headers, "x-forwarded-prefix").rstrip("/")
            prefix = told if told and PREFIX.fullmatch(told) else prefix
        # Some proxies take the prefix off the path before they pass it on.
        if prefix and (scope["path"] == prefix or scope["path"].startswith(f"{prefix}/")):
            seen["path"] = scope["path"][len(prefix) :] or "/"
            seen["raw_path"] = scope.get("raw_path", b"")[len(prefix) :] or b"/"
        return {**seen, "prefix": prefix}


def _last(headers: Headers, name: str) -> str:
    """What the nearest proxy said."""
    return ",".join(headers.getlist(name)).rpartition(",")[2].strip()
