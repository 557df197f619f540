"""Where the names of the districts and of the river stand: where no section, station or water can ever strike them through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from londinium.games.next_station_london.drawing.art.geometry import Ground, distance_to_stretch, ends_of
from londinium.games.next_station_london.rules.components import SIDE
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

DISTRICT_NAMES = {
    "NW": N_("North West"),
    "N": N_("North"),
    "NE": N_("North East"),
    "W": N_("West"),
    "C": N_("Centre"),
    "E": N_("East"),
    "SW": N_("South West"),
    "S": N_("South"),
    "SE": N_("South East"),
}
MAIN = tuple(DISTRICT_NAMES)
LETTER_WIDTH = 0.083
"""A capital of a district's name, in cells, in the widest of our typefaces."""
RIVER_LETTER_WIDTH = 0.132
AIR = 0.163
"""From the middle of a name to the middle of a section: half the letters, half a line with its casing, and its lane."""
LEAST_AIR = 0.125
SMALLER = 0.87
"""A name that has no room is written smaller; if that does not help, it is left out."""
STATION_ROOM, SITE_ROOM, RIVER_ROOM = 0.3, 0.5, 0.26
OUTER = 0.36
"""How far beyond the outer stations a name stands in the margin."""
STEP = 0.1
FINE_STEP = 0.0125
WORTH_A_CLOSER_LOOK = 12
SAMPLES = 9
RIVER_SAMPLES = 24

Floats = npt.NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Label:
    """A name with the middle of its line, in cells; turned by degrees along the river."""

    words: str
    x: float
    y: float
    width: float
    turn: float = 0
    size: float = 1


@lru_cache(128)
def district_labels(ground: Ground, language: Language) -> tuple[Label, ...]:
    """A name for each of the nine main districts that has room for it."""
    city = ground.city
    across = [-0.5, city.border_columns[0] - 0.5, city.border_columns[1] - 0.5, SIDE - 0.5]
    down = [-0.5, city.border_rows[0] - 0.5, city.border_rows[1] - 0.5, SIDE - 0.5]
    found = []
    for place, name in enumerate(MAIN):
        column, row = place % 3, place // 3
        words = language.text(DISTRICT_NAMES[name]).upper()
        box = across[column], down[row], across[column + 1], down[row + 1]
        if label := _label(ground, words, box, row):
            found.append(label)
    return tuple(found)


def _label(ground: Ground, words: str, box: Box, row: int) -> Label | None:
    # Outer districts write their name into the margin, where no section runs; the others where it is airiest.
    margin = {0: -OUTER, 2: SIDE - 1 + OUTER}.get(row)
    tries: list[tuple[float, float | None, float]] = [(1.0, margin, AIR)] if margin is not None else []
    tries += [(1.0, None, AIR), (SMALLER, None, LEAST_AIR)]
    for size, level, least in tries:
        width = len(words) * LETTER_WIDTH * size
        if spot := _airiest(ground, box, width, level, least):
            return Label(words, *spot, width, size=size)
    return None


def _airiest(ground: Ground, box: Box, width: float, level: float | None, least: float) -> tuple[float, float] | None:
    """The place with most air: a coarse look at the whole district, then a closer one around the best finds."""
    left, top, right, bottom = box
    left, right, top, bottom = left + width / 2 + 0.11, right - width / 2 - 0.09, top + 0.13, bottom - 0.13
    if left >= right:
        return None
    x, y = _grid(np.arange(left, right, STEP), np.arange(top, bottom, STEP) if level is None else np.array([level]))
    best = np.argsort(-_air(ground, x, y, width, box))[:WORTH_A_CLOSER_LOOK]
    around = np.arange(-STEP / 2, STEP / 2, FINE_STEP)
    dx, dy = _grid(around, around if level is None else np.zeros(1))
    x = np.clip((x[best, None] + dx[None, :]).ravel(), left, right)
    y = np.clip((y[best, None] + dy[None, :]).ravel(), top, bottom)
    air = _air(ground, x, y, width, box)
    found = int(np.argmax(air))
    return (round(float(x[found]), 3), round(float(y[found]), 3)) if air[found] >= least else None


