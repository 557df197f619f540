"""What can be done to a city on the bench: a brush touches a cell, or a value is changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from londinium.games.next_station_london.box.file import POINT, RIVER, read_draft, write_plan
from londinium.games.next_station_london.box.plan import CELL, Cell, Plan
from londinium.games.next_station_london.rules.components import COLUMNS, LETTERS, PENCIL_LETTERS, RIVER_POINTS, SIDE

SITE, WATER, NOTHING = "!", "~", "."
"""Brushes besides the letters of symbols and pencils: a tourist site, the river, no station."""
BORDERS = ("border-left", "border-right", "border-upper", "border-lower")
BANK = 45
"""How far below a station the river flows, in hundredths of a cell."""
OWN_TITLE = "A city of somebody's own"
MOST_TITLE = 80
STATION_PLACE = re.compile(rf"([{COLUMNS}])([0-9])")


def cell_at(place: str) -> Cell | None:
    found = STATION_PLACE.fullmatch(place)
    return (COLUMNS.index(found[1]), int(found[2])) if found else None


def plan_of(text: str) -> Plan:
    """What can be read of a city; the map ends where the grid does, and the river has as many points as a city holds."""
    plan = read_draft(text, "").plan
    inside = {cell: symbol for cell, symbol in plan.symbols.items() if cell[1] < SIDE}
    return replace(
        plan,
        symbols=inside,
        sites={cell for cell in plan.sites if cell in inside},
        departures={cell: pencil for cell, pencil in plan.departures.items() if cell in inside},
        river=plan.river[:RIVER_POINTS],
    )


def whole_file(text: str, notes: Sequence[str]) -> str:
    """A city that can be read is written as every city is; of another nothing is lost."""
    if read_draft(text, "").problems:
        return text
    titles = (line.removeprefix("#").strip()[:MOST_TITLE] for line in text.splitlines() if line.startswith("#"))
    return write_plan(plan_of(text), "\n# ".join([next(titles, OWN_TITLE), *notes]))


# ── A touch ──────────────────────────────────────────────────────────────────


def touch(text: str, brush: str, place: str) -> str:
    cell = cell_at(place)
    if cell is None or len(brush) != 1:
        return text
    plan = plan_of(text)
    if brush in LETTERS:
        _put(plan, cell, LETTERS.index(brush))
    elif brush == NOTHING:
        _clear(plan, cell)
    elif brush == WATER:
        plan.river = _led_through(plan.river, cell)
    elif cell in plan.symbols and brush == SITE:
        plan.sites ^= {cell}
    elif cell in plan.symbols and brush in PENCIL_LETTERS:
        _depart(plan, cell, PENCIL_LETTERS.index(brush))
    return write_plan(plan, OWN_TITLE)


def _put(plan: Plan, cell: Cell, symbol: int) -> None:
    """A second touch takes it away again."""
    if plan.symbols.get(cell) == symbol:
        _clear(plan, cell)
    else:
        plan.symbols[cell] = symbol


def _clear(plan: Plan, cell: Cell) -> None:
    plan.symbols.pop(cell, None)
    plan.sites.discard(cell)
    plan.departures.pop(cell, None)


def _depart(plan: Plan, cell: Cell, pencil: int) -> None:
    """A pencil departs from one station only, so its departure moves here; a second touch takes it away."""
    here = plan.departures.get(cell) == pencil
    plan.departures = {at: its for at, its in plan.departures.items() if its != pencil}
    if not here:
        plan.departures[cell] = pencil


def _led_through(river: list[tuple[int, int]], cell: Cell) -> list[tuple[int, int]]:
    """The river, led to flow just below a cell; beyond the outer columns it continues as it arrives there."""
    x, y = cell[0] * CELL, cell[1] * CELL + BANK
    points = {at: level for at, level in river if abs(at - x) >= CELL // 2}
    points[x] = y
    for edge, outer in ((-CELL // 2, 0), ((SIDE - 1) * CELL + CELL // 2, (SIDE - 1) * CELL)):
        if x == outer or edge not in points:
            points[edge] = y
    return sorted(points.items())[:RIVER_POINTS]


# ── Values ───────────────────────────────────────────────────────────────────


def change(text: str, values: Mapping[str, str]) -> str:
    plan = plan_of(text)
    for name, value in values.items():
        if name == RIVER:
            plan.river = _river_of(value) or plan.river
        elif name in BORDERS and value.isdecimal() and len(value) == 1:
            _move_border(plan, BORDERS.index(name), int(value))
    return write_plan(plan, OWN_TITLE)


def _river_of(value: str) -> list[tuple[int, int]]:
    """Points as they are typed; the checker says what is wrong with their order."""
    found = filter(None, map(POINT.fullmatch, value.split()[:RIVER_POINTS]))
    return [(round(float(point[1]) * CELL), round(float(point[2]) * CELL)) for point in found]


def _move_border(plan: Plan, border: int, place: int) -> None:
    if border < 2:
        plan.border_columns = _moved(plan.border_columns, border, place)
    else:
        plan.border_rows = _moved(plan.border_rows, border - 2, place)


def _moved(borders: tuple[int, int], which: int, place: int) -> tuple[int, int]:
    """A border stops before it meets the other one or the edge."""
    first, second = borders
    if which == 0:
        return max(1, min(place, second - 1)), second
    return first, min(SIDE - 1, max(place, first + 1))
