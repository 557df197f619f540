"""The style sheets: the palette, how things are drawn (`art/art.css`), and how the table is laid out (`table.css`)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from londinium.games.next_station_london.drawing.palette import colours

FOLDER = Path(__file__).parent


@cache
def art_style() -> str:
    """Fills and strokes of the drawings, without the palette. It may stand inside an SVG, so its comments stay out."""
    return _read("art/art.css")


@cache
def stylesheet() -> str:
    return colours() + art_style() + _read("table.css")


def _read(name: str) -> str:
    return re.sub(r"/\*.*?\*/\n?", "", (FOLDER / name).read_text(encoding="utf-8"), flags=re.DOTALL)
