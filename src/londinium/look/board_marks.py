"""Marks over a picture: rings around what somebody points out, bands between places that belong together, and arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from londinium.kernel.contracts.drawing import ARROW, HIGHLIGHT, BoardMark, BoardSpot
from londinium.look.ink import Ink, Point, coordinate
from londinium.look.tokens import DARK, LIGHT

ROOM = 4.0
"""Between a thing and its ring."""
RING, BAND, SHAFT, ARROW_HEAD = 3.5, 9.0, 6.0, 18.0
"""Widths of lines, and the length of an arrow's head."""


def marked(picture: str, marks: Sequence[BoardMark], scheme: str = "light") -> str:
    """A picture with marks over everything in it: what the last move changed in the colour that guides, the rest in red."""
    colours = DARK if scheme == "dark" else LIGHT
    g = Ink()
    for mark in marks:
        g.add(_drawn(mark, colours["rubric" if mark.kind in (HIGHLIGHT, ARROW) else "guide"], colours["paper"]))
    end = picture.rindex("</svg>")
    return (
        f'{picture[:end]}<g class="board-marks" fill="none" stroke-linejoin="round">{g}</g>{picture[end:]}' if marks else picture
    )


def _drawn(mark: BoardMark, colour: str, paper: str) -> str:
    if mark.kind == ARROW:
        body = _arrow(mark.spots[0], mark.spots[-1], colour, paper)
    else:
        body = _bands(mark.spots, colour) + "".join(_ring(spot, colour, paper) for spot in mark.spots)
    return f'<g class="{mark.kind}">{body}</g>'


def _ring(spot: BoardSpot, colour: str, paper: str) -> str:
    """A frame with round corners, which is a circle around anything as wide as high; a light edge lifts it off the picture."""
    width, height = spot.width + 2 * ROOM, spot.height + 2 * ROOM
    r = min(width, height) / 2 if abs(width - height) < 1 else 7.0
    g = Ink()
    for line, ink in ((RING + 2.5, paper), (RING, colour)):
        g.rect(spot.x - width / 2, spot.y - height / 2, width, height, "", r, stroke=ink, stroke_width=coordinate(line))
    return str(g)


def _bands(spots: Sequence[BoardSpot], colour: str) -> str:
    g = Ink()
    for one, other in pairwise(spots):
        (x1, y1), (x2, y2) = _edge(one, other), _edge(other, one)
        g.line(x1, y1, x2, y2, stroke=colour, stroke_width=coordinate(BAND), stroke_opacity=".45", stroke_linecap="round")
    return str(g)


def _arrow(start: BoardSpot, end: BoardSpot, colour: str, paper: str) -> str:
    """From the edge of one thing to the edge of the other."""
    (x1, y1), (x2, y2) = _edge(start, end), _edge(end, start)
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    head = min(ARROW_HEAD, length * 0.6)
    neck: Point = (x2 - dx * head, y2 - dy * head)
    wide = head * 0.55
    corners: list[Point] = [(x2, y2), (neck[0] - dy * wide, neck[1] + dx * wide), (neck[0] + dy * wide, neck[1] - dx * wide)]
    g = Ink()
    for more, ink in ((2.5, paper), (0.0, colour)):
        g.line(x1, y1, *neck, stroke=ink, stroke_width=coordinate(SHAFT + more), stroke_linecap="round")
        g.polygon(corners, fill=ink, stroke=ink, stroke_width=coordinate(more))
    return str(g)


def _edge(spot: BoardSpot, towards: BoardSpot) -> Point:
    """Where the line between the middles of two things leaves the first of them."""
    dx, dy = towards.x - spot.x, towards.y - spot.y
    if not dx and not dy:
        return spot.x, spot.y
    wide, high = spot.width / 2 + ROOM, spot.height / 2 + ROOM
    share = min(wide / abs(dx) if dx else math.inf, high / abs(dy) if dy else math.inf, 0.5)
    return spot.x + dx * share, spot.y + dy * share
