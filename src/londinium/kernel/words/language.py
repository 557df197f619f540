"""Languages: texts come from gettext catalogues, one per game and one for everything else.

A game's catalogue lies in its folder under `locale/<code>/LC_MESSAGES/messages.po`; adding a language means adding a file.
"""

from __future__ import annotations

import gettext
import math
import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from londinium.kernel.kept import kept

SHARED = Path(__file__).parents[2]
SOURCE = "en"
"""The language of the texts in the code."""
PSEUDO = "en-XA"
"""English that is longer than any language we speak: what has room for its words has room for any. No menu shows it."""
STRETCH = 1.4


class Language:
    """Texts of one language. What a catalogue lacks is looked up in the shared one, then shown in English."""

    def __init__(self, code: str, *folders: Path) -> None:
        self.code = code
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()
        for folder in reversed((*folders, SHARED)):
            found = gettext.translation("messages", folder / "locale", [code], fallback=True)
            found.add_fallback(self._catalogue)
            self._catalogue = found
        # A drawing says the same few hundred things again and again; catalogues are asked one after the other.
        self._said = kept(self._translated)

    def _translated(self, message: str) -> str:
        said = self._catalogue.gettext(message)
        return stretched(said) if self.code == PSEUDO else said

    def text(self, message: str, **facts: Any) -> str:
        """A message with its facts filled in."""
        said = self._said(message)
        return said.format(**facts) if "{" in said else said

    def plural(self, one: str, many: str, count: int, **facts: Any) -> str:
        """A message whose form depends on a number, which fills {count}."""
        said = self._catalogue.ngettext(one, many, count)
        return (stretched(said) if self.code == PSEUDO else said).format(count=count, **facts)

    def listed(self, things: Sequence[str]) -> str:
        """Several things in a sentence: `Ada`, `Ada and Ben`, `Ada, Ben and Cleo`."""
        *before, last = things or [""]
        return self.text("{first} and {second}", first=", ".join(before), second=last) if before else last

    def named(self, name: object, value: object) -> str:
        """A value after its name: `Money: £5`. Some languages leave a space before the colon."""
        return self.text("{name}: {value}", name=name, value=value)

    def apart(self, things: Iterable[str]) -> str:
        """Things that have commas of their own: `Ada, Ben; Cleo, Dan`."""
        return self.text("; ").join(things)

    def decimal(self, value: float, digits: int = 1) -> str:
        """A number as it is written: `3.2`, `3,2`."""
        written = f"{value:.{digits}f}".replace("-", "−")
        return written if self.code in {SOURCE, PSEUDO} else written.replace(".", ",")

    def per_cent(self, share: float) -> str:
        """A share as it is written: `29%`, `29 %`."""
        return self.text("{number}%", number=self.decimal(100 * share, 0))


_UNSPOKEN = re.compile(r"({[^}]*}|<[^>]*>|&\w+;|%\(\w+\)s|`[^`]*`)")
"""The parts of a message that are not words: facts, tags, code."""


def stretched(message: str) -> str:
    """A message two fifths longer, by vowels that are held: `Yoour tuurn`. Facts and tags stay as they are."""
    spoken = [part for part in _UNSPOKEN.split(message) if not _UNSPOKEN.fullmatch(part)]
    letters = sum(map(len, spoken))
    missing = math.ceil(letters * (STRETCH - 1))
    vowels = sum(len(re.findall("[aeiouyAEIOUY]", part)) for part in spoken)
    if not vowels:
        return message
    each, more = divmod(missing, vowels)
    held = iter([each + (number < more) for number in range(vowels)])
    parts = [
        part if _UNSPOKEN.fullmatch(part) else re.sub("[aeiouyAEIOUY]", lambda vowel: vowel[0] * (1 + next(held)), part)
        for part in _UNSPOKEN.split(message)
    ]
    return "".join(parts)


@cache
def language(code: str = SOURCE, folder: Path | None = None) -> Language:
    """A language, with the catalogue of a game's folder before the shared one."""
    return Language(code, *((folder,) if folder else ()))


def languages() -> list[str]:
    """The codes of all languages there are."""
    return [SOURCE, *sorted(path.parent.parent.name for path in (SHARED / "locale").glob("*/LC_MESSAGES/messages.mo"))]


def preferred(wish: str | None = None) -> str:
    """The language to use: the one asked for, else LONDINIUM_LANG, else the system's, else English."""
    for setting in (wish, *(os.environ.get(name) for name in ("LONDINIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        code = (setting or "").split(".")[0].split("_")[0].lower()
        if code in languages():
            return code
    return SOURCE
