"""Facades of timber and green: hostelry, haberdasher, park."""

from __future__ import annotations

import math

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.masonry import arch_door, casement, chimney, framing, jetty
from londinium.look.ink import variety

EMBLEMS = ("star", "crown", "moon", "bell", "fish", "key")


def hostelry(g: Plate, number: int, crest: str) -> None:
    """Low walls under half a house of roof, dormers, a smoking chimney, a hanging sign in the crest's colour."""
    v = variety(number, 3)
    roof, pattern = (("tile", "tiles"), ("thatch", "straw"))[v(2)]
    way = 1 if number % 2 else -1  # the side of the sign
    eaves, ridge = -50 - v(2) * 3, -92 - v(3) * 3
    middle = 36 - way * 3
    chimney(g, middle - way * 17, ridge + 10, 20)
    if g.detail:
        g.path(f"M{middle - way * 17} {ridge - 17}q-4 -4 0 -7t1 -7", "bare th", opacity=".55")
    door = 36 + way * 12
    _ground_floor(g, door, way)
    framing(g, 4, -24, 64, -24 - eaves, ("kwwk", "wxxw", "kwpwk")[v(3)], v(3))
    jetty(g, 3.5, -23, 65)
    slope = f"M-1 {eaves + 3}L{middle - 21} {ridge}H{middle + 21}L73 {eaves + 3}Q36 {eaves - 1} -1 {eaves + 3}Z"
    g.path(slope, f"{roof} ln").path(slope, pattern)
    g.path(f"M{middle + 13} {ridge}H{middle + 21}L73 {eaves + 3}L58 {n(eaves + 1.6)}Z", "hatch")
    g.path(f"M{middle - 22} {ridge}H{middle + 22}", "bare ln2")
    for x in (21, 49) if v(3) else (35,):
        _dormer(g, x, eaves - 6, roof)
    _inn_sign(g, 36 + way * 17, -48, way, crest, EMBLEMS[number // 5 % 6])
    g.circle(door - way * 11, -21, 2, "coin th")


def _ground_floor(g: Plate, door: float, way: int) -> None:
    g.rect(8, -24, 56, 24, "plaster2 ln")
    if g.detail:
        g.rect(50, -24, 14, 24, "hatch")
    g.rect(8, -5, 56, 5, "stone2 ln")
    arch_door(g, door, 0, 15, 20)
    g.circle(door + 4, -8, 0.9, "coin")
    if g.detail:
        g.stroke(f"M{n(door)} 0V-19", 0.5, "line", opacity=".6")
    for x in (door - way * 34, door - way * 20):
        casement(g, x - 4.6, -19, 9.2, 10)
    g.path("M8 0V-24M64 0V-24", "beam", stroke_width=2.4)


def _dormer(g: Plate, x: float, y: float, roof: str) -> None:
    g.rect(x - 6.5, y - 14, 13, 14, "plaster ln")
    casement(g, x - 4, y - 11, 8, 9)
    g.polygon([(x - 9.5, y - 12), (x, y - 24), (x + 9.5, y - 12)], f"{roof} ln")
    if g.detail:
        g.polygon([(x, y - 24), (x + 9.5, y - 12), (x + 2, y - 12)], "hatch")


def _inn_sign(g: Plate, x: float, y: float, way: int, crest: str, emblem: str) -> None:
    """An iron bracket at (x, y) with a hanging board in the crest's colour."""
    g.path(f"M{n(x)} {n(y)}h{n(way * 15)}M{n(x)} {n(y + 7)}q{n(way * 7)} 0 {n(way * 9)} -7", "bare ln")
    cx, cy = x + way * 10, y + 10.4
    g.path(f"M{n(cx - 4)} {n(y)}v2.6M{n(cx + 4)} {n(y)}v2.6", "bare th")
    g.rect(cx - 7.5, y + 2.4, 15, 16, f"{crest} ln", 1.5)
    if emblem == "star":
        rays = ((5.6 if i % 2 == 0 else 2.3, math.pi * i / 5) for i in range(10))
        g.polygon([(cx + r * math.sin(a), cy - r * math.cos(a)) for r, a in rays], "charge")
    elif emblem == "crown":
        g.path(f"M{n(cx - 5)} {n(cy + 4)}v-7.6l2.6 3 2.4 -4.6 2.4 4.6 2.6 -3v7.6Z", "charge")
    elif emblem == "moon":
        g.path(
            f"M{n(cx + 2)} {n(cy - 5.4)}A5.5 5.5 0 1 0 {n(cx + 4.6)} {n(cy + 3.4)}A4.6 4.6 0 0 1 {n(cx + 2)} {n(cy - 5.4)}Z",
            "charge",
        )
    elif emblem == "bell":
        g.path(f"M{n(cx - 5)} {n(cy + 3)}q2 -1.6 2 -5a3 3.4 0 0 1 6 0q0 3.4 2 5Z", "charge")
        g.circle(cx, cy + 4.2, 1.5, "charge")
    elif emblem == "fish":
        g.path(f"M{n(cx - 5.6)} {n(cy)}q4 -5 8 -.6l3 -2.6v6.4l-3 -2.6q-4 4.4 -8 -.6Z", "charge")
    else:
        g.stroke(f"M{n(cx - 2.6)} {n(cy - 3)}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0Z", 1.8, "charge")
        g.stroke(f"M{n(cx)} {n(cy - 0.6)}v6.6M{n(cx)} {n(cy + 2.6)}h3M{n(cx)} {n(cy + 5.2)}h3", 1.7, "charge")


def haberdasher(g: Plate, number: int, crest: str) -> None:
    """A tall narrow shop: a striped awning in the crest's colour over the goods, jettied storeys, a steep gable."""
    v = variety(number, 4)
    storeys = 2 + (number // 5 + v(2)) % 2
    height = 17 if storeys == 3 else 21
    plaster = ("plaster", "plaster2")[v(2)]
    g.rect(10, -30, 52, 30, "plaster2 ln")
    g.rect(14, -22, 44, 22, "dark ln")
    g.rect(11, -9, 50, 9, "timber ln")
    if g.detail:
        g.path("M22 -9V0M33 -9V0M44 -9V0M54 -9V0", "bare th")
    _goods(g, v(3), crest)
    y, w = -30.0, 54.0
    for _ in range(storeys):  # each a little wider than the one below
        framing(g, 36 - w / 2, y, w, height, ("kwwk", "wpw", "xwx", "wkkw", "kwk")[v(5)], v(3), plaster)
        jetty(g, 36 - w / 2 - 0.5, y + 1, w + 1)
        y -= height
        w += 4
    _gable(g, y, w + 2, y - 34 - v(3) * 3 + (storeys == 3) * 3, plaster)
    scallops = 7
    for i in range(scallops):
        a, b = 6 + 60 * i / scallops, 6 + 60 * (i + 1) / scallops
        cloth = crest if i % 2 == 0 else "raised"
        d = f"M{n(11 + 50 * i / scallops)} -34H{n(11 + 50 * (i + 1) / scallops)}L{n(b)} -21A{n((b - a) / 2)} 4 0 0 1 {n(a)} -21Z"
        g.path(d, f"{cloth} th")
    g.path("M10 -34H62", "bare ln2")


def _goods(g: Plate, goods: int, crest: str) -> None:
    if goods == 0:  # bolts of cloth
        for i, cloth in enumerate(("plaster", crest, "thatch", "plaster", crest)):
            taller = (i % 2) * 1.5
            g.rect(16 + i * 8.2, -16 - taller, 6.4, 7.5 + taller, f"{cloth} th", 1)
    elif goods == 1:  # hats on stands
        for i, cloth in enumerate(("plaster", crest, "thatch", crest)):
            g.path(f"M{n(15.6 + i * 10.6)} -10h8.8l-2 -1.6q0 -5 -2.4 -5t-2.4 5Z", f"{cloth} th")
    else:  # reels of ribbon
        for i, cloth in enumerate((crest, "plaster", crest, "thatch")):
            g.circle(20 + i * 10.6, -13, 3.6, f"{cloth} th").circle(20 + i * 10.6, -13, 1.2, "dark")


def _gable(g: Plate, y: float, w: float, top: float, plaster: str) -> None:
    left, right, beam = 36 - w / 2, 36 + w / 2, y - (y - top) * 0.4
    g.polygon([(left + 3, y), (36, top + 2), (right - 3, y)], f"{plaster} ln")
    if g.detail:
        g.polygon([(37, y), (36, top + 2), (right - 3, y)], "hatch")
    g.path(
        f"M{n(36 - w * 0.27)} {n(beam)}H{n(36 + w * 0.27)}M36 {n(top + 6)}V{n(beam)}"
        f"M{n(36 - w * 0.3)} {n(y)}L36 {n(beam)}L{n(36 + w * 0.3)} {n(y)}",
        "beam",
        stroke_width=1.9,
    )
    casement(g, 31.5, y - 12, 9, 9)
    g.path(
        f"M{n(left - 2)} {n(y + 3)}L36 {n(top)}L{n(right + 2)} {n(y + 3)}L{n(right - 3.5)} {n(y + 3)}L36 {n(top + 8)}"
        f"L{n(left + 3.5)} {n(y + 3)}Z",
        "tile ln",
    )
    g.path(f"M36 {n(top)}v-6", "bare ln").circle(36, top - 7, 1.7, "coin th")


def park(g: Plate, number: int, crest: str) -> None:
    """Trees behind a fence; the number only varies the planting."""
    v = variety(number, 6)
    g.path("M0 0V-7Q18 -14 36 -10T72 -7V0Z", "grass ln")
    plans = (
        ((20, 19, 22, "round"), (52, 15, 17, "poplar")),
        ((18, 14, 15, "poplar"), (48, 20, 21, "round")),
        ((15, 14, 14, "fir"), (40, 18, 25, "round"), (61, 12, 12, "fir")),
        ((36, 24, 24, "round"),),
        ((13, 12, 13, "poplar"), (36, 16, 20, "round"), (59, 12, 13, "poplar")),
    )
    for x, r, trunk, kind in plans[v(5)]:
        tree(g, x, -8, r, trunk, kind)
    if v(2):
        g.stroke("M46 -4h14M47.5 -4v4M58.5 -4v4M46 -8h14", 1.8, "timber")  # a bench
    g.stroke("M0 -4.6H72M0 -10.4H72", 1.3, "timber")
    g.path("".join(f"M{n(1.7 + i * 5.5)} 0V-12l1.3 -2.5 1.3 2.5V0Z" for i in range(13)), "plaster2 th")


def tree(g: Plate, x: float, y: float, r: float, trunk: float, kind: str = "round") -> None:
    """A tree with its foot at (x, y)."""
    h = n(trunk * 0.5)
    g.path(f"M{n(x - 1.8)} {n(y)}q1 -{h} .6 -{n(trunk)}h2.4q-.4 {h} .6 {n(trunk)}Z", "bark ln")
    cy = y - trunk - r * 0.55
    top, foot, side, low = cy - r * 1.7, cy + r, r * 0.9, r * 0.8
    if kind == "poplar":
        right = f"C{n(x + side)} {n(cy - side)} {n(x + low)} {n(cy + side)} {n(x)} {n(foot)}"
        left = f"C{n(x - low)} {n(cy + side)} {n(x - side)} {n(cy - side)} {n(x)} {n(top)}"
        g.path(f"M{n(x)} {n(top)}{right}{left}Z", "leaf2 ln")
        g.path(f"M{n(x)} {n(top)}{right}Z", "hatch")
    elif kind == "fir":
        for i in range(3):
            w, base = r * (1.05 - 0.25 * i), cy + r * (0.9 - 0.62 * i)
            peak = n(base - r * 1.05)
            g.path(f"M{n(x - w)} {n(base)}Q{n(x)} {n(base + 3)} {n(x + w)} {n(base)}L{n(x)} {peak}Z", "leaf2 ln")
            g.path(f"M{n(x + 1)} {n(base + 1.4)}L{n(x + w)} {n(base)}L{n(x)} {peak}Z", "hatch")
    else:
        _crown(g, x, cy, r)


def _crown(g: Plate, x: float, y: float, r: float) -> None:
    """The round crown of a tree: nine lobes, shade on the right, leaves."""
    angles = [2 * math.pi * i / 9 - math.pi / 2 for i in range(10)]
    rim = [(x + r * math.cos(a), y + r * 0.92 * math.sin(a)) for a in angles]
    lobe = f"A{n(r * 0.4)} {n(r * 0.4)} 0 0 1 "
    g.path(f"M{n(rim[0][0])} {n(rim[0][1])}" + "".join(f"{lobe}{n(px)} {n(py)}" for px, py in rim[1:]) + "Z", "leaf ln")
    g.path(
        f"M{n(x + r * 0.15)} {n(y - r * 0.98)}A{n(r)} {n(r)} 0 0 1 {n(x + r * 0.3)} {n(y + r * 0.95)}"
        f"Q{n(x + r * 0.75)} {n(y)} {n(x + r * 0.15)} {n(y - r * 0.98)}Z",
        "hatch",
    )
    if g.detail:
        leaves = ((-0.45, -0.3), (-0.1, 0.15), (-0.5, 0.4), (0.3, -0.5), (0.35, 0.3), (-0.05, -0.6))
        d = "".join(f"M{n(x + dx * r - 2.4)} {n(y + dy * r)}q1.2 -2.4 2.4 0q1.2 -2.4 2.4 0" for dx, dy in leaves)
        g.path(d, "bare th")
