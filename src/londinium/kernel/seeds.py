"""Our own 64-bit splittable generator: a seed means the same game for ever, on every machine.

A key is a 64-bit number. `split(key, n)` gives the n-th child of a key, `below(key, n)` a number from 0 to n-1. Nothing
is consumed: the same key and index always give the same answer, so each stack of cards draws from a branch of its own,
and the games of a batch can be played in any order. The mixing function is SplitMix64's (Steele, Lea, Flood 2014).
"""

from __future__ import annotations

from typing import Any

from londinium.kernel.cells import np
from londinium.kernel.interpreted import differ
from londinium.kernel.rules import COMPILED, rule

MASK = 0xFFFF_FFFF_FFFF_FFFF


def _wrap(number: int) -> int:
    return int(number) & MASK


# What differs: Python's integers do not wrap by themselves, and have no width.
uint64: Any = np.uint64 if COMPILED else _wrap
signed64: Any = np.int64 if COMPILED else int
differ(uint64=_wrap, signed64=int)
float32: Any = np.float32 if np is not None else float


@rule
def mix(key: int) -> int:
    """Scramble 64 bits so that any changed bit changes about half of them."""
    z = uint64(key)
    z = uint64((z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9))
    z = uint64((z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB))
    return uint64(z ^ (z >> uint64(31)))  # type: ignore[no-any-return]  # a wrapped integer


@rule
def split(key: int, branch: int) -> int:
    """The key of a branch; branches of one key, and keys of different seeds, are independent."""
    return mix(uint64(mix(uint64(key)) + uint64(uint64(branch + 1) * uint64(0x9E3779B97F4A7C15))))


@rule
def below(key: int, bound: int) -> int:
    """A number from 0 to bound - 1, each exactly as likely as the others (Lemire 2019). The key is one that `split` gave."""
    z = uint64(key)
    product = int(z >> uint64(32)) * bound
    if product & 0xFFFF_FFFF < bound:
        unfair = 0x1_0000_0000 % bound
        while product & 0xFFFF_FFFF < unfair:
            z = mix(uint64(z + uint64(0x9E3779B97F4A7C15)))
            product = int(z >> uint64(32)) * bound
    return product >> 32


@rule
def draw(seed: int, branch: int, bound: int) -> int:
    """What a branch of a seed draws, from 0 to bound - 1."""
    return below(split(seed, branch), bound)
