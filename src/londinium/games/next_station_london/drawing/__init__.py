"""Drawings of Next Station: London: pure functions from a view. The functions of the kernel's `Drawing` are gathered here."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.cover import cover
from londinium.games.next_station_london.drawing.final import final
from londinium.games.next_station_london.drawing.layout import layout, tabs
from londinium.games.next_station_london.drawing.picture import picture
from londinium.games.next_station_london.drawing.pieces import sprite
from londinium.games.next_station_london.drawing.spots import spots
from londinium.games.next_station_london.drawing.style import stylesheet
from londinium.games.next_station_london.drawing.table import draw
from londinium.games.next_station_london.drawing.text_board import text_board
from londinium.games.next_station_london.drawing.thumbnail import thumbnail
from londinium.games.next_station_london.drawing.whynot import why_not
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
