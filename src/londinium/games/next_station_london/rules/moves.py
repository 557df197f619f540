"""The move table: every move is a small number with a text that people can read. Decisions come first, then chance.

The ids are the same in every city; which section or station an id is, the city says. `pass` draws nothing, draws no second
section, or leaves STATION ×2 unused.
"""

from __future__ import annotations

from londinium.games.next_station_london.box.city import standard_city
from londinium.games.next_station_london.box.flat import City, name_of_section, name_of_station
from londinium.games.next_station_london.rules.components import (
    CARDS,
    LINES,
    OBJECTIVE_COUNT,
    OBJECTIVES,
    PENCILS,
    POWER_COUNT,
    POWERS,
    SECTIONS,
    STATIONS,
)
from londinium.kernel.flat import FlatArray
from londinium.kernel.notation import MoveTable

DRAW = 0
COUNT_TWICE = DRAW + SECTIONS
TAKE_PENCIL = COUNT_TWICE + STATIONS
PASS = TAKE_PENCIL + LINES

RING_PENCIL = PASS + 1
OBJECTIVE = RING_PENCIL + LINES
POWER = OBJECTIVE + OBJECTIVE_COUNT
CARD = POWER + POWER_COUNT


def name_moves(cities: FlatArray[City]) -> MoveTable:
    """The table with the names of a city's sections and stations. A section can be written from either end."""
    city = cities[0]
    table = MoveTable()
    for section in range(city.sections):
        name = name_of_section(city, section)
        first, second = name.split("-")
        table.also(f"draw {second}-{first}", table.add(f"draw {name}"))
    table.skip(SECTIONS - int(city.sections))
    table.add_all(f"twice {name_of_station(city, station)}" for station in range(city.stations))
    table.skip(STATIONS - int(city.stations))
    table.add_all(f"pencil {pencil}" for pencil in PENCILS)
    table.add("pass")
    table.add_all((f"ring {pencil}" for pencil in PENCILS), chance=True)
    table.add_all((f"objective {objective}" for objective in OBJECTIVES), chance=True)
    table.add_all((f"power {power}" for power in POWERS), chance=True)
    table.add_all((f"card {card}" for card in CARDS), chance=True)
    return table


TABLE = name_moves(standard_city())
"""The moves in London."""
