"""TOML that a stranger has written, read in bounded time.

Python's reader takes the square of the length of a key with many parts, goes as deep as the text does, and makes numbers of any
size. So the text is looked through first, once, from its beginning to its end: what no honest file has is refused unread.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from londinium.kernel.words.errors import N_

MOST_PARTS = 8
"""Of a key, such as a.b.c."""
DEEPEST_NESTING = 12
LONGEST_WORD = 100
"""Signs of a bare key or a number."""
LONGEST_STRING = 4_000
MOST_VALUES = 2_000

_TOKEN = re.compile(
    r"""
      (?P<space>   [ \t]+ | \#[^\n]* )
    | (?P<line>    \n )
    | (?P<long>    \"{3}(?:[^"\\]|\\.|\"{1,2}(?!\"))*\"{3,5} | '{3}(?:[^']|'{1,2}(?!'))*'{3,5} )
    | (?P<endless> \"{3} | '{3} )
    | (?P<string>  \"(?:[^"\\\n]|\\.)*\" | '[^'\n]*' )
    | (?P<word>    [^\s"'\#=,.\[\]{}]+ )
    | (?P<dot>     \. )
    | (?P<open>    [\[{] )
    | (?P<close>   [\]}] )
    | (?P<between> [=,] )
    | (?P<other>   . )
    """,
    re.VERBOSE | re.DOTALL,
)


class NotRead(ValueError):
    """A text that is not read, with the line and the reason."""

    def __init__(self, line: int, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.line, self.message, self.facts = line, message, facts


def read_strange_toml(text: str) -> dict[str, Any]:
    """What the text says. NotRead, or a ValueError of Python's reader."""
    _look_through(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NotRead(1, N_("too much is nested here")) from None


def _look_through(text: str) -> None:
    line, depth, parts, values = 1, 0, 1, 0
    for found in _TOKEN.finditer(text):
        kind, length = found.lastgroup, found.end() - found.start()
        if kind in ("space", "close") or (kind == "other" and found[0] in "\r\v\f"):
            depth -= kind == "close"
            continue
        if kind in (
            "other",
            "endless",
        ):
            # A string that does not end. Who goes on would look for the end again and again.
            raise NotRead(line, N_("something begins here and does not end"))
        if kind == "dot":
            parts += 1
            if parts > MOST_PARTS:
                raise NotRead(line, N_("a key has at most {most} parts"), most=MOST_PARTS)
        elif kind == "word":
            if length > LONGEST_WORD:
                raise NotRead(line, N_("a word or a number has at most {most} characters"), most=LONGEST_WORD)
        elif kind in ("string", "long"):
            if length > LONGEST_STRING:
                raise NotRead(line, N_("a text has at most {most} characters"), most=LONGEST_STRING)
            line += found[0].count("\n")
        else:
            parts = 1
            line += kind == "line"
            depth += kind == "open"
            values += kind in ("between", "open")
            if depth > DEEPEST_NESTING:
                raise NotRead(line, N_("too much is nested here"))
            if values > MOST_VALUES:
                raise NotRead(line, N_("a file has at most {most} values"), most=MOST_VALUES)
