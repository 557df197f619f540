"""A game's style sheet for a table that has only a part of the window: what it asks of the window is asked of that part.

A game lays its table out for windows of every size. Where something else stands beside the table (the teacher of a lesson), the
table's part of the window is a container, and the same sheet is read as if the container were the window: queries for widths,
heights and shapes ask the container, and lengths that are a share of the window are a share of it.
"""

from __future__ import annotations

import re

CONTAINER = "room"
"""The name of the part of the window; `lesson.css` makes it."""
_QUERY = re.compile(r"@media\s+([^{]+?)\s*\{")
_OF_SIZE = re.compile(r"\((?:(?:min|max)-)?(?:width|height|aspect-ratio)\s*:[^)]*\)|\(orientation\s*:[^)]*\)")
_LENGTH = re.compile(r"(?<=\d)[dsl]?v(h|w|min|max)\b")


def within(sheet: str) -> str:
    """A style sheet that takes the container for the window."""
    return _LENGTH.sub(r"cq\1", _QUERY.sub(_asked, sheet))


def _asked(found: re.Match[str]) -> str:
    """A query for sizes asks the container; one for anything else (colours, motion, paper) still asks the window."""
    either = [every.strip() for every in found[1].split(",")]
    if any(re.sub(r"\band\b|\s", "", _OF_SIZE.sub("", every)) for every in either):
        return found[0]
    return f"@container {CONTAINER} {either[0] if len(either) == 1 else ' or '.join(f'({every})' for every in either)} {{"
