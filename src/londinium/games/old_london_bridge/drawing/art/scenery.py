"""What lies around a bridge: the river, the far bank, the sky, boats and swans."""

from __future__ import annotations

from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.spans import OWN, PHONE, ROW
from londinium.look.ink import variety

WIDTH, HEIGHT = 1280, 224
LEFT, ROAD = 200, 141
"""Where the own bridge begins in the picture of the scene, and where its road is."""
BEYOND = 1400
"""The scene continues on both sides of the picture, for wide screens."""


def symbols() -> Iterator[tuple[str, str]]:
    yield "olb-backdrop", _backdrop()
    yield "olb-backdrop-phone", _phone_backdrop()
    river = Plate()
    water(river, -6, ROW.parapet + ROW.depth - 5, 424, 12, 72, 5)
    yield "olb-river", str(river)
    boat = Plate()
    wherry(boat, 0, 0)
    yield "olb-wherry", str(boat)


def water(g: Plate, x: float, y: float, w: float, h: float, seed: int, gap: float = 6.5) -> None:
    """A sheet of the Thames: flat tint, then rows of broken waves that lengthen towards the reader."""
    g.rect(x, y, w, h, "water")
    v, d, row, at = variety(seed, 9), "", 0, y + 4
    while at < y + h - 1:
        along = x + v(40)
        while along < x + w - 14:
            length = 8 + v(16) + row * 3
            if along + length < x + w:
                d += f"M{n(along)} {n(at)}q{n(length / 4)} -1.8 {n(length / 2)} 0t{n(length / 2)} 0"
            along += length + 14 + v(46)
        at += gap + row * 0.6
        row += 1
    g.path(d, "wave")


def skyline(g: Plate, x: float, y: float, w: float, seed: int, k: float = 1) -> None:
    """The far bank, a tone darker than the sky: roofs, towers and spires."""
    v, d, along = variety(seed, 7), f"M{n(x)} {n(y)}V{n(y - 9)}", x
    while along < x + w - 26:
        kind, breadth = v(8), (9 + v(14)) * k
        h = (8 + v(12)) * k
        if kind == 0:
            rise = (14 + v(10)) * k
            d += f"V{n(y - h - 12 * k)}l{n(4 * k)} {n(-rise)}l{n(4 * k)} {n(rise)}V{n(y - h)}h{n(breadth)}"
            along += 8 * k + breadth
        elif kind == 1:
            d += f"V{n(y - h - 12 * k)}h{n(11 * k)}V{n(y - h)}h{n(breadth)}"
            along += 11 * k + breadth
        else:
            rise = (5 + v(5)) * k
            d += f"V{n(y - h)}l{n(breadth / 2)} {n(-rise)}l{n(breadth / 2)} {n(rise)}"
            along += breadth
    g.path(f"{d}L{n(x + w)} {n(y - 9)}V{n(y)}Z", "far")


def engraved_sky(g: Plate, x: float, y: float, w: float, h: float, seed: int = 11) -> None:
    """Long horizontal strokes, denser towards the horizon, broken where clouds stand."""
    v, d, at = variety(seed, 3), "", y + h
    while at > y:
        height = (y + h - at) / h  # 0 at the horizon
        along = x + v(60)
        while along < x + w:
            length = 40 + v(120) * (1 - height)
            d += f"M{n(along)} {n(at)}H{n(min(x + w, along + length))}"
            along += length + 30 + v(40) + height * 160
        at -= 5 + height * 9
    g.stroke(d, 0.7, "rule", opacity=".75")


def wherry(g: Plate, x: float, y: float, k: float = 1) -> None:
    """A rowing boat with a boatman and a passenger."""
    b = Plate()
    b.path("M-22 -2Q0 5 24 -4L19 5Q0 9 -17 5Z", "timber ln")
    b.path("M-3 -1V-9q0 -3 2.5 -3t2.5 3V-1Z", "robe3 ln").circle(-0.5, -14, 2.6, "skin th")
    b.path("M2 -7L18 6", "bare ln").path("M9 -2v-6q0 -2.4 2.2 -2.4t2.2 2.4v6Z", "robe1 ln").circle(11.2, -12.6, 2.4, "skin th")
    b.path("M-30 8q8 -2 16 0t16 0t16 0t16 0", "wave")
    g.group(b, x, y, k)


def swan(g: Plate, x: float, y: float, k: float = 1) -> None:
    b = Plate()
    b.path("M-9 0Q-8 -7 2 -6Q9 -6 11 -2Q6 4 -3 3.5Q-8 3 -9 0Z", "raised ln").path(
        "M-8 0Q-13 -6 -10 -10Q-8 -12.5 -6 -10.5", "bare ln2"
    )
    b.path("M-15 5q6 -2 12 0t12 0t12 0", "wave")
    g.group(b, x, y, k)


def gulls(g: Plate, x: float, y: float) -> None:
    g.stroke("".join(f"M{x + dx} {y + dy}q3 -4 6 0q3 -4 6 0" for dx, dy in ((12, 0), (28, 10), (-6, 14))), 1.1, "ink3")


def quay(g: Plate, left: float, right: float, foot: float) -> None:
    """A bank of ashlar with mooring posts."""
    g.rect(left, ROAD + 6, right - left, foot - ROAD - 2, "stone2 ln").rect(
        left, ROAD + 6, right - left, foot - ROAD - 2, "ashlar"
    )
    g.rect(left - 2, ROAD + 2, right - left + 4, 6, "stone ln", 1)
    posts = int((right - left) // 47)
    for t in range(posts):
        x = left + (right - left) * (t + 0.5) / posts
        g.path(f"M{n(x - 2)} {n(ROAD + 30)}V{n(foot + 9)}h4V{n(ROAD + 30)}Z", "timber ln")


def _backdrop() -> str:
    """Sky, far bank, river and quays behind the own bridge."""
    g = Plate()
    river = ROAD + OWN.parapet + OWN.depth
    left, whole = -BEYOND, WIDTH + 2 * BEYOND
    engraved_sky(g, left, 6, whole, ROAD - 6)
    skyline(g, left, ROAD + 2, whole, 4)
    water(g, left, river - 14, whole, HEIGHT - river + 14, 5)
    quay(g, left, LEFT - 6, river)
    quay(g, LEFT + 12 * OWN.site + 6, WIDTH + BEYOND, river)
    swan(g, 96, river + 13)
    swan(g, 124, river + 15, 0.7)
    gulls(g, 748, 40)
    return str(g)


def _phone_backdrop() -> str:
    """The same for a phone, 360 wide with the road at y = 62."""
    g = Plate()
    engraved_sky(g, 0, 4, 360, 54, 5)
    skyline(g, 0, 63, 360, 4, 0.6)
    water(g, 0, 62 + PHONE.parapet + PHONE.depth - 8, 360, 18, 5, 5)
    return str(g)
