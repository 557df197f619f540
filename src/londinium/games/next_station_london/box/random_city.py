"""A random city with the structure of London: its districts, a river, tourist sites, and fair departure stations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from londinium.games.next_station_london.box.city import NEIGHBOURS_PER_SYMBOL, PER_SYMBOL
from londinium.games.next_station_london.box.file import write_plan
from londinium.games.next_station_london.box.plan import CELL, CORNERS, Cell, Plan
from londinium.games.next_station_london.rules.components import (
    CENTRAL,
    CENTRAL_DISTRICT,
    DISTRICTS,
    LINES,
    MAIN_DISTRICTS,
    SIDE,
    SYMBOLS,
)
from londinium.kernel.checks import check_seed
from londinium.kernel.seeds import draw
from londinium.kernel.words.errors import N_, InvalidOption

MAIN_STATIONS = len(SYMBOLS) * PER_SYMBOL + 1 - len(CORNERS)
"""Stations of the nine main districts together."""
SIDES = tuple(DISTRICTS.index(name) for name in ("N", "W", "E", "S"))
"""The districts that have a departure station and a tourist site each."""
ALL_NEIGHBOURS = NEIGHBOURS_PER_SYMBOL * len(SYMBOLS)

LONG_ENOUGH = 2000
"""Steps after which a search starts again."""
NEARLY_EVEN = 3
"""How far the numbers of stations north and south of the river may differ."""


@dataclass(frozen=True)
class Structure:
    """In what random cities may differ; as it stands here, they are like London."""

    centre: int = 9
    """Stations of the central district: 9 or 13, so that the others share the difference."""
    corners: int = 4
    """Stations of each main district in a corner of the map, from 3 to 5; those at its sides have the rest."""
    bends: int = 2
    """How much the river winds, from 1 to 3."""
    bridges: int = 18
    """Sections that should cross the river at least, for the sake of the objective."""
    south: int = 0
    """How many stations more lie south of the river than north of it."""


T = TypeVar("T")


class _Dice:
    """Chance for one city: the same seed throws the same numbers for ever."""

    def __init__(self, seed: int) -> None:
        self.seed, self.thrown = seed, 0

    def below(self, bound: int) -> int:
        self.thrown += 1
        return int(draw(self.seed, self.thrown, bound))

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[T], count: int) -> list[T]:
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(count)]


LONDON_LIKE = Structure()


def random_city(seed: int, structure: Structure = LONDON_LIKE, patience: float = math.inf) -> str:
    """The text of a city file. The same seed and structure make the same city; InvalidOption after too many throws of dice."""
    check_seed(seed)
    dice = _Dice(seed)
    while True:
        plan = _stations(dice, structure)
        if plan and _special_stations(plan, dice) and _symbols(plan, dice) and _river(plan, dice, structure):
            return write_plan(plan, f"A random city: seed {seed}")
        if dice.thrown > patience:
            message = N_("no city of this structure was found for the number {number}; please try another")
            raise InvalidOption(message, number=seed)


# ── Stations ─────────────────────────────────────────────────────────────────


def _stations_of_districts(structure: Structure) -> list[int]:
    """How many stations each main district has, row by row."""
    found = [structure.corners] * MAIN_DISTRICTS
    for district in SIDES:
        found[district] = (MAIN_STATIONS - structure.centre) // len(SIDES) - structure.corners
    found[CENTRAL_DISTRICT] = structure.centre
    return found


def _stations(dice: _Dice, structure: Structure) -> Plan | None:
    """Cells for all stations, moved until no section crosses a district between its ends and departures are possible."""
    empty = Plan()
    cells: dict[int, list[Cell]] = {district: [] for district in range(MAIN_DISTRICTS)}
    for cell in ((x, y) for y in range(SIDE) for x in range(SIDE) if (x, y) not in CORNERS):
        cells[empty.district(cell)].append(cell)
    taken = [dice.some_of(cells[district], count) for district, count in enumerate(_stations_of_districts(structure))]
    plan = _plan_of(taken)
    faults = _faults(plan)
    for _ in range(LONG_ENOUGH):
        if not faults:
            return plan
        district = dice.below(MAIN_DISTRICTS)
        moved = dice.below(len(taken[district]))
        free = [cell for cell in cells[district] if cell not in taken[district]]
        before, taken[district][moved] = taken[district][moved], dice.one_of(free)
        tried = _plan_of(taken)
        if (still := _faults(tried)) <= faults:
            plan, faults = tried, still
        else:
            taken[district][moved] = before
    return None


def _plan_of(taken: list[list[Cell]]) -> Plan:
    return Plan(symbols=dict.fromkeys([*CORNERS, *(cell for cells in taken for cell in cells)], 0))


def _faults(plan: Plan) -> int:
    through = sum(bool(plan.districts_between(section)) for section in plan.sections)
    return through + sum(not _possible_departures(plan, district) for district in SIDES)


def _possible_departures(plan: Plan, district: int) -> list[Cell]:
    """Stations with a neighbour in all eight directions."""
    here = [cell for cell in plan.stations if plan.district(cell) == district]
    return [cell for cell in here if len(plan.neighbours(cell)) == ALL_NEIGHBOURS]


# ── Central station, departures, tourist sites ───────────────────────────────


def _special_stations(plan: Plan, dice: _Dice) -> bool:
    departures = [dice.one_of(_possible_departures(plan, district)) for district in SIDES]
    for cell, pencil in zip(departures, dice.some_of(range(LINES), LINES), strict=True):
        plan.departures[cell] = pencil
    near = {neighbour for cell in departures for neighbour in plan.neighbours(cell)}
    centre = [cell for cell in plan.stations if plan.district(cell) == CENTRAL_DISTRICT and cell not in near]
    if not centre:
        return False
    central = dice.one_of(centre)
    plan.symbols[central] = CENTRAL
    plan.sites.add(central)
    for district in SIDES:
        here = [cell for cell in plan.stations if plan.district(cell) == district and cell not in plan.departures]
        plan.sites.add(dice.one_of(here))
    return True


# ── Symbols ──────────────────────────────────────────────────────────────────


def _symbols(plan: Plan, dice: _Dice) -> bool:
    """Each departure station has a symbol of its own; the others are swapped until all departures are fair."""
    departures = list(plan.departures)
    plan.symbols.update(zip(departures, dice.some_of(range(len(SYMBOLS)), LINES), strict=True))
    others = [cell for cell in plan.stations if cell not in plan.departures and plan.symbols[cell] != CENTRAL]
    left = [symbol for symbol in range(len(SYMBOLS)) for _ in range(PER_SYMBOL - 1)]
    plan.symbols.update(zip(others, dice.some_of(left, len(left)), strict=True))
    near = [plan.neighbours(cell) for cell in departures]
    unfair = _unfair(plan, near)
    for _ in range(LONG_ENOUGH):
        if not unfair:
            return True
        first, second = dice.one_of(others), dice.one_of(others)
        _swap(plan, first, second)
        if (still := _unfair(plan, near)) <= unfair:
            unfair = still
        else:
            _swap(plan, first, second)
    return False


def _unfair(plan: Plan, near: list[list[Cell]]) -> int:
    """How far the departures are from two neighbours of each symbol."""
    found = [[plan.symbols[cell] for cell in neighbours] for neighbours in near]
    return sum(abs(row.count(symbol) - NEIGHBOURS_PER_SYMBOL) for row in found for symbol in range(len(SYMBOLS)))


def _swap(plan: Plan, first: Cell, second: Cell) -> None:
    plan.symbols[first], plan.symbols[second] = plan.symbols[second], plan.symbols[first]


# ── The river ────────────────────────────────────────────────────────────────


def _river(plan: Plan, dice: _Dice, structure: Structure) -> bool:
    """Rivers are tried until one parts the stations nearly as it should and no section crosses it twice."""
    for _ in range(LONG_ENOUGH):
        plan.river = _course(dice, structure.bends)
        south = sum(plan.side_of_station(cell) > 0 for cell in plan.stations)
        if abs(len(plan.stations) + structure.south - 2 * south) > NEARLY_EVEN:
            continue
        over = [plan.times_over_river(section) for section in plan.sections]
        if max(over) == 1 and sum(over) >= structure.bridges:
            return True
    return False


CHANCES = {1: 9, 2: 5, 3: 3}
"""By how much a river winds: of how many numbers two mean that it changes its row at a column."""


def _course(dice: _Dice, bends: int) -> list[tuple[int, int]]:
    """From west to east between the rows, with a slant where it changes from one gap between rows to the next."""
    chances = CHANCES[bends]
    level = 3 + dice.below(3)
    points = [(-CELL // 2, level * CELL + 45)]
    for column in range(SIDE - 1):
        step = dice.below(chances) - chances // 2
        if abs(step) == 1 and 2 <= level + step < SIDE - 3:
            points += [(column * CELL, level * CELL + 45), ((column + 1) * CELL, (level + step) * CELL + 45)]
            level += step
    points.append(((SIDE - 1) * CELL + CELL // 2, level * CELL + 45))
    return [point for i, point in enumerate(points) if i == 0 or point != points[i - 1]]
