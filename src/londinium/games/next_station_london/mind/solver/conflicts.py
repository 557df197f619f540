"""What can happen at most once on a sheet: a section, or one of several that all cross each other."""

from __future__ import annotations

from typing import Any

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.dual import CONFLICTS, MEMBERS
from londinium.games.next_station_london.rules.components import SECTIONS, WORD
from londinium.games.next_station_london.rules.masks import has


def crossings_of(city: City) -> Any:
    """Which sections exclude each other, every section itself included."""
    exclude = np.zeros((SECTIONS, SECTIONS), np.int64)
    for section in range(city.sections):
        exclude[section, section] = 1
        for other in range(city.sections):
            if has(int(city.crossing[section, other // WORD]), other % WORD):
                exclude[section, other] = exclude[other, section] = 1
    return exclude


def conflicts_of(city: City) -> Any:
    """Sets of sections, each filled up with -1, so that any two that exclude each other are together in one of them.

    Large sets say more than pairs: of three that cross, prices of pairs let each be half drawn.
    """
    exclude = crossings_of(city)
    found: set[tuple[int, ...]] = set()
    for section in range(city.sections):
        others = [other for other in range(city.sections) if exclude[section, other] and other != section]
        if not others:
            found.add((section,))
        for other in others:
            for order in (others, others[::-1]):
                found.add(_grown([section, other], order, exclude))
    rows = [conflict + (-1,) * (MEMBERS - len(conflict)) for conflict in sorted(found)[:CONFLICTS]]
    return np.array(rows, np.int16)


def _grown(conflict: list[int], others: list[int], exclude: Any) -> tuple[int, ...]:
    """The conflict with all others that cross everything in it, one after the other."""
    for other in others:
        if len(conflict) < MEMBERS and other not in conflict and all(exclude[other, member] for member in conflict):
            conflict = [*conflict, other]
    return tuple(sorted(conflict))
