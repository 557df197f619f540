"""Bonus tiles, octagons with a sign of their power, and the small signs of the buildings."""

from __future__ import annotations

import math
from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.characters import bust
from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.masonry import lancet
from londinium.games.old_london_bridge.rules.components import POWERS
from londinium.look.ink import Point, polygon

SIGNS = ("chapel", "gate", "hostelry", "haberdasher", "guild-house", "park", "bridge")


def octagon(x: float, y: float, r: float) -> list[Point]:
    """An octagon standing on a side; r reaches to the middle of a side."""
    return polygon(8, r / math.cos(math.pi / 8), 22.5, x, y)


def symbols() -> Iterator[tuple[str, str]]:
    """Tiles of radius 25 around the origin (`olb-tile-share`), signs 20 high around the origin (`olb-sign-chapel`)."""
    for name in POWERS:
        g = Plate()
        g.polygon(octagon(0, 0, 25), "raised ln")
        g.polygon(octagon(0, 0, 22.2), "bare th", opacity=".6")
        POWER_PICTURES[name](g)
        yield f"olb-tile-{name}", str(g)
    for name in SIGNS:
        g = Plate()
        sign(g, name)
        yield f"olb-sign-{name}", str(g)


# ── The eight powers, each in a field of 40 x 40 around the origin ───────────


def _share(g: Plate) -> None:
    g.ellipse(0, 11, 15, 4.6, "bare ln")
    for dx, fill in ((-6, "ink"), (6, "raised")):
        body = (
            f"M{n(dx - 5.5)} 11q0 -2.4 2 -3.4Q{n(dx - 2.4)} 3 {n(dx - 2.4)} -1h4.8Q{n(dx + 2.4)} 3 {n(dx + 3.5)} 7.6q2 1 2 3.4Z"
        )
        g.path(body, f"{fill} ln").circle(dx, -5, 4.6, f"{fill} ln")


def _free_centre(g: Plate) -> None:
    g.circle(0, 0, 14, "bare ln")
    for i in range(6):
        x, y = math.cos(math.pi * i / 3), math.sin(math.pi * i / 3)
        g.line(8 * x, 8 * y, 14 * x, 14 * y, "bare ln")
    g.circle(0, 0, 8.2, "coin ln").text(0, 3.6, "£0", 9.6, "num t-coin")


def _x_space(g: Plate) -> None:
    g.stroke("M-13 6A14.5 14.5 0 1 1 13 6", 1.6, "line", stroke_dasharray="3 2.6")
    g.stroke("M-6 -9L6 3M6 -9L-6 3", 3.6)
    g.stroke("M-5 13.5h10M2 10l3.5 3.5L2 17", 1.8, "line")


def _take_back(g: Plate) -> None:
    g.rect(-8, -12, 15, 21, "raised ln", 2).circle(-3.6, -7.6, 2.2, "ink")
    g.stroke("M12 -3Q15 14 -3 13.5", 2.2).path("M-6.5 13.5l6 -4.2v8.4Z", "ink")


def _chapel_two(g: Plate) -> None:
    lancet(g, -8.5, 14, 13, 27, "raised ln")
    g.stroke("M-8.5 13V-4M-14.5 3.5H-2.5", 1.4).stroke("M-8.5 -18.5v6M-10.8 -16.3h4.6", 1.6, "line")
    g.text(9.5, 5.4, "+2", 14.5, "num")


def _gate_two(g: Plate) -> None:
    g.path("M-17.5 14V-9h3.5v3h3v-3h4v3h3v-3h3.5V14Z", "raised ln")
    lancet(g, -9, 14, 9, 15, "ink")
    g.text(9.5, 5.4, "+2", 14.5, "num")


def _noblewoman(g: Plate) -> None:
    person = Plate(detail=False)
    bust(person, 2)
    g.group(person, -20, -13, 0.72).text(12, 13, "2", 17, "num")


def _plus_one(g: Plate) -> None:
    g.rect(-14, -12, 16, 22, "raised ln", 2).circle(-9.4, -7.4, 2.2, "ink")
    g.stroke("M-6 8V-3M-9.6 .8L-6 -3l3.6 3.8", 1.8).text(10.5, 5.6, "+1", 14.5, "num")


POWER_PICTURES = {
    "share": _share,
    "free-centre": _free_centre,
    "x-space": _x_space,
    "take-back": _take_back,
    "chapel-two": _chapel_two,
    "gate-two": _gate_two,
    "noblewoman": _noblewoman,
    "plus-one": _plus_one,
}


# ── Signs of the buildings, 20 high ──────────────────────────────────────────


def sign(g: Plate, kind: str) -> None:
    if kind == "chapel":
        g.stroke("M0 -10v4M-2 -8.3h4", 1.5)
        lancet(g, 0, 10, 11, 16.5, "ink")
        g.stroke("M0 10V0M-5 4H5", 1.1, "paper")
    elif kind == "gate":
        g.path("M-9 10V-8h4v3h3v-3h4v3h3v-3h4V10Z", "ink")
        lancet(g, 0, 10.3, 8, 12, "paper")
    elif kind == "hostelry":
        g.path("M-10 -1L-5 -9H5L10 -1ZM-8 -1h16V10h-16Z", "ink").rect(-1.5, 3, 6, 7, "paper").rect(-6, 2, 3, 4, "paper")
    elif kind == "haberdasher":
        g.path("M-9 -3L0 -10L9 -3V10H-9Z", "ink")
        g.path("M-9 -1h18v4a3 2 0 0 1 -6 0a3 2 0 0 1 -6 0a3 2 0 0 1 -6 0Z", "paper")
    elif kind == "guild-house":
        g.path("M-9 10V-2h3v-3h3v-3h6v3h3v3h3V10Z", "ink").rect(-1.8, 4, 3.6, 6, "paper")
    elif kind == "park":
        g.circle(0, -3, 7, "ink").rect(-1.2, 2, 2.4, 8, "ink")
    else:
        g.path("M-12 -6H12V9H10.5V5a4 5 0 0 0 -8 0V9H-2.5V5a4 5 0 0 0 -8 0V9H-12Z", "ink")


def placed_sign(g: Plate, kind: str, x: float, y: float, size: float) -> None:
    """A sign drawn into another drawing of the sprite."""
    inner = Plate(g.detail)
    sign(inner, kind)
    g.group(inner, x, y, size / 20)
