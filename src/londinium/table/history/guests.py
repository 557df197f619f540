"""Guests: people who gave no name. They share theirs with all others who gave none, so no list counts it as anybody's."""

from __future__ import annotations

from functools import cache

from londinium.kernel.words.language import language, languages
from londinium.table.history.daily import name_key
from londinium.table.texts import GUEST


def is_named(name: str) -> bool:
    """Whether a name is somebody's own."""
    return name_key(name) not in _guest_keys()


@cache
def _guest_keys() -> frozenset[str]:
    return frozenset(name_key(language(code).text(GUEST)) for code in languages())
