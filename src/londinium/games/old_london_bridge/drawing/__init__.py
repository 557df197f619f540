"""Drawings of Old London Bridge: pure functions from a view. The functions of the kernel's `Drawing` are gathered here."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.cover import cover
from londinium.games.old_london_bridge.drawing.final import final
from londinium.games.old_london_bridge.drawing.layout import layout, tabs
from londinium.games.old_london_bridge.drawing.picture import picture
from londinium.games.old_london_bridge.drawing.pieces import sprite
from londinium.games.old_london_bridge.drawing.spots import spots
from londinium.games.old_london_bridge.drawing.style import stylesheet
from londinium.games.old_london_bridge.drawing.table import draw
from londinium.games.old_london_bridge.drawing.text_board import text_board
from londinium.games.old_london_bridge.drawing.thumbnail import thumbnail
from londinium.games.old_london_bridge.drawing.whynot import why_not
from londinium.look.board_marks import marked as mark_picture

__all__ = [
    "cover",
    "draw",
    "final",
    "layout",
    "mark_picture",
    "picture",
    "spots",
    "sprite",
    "stylesheet",
    "tabs",
    "text_board",
    "thumbnail",
    "why_not",
]
