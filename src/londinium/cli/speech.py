"""The language of the command line: `--lang`, else the environment's, else English."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from londinium.kernel.errors import LondiniumError
from londinium.kernel.language import SHARED, Language, preferred


def _wish() -> str | None:
    """The language asked for with --lang, known before any help text is made."""
    for i, word in enumerate(sys.argv):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and i + 1 < len(sys.argv):
            return sys.argv[i + 1]
    return None


CODE = preferred(_wish())
LANGUAGE = Language(CODE)


def text(message: str, **facts: Any) -> str:
    return LANGUAGE.text(message, **facts)


def plural(one: str, many: str, count: int, **facts: Any) -> str:
    return LANGUAGE.plural(one, many, count, **facts)


def speak(error: LondiniumError) -> str:
    """An error in the user's language; it may come from any game."""
    folders = [path for path in (SHARED / "games").iterdir() if (path / "locale").is_dir()]
    return error.told(Language(CODE, *map(Path, folders)))
