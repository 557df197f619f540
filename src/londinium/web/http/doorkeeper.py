"""Who gets no page at all, and who may read what only the host needs: metrics, and why something is wrong."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv4Network, IPv6Network, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from londinium.kernel.words.errors import N_, InvalidOption
from londinium.web.http.visitor import NETWORK, visitor_of

VisitorNet = IPv4Network | IPv6Network

LOOPBACK: tuple[VisitorNet, ...] = (ip_network("127.0.0.0/8"), ip_network(f"::1/{NETWORK}", strict=False))
"""This machine; of IPv6, as far as visitors are told apart."""
FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "x-real-ip", "via")
"""What a proxy adds: whoever comes through one is not on this machine, whatever the connection says."""
MOST_REMEMBERED = 10_000


def visitor_net(text: str) -> VisitorNet:
    """An address or a network that somebody typed. An IPv6 address stands for the network of its household."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise InvalidOption(
            N_("'{text}' is not an address or a network, such as 192.0.2.7 or 2001:db8::/32"), text=text
        ) from None
    if isinstance(found, IPv6Network):
        if (mapped := found.network_address.ipv4_mapped) is not None:
            return ip_network(mapped)
        return found if found.prefixlen <= NETWORK else found.supernet(new_prefix=NETWORK)
    return found


class Doorkeeper:
    """Looks at where a request comes from."""

    def __init__(self, hosts: Sequence[VisitorNet] = (), token: str = "") -> None:
        """`hosts`: networks from which a host looks, beside this machine; `token`: what a host may show instead."""
        self._hosts, self._token = tuple(hosts), token
        self._banned: tuple[VisitorNet, ...] = ()
        self._known: dict[str, bool] = {}
        self._inside: dict[Callable[[], None], Scope] = {}

    def ban(self, networks: Iterable[VisitorNet]) -> None:
        """These, and no others, get no page."""
        self._banned = tuple(networks)
        self._known.clear()
        for send_away, scope in list(self._inside.items()):
            if self.is_banned(scope):
                send_away()

    @contextmanager
    def inside(self, scope: Scope, send_away: Callable[[], None]) -> Iterator[None]:
        """Somebody has been let in for long; `send_away` is called when they are banned meanwhile."""
        self._inside[send_away] = scope
        try:
            yield
        finally:
            del self._inside[send_away]

    def is_banned(self, scope: Scope) -> bool:
        if not self._banned:
            return False
        visitor = visitor_of(scope)
        if visitor not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[visitor] = _is_in(visitor, self._banned)
        return self._known[visitor]

    def is_host(self, scope: Scope) -> bool:
        """Whether a request comes from a network that the host has named, shows the token, or comes from this machine itself."""
        headers = Headers(scope=scope)
        shown = headers.get("authorization", "").removeprefix("Bearer ").encode()
        if self._token and hmac.compare_digest(shown, self._token.encode()):
            return True
        visitor = visitor_of(scope)
        if _is_in(visitor, self._hosts):
            return True
        return _is_in(visitor, LOOPBACK) and not any(name in headers for name in FORWARDED)


def _is_in(visitor: str, networks: Iterable[VisitorNet]) -> bool:
    try:
        found = ip_network(visitor)
    except ValueError:
        return False
    return any(found.version == other.version and found.subnet_of(other) for other in networks)  # type: ignore[arg-type]
