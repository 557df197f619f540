"""The stone of a bridge: arches, parapet, starlings. Drawn once for every size at which bridges appear."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from londinium.games.old_london_bridge.drawing.art.engraving import SITE, Plate, n
from londinium.games.old_london_bridge.rules.components import SITES


@dataclass(frozen=True)
class Span:
    """The measures of a bridge: width of a site, height of the parapet, depth below it down to the water, size of the digits."""

    name: str
    site: float
    parapet: float
    depth: float
    digits: float
    fine: bool = False

    @property
    def scale(self) -> float:
        """How large the houses stand on it."""
        return self.site / SITE


OWN = Span("olb-span", 72, 24, 39, 14.5, fine=True)
PHONE = Span("olb-span-phone", 28.6, 17, 19, 11.4)
ROW = Span("olb-span-row", 34.4, 17, 14, 11.6)


def symbols() -> Iterator[tuple[str, str]]:
    for span in (OWN, PHONE, ROW):
        yield span.name, _stone(span)
    yield "olb-scaffold", _scaffold()


def arch(left: float, right: float, crown: float, spring: float, foot: float, close: str = "Z") -> str:
    """A pointed arch."""
    middle, bend = (left + right) / 2, crown + (spring - crown) * 0.2
    return (
        f"M{n(left)} {n(foot)}V{n(spring)}Q{n(left)} {n(bend)} {n(middle)} {n(crown)}"
        f"Q{n(right)} {n(bend)} {n(right)} {n(spring)}V{n(foot)}{close}"
    )


def voussoirs(left: float, right: float, crown: float, spring: float, length: float, count: int) -> str:
    """The wedge stones around an arch: short strokes across the curve."""
    middle, bend, d = (left + right) / 2, crown + (spring - crown) * 0.2, ""
    for side, way in ((left, -1), (right, 1)):
        for i in range(count):
            t = (i + 0.5) / count
            x = (1 - t * t) * side + t * t * middle
            y = (1 - t) ** 2 * spring + 2 * t * (1 - t) * bend + t * t * crown
            dx, dy = 2 * t * (middle - side), 2 * (1 - t) * (bend - spring) + 2 * t * (crown - bend)
            size = math.hypot(dx, dy) or 1
            d += f"M{n(x)} {n(y)}l{n(way * abs(dy) / size * length)} {n(-abs(dx) / size * length)}"
    return d


def _stone(span: Span) -> str:
    """Everything below the road, which is y = 0; the first site begins at x = 0."""
    g = Plate()
    s, parapet, depth = span.site, span.parapet, span.depth
    water = parapet + depth
    left, width = -s * 0.16, s * (SITES + 0.32)
    g.rect(left, parapet - 1, width, depth + 1, "stone2 ln")
    if span.fine:
        g.rect(left, parapet, width, depth, "ashlar")
    for i in range(SITES):
        _opening(g, span, s * (i + 0.5))
    g.rect(left, 0, width, parapet, "stone ln")
    if span.fine:
        g.rect(left, 0, width, parapet, "ashlar", opacity=".55")
    g.rect(left - 2, -1.4, width + 4, 2.8, "stone ln", 1)
    g.rect(left - 1, parapet - 1.2, width + 2, 2.4, "stone2 th")
    for i in range(SITES + 1):
        _starling(g, s * i, s * 0.2, water - depth * 0.16, water + depth * 0.13, span)
    return str(g)


def _opening(g: Plate, span: Span, middle: float) -> None:
    s, depth, water = span.site, span.depth, span.parapet + span.depth
    half, spring, crown = s * 0.37, water - depth * 0.36, span.parapet + depth * 0.15
    g.path(arch(middle - half, middle + half, crown, spring, water + 3), "dark ln")
    left, right = middle - half + s * 0.1, middle + half - 0.6  # the dark soffit is seen on the left
    g.path(arch(left, right, crown + depth * 0.1, spring, water + 3), "far")
    g.rect(left, water - depth * 0.17, right - left, depth * 0.17 + 3, "water2")
    if span.fine:
        g.path(f"M{n(left + 3)} {n(water - 2)}h{n(s * 0.2)}M{n(left + s * 0.3)} {n(water - 5)}h{n(s * 0.2)}", "wave")
        rim = s * 0.075
        g.path(voussoirs(middle - half, middle + half, crown, spring, rim, 7), "bare th")
        g.path(arch(middle - half - rim, middle + half + rim, crown - s * 0.085, spring, spring, ""), "bare th")


def _starling(g: Plate, x: float, half: float, top: float, foot: float, span: Span) -> None:
    """A boat-shaped island of piles around a pier."""
    depth, wide = span.depth, half * 1.15
    g.path(
        f"M{n(x - half)} {n(top)}L{n(x)} {n(top - depth * 0.06)}L{n(x + half)} {n(top)}L{n(x + wide)} {n(foot)}"
        f"Q{n(x)} {n(foot + depth * 0.12)} {n(x - wide)} {n(foot)}Z",
        "stone3 ln",
    )
    if span.fine:
        g.path("".join(f"M{n(x + j * half * 0.3)} {n(top + 1.5)}V{n(foot + 2)}" for j in (-2, -1, 0, 1, 2)), "bare th")
    g.path(
        f"M{n(x + half * 0.3)} {n(top)}H{n(x + half)}L{n(x + wide)} {n(foot)}L{n(x + half * 0.4)} {n(foot + depth * 0.04)}Z",
        "hatch",
    )
    if span.fine:
        swell, fall = n(depth * 0.16), n(depth * 0.12)
        g.path(
            f"M{n(x - half * 1.5)} {n(foot + 3)}q{n(half * 0.8)} {swell} {n(half * 1.5)} {fall}t{n(half * 1.5)} -{fall}",
            "foamline",
        )


def _scaffold() -> str:
    """The mark of the next free site: poles, a ladder, a crane."""
    g = Plate()
    g.stroke("M14 0V-46M58 0V-46M9 -20H63M9 -40H63M14 -20L58 -40M36 -40V-66M36 -64H60M36 -50L52 -64", 2, "ink3")
    g.stroke("M58 -64V-52M54.5 -52h7v5h-7Z", 1.4, "ink3")
    g.stroke("M22 0L28 -20M27 0L33 -20M23.5 -5h5M25 -10h5M26.5 -15h5", 1.3, "ink3")
    return str(g)
