"""Shuffles that anybody can check: a hash of the seed is shown before the first move, the seed after the last.

The commitment is the SHA-256, in hexadecimal digits, of the text `londinium:<game>:<seed>:<salt>`: the game's slug, the seed
as a decimal number, and 128 random bits as 32 hexadecimal digits, without which the 2^63 seeds could be tried out. By hand:

    printf 'londinium:old-london-bridge:7:00112233445566778899aabbccddeeff' | sha256sum
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from londinium.kernel.checks import SEEDS
from londinium.table.links import Links

SEED_BYTES, SALT_BYTES = 8, 16


@dataclass(frozen=True)
class Shuffle:
    """A seed, and the salt that hides it in its hash."""

    seed: int
    salt: str


def new_seed() -> int:
    return secrets.randbelow(SEEDS)


def new_salt() -> str:
    return secrets.token_hex(16)


def commitment(game: str, seed: int, salt: str) -> str:
    """The hash that binds a table to its seed."""
    return hashlib.sha256(f"londinium:{game}:{seed}:{salt}".encode()).hexdigest()


def derived_shuffle(links: Links, purpose: str, at: int) -> Shuffle:
    """What follows from the secret of a moment for one purpose: the first eight bytes give the seed, sixteen more the salt."""
    key = links.derived(purpose, at)
    return Shuffle(int.from_bytes(key[:SEED_BYTES], "big") % SEEDS, key[SEED_BYTES : SEED_BYTES + SALT_BYTES].hex())
