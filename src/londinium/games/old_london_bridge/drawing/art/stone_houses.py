"""Facades of stone and brick: chapel, bridge gate, guild house. A house number always gives the same house."""

from __future__ import annotations

from itertools import pairwise

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.heraldry import shield
from londinium.games.old_london_bridge.drawing.art.masonry import arch_door, casement, crenels, flag, lancet
from londinium.games.old_london_bridge.rules.components import CRESTS
from londinium.look.ink import variety


def chapel(g: Plate, number: int, crest: str) -> None:
    """Stone, slate, one spire, and one great lancet whose glass has the crest's colour."""
    v = variety(number, 1)
    tower = 36 + (0, -15, 15)[number // 5 % 3]
    tip = -119 - v(3) * 4
    wall = -36 - v(2) * 4
    _nave(g, tower, wall)
    _spire(g, tower, tip)
    g.rect(tower - 12, -78, 24, 78, "stone ln")
    if g.detail:
        g.rect(tower - 12, -78, 24, 78, "ashlar")
    g.rect(tower + 6, -78, 6, 78, "hatch")
    g.path(f"M{tower - 13} -56h26M{tower - 13} -18h26", "bare ln")
    for dx in (-4.4, 4.4):
        lancet(g, tower + dx, -60, 5, 12, "dark th")
    crenels(g, tower - 13.5, -77, 27, 5, 4, "stone ln")
    for dx in (-13.5, 13.5):
        g.path(f"M{n(tower + dx - 1.8)} -76v-8l1.8 -7 1.8 7v8Z", "stone2 ln")
    lancet(g, tower, -18, 17, 35, f"{crest} ln")
    for dx in (-3.9, 3.9):
        g.stroke(f"M{n(tower + dx - 3.4)} -18v-16q.2 -4.5 3.4 -7q3.2 2.5 3.4 7v16", 1.15, "charge")
    g.path(f"M{tower} -48l2.6 3.6-2.6 3.6-2.6-3.6Z", "charge")
    if g.detail:
        g.stroke(f"M{n(tower - 7.4)} -26h14.8", 0.9, "charge")
    lancet(g, tower, 0, 9, 14, "door th")


def _nave(g: Plate, tower: float, wall: float) -> None:
    roof = [(5, wall), (13, wall - 20), (59, wall - 20), (67, wall)]
    g.polygon(roof, "slate ln")
    if g.detail:
        g.polygon(roof, "slates")
        g.path("".join(f"M{n(14 + i * 5.5)} {n(wall - 20)}l1 -2.6 1 2.6" for i in range(9)), "bare th")
    g.rect(7, wall, 58, -wall, "stone ln")
    if g.detail:
        g.rect(7, wall, 58, -wall, "ashlar")
        g.rect(54, wall, 11, -wall, "hatch")
    for x in (13, 23.5, 36, 48.5, 59):
        if abs(x - tower) > 17:
            lancet(g, x, -10, 6.5, 20, "glass th")
            if g.detail:
                g.line(x, -10, x, -27)
    for x in (7, 65):
        if abs(x - tower) > 14:
            g.path(
                f"M{n(x - 3.4)} 0V-24l1 -4V{n(wall + 4)}L{n(x)} {n(wall - 2)}L{n(x + 2.4)} {n(wall + 4)}V-28l1 4V0Z", "stone2 ln"
            )
            g.path(f"M{n(x)} {n(wall - 2)}v-5", "bare ln")


def _spire(g: Plate, x: float, tip: float) -> None:
    g.polygon([(x - 10, -78), (x, tip), (x + 10, -78)], "slate ln")
    shade = [(x + 1.5, -78), (x, tip), (x + 10, -78)]
    g.polygon(shade, "hatch" if g.detail else "dark", opacity=".9" if g.detail else ".25")
    if g.detail:
        for k in (0.28, 0.52, 0.74):
            y, half = -78 + (tip + 78) * k, 10 * (1 - k)
            g.line(x - half, y, x + half, y)
        g.path(f"M{n(x - 2.4)} -84v-5l2.4 -4 2.4 4v5Z", "dark th")
    g.path(f"M{n(x)} {n(tip)}v-8M{n(x - 2.6)} {n(tip - 5)}h5.2", "bare ln")


def gate(g: Plate, number: int, crest: str) -> None:
    """Two drum towers, a pointed passage with a portcullis, pennants in the crest's colour."""
    v = variety(number, 2)
    cones = v(3)  # 0 battlements, 1 cones, 2 one of each
    heights = (84 + v(3) * 4, 84 + v(3) * 4)
    middle = 60 + v(3) * 3
    g.rect(20, -middle, 32, middle, "stone ln")
    if g.detail:
        g.rect(20, -middle, 32, middle, "ashlar")
    g.path("".join(f"M{n(20 + i * 5.4)} {-middle}v3.4h3v-3.4" for i in range(6)), "stone2 th")
    crenels(g, 19, -middle, 34, 7, 4, "stone ln")
    for dx in (-6, 6):
        casement(g, 36 + dx - 2.6, -middle + 8, 5.2, 9, 1)
    lancet(g, 36, 0, 25, 38, "stone2 ln")
    lancet(g, 36, 0, 20, 34, "dark ln")
    drop = -8 - v(3) * 4
    bars = "".join(f"M{n(28.5 + i * 3.75)} {drop if i % 2 else drop + 2}V-31" for i in range(5))
    g.stroke(bars + "".join(f"M26 {y}H46" for y in range(drop - 2, -30, -5)), 1.5, "stone3")
    for side, (x, h) in enumerate(zip((3, 47), heights, strict=True)):
        coned = cones == 1 or (cones == 2 and side == number % 2)
        _drum_tower(g, x, h)
        if coned:
            g.polygon([(x + 1, -h - 5), (x + 11, -h - 27), (x + 21, -h - 5)], "slate ln")
            g.polygon([(x + 12, -h - 5), (x + 11, -h - 27), (x + 21, -h - 5)], "hatch")
            flag(g, x + 11, -h - 27, 9, crest, 1 if v(2) else -1)
        else:
            flag(g, x + 11, -h - 8, 20, crest, 1 if side == 0 else -1)


def _drum_tower(g: Plate, x: float, h: float) -> None:
    body = f"M{x - 1} 0L{x + 1} -10V{-h}H{x + 21}V-10L{x + 23} 0Z"
    g.path(body, "stone ln")
    if g.detail:
        g.path(body, "ashlar")
    g.path(f"M{x + 14} {-h}H{x + 21}V-10L{x + 23} 0H{x + 15}Z", "hatch")
    if g.detail:
        g.rect(x + 18, -h, 3, h - 8, "hatch")
    g.stroke("".join(f"M{x + 10} {y}v-9M{n(x + 7.6)} {y - 5}h4.8" for y in (-22, -46, -68)), 2, "dark")
    g.path("".join(f"M{n(x - 1 + i * 4.4)} {-h + 1}v4h2.6v-4" for i in range(5)), "stone2 th")
    crenels(g, x - 2, -h + 1, 26, 10, 4, "stone ln")


def guild_house(g: Plate, number: int, crest: str) -> None:
    """Brick with a stepped gable, and the four crests in a frieze over an arcade."""
    v = variety(number, 5)
    steps = 4 + v(2)
    eave, top, left, right = -70.0, -112.0 - v(3) * 3, 5.0, 67.0
    walls = [(left, 0.0), (left, eave)]
    for i in range(steps):
        x = left + ((right - left) / 2 - 5) * i / (steps - 1)
        y = eave + (top - eave) * (i + 0.45) / (steps - 0.4)
        walls += [(x, walls[-1][1]), (x, y)]
    peak = walls[-1][1]
    walls += [(72 - x, y) for x, y in reversed(walls)]
    g.polygon(walls, "brick ln")
    if g.detail:
        g.polygon(walls, "bricks")
    shade = [(max(x, 54.0) if y < eave else x, y) for x, y in walls if x > 52]  # the right flank lies in shade
    g.polygon([(54, 0), (54, shade[0][1]), *shade], "hatch")
    for (a, y), (b, after) in pairwise(walls):
        if y == after and y < eave + 1 and abs(a - b) > 0.5:
            g.rect(min(a, b) - 1, y - 2, abs(a - b) + 2, 2.6, "stone ln")  # coping stones
    _gable_window(g, eave - 16, round_=bool(v(2)))
    g.path(f"M36 {n(peak - 2)}v-6", "bare ln").circle(36, peak - 9, 2.4, "coin th")
    g.rect(left - 1, eave, right - left + 2, 3, "stone ln")
    for x in (13, 27.7, 44.3, 59):
        casement(g, x - 4.6, eave + 6, 9.2, 17)
    g.rect(left - 1, -43, right - left + 2, 16, "stone ln")
    for i, colour in enumerate(CRESTS):
        shield(g, 14 + i * 14.7, -35, 11.5, colour)
    _arcade(g, left, right, 3 if v(2) else 4)


def _gable_window(g: Plate, y: float, *, round_: bool) -> None:
    if round_:
        g.circle(36, y, 8, "stone ln").circle(36, y, 5.6, "glass th")
        if g.detail:
            g.path(f"M36 {n(y - 5.6)}v11.2M30.4 {n(y)}h11.2", "bare th")
    else:
        for dx in (-6.5, 6.5):
            lancet(g, 36 + dx, y + 8, 8, 17, "glass ln")


def _arcade(g: Plate, left: float, right: float, arches: int) -> None:
    width = (right - left - 6) / arches
    g.rect(left, -27, right - left, 27, "stone2 ln")
    if g.detail:
        g.rect(54, -27, 13, 27, "hatch")
    for i in range(arches):
        opening = "door ln" if i == arches // 2 else "dark ln"
        arch_door(g, left + 3 + width * (i + 0.5), 0, width - 4, 22, opening)
