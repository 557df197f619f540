"""Where things are on the map. One unit is a hundredth of a cell; station a0 stands at the origin.

Everything on the map is a multiple of the cell, so one drawing serves 67, 36 and 9 pixel maps: only its box changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from londinium.games.next_station_london.box.city import print_city
from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.box.plan import CELL as PARTS
from londinium.games.next_station_london.box.plan import Cell, Plan, cross
from londinium.games.next_station_london.face.view import CityMap, Station
from londinium.games.next_station_london.rules.components import COLUMNS, PENCILS, SIDE, SYMBOLS
from londinium.kernel.kept import kept
from londinium.look.ink import Point, coordinate

CELL = 100
MARGIN = 82
"""From the outer stations to the edge of the picture, with the names of columns and rows."""
EDGE = CELL // 2
"""From the outer stations to the neat line."""
LAST = (SIDE - 1) * CELL
WHOLE = f"{-MARGIN} {-MARGIN} {LAST + 2 * MARGIN} {LAST + 2 * MARGIN}"
"""The box of the whole map with its axes."""
INSIDE = f"{-EDGE} {-EDGE} {LAST + 2 * EDGE} {LAST + 2 * EDGE}"
"""The box of the map up to its neat line."""

RADIUS = 14.8
"""The radius of a station's circle; the other symbols are tuned to look as large."""

Ends = tuple[Cell, Cell]


@kept
def cell_of(name: str) -> Cell:
    """Column and row of a station by its name."""
    return COLUMNS.index(name[0]), int(name[1:])


@kept
def spot(name: str) -> tuple[int, int]:
    """Where a station stands."""
    x, y = cell_of(name)
    return x * CELL, y * CELL


@kept
def ends_of(section: str) -> Ends:
    first, second = section.split("-")
    return cell_of(first), cell_of(second)


def name_of(cell: Cell) -> str:
    return f"{COLUMNS[cell[0]]}{cell[1]}"


def direction(start: Cell, end: Cell) -> Cell:
    """One of the eight directions, as a step."""
    return (end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1])


def path(corners: Iterable[Point]) -> str:
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in corners)


@kept
def stretch(start: str, end: str) -> str:
    """The path of a section, in the direction in which it is drawn."""
    return path((spot(start), spot(end)))


def rounded(corners: Sequence[Point], radius: float) -> str:
    """A path through these corners, each rounded by at most a radius."""
    d = [f"M{coordinate(corners[0][0])} {coordinate(corners[0][1])}"]
    for a, b, c in zip(corners, corners[1:], corners[2:], strict=False):
        to, fro = math.dist(a, b), math.dist(b, c)
        cut = min(radius, to / 2, fro / 2)
        px, py = b[0] + (a[0] - b[0]) * cut / to, b[1] + (a[1] - b[1]) * cut / to
        qx, qy = b[0] + (c[0] - b[0]) * cut / fro, b[1] + (c[1] - b[1]) * cut / fro
        d.append(f"L{coordinate(px)} {coordinate(py)}Q{coordinate(b[0])} {coordinate(b[1])} {coordinate(qx)} {coordinate(qy)}")
    return "".join(d) + f"L{coordinate(corners[-1][0])} {coordinate(corners[-1][1])}"


def meeting(first: tuple[Point, Point], second: tuple[Point, Point]) -> Point:
    """Where two crossing stretches cross, in cells."""
    (x1, y1), (x2, y2) = first
    (x3, y3), (x4, y4) = second
    across = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
    along = ((x1 - x3) * (y3 - y4) - (y1 - y3) * (x3 - x4)) / across
    return x1 + along * (x2 - x1), y1 + along * (y2 - y1)


def distance_to_stretch(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a straight stretch."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length)) if length else 0.0
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))


@dataclass(frozen=True, eq=False)
class Ground:
    """A city with what drawing it again and again needs to look up. Two are equal only if they are the same object."""

    city: CityMap

    @cached_property
    def digest(self) -> str:
        return sha256(repr(self.city).encode()).hexdigest()

    @cached_property
    def stations(self) -> dict[str, Station]:
        return {station.name: station for station in self.city.stations}

    @cached_property
    def printed(self) -> City:
        """The city as the rules read it: what is printed on the map says everything."""
        plan = Plan(
            symbols={(place.column, place.row): (*SYMBOLS, "central").index(place.symbol) for place in self.city.stations},
            sites={(place.column, place.row) for place in self.city.stations if place.site},
            departures={
                (place.column, place.row): PENCILS.index(place.departure) for place in self.city.stations if place.departure
            },
            border_columns=self.city.border_columns,
            border_rows=self.city.border_rows,
            river=[(round(x * PARTS), round(y * PARTS)) for x, y in self.city.river],
        )
        return print_city(plan)[0]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each station and each section, by its name."""
        named = (tuple(self.stations), self.city.sections)
        return {name: number for names in named for number, name in enumerate(names)}

    def set_of(self, stations: Iterable[str]) -> int:
        """Stations as the rules take them: a bit for each."""
        return sum(1 << self.numbers[name] for name in set(stations))

    @cached_property
    def departures(self) -> dict[str, str]:
        """The departure station of each pencil."""
        return {station.departure: station.name for station in self.city.stations if station.departure}

    @cached_property
    def sections_at(self) -> dict[Cell, dict[Cell, str]]:
        """The sections of each station, by the direction in which they leave."""
        found: dict[Cell, dict[Cell, str]] = {cell_of(name): {} for name in self.stations}
        for section in self.city.sections:
            first, second = ends_of(section)
            found[first][direction(first, second)] = section
            found[second][direction(second, first)] = section
        return found

    @cached_property
    def neighbours(self) -> dict[str, dict[str, str]]:
        """The sections of each station, by the station at their other end."""
        found: dict[str, dict[str, str]] = {name: {} for name in self.stations}
        for section in self.city.sections:
            first, second = section.split("-")
            found[first][second] = found[second][first] = section
        return found

    @cached_property
    def crossing(self) -> dict[str, frozenset[str]]:
        """The sections that cross a section outside a station."""
        ends = {section: ends_of(section) for section in self.city.sections}
        return {one: frozenset(two for two in ends if cross(ends[one], ends[two])) for one in ends}


@kept
def ground_of(city: CityMap) -> Ground:
    return Ground(city)
