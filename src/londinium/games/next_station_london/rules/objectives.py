"""N-7 Module: shared objectives."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import (
    ALL_DISTRICTS,
    ALL_SITES,
    CENTRAL_DISTRICT,
    DISTRICT_COUNT,
    LINES,
    MANY_INTERCHANGES,
    OBJECTIVE_COUNT,
    WHOLE_CENTRE,
)
from londinium.games.next_station_london.rules.lines import crossings_of, districts_with, stops_of_lines
from londinium.games.next_station_london.rules.masks import size
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.rules import rule

OBJECTIVE_POINTS = 10
INTERCHANGES_WANTED = 8
CROSSINGS_WANTED = 6


@rule
def is_objective_drawn(s: State, objective: int) -> bool:
    return (int(s.objectives) >> objective) & 1 != 0


@rule
def draw_objective(s: State, objective: int) -> None:
    # N-7.1 At the start two of the five are drawn; how many are left to draw is counted down.
    s.objectives |= 1 << objective
    s.objectives_left -= 1


@rule
def objective_goal(city: City, objective: int) -> int:
    # N-7.1 8 interchange stations, every district, every tourist site, the whole central district, 6 crossings of the Thames.
    if objective == MANY_INTERCHANGES:
        return INTERCHANGES_WANTED
    if objective == ALL_DISTRICTS:
        return DISTRICT_COUNT
    if objective == ALL_SITES:
        return size(int(city.sites))
    if objective == WHOLE_CENTRE:
        return size(int(city.district_stations[CENTRAL_DISTRICT]))
    return CROSSINGS_WANTED


@rule
def progress(city: City, objective: int, one: int, two: int, crossings: int) -> int:
    """The progress of lines that together stop at these stations, at these others twice, and cross the Thames this often."""
    if objective == MANY_INTERCHANGES:
        return size(two)
    if objective == ALL_DISTRICTS:
        return districts_with(city, one)
    if objective == ALL_SITES:
        return size(one & int(city.sites))
    if objective == WHOLE_CENTRE:
        return size(one & int(city.district_stations[CENTRAL_DISTRICT]))
    return crossings


@rule
def objective_progress(s: State, city: City, seat: int, objective: int) -> int:
    """How far the lines of a sheet together have come."""
    crossings = 0
    for pencil in range(LINES):
        crossings += crossings_of(s, city, seat, pencil)
    return progress(city, objective, stops_of_lines(s, city, seat, 1), stops_of_lines(s, city, seat, 2), crossings)


@rule
def worth_of_objective(progress: int, goal: int) -> int:
    # N-7.1 Each is worth 10 points to everybody whose four lines together meet it.
    return OBJECTIVE_POINTS if progress >= goal else 0


@rule
def objective_points(s: State, city: City, seat: int) -> int:
    points = 0
    for objective in range(OBJECTIVE_COUNT):
        if is_objective_drawn(s, objective):
            points += worth_of_objective(objective_progress(s, city, seat, objective), objective_goal(city, objective))
    return points
