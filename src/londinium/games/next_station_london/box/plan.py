"""A city as it is drawn on paper, before it becomes bytes: cells, borders, river, and the geometry between them.

Lengths along the river are whole hundredths of a cell, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from londinium.games.next_station_london.rules.components import LETTERS, MAIN_DISTRICTS, PENCIL_LETTERS, SIDE
from londinium.kernel.kept import kept

Cell = tuple[int, int]
"""Column and row."""

CELL = 100
CORNERS = ((0, 0), (SIDE - 1, 0), (0, SIDE - 1), (SIDE - 1, SIDE - 1))
DIRECTIONS = ((1, 0), (-1, 1), (0, 1), (1, 1))
"""East, south-west, south, south-east; the other four are these from the other end."""


@dataclass
class Plan:
    """Symbols by cell, tourist sites, departure stations by cell, borders and river."""

    symbols: dict[Cell, int] = field(default_factory=dict)
    sites: set[Cell] = field(default_factory=set)
    departures: dict[Cell, int] = field(default_factory=dict)
    border_columns: tuple[int, int] = (3, 7)
    border_rows: tuple[int, int] = (3, 7)
    river: list[tuple[int, int]] = field(default_factory=list)

    @cached_property
    def stations(self) -> list[Cell]:
        """All stations, row by row; a station's place in this list is its number."""
        return sorted(self.symbols, key=lambda cell: (cell[1], cell[0]))

    @cached_property
    def number(self) -> dict[Cell, int]:
        return {cell: station for station, cell in enumerate(self.stations)}

    @cached_property
    def sections(self) -> list[tuple[Cell, Cell]]:
        """The straight stretches from a station to the first station met in each direction."""
        found = [(cell, end) for cell in self.stations for step in DIRECTIONS if (end := self.first_met(cell, step))]
        return sorted(found, key=lambda ends: (self.number[ends[0]], self.number[ends[1]]))

    def first_met(self, cell: Cell, step: Cell) -> Cell | None:
        return next((met for met in cells_beyond(cell, step) if met in self.symbols), None)

    def neighbours(self, cell: Cell) -> list[Cell]:
        return [end for x, y in DIRECTIONS for step in ((x, y), (-x, -y)) if (end := self.first_met(cell, step))]

    def district(self, cell: Cell) -> int:
        return _district(cell, self.border_columns, self.border_rows)

    def districts_between(self, section: tuple[Cell, Cell]) -> set[int]:
        """The districts that a section runs through without ending there."""
        return {self.district(cell) for cell in cells_between(*section)} - {self.district(cell) for cell in section}

    # ── The river ────────────────────────────────────────────────────────────

    def side_of_river(self, x: int, y: int) -> int:
        """Positive south of the river, negative north of it, zero on it. The point is in hundredths."""
        for (x1, y1), (x2, y2) in pairwise(self.river):
            if x1 <= x <= x2:
                return (y - y1) * (x2 - x1) - (y2 - y1) * (x - x1)
        raise ValueError(f"the river does not reach x = {x}")

    def side_of_station(self, cell: Cell) -> int:
        return self.side_of_river(cell[0] * CELL, cell[1] * CELL)

    def times_over_river(self, section: tuple[Cell, Cell]) -> int:
        """How often a section changes the bank: it can do so between two corners of the river."""
        (x1, y1), (x2, y2) = sorted(section)
        slope = 0 if x1 == x2 else (y2 - y1) // (x2 - x1)
        corners = [x for x, _ in self.river if x1 * CELL < x < x2 * CELL]
        sides = [self.side_of_station((x1, y1))]
        sides += [self.side_of_river(x, y1 * CELL + slope * (x - x1 * CELL)) for x in corners]
        sides += [self.side_of_station((x2, y2))]
        banks = [side > 0 for side in sides if side]
        return sum(before != after for before, after in pairwise(banks))

    # ── The text ─────────────────────────────────────────────────────────────

    def sign(self, cell: Cell) -> str:
        """A cell as a city file writes it: `Tg`, `P!`, `.`."""
        if cell not in self.symbols:
            return "."
        departure = PENCIL_LETTERS[self.departures[cell]] if cell in self.departures else ""
        return LETTERS[self.symbols[cell]] + ("!" if cell in self.sites else "") + departure


@kept
def _district(cell: Cell, border_columns: tuple[int, int], border_rows: tuple[int, int]) -> int:
    """A random city asks this half a million times, of a hundred cells."""
    if cell in CORNERS:
        return MAIN_DISTRICTS + CORNERS.index(cell)
    across = sum(cell[0] >= border for border in border_columns)
    down = sum(cell[1] >= border for border in border_rows)
    return down * 3 + across


def cells_beyond(cell: Cell, step: Cell) -> Iterator[Cell]:
    """The cells from here to the edge of the map."""
    x, y = cell[0] + step[0], cell[1] + step[1]
    while 0 <= x < SIDE and 0 <= y < SIDE:
        yield x, y
        x, y = x + step[0], y + step[1]


def cells_between(start: Cell, end: Cell) -> Iterator[Cell]:
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    for i in range(1, length):
        yield start[0] + (end[0] - start[0]) * i // length, start[1] + (end[1] - start[1]) * i // length


def cross(first: tuple[Cell, Cell], second: tuple[Cell, Cell]) -> bool:
    """Whether two sections meet outside a station: the ends of each lie on different sides of the other."""
    (a, b), (c, d) = first, second
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Cell, b: Cell, c: Cell) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
