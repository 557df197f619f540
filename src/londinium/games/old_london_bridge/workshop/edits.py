"""A box file as values by their places (`cards.count.2`, `buildings.chapel.0.crest`), and values written back as a box file.

What is written looks like the published file, comments and all: its lines are the pattern.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from londinium.games.old_london_bridge.box.file import STANDARD, parse_box
from londinium.kernel.words.errors import InvalidBox

NUMBER = re.compile(r"\d{1,4}")
TILE = re.compile(r"(\d*)(\D?)")
HEADER = re.compile(r"\[([\w-]+)\]")
LINE = re.compile(r"([\w-]+)(\s*)= ")
TILES, STEPS, TRACKS = "buildings", ("gate-steps", "unused-tiles", "cards-in-hand"), ("chapel-track", "gate-track")
PARTS_OF_SEVERAL = re.compile(r"rondel\.|cards\.(stair|zeros)|rounds\.|bonus-tiles\.|empty-sites\.|ranking\.|scoring-tiles\.")
"""Entries with several values that are one part of the bench; of the others each value is a part."""

Values = dict[str, str]


@cache
def template() -> dict[str, Any]:
    return tomllib.loads(STANDARD.read_text(encoding="utf-8"))


# ── Reading ──────────────────────────────────────────────────────────────────


def values_of(text: str) -> Values:
    """Every value of a box file by its place. What cannot be read, or is not there, is as in the published box."""
    try:
        data = parse_box(text, "")
    except InvalidBox:
        data = {}
    found: Values = {}
    for section, key, printed in _entries():
        own = data.get(section)
        value = own.get(key, printed) if isinstance(own, dict) else printed
        found |= dict(_leaves(section, key, value if isinstance(value, type(printed)) or _is_bare(value, printed) else printed))
    return found


def _is_bare(value: object, printed: object) -> bool:
    """A number that is written as a word, or the other way round, is shown as it is."""
    return isinstance(value, int | str) and isinstance(printed, int | str)


def _entries() -> Iterator[tuple[str, str, Any]]:
    for section, entries in template().items():
        if isinstance(entries, dict):
            yield from ((section, key, value) for key, value in entries.items() if key != "reconstructed")


def _leaves(section: str, key: str, value: Any) -> Iterator[tuple[str, str]]:
    place = f"{section}.{key}"
    if section == TILES:
        for i, tile in enumerate(value):
            number, crest = _tile(tile)
            yield f"{place}.{i}.number", number
            yield f"{place}.{i}.crest", crest
    elif key in STEPS:
        yield place, ", ".join(map(_word, value))
    elif isinstance(value, list):
        yield from ((f"{place}.{i}", _word(each)) for i, each in enumerate(value))
    elif isinstance(value, dict):
        for name, each in value.items():
            yield f"{place}.{name}", " ".join(map(_word, each)) if isinstance(each, list) else _word(each)
    else:
        yield place, " ".join(_word(value).split()) if section in TRACKS else _word(value)


def _tile(tile: object) -> tuple[str, str]:
    found = TILE.fullmatch(_word(tile))
    return (found[1], found[2]) if found else (_word(tile), "")


def _word(value: object) -> str:
    return "".join(sign for sign in str(value) if sign.isprintable())[:200]


def place_of(place: str, values: Values) -> str:
    """Where on the bench a problem stands that the checker found at this place: a tile is found by what is printed on it."""
    section, _, rest = place.partition(".")
    key, _, word = rest.partition(".")
    if section == TILES and word:
        tiles = [name for name in values if name.startswith(f"{TILES}.{key}.") and name.endswith(".number")]
        same = [name.removesuffix(".number") for name in tiles if _written_tile(values, name.removesuffix(".number")) == word]
        return same[-1] if same else place
    whole = f"{section}.{key}" if key else section
    first = next((name.removesuffix(".number") for name in values if name.startswith(f"{whole}.")), whole)
    return whole if whole in values or PARTS_OF_SEVERAL.match(whole) else first


# ── Writing ──────────────────────────────────────────────────────────────────


def change(text: str, values: Mapping[str, str]) -> str:
    known = values_of(text)
    changed = {place: _word(value) for place, value in values.items() if place in known}
    return written({**known, **changed})


def whole_file(text: str, notes: Sequence[str]) -> str:
    """The box as the published file is written; a text that is not a box stays as it is."""
    try:
        parse_box(text, "")
    except InvalidBox:
        return text
    first, _, rest = written(values_of(text)).partition("\n")
    return "\n".join([first, *(f"# {_word(note)}" for note in notes), rest])


def written(values: Values) -> str:
    """A box file with these values."""
    section, lines = "", []
    for line in STANDARD.read_text(encoding="utf-8").splitlines():
        if found := HEADER.fullmatch(line):
            section = found[1]
        entry = LINE.match(line)
        if section and entry and entry[1] != "reconstructed":
            line = entry[0] + _value(section, entry[1], values)  # noqa: PLW2901 - the line as it is now
        lines.append(line)
    return "\n".join(lines) + "\n"


def _value(section: str, key: str, values: Values) -> str:
    """The value of an entry as TOML."""
    place, printed = f"{section}.{key}", template()[section][key]
    if section == TILES:
        tiles = [name.removesuffix(".number") for name in values if name.startswith(f"{place}.") and name.endswith(".number")]
        return f"[{', '.join(_quoted(_written_tile(values, tile)).rjust(5) for tile in tiles)}]"
    if key in STEPS:
        return f"[{', '.join(_quoted(step.strip()) for step in values[place].split(','))}]"
    own = {name.removeprefix(f"{place}."): value for name, value in values.items() if name.startswith(f"{place}.")}
    if isinstance(printed, list):
        quoted = isinstance(printed[0], str)
        between = ",      " if section == "bonus-tiles" else ", "
        return f"[{between.join(_quoted(value) if quoted else _number(value) for value in own.values())}]"
    if isinstance(printed, dict):
        lists = isinstance(next(iter(printed.values())), list)
        return (
            "{ " + ", ".join(f"{_key(name)} = {_row(value) if lists else _number(value)}" for name, value in own.items()) + " }"
        )
    if isinstance(printed, str):
        return _quoted("  ".join(values[place].split()))
    return _number(values[place])


def _written_tile(values: Values, tile: str) -> str:
    return values[f"{tile}.number"] + values[f"{tile}.crest"]


def _row(value: str) -> str:
    return f"[{', '.join(map(_number, value.split()))}]"


def _number(value: str) -> str:
    """A number; what is none is written as a word, and the checker says so."""
    return str(int(value)) if NUMBER.fullmatch(value) and value.isascii() else _quoted(value)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else _quoted(name)