def _grid(xs: Floats, ys: Floats) -> tuple[Floats, Floats]:
    x, y = np.meshgrid(xs, ys)
    return x.ravel(), y.ravel()


def _air(ground: Ground, x: Floats, y: Floats, width: float, box: Box) -> Floats:
    """How much room there is around names at these places, less what stations and the river need."""
    left, top, right, bottom = box
    points = np.stack([x[:, None] + np.linspace(-width / 2, width / 2, SAMPLES)[None, :], np.repeat(y[:, None], SAMPLES, 1)], -1)
    room = np.full(len(x), 9.0)
    stretches = [(first, second, 0.0) for first, second in map(ends_of, ground.city.sections)]
    stretches += [(one, two, RIVER_ROOM - AIR) for one, two in pairwise(ground.city.river)]  # type: ignore[misc]
    for (x1, y1), (x2, y2), extra in stretches:
        near_x, near_y = max(x1, x2) > left - 1 and min(x1, x2) < right + 1, max(y1, y2) > top - 1 and min(y1, y2) < bottom + 1
        if near_x and near_y:
            room = np.minimum(room, _to_stretch(points, (x1, y1), (x2, y2)) - extra)
    for station in ground.city.stations:
        if left - 1 < station.column < right + 1 and top - 1 < station.row < bottom + 1:
            away = np.hypot(points[..., 0] - station.column, points[..., 1] - station.row).min(1)
            room = np.minimum(room, away - (SITE_ROOM if station.site else STATION_ROOM) + AIR)
    # A corner is a district of its own: the name of its neighbour stays out of it.
    for corner_x in (0, SIDE - 1):
        for corner_y in (0, SIDE - 1):
            inside = (np.abs(points[..., 0] - corner_x) < 0.62) & (np.abs(points[..., 1] - corner_y) < 0.6)
            room[inside.any(1)] = 0
    return room


def _to_stretch(points: Floats, start: tuple[float, float], end: tuple[float, float]) -> Floats:
    """The least distance of each row of points to a stretch."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = np.clip(((points[..., 0] - start[0]) * dx + (points[..., 1] - start[1]) * dy) / (dx * dx + dy * dy), 0, 1)
    away: Floats = np.hypot(points[..., 0] - start[0] - along * dx, points[..., 1] - start[1] - along * dy).min(1)
    return away


# ── The river ────────────────────────────────────────────────────────────────


@lru_cache(128)
def river_label(ground: Ground, language: Language) -> Label | None:
    """The river's name, along a straight reach between the sections that may cross it; None if every reach is too short."""
    words = language.text("Thames")
    width = len(words) * RIVER_LETTER_WIDTH
    best: tuple[float, Label] | None = None
    for (x1, y1), (x2, y2) in pairwise(ground.city.river):
        length = math.dist((x1, y1), (x2, y2))
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        along = width / 2
        while along <= length - width / 2:
            x, y = x1 + ux * along, y1 + uy * along
            if x - ux * width / 2 >= -0.4 and x + ux * width / 2 <= SIDE - 0.6:
                room = _room_on_river(ground, (x, y), (ux, uy), width)
                # A level name reads better, and one in the east stands where the reader's eye leaves the map.
                rank = room - abs(uy) * 0.05 + x * 0.002
                if room > 0.03 and (best is None or rank > best[0]):
                    label = Label(words, round(x, 3), round(y, 3), width, round(math.degrees(math.atan2(uy, ux)), 1))
                    best = rank, label
            along += 0.05
    return best[1] if best else None


def _room_on_river(ground: Ground, middle: tuple[float, float], way: tuple[float, float], width: float) -> float:
    """How far the name stays from every section."""
    steps = [(i / RIVER_SAMPLES - 0.5) * width for i in range(RIVER_SAMPLES + 1)]
    points = [(middle[0] + way[0] * step, middle[1] + way[1] * step) for step in steps]
    near = [ends for ends in map(ends_of, ground.city.sections) if distance_to_stretch(middle, *ends) < width]
    return min((distance_to_stretch(point, *ends) for ends in near for point in points), default=1.0)
