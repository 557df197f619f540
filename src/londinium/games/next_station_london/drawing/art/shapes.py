"""The shapes of the game: station symbols, compass roses, cards, powers and small signs. Drawn once, for the sprite."""

from __future__ import annotations

import math

from londinium.games.next_station_london.drawing.art.geometry import RADIUS
from londinium.look.ink import Ink, Point, coordinate, polygon

CARD_WIDTH, CARD_HEIGHT = 100, 136
SIGN = 16
"""The box of a small sign, square."""


def star(radius: float, inner: float, points: int = 8) -> list[Point]:
    corners = ((radius if turn % 2 == 0 else radius * inner, math.pi * turn / points) for turn in range(2 * points))
    return [(reach * math.sin(angle), -reach * math.cos(angle)) for reach, angle in corners]


def symbol(g: Ink, kind: str, r: float, cls: str, x: float = 0, y: float = 0, pen: float | None = None) -> None:
    """A station's symbol; the four are tuned to look equally large, the centre has a point for each of eight directions."""
    more = {} if pen is None else {"stroke_width": coordinate(pen)}
    if kind == "circle":
        g.circle(x, y, r, cls, **more)
    elif kind == "square":
        half = r * 0.9
        g.rect(x - half, y - half, 2 * half, 2 * half, cls, r * 0.1, **more)
    elif kind == "triangle":
        g.polygon(polygon(3, r * 1.34, -90, x, y + r * 0.2), cls, **more)
    elif kind == "pentagon":
        g.polygon(polygon(5, r * 1.15, -90, x, y + r * 0.04), cls, **more)
    else:
        thinner = {} if pen is None else {"stroke_width": coordinate(pen * 0.72)}
        g.polygon([(x + px, y + py) for px, py in star(r * 1.62, 0.52)], cls, **thinner)


def rose(g: Ink, r: float) -> None:
    """Five petals; the station sits in its heart."""
    for x, y in polygon(5, r * 0.56):
        g.circle(x, y, r * 0.44, "nsl-petal", stroke_width=coordinate(max(1.4, r * 0.055)))


def glyph(g: Ink, kind: str, r: float, x: float, y: float) -> None:
    """What a card asks for: a symbol, any symbol (all four), or a set of points."""
    if kind == "joker":
        for name, dx, dy in (("circle", -1, -1), ("triangle", 1, -1), ("square", -1, 1), ("pentagon", 1, 1)):
            symbol(g, name, r * 0.36, "nsl-glyph thin", x + dx * r * 0.56, y + dy * r * 0.56)
    elif kind == "switch":
        left, right, fork = x - r * 0.62, x + r * 0.62, y + r * 0.35
        stem = f"M{coordinate(x)} {coordinate(y + r)}V{coordinate(fork)}"
        arms = (f"L{coordinate(end)} {coordinate(y - r * 0.3)}V{coordinate(y - r * 0.55)}" for end in (left, right))
        g.path(stem + f"M{coordinate(x)} {coordinate(fork)}".join(arms), "nsl-glyph")
        g.circle(left, y - r * 0.78, r * 0.2, "nsl-solid").circle(right, y - r * 0.78, r * 0.2, "nsl-solid")
    else:
        symbol(g, kind, r * 0.78, "nsl-glyph", x, y)


def card(name: str) -> Ink:
    """Street cards stand on a kerb under open sky; underground cards look into a bore."""
    where, _, kind = name.partition("-")
    g, w, h = Ink(), CARD_WIDTH, CARD_HEIGHT
    g.rect(1.5, 1.5, w - 3, h - 3, "nsl-face", 12)
    if where == "underground":
        for share, cls in ((1.0, "nsl-bore"), (0.86, "nsl-bore fine")):
            r = 38.5 * share
            g.path(f"M{coordinate(50 - r)} 117V64A{coordinate(r)} {coordinate(r)} 0 0 1 {coordinate(50 + r)} 64V117", cls)
        g.path("M36 117L45 99.3M64 117L55 99.3M10 117H90", "nsl-bore")
        glyph(g, kind, 26, 50, h * 0.48)
    else:
        g.path("M10 106H90", "nsl-kerb").path("M14 119.7H90", "nsl-kerb road")
        glyph(g, kind or "switch", 26, 50, h * 0.43)
    return g


