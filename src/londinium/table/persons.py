"""Persons without accounts: the holder of a secret key is the person. A server keeps its hash, so nobody can read it there."""

from __future__ import annotations

import hashlib
import re
import secrets

import msgspec

KEY = re.compile(r"[A-Za-z0-9_-]{43}")


class Somebody(msgspec.Struct, frozen=True):
    """What is kept of a person, besides their seats."""

    id: str
    name: str
    """The one they last gave, or nothing."""
    since: int
    agrees: bool = False
    """Whether their matches may become puzzles, at tables that were opened for it."""


class PersonSeat(msgspec.Struct, frozen=True):
    """A seat that a person holds."""

    table: str
    seat: int
    renewal: int
    """How often its link had been renewed when they sat there."""
    hidden: bool = False
    """Whether they do not want to be reminded of it."""


def new_key() -> str:
    """256 bits, as they stand in a cookie and in a link."""
    return secrets.token_urlsafe(32)


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None


def key_hash(key: str) -> str:
    """What a person is found by. A key is long and drawn by chance, so nobody can guess one for a hash."""
    return hashlib.sha256(f"londinium person\n{key}".encode()).hexdigest()


def new_person_id() -> str:
    return secrets.token_hex(8)
