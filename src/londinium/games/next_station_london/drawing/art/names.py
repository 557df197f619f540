"""Where the names of the districts and of the river stand: where no section, station or water can ever strike them through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from heapq import heappush, heappushpop
from itertools import pairwise, product

from londinium.games.next_station_london.drawing.art.geometry import Ground, distance_to_stretch, ends_of
from londinium.games.next_station_london.rules.components import SIDE
from londinium.kernel.kept import kept
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.found_before import found_before

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

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def _question(ground: Ground, language: Language) -> str:
    return f"{language.code} {ground.digest}"


@dataclass(frozen=True)
class Label:
    """A name with the middle of its line, in cells; turned by degrees along the river."""

    words: str
    x: float
    y: float
    width: float
    turn: float = 0
    size: float = 1


@found_before(_question)
@kept
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
    air = _Air(ground, box, width)
    downwards = _steps(top, bottom, STEP) if level is None else [level]
    coarse: list[tuple[float, int, float, float]] = []
    for number, (y, x) in enumerate(product(downwards, _steps(left, right, STEP))):
        # What is not among the best so far need not be looked at to the end.
        worst = coarse[0][0] if len(coarse) == WORTH_A_CLOSER_LOOK else -math.inf
        if (room := air.at(x, y, worst)) > worst:
            (heappushpop if len(coarse) == WORTH_A_CLOSER_LOOK else heappush)(coarse, (room, -number, x, y))
    around = _steps(-STEP / 2, STEP / 2, FINE_STEP)
    best, found = -math.inf, (left, top)
    for _, _, x, y in sorted(coarse, reverse=True):
        for dy in around if level is None else [0.0]:
            for dx in around:
                spot = min(max(x + dx, left), right), min(max(y + dy, top), bottom) if level is None else level
                if (room := air.at(*spot, best)) > best:
                    best, found = room, spot
    return (round(found[0], 3), round(found[1], 3)) if best >= least else None


def _steps(start: float, stop: float, step: float) -> list[float]:
    return [start + step * number for number in range(math.ceil((stop - start) / step))]


class _Air:
    """How much room there is around a name somewhere in a district, minus what stations and the river need."""

    def __init__(self, ground: Ground, box: Box, width: float) -> None:
        left, top, right, bottom = box
        self._samples = [width * (number / (SAMPLES - 1) - 0.5) for number in range(SAMPLES)]
        stretches = [(first, second, 0.0) for first, second in map(ends_of, ground.city.sections)]
        stretches += [(one, two, RIVER_ROOM - AIR) for one, two in pairwise(ground.city.river)]  # type: ignore[misc]
        rooms = ((station, SITE_ROOM if station.site else STATION_ROOM) for station in ground.city.stations)
        points = [((station.column, station.row), (station.column, station.row), room - AIR) for station, room in rooms]
        self._near = [
            (x1, y1, x2 - x1, y2 - y1, (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1, extra)
            for (x1, y1), (x2, y2), extra in stretches + points
            if max(x1, x2) > left - 1 and min(x1, x2) < right + 1 and max(y1, y2) > top - 1 and min(y1, y2) < bottom + 1
        ]

    def at(self, x: float, y: float, enough: float) -> float:
        """The room around a name with its middle here; no more than `enough` if it is known to be no more."""
        across = [x + sample for sample in self._samples]
        # A corner is a district of its own: the name of its neighbour stays out of it.
        if min(abs(y), abs(y - SIDE + 1)) < 0.6 and any(min(abs(one), abs(one - SIDE + 1)) < 0.62 for one in across):
            return 0.0
        room = 9.0
        for number, (x1, y1, dx, dy, square, extra) in enumerate(self._near):
            height = y - y1
            for one in across:
                along = min(1.0, max(0.0, ((one - x1) * dx + height * dy) / square))
                away = math.hypot(one - x1 - along * dx, height - along * dy) - extra
                if away < room:
                    if away <= enough:
                        # What is in the way here is in the way next to here: it is asked first then.
                        self._near.insert(0, self._near.pop(number))
                        return away
                    room = away
        return room


# ── The river ────────────────────────────────────────────────────────────────


@found_before(_question)
@kept
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
