"""Lines as the bound sees them: a row of small numbers each, so that millions can be kept and looked at quickly.

A *leg* is a section in the direction in which it was drawn: it costs the toll of the section, and brings the price of the station
that it leads to. A line has no loops, so every leg leads to a new station.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import SECTIONS, WORD, WORDS
from londinium.games.next_station_london.rules.masks import has, lowest
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

LEGS = 12
"""More legs than a line can have: one for each card, and one for SECOND SECTION."""
NO_LEG = 2 * SECTIONS
LEG_KINDS = 512
"""A power of two, so that cutting a leg off there says that it is not negative: looking it up takes half the time then."""
POINTS, VISITED = LEGS, LEGS + 1
WIDTH = LEGS + 2
"""A route: its legs, what the line itself scores, and the tourist sites on it."""


@rule(apart=True)
def fill_routes(lines: Any, city: City, departure: int, routes: Cells) -> None:
    """The routes of lines from a departure station."""
    for k in range(len(lines)):
        legs, reached, is_growing = 0, 1 << departure, True
        while is_growing:
            is_growing = False
            for word in range(WORDS):
                sections = int(lines[k].sections[word])
                while sections != 0:
                    section = word * WORD + lowest(sections)
                    sections &= sections - 1
                    one, other = int(city.first_end[section]), int(city.second_end[section])
                    if has(reached, one) != has(reached, other):
                        routes[k, legs] = 2 * section if has(reached, one) else 2 * section + 1
                        reached |= (1 << one) | (1 << other)
                        legs += 1
                        is_growing = True
        for leg in range(legs, LEGS):
            routes[k, leg] = NO_LEG
        routes[k, POINTS] = lines[k].points
        routes[k, VISITED] = lines[k].visits


def routes_of(lines: Any, city: City, departure: int) -> Any:
    routes = np.empty((len(lines), WIDTH), np.int16)
    fill_routes(lines, city, departure, routes)
    return routes


@rule(apart=True)
def leads_to(city: City, leg: int) -> int:
    """The station at the end of a leg."""
    return int(city.first_end[leg // 2]) if leg % 2 else int(city.second_end[leg // 2])


@rule(apart=True)
def count_sections(routes: Cells, numbers: Cells, counts: Cells) -> None:
    """How many of the routes with these numbers have each section."""
    for k in range(len(numbers)):
        leg = 0
        while routes[numbers[k], leg] != NO_LEG:
            counts[routes[numbers[k], leg] // 2] += 1
            leg += 1


@rule(apart=True)
def mark_users(routes: Cells, numbers: Cells, sections: Cells, uses: Cells) -> None:
    """Which of the routes with these numbers have one of the sections marked."""
    for k in range(len(numbers)):
        uses[k] = 0
        leg = 0
        while routes[numbers[k], leg] != NO_LEG:
            if sections[routes[numbers[k], leg] // 2]:
                uses[k] = 1
            leg += 1
