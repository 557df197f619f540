"""The picture of the game on the home page: the engraved houses on their bridge, with boats on the river."""

from __future__ import annotations

import re
from functools import cache

from londinium.games.old_london_bridge.drawing.art import scenery
from londinium.games.old_london_bridge.drawing.art.engraving import SITE, Plate, n
from londinium.games.old_london_bridge.drawing.art.facades import facade, printed
from londinium.games.old_london_bridge.drawing.art.spans import arch, voussoirs
from londinium.games.old_london_bridge.drawing.pieces import patterns
from londinium.look.ink import svg

WIDTH, HEIGHT = 602, 436
ROAD, RIVER = 286, 374
STREET = (58, 51, 43, 32, None, 28, 54, 60)
"""A street with every kind of building, as a bridge of the game might show it."""


@cache
def cover() -> str:
    g = Plate()
    g.circle(430, 112, 46, "sun")
    _clouds(g)
    scenery.engraved_sky(g, 0, 30, WIDTH, 210)
    scenery.skyline(g, 0, ROAD + 2, WIDTH, 9, 1.5)
    scenery.water(g, 0, RIVER - 26, WIDTH, HEIGHT - RIVER + 26, 5, 7.5)
    _street(g)
    _bridge(g)
    _sailing_boat(g, 122, 399, 0.9)
    _sailing_boat(g, 412, 415, 1.3)
    scenery.swan(g, 532, 402, 1.1)
    scenery.wherry(g, 276, 404, 1.1)
    scenery.gulls(g, 300, 60)
    # The page may hold the sprite of a table too, so the patterns of the cover have names of their own.
    body = f'<defs>{patterns()}</defs><g class="o-cover">{g}</g>'
    for name in re.findall(r'id="(olb-[^"]+)"', body):
        body = body.replace(f'"{name}"', f'"{name.replace("olb-", "olb-cover-")}"')
    return svg(WIDTH, HEIGHT, body, "", "olb-cover", preserveAspectRatio="xMidYMid slice")


def _clouds(g: Plate) -> None:
    for x, y, w in ((24, 84, 92), (196, 62, 66), (330, 96, 52), (392, 50, 42), (500, 68, 78)):
        g.rect(x, y, w, 4.5, "far", 2.2)


def _street(g: Plate) -> None:
    k, site = 1.3, SITE * 1.27
    houses = printed()
    for at, number in enumerate(STREET):
        x = at * site - 62
        drawing = (
            facade("park", 5, "", True)
            if number is None
            else facade(houses[number].building, number, houses[number].crest or "", True)
        )
        g.group(drawing, x, ROAD, k)


def _bridge(g: Plate) -> None:
    """Six great arches, nearer than on the table."""
    parapet, crown, spring, site = 26, ROAD + 36, ROAD + 62, 96
    g.rect(-4, ROAD, WIDTH + 8, RIVER - ROAD - 4, "stone2 ln").rect(-4, ROAD, WIDTH + 8, RIVER - ROAD - 4, "ashlar")
    for at in range(-1, 7):
        middle = 58 + at * site
        half = 37
        g.path(arch(middle - half, middle + half, crown, spring, RIVER + 2), "dark ln")
        g.path(arch(middle - half + 9, middle + half - 0.8, crown + 5, spring, RIVER + 2), "far")
        g.rect(middle - half + 9, RIVER - 22, 2 * half - 9.8, 24, "water2")
        g.path(f"M{n(middle - 20)} {RIVER - 14}h18M{n(middle)} {RIVER - 8}h20M{n(middle - 22)} {RIVER - 3}h14", "wave")
        g.path(voussoirs(middle - half, middle + half, crown, spring, 7, 8), "bare th")
        g.path(arch(middle - half - 7, middle + half + 7, crown - 8, spring, spring, ""), "bare th")
    g.rect(-4, ROAD, WIDTH + 8, parapet, "stone ln").rect(-4, ROAD, WIDTH + 8, parapet, "ashlar", opacity=".55")
    g.rect(-6, ROAD - 2, WIDTH + 12, 4.4, "stone ln", 1).rect(-6, ROAD + parapet - 1.4, WIDTH + 12, 3, "stone2 th")
    for at in range(-1, 8):
        x = 10 + at * site
        g.group(_starling(), x, RIVER)


def _starling() -> Plate:
    """The island of piles around a pier, at the water's edge."""
    g = Plate()
    g.path("M-22 -10L0 -14L22 -10L27 6Q0 12 -27 6Z", "stone3 ln")
    g.path("M-14 -9V8M-7 -9V8M0 -9V8M7 -9V8M14 -9V8", "bare th").path("M7 -10H22L27 6L9 9Z", "hatch")
    return g.path("M-34 11q16 7 34 5t34 -5", "foamline")


def _sailing_boat(g: Plate, x: float, y: float, k: float) -> None:
    b = Plate()
    b.path("M-26 0Q0 6 28 -2L21 9Q0 13 -19 9Z", "timber ln").path("M0 2V-46", "bare ln2")
    b.path("M-3 -3V-38Q-18 -20 -20 -3Z", "raised ln").path("M3 -3V-42Q22 -22 23 -5Z", "plaster ln").path(
        "M12 -4Q20 -14 16 -28Q22 -18 23 -5Z", "hatch"
    )
    b.path("M0 -46l9 -2 -9 -3Z", "blue th").path("M-34 12q8 -2 16 0t16 0t16 0t16 0", "wave")
    g.group(b, x, y, k)
