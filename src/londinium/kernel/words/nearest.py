"""Did you mean: the name that somebody probably meant, wherever a name is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, TypeVar

from londinium.kernel.words.errors import N_, LondiniumError, listing

E = TypeVar("E", bound=LondiniumError)
LIKENESS = 0.6
"""How much of two names must be the same, from 0 to 1."""
LONGEST_COMPARED = 100
"""Nobody means a name with more; comparing takes time."""


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The known name that is most like a word, if one is."""
    names = {name.lower(): name for name in reversed(list(known))}
    found = get_close_matches(str(word)[:LONGEST_COMPARED].lower(), names, 1, LIKENESS)
    return names[found[0]] if found else None


def unknown(kind: type[E], message: str, word: object, known: Iterable[str], /, **facts: Any) -> E:
    """The error for a name that there is not. The message has {known} for those that there are; then comes what was meant."""
    names = list(known)
    facts["known"] = listing(names)
    meant = nearest(word, names)
    if meant is None:
        return kind(message, **facts)
    problem = LondiniumError(message, **facts)
    return kind(N_("{problem}. Did you mean '{nearest}'?"), **{**facts, "problem": problem, "nearest": meant})
