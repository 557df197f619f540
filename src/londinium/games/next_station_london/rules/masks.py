"""Sets as numbers: a bit per station, at most 62 of them, so that a set is never negative."""

from __future__ import annotations

from londinium.kernel.rules import rule


@rule
def size(members: int) -> int:
    """How many bits are set."""
    x = int(members)
    x -= (x >> 1) & 0x5555555555555555
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0xFF


@rule
def lowest(members: int) -> int:
    """The lowest bit that is set; the set is not empty."""
    return size((members & -members) - 1)


@rule
def has(members: int, station: int) -> bool:
    return (members >> station) & 1 != 0
