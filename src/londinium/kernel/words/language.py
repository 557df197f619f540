"""Languages: texts come from gettext catalogues, one per game and one for everything else.

A game's catalogue lies in its folder under `locale/<code>/LC_MESSAGES/messages.po`; adding a language means adding a file.
"""

from __future__ import annotations

import gettext
import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

SHARED = Path(__file__).parents[2]
SOURCE = "en"
"""The language of the texts in the code."""
MESSAGES = 4096
"""More than there are."""


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
        self._said = lru_cache(MESSAGES)(self._catalogue.gettext)

    def text(self, message: str, **facts: Any) -> str:
        """A message with its facts filled in."""
        said = self._said(message)
        return said.format(**facts) if "{" in said else said

    def plural(self, one: str, many: str, count: int, **facts: Any) -> str:
        """A message whose form depends on a number, which fills {count}."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **facts)

    def decimal(self, value: float, digits: int = 1) -> str:
        """A number as it is written: `3.2`, `3,2`."""
        written = f"{value:.{digits}f}".replace("-", "−")
        return written if self.code == SOURCE else written.replace(".", ",")


@cache
def language(code: str = SOURCE, folder: Path | None = None) -> Language:
    """A language, with the catalogue of a game's folder before the shared one."""
    return Language(code, *((folder,) if folder else ()))


def languages() -> list[str]:
    """The codes of all languages there are."""
    return [SOURCE, *sorted(path.parent.parent.name for path in (SHARED / "locale").glob("*/LC_MESSAGES/messages.mo"))]


def preferred(wish: str | None = None) -> str:
    """The language to use: the wish, else LONDINIUM_LANG, else the system's, else English."""
    for setting in (wish, *(os.environ.get(name) for name in ("LONDINIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        code = (setting or "").split(".")[0].split("_")[0].lower()
        if code in languages():
            return code
    return SOURCE
