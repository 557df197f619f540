"""A city on the bench: the map with its cells to touch, the borders and the river as values, and the brushes."""

from __future__ import annotations

from itertools import pairwise

from londinium.games.next_station_london.box.city import PER_SYMBOL, SITES
from londinium.games.next_station_london.box.file import RIVER
from londinium.games.next_station_london.box.plan import CELL, Cell, Plan
from londinium.games.next_station_london.drawing.art.geometry import CELL as DRAWN
from londinium.games.next_station_london.drawing.art.geometry import LAST, MARGIN, RADIUS, Ground
from londinium.games.next_station_london.drawing.art.ground import sketched_svg, station_title
from londinium.games.next_station_london.drawing.pieces import ROSE
from londinium.games.next_station_london.face.view import CityMap, Station
from londinium.games.next_station_london.face.words import pencil as pencil_words
from londinium.games.next_station_london.face.words import symbol as symbol_words
from londinium.games.next_station_london.rules.components import (
    CENTRAL,
    COLUMNS,
    DISTRICTS,
    LETTERS,
    PENCIL_LETTERS,
    PENCILS,
    SIDE,
    SYMBOLS,
    station_name,
)
from londinium.games.next_station_london.workshop.edits import BORDERS, NOTHING, SITE, WATER, plan_of
from londinium.kernel.contracts.workshop import Bench, BoxPart, Brush, PartGroup, PrintedValue, Touch
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

WHOLE_SIDE = LAST + 2 * MARGIN
KINDS = (*SYMBOLS, "central")
REACH = RADIUS * 1.9
"""Half the side of the picture on a brush."""


def bench(text: str, words: Language) -> Bench:
    plan = plan_of(text)
    city = sketch(plan)
    stations = {(station.column, station.row): station for station in city.stations}
    cells = [(column, row) for row in range(SIDE) for column in range(SIDE)]
    touches = tuple(_touch(cell, stations.get(cell), words) for cell in cells)
    city_part = BoxPart("map", words.text("The map"), sketched_svg(Ground(city), words), touches=touches)
    borders = BoxPart("borders", words.text("Borders of the districts"), entries=_borders(plan, words))
    points = " ".join(f"{x / CELL:g},{y / CELL:g}" for x, y in plan.river)
    label = words.text("Points x,y from west to east: column a is x 0, row 0 is y 0")
    river = BoxPart(RIVER, words.text("The Thames"), entries=(PrintedValue(RIVER, label, points, wide=True),))
    return Bench((PartGroup("", (city_part, borders, river)),), _brushes(plan, words))


def sketch(plan: Plan) -> CityMap:
    """A plan as the drawing takes it, whatever may be wrong with it."""
    return CityMap(
        stations=tuple(_station(plan, cell) for cell in plan.stations),
        sections=tuple("-".join(station_name(*cell) for cell in section) for section in plan.sections),
        river=tuple((x / CELL, y / CELL) for x, y in plan.river) if _flows(plan) else (),
        border_columns=plan.border_columns,
        border_rows=plan.border_rows,
    )


def _flows(plan: Plan) -> bool:
    return len(plan.river) > 1 and all(first[0] < second[0] for first, second in pairwise(plan.river))


def _station(plan: Plan, cell: Cell) -> Station:
    symbol = plan.symbols[cell]
    # No pencil can depart from the central station, so nothing is drawn for that; the checker says so.
    departs = symbol != CENTRAL and cell in plan.departures
    return Station(
        station_name(*cell),
        *cell,
        KINDS[symbol],
        DISTRICTS[plan.district(cell)],
        "",
        cell in plan.sites,
        PENCILS[plan.departures[cell]] if departs else None,
    )


def _touch(cell: Cell, station: Station | None, words: Language) -> Touch:
    name = station_name(*cell)
    label = station_title(station, words) if station else words.text("{place}, no station", place=name)
    x, y = ((at * DRAWN + MARGIN) / WHOLE_SIDE * 100 for at in cell)
    return Touch(name, label, *cell, round(x, 3), round(y, 3), round(DRAWN / WHOLE_SIDE * 100, 3))


def _borders(plan: Plan, words: Language) -> tuple[PrintedValue, ...]:
    labels = (words.text("Left"), words.text("Right"), words.text("Upper"), words.text("Lower"))
    between = N_("between {first} and {second}")
    columns = {str(i): words.text(between, first=COLUMNS[i - 1], second=COLUMNS[i]) for i in range(1, SIDE)}
    rows = {str(i): words.text(between, first=i - 1, second=i) for i in range(1, SIDE)}
    values = (*plan.border_columns, *plan.border_rows)
    return tuple(
        PrintedValue(name, label, str(value), columns if i < 2 else rows)
        for i, (name, label, value) in enumerate(zip(BORDERS, labels, values, strict=True))
    )


# ── Brushes ──────────────────────────────────────────────────────────────────


def _brushes(plan: Plan, words: Language) -> tuple[Brush, ...]:
    found = []
    held = list(plan.symbols.values())
    for symbol, letter in enumerate(LETTERS):
        count, wanted = held.count(symbol), 1 if symbol == CENTRAL else PER_SYMBOL
        found.append(_counted(letter, symbol_words(KINDS[symbol], words), _piece(f"free-{KINDS[symbol]}"), count, wanted))
    found.append(_counted(SITE, words.text("tourist site"), _drawn('<use href="#nsl-rose"/>', ROSE), len(plan.sites), SITES))
    for pencil, letter in enumerate(PENCIL_LETTERS):
        label = words.text("departure of {pencil}", pencil=pencil_words(PENCILS[pencil], words))
        count = list(plan.departures.values()).count(pencil)
        found.append(_counted(letter, label, _piece(f"depart-{PENCILS[pencil]}-circle"), count, 1))
    found.append(
        Brush(WATER, words.text("Thames below it"), _drawn(f'<path class="nsl-water" d="M{-REACH:.0f} 0H{REACH:.0f}"/>'))
    )
    found.append(Brush(NOTHING, words.text("no station"), _drawn('<path class="nsl-i" d="M-14 -14L14 14M14 -14L-14 14"/>')))
    return tuple(found)


def _counted(name: str, label: str, picture: str, count: int, wanted: int) -> Brush:
    return Brush(name, label, picture, f"{name} · {count}/{wanted}", count != wanted)


def _piece(name: str) -> str:
    return _drawn(f'<use href="#nsl-{name}"/>')


def _drawn(markup: str, reach: float = REACH) -> str:
    box = f"{-reach:.0f} {-reach:.0f} {2 * reach:.0f} {2 * reach:.0f}"
    return f'<svg viewBox="{box}" aria-hidden="true">{markup}</svg>'
