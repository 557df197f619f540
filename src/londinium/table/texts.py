"""Names and chat: what people type, made plain before it is stored."""

from __future__ import annotations

import unicodedata

from londinium.kernel.words.errors import N_
from londinium.table.errors import InvalidCommand

GUEST = N_("Guest")
"""What those are called who gave no name."""
LONGEST_NAME = 32
LONGEST_TEXT = 500

# Emoji are joined with these two; every other invisible sign can be used to imitate or to disturb.
JOINERS = {"\u200d", "\ufe0f"}


def plain_line(text: str) -> str:
    """One line without control, direction and other invisible signs, composed, with single spaces."""
    composed = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if sign.isspace() else sign for sign in composed)
    visible = "".join(sign for sign in spaced if sign in JOINERS or unicodedata.category(sign)[0] != "C")
    return " ".join(visible.split())


def plain_name(name: str) -> str:
    found = plain_line(name)
    if len(found) > LONGEST_NAME:
        raise InvalidCommand(N_("a name has at most {most} letters"), most=LONGEST_NAME)
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
        raise InvalidCommand(N_("there is nothing to say in an empty message"))
    if len(found) > LONGEST_TEXT:
        raise InvalidCommand(N_("a message has at most {most} letters"), most=LONGEST_TEXT)
    return found
