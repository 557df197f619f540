"""Names and chat: what people type, made plain before it is stored."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from londinium.kernel.words.errors import N_
from londinium.table.errors import InvalidCommand

GUEST = N_("Guest")
"""What people who gave no name are called."""
LONGEST_NAME = 32
LONGEST_TEXT = 500

# Emoji are joined with these two; every other invisible sign can be used to imitate or to disturb.
JOINERS = {"\u200d", "\ufe0f"}


COMBINING = {"Mn", "Me"}
"""The categories of signs that are put on others."""
MOST_MARKS = 4
"""So many on one sign: more than any language has, and not so many that they reach into other lines."""


def plain_line(text: str) -> str:
    """One line without control, direction and other invisible signs, composed, with single spaces, and with few marks on a
    letter.
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if sign.isspace() else sign for sign in composed)
    visible = "".join(sign for sign in spaced if sign in JOINERS or unicodedata.category(sign)[0] != "C")
    return " ".join("".join(_few_marks(visible)).split())


def _few_marks(text: str) -> Iterator[str]:
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in COMBINING else 0
        if marks <= MOST_MARKS:
            yield sign


def plain_name(name: str) -> str:
    found = plain_line(name)
    if len(found) > LONGEST_NAME:
        raise InvalidCommand(N_("a name has at most {most} characters"), most=LONGEST_NAME)
    return found


def given_name(name: str) -> str:
    """A name that must not be empty."""
    found = plain_name(name)
    if not found:
        raise InvalidCommand(N_("please give a name"))
    return found


def said(text: str) -> str:
    found = plain_line(text)
    if not found:
        raise InvalidCommand(N_("a message cannot be empty"))
    if len(found) > LONGEST_TEXT:
        raise InvalidCommand(N_("a message has at most {most} characters"), most=LONGEST_TEXT)
    return found