def card_back() -> Ink:
    """A card that is not revealed yet: the river runs over it."""
    g = Ink()
    g.rect(1.5, 1.5, CARD_WIDTH - 3, CARD_HEIGHT - 3, "nsl-face", 12)
    for y in (42, 68, 94):
        g.path(f"M14 {y}c12 -12 24 12 36 0s24 -12 36 0", "nsl-wave")
    return g


def power(kind: str) -> Ink:
    """The sign of a pencil's power, in a box of 20."""
    g, r = Ink(), 8.4
    if kind == "double":
        g.path("M1.6 13.8H10L18.4 5.8M1.6 7H8.4", "nsl-glyph").circle(10, 13.8, 2.1, "nsl-solid").circle(18, 6, 2.1, "nsl-solid")
    elif kind == "twice":
        g.circle(10, 10, r * 0.95, "nsl-glyph").circle(7, 10, 1.9, "nsl-solid").circle(13, 10, 1.9, "nsl-solid")
    else:
        glyph(g, kind, r * 1.05, 10, 10)
    return g


SIGNS = {
    "districts": '<rect class="nsl-i" x="1.5" y="1.5" width="13" height="13" rx="1.5"/>'
    '<path class="nsl-i" d="M8 1.5V14.5M1.5 8H14.5"/><rect class="nsl-if" x="1.5" y="1.5" width="6.5" height="6.5"/>',
    "stations": '<path class="nsl-i" d="M1 11.5L8 4.5L15 11.5"/><circle class="nsl-ip" cx="8" cy="4.5" r="2.3"/>'
    '<circle class="nsl-ip" cx="2.6" cy="10.5" r="2.3"/><circle class="nsl-ip" cx="13.4" cy="10.5" r="2.3"/>',
    "crossings": '<path class="nsl-iw" d="M0 8.4C3 6 5 11 8 8.4S13 6 16 8.4"/><path class="nsl-i" d="M8 1V15"/>'
    '<circle class="nsl-ip" cx="8" cy="2.4" r="2"/><circle class="nsl-ip" cx="8" cy="13.6" r="2"/>',
    "interchanges": '<circle class="nsl-ip" cx="8" cy="8" r="6.2"/><circle class="nsl-if" cx="8" cy="8" r="2.6"/>',
    "decided": '<path class="nsl-it" d="M2.5 8.6L6.4 12.5L13.6 3.6"/>',
    "thinking": '<circle class="nsl-if" cx="3" cy="8" r="1.8"/><circle class="nsl-if" cx="8" cy="8" r="1.8"/>'
    '<circle class="nsl-if" cx="13" cy="8" r="1.8"/>',
    "map": '<path class="nsl-i" d="M1.5 3.5L5.8 1.8L10.2 3.5L14.5 1.8V12.5L10.2 14.2L5.8 12.5L1.5 14.2Z"/>'
    '<path class="nsl-i" d="M5.8 1.8V12.5M10.2 3.5V14.2"/>',
    "sheet": '<rect class="nsl-i" x="2.5" y="1.5" width="11" height="13" rx="1.5"/>'
    '<path class="nsl-i" d="M5 5H11M5 8H11M5 11H8.5"/>',
    "players": '<circle class="nsl-i" cx="5.6" cy="5.2" r="2.6"/>'
    '<path class="nsl-i" d="M1 13.8c0-3 2-4.6 4.6-4.6s4.6 1.6 4.6 4.6"/>'
    '<path class="nsl-i" d="M10.4 2.9a2.5 2.5 0 0 1 0 4.6M12.2 9.6c1.8.6 2.8 2 2.8 4.2"/>',
    "log": '<path class="nsl-i" d="M5.5 3.5H14.5M5.5 8H14.5M5.5 12.5H14.5"/>'
    '<path class="nsl-it" d="M1.8 3.5h.1M1.8 8h.1M1.8 12.5h.1"/>',
    "back": '<path class="nsl-it" d="M10.5 2.5L5 8L10.5 13.5"/>',
    "winner": '<path class="nsl-crown" d="M1.5 4.5L4.8 8L8 2.5L11.2 8L14.5 4.5L13.2 13.2H2.8Z"/>',
}
"""Small signs by name, in a box of SIGN."""


def small_rose(r: float) -> Ink:
    g = Ink()
    rose(g, r)
    return g


def central(r: float) -> Ink:
    g = Ink()
    g.polygon([(8 + x, 8 + y) for x, y in star(r, 0.52)], "nsl-if")
    return g


STATION_RADIUS = {"free": RADIUS * 0.9, "on": RADIUS * 1.04, "meet": RADIUS * 0.66, "depart": RADIUS * 1.22}
