"""How our style sheets are written: one declaration on a line, so that a diff shows one declaration.

`python tests/style_sheets.py FILE …` writes files anew; a test compares every sheet of the project with what it would write.
A block of one short declaration stays on its line. Comments and blank lines stay where they are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).parent.parent / "src"
SHORT = 100
"""As many characters as a line has, where it need not be longer."""
STEP = "  "
_TOKEN = re.compile(r"""/\*.*?\*/|"[^"]*"|'[^']*'|[{};]|[^{};"'/]+|/""", re.DOTALL)


class Item(NamedTuple):
    """A comment, a declaration, or a block with its head."""

    text: str
    blank_before: bool = False
    block: list[Item] | None = None

    @property
    def is_declaration(self) -> bool:
        return self.block is None and not self.text.startswith("/*")


def sheets() -> list[Path]:
    return sorted(SOURCES.rglob("*.css"))


def read(css: str) -> list[Item]:
    """The items of a sheet, nested as its blocks are."""
    items: list[Item] = []
    opened = [items]
    words, blank = "", False
    for token in _TOKEN.findall(css):
        if token.startswith("/*") and not words.strip():
            blank = blank or "\n\n" in words
            opened[-1].append(Item(token, blank))
            words, blank = "", False
        elif token == "{":
            inner: list[Item] = []
            opened[-1].append(Item(" ".join(words.split()), blank or _begins_blank(words), inner))
            opened.append(inner)
            words, blank = "", False
        elif token in {";", "}"}:
            if words.strip():
                opened[-1].append(Item(" ".join(words.split()), blank or _begins_blank(words)))
            if token == "}":
                opened.pop()
            words, blank = "", False
        else:
            words += token
    assert opened == [items], "a block is not closed"
    return items


def _begins_blank(words: str) -> bool:
    return words[: len(words) - len(words.lstrip())].count("\n") > 1


def split(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that stand neither in brackets nor in quotes."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "([") - (letter in ")]")
        if letter == sign and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def written(items: list[Item], indent: str = "") -> Iterator[str]:
    for number, item in enumerate(items):
        if item.blank_before and number:
            yield ""
        if item.block is None:
            yield from _declaration(item.text, indent) if item.is_declaration else [indent + item.text]
            continue
        line = f"{indent}{item.text} {{ {item.block[0].text}; }}" if len(item.block) == 1 and item.block[0].is_declaration else ""
        if line and len(line) <= SHORT:
            yield line
            continue
        yield from _head(item.text, indent)
        yield from written(item.block, indent + STEP)
        yield indent + "}"


def _head(text: str, indent: str) -> Iterator[str]:
    if len(indent + text) <= SHORT or text.startswith("@"):
        yield f"{indent}{text} {{"
        return
    *before, last = split(text, ",")
    yield from (f"{indent}{selector}," for selector in before)
    yield f"{indent}{last} {{"


def _declaration(text: str, indent: str) -> Iterator[str]:
    """A long value is written in its parts: the rows of a grid, or what stands between commas."""
    name, value = (part.strip() for part in text.split(":", 1))
    if name == "grid-template" and '"' in value:
        rows = re.findall(r'"[^"]*"[^"/]*|/.*', value)
        yield f"{indent}{name}:"
        yield from (f"{indent}{STEP}{row.strip()}" for row in rows[:-1])
        yield f"{indent}{STEP}{rows[-1].strip()};"
        return
    if len(f"{indent}{name}: {value};") <= SHORT or len(split(value, ",")) == 1:
        yield f"{indent}{name}: {value};"
        return
    *before, last = split(value, ",")
    yield f"{indent}{name}:"
    yield from (f"{indent}{STEP}{part}," for part in before)
    yield f"{indent}{STEP}{last};"


def formatted(css: str) -> str:
    return "\n".join(written(read(css))) + "\n"


if __name__ == "__main__":
    for sheet in map(Path, sys.argv[1:]):
        sheet.write_text(formatted(sheet.read_text(encoding="utf-8")), encoding="utf-8")
