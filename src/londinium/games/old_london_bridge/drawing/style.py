"""The style sheets: the palette, the classes of the drawings, and how the table is laid out (`table.css`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from londinium.games.old_london_bridge.drawing import palette


@cache
def stylesheet() -> str:
    sheet = Path(__file__).with_name("table.css").read_text(encoding="utf-8")
    return palette.variables() + palette.classes() + sheet
