"""The style sheets: the palette, the classes of the drawings, and how the table is laid out at every size of window."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from londinium.games.old_london_bridge.drawing import palette

SHEETS = ("table", "middle", "phone", "portrait", "landscape", "score_sheets")
"""In the order in which they stand: later ones win."""


@cache
def stylesheet() -> str:
    sheets = (Path(__file__).with_name(f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    return palette.variables() + palette.classes() + "".join(sheets)
