"""Crests: a shield, its colour and its charge, so that no crest is told by colour alone."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.rules.components import CRESTS


def charge(g: Plate, x: float, y: float, size: float, crest: str) -> None:
    """The device on a shield: chevron, two waves, cross, trefoil. The size is the width of the field."""
    u = size / 16
    if crest == "orange":
        d = f"M{n(x - 5.4 * u)} {n(y + 4.2 * u)}L{n(x)} {n(y - 2.6 * u)}L{n(x + 5.4 * u)} {n(y + 4.2 * u)}"
        g.stroke(d, 3.3 * u, "charge")
    elif crest == "blue":
        for dy in (-2.6, 2.4):
            d = f"M{n(x - 5.8 * u)} {n(y + dy * u)}q{n(2.9 * u)} {n(-3.6 * u)} {n(5.8 * u)} 0t{n(5.8 * u)} 0"
            g.stroke(d, 2.5 * u, "charge")
    elif crest == "gray":
        d = f"M{n(x)} {n(y - 5 * u)}V{n(y + 5.4 * u)}M{n(x - 4.6 * u)} {n(y - 0.8 * u)}H{n(x + 4.6 * u)}"
        g.stroke(d, 3.2 * u, "charge")
    elif crest == "green":
        for dx, dy in ((-2.9, 0.5), (2.9, 0.5), (0, -3.6)):
            g.circle(x + dx * u, y + dy * u, 2.75 * u, "charge")
        g.path(f"M{n(x - u)} {n(y - u)}h{n(2 * u)}l{n(1.6 * u)} {n(7.4 * u)}h{n(-5.2 * u)}Z", "charge")


def shield(g: Plate, x: float, y: float, size: float, crest: str) -> None:
    """A shield centred on (x, y). The crest `all` is the guild house: quartered, with four charges where there is room."""
    h = size * 1.16
    left, right, top, foot, waist = x - size / 2, x + size / 2, y - h / 2, y + h / 2, y + h * 0.04
    inner, low, side = size * 0.2, y + h * 0.3, foot - h * 0.08
    outline = (
        f"M{n(left)} {n(top)}H{n(right)}V{n(waist)}C{n(right)} {n(low)} {n(x + inner)} {n(side)} {n(x)} {n(foot)}"
        f"C{n(x - inner)} {n(side)} {n(left)} {n(low)} {n(left)} {n(waist)}Z"
    )
    if crest == "all":
        m = y - h * 0.02
        g.path(f"M{n(left)} {n(top)}H{n(x)}V{n(m)}H{n(left)}Z", "orange")
        g.path(f"M{n(x)} {n(top)}H{n(right)}V{n(m)}H{n(x)}Z", "blue")
        g.path(f"M{n(left)} {n(m)}H{n(x)}V{n(foot)}C{n(x - inner)} {n(side)} {n(left)} {n(low)} {n(left)} {n(waist)}Z", "gray")
        g.path(f"M{n(x)} {n(m)}H{n(right)}V{n(waist)}C{n(right)} {n(low)} {n(x + inner)} {n(side)} {n(x)} {n(foot)}Z", "green")
        if size >= 13:
            places = ((-0.25, -0.26), (0.25, -0.26), (-0.2, 0.2), (0.2, 0.19))
            for colour, (dx, dy) in zip(CRESTS, places, strict=True):
                charge(g, x + dx * size, y + dy * h, size * 0.42, colour)
        g.path(f"M{n(x)} {n(top)}V{n(foot)}M{n(left)} {n(m)}H{n(right)}", "bare th")
    else:
        g.path(outline, crest)
        charge(g, x, y - h * 0.05, size * 0.92, crest)
    g.stroke(outline, max(0.9, size * 0.07), "line")
