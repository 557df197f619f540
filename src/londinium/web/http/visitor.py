"""Whose patience is counted: the one place that says who a request comes from."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

NETWORK = 64
"""Bits of an IPv6 address that one household or machine has for itself; it can choose the others as it likes."""


def visitor_of(scope: Scope) -> str:
    """The address that a request or a socket comes from, as a key for limits and queues; "" if there is none."""
    client = scope.get("client")
    return visitor_key(str(client[0])) if client else ""


def visitor_key(address: str) -> str:
    """An address as one visitor: an IPv6 address is cut to its network, and IPv4 written as IPv6 is IPv4."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    host = 128 - NETWORK
    return f"{IPv6Address(int(found) >> host << host)}/{NETWORK}"
