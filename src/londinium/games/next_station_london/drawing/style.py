"""The style sheets: the palette, how things are drawn (`art/art.css`), and how the table is laid out (`SHEETS`)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from londinium.games.next_station_london.drawing.palette import colours

FOLDER = Path(__file__).parent
SHEETS = ("table.css", "sides.css", "screens.css")
"""How the table is laid out, in the order in which it is read: the frame and the map, the columns beside it, other screens."""


@cache
def art_style() -> str:
    """Fills and strokes of the drawings, without the palette. It may stand inside an SVG, so its comments stay out."""
    return _read("art/art.css")


@cache
def stylesheet() -> str:
    return colours() + art_style() + "".join(map(_read, SHEETS))


def _read(name: str) -> str:
    return re.sub(r"/\*.*?\*/\n?", "", (FOLDER / name).read_text(encoding="utf-8"), flags=re.DOTALL)
