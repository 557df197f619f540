"""Which words on a page are English: those of our own texts that the reader's language does not use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from playwright.sync_api import Page

import londinium
from londinium.kernel.registry import games

from .tables import OTHERS

ROOT = Path(londinium.__file__).parent
WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*")
FACT = re.compile(r"\{\w+\}")


def without_other_games(page: Page) -> None:
    """Take the cards of installed games out of a page, before its words are read."""
    for slug in OTHERS:
        card = f":is(.game, article):is(.{slug}, :has(.{slug}))"
        page.evaluate("card => document.querySelectorAll(card).forEach((found) => found.remove())", card)


def words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(FACT.sub(" ", text))}


def _forms(text: str | Iterable[str] | None) -> str:
    """A text with its plurals in one."""
    return text if isinstance(text, str) else " ".join(text or ())


@cache
def _catalogue(code: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of all texts in English, and in another language."""
    english, theirs = set[str](), set[str]()
    for path in ROOT.glob(f"**/locale/{code}/LC_MESSAGES/messages.po"):
        with path.open("rb") as file:
            for message in read_po(file, locale=code):
                english |= words(_forms(message.id))
                theirs |= words(_forms(message.string))
    assert english
    assert theirs
    return frozenset(english), frozenset(theirs)


@cache
def _names() -> frozenset[str]:
    """Titles, authors and publishers are called the same everywhere."""
    return frozenset(word for game in games() for word in words(f"{game.title} {game.credits} Londinium"))


def english_left(texts: list[str], code: str, also: str = "") -> dict[str, str]:
    """The English words in these texts, each with the text it stands in; `also` has words that the language uses elsewhere."""
    english, theirs = _catalogue(code)
    suspicious = english - theirs - _names() - words(also)
    return {word: text.strip()[:100] for text in texts for word in sorted(words(text) & suspicious)}
