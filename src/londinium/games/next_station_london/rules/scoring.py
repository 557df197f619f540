"""N-6 The end of the game: totals, places, and the rating of someone who plays alone."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import LINES, NO_POWER
from londinium.games.next_station_london.rules.lines import line_points, sightseeing_points, stations_of, stops_of_lines
from londinium.games.next_station_london.rules.masks import has, size
from londinium.games.next_station_london.rules.objectives import objective_points
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.flat import Cells
from londinium.kernel.rules import rule

# The lines of a score sheet. The first four are the underground lines by pencil.
SHEET_SIGHTSEEING, SHEET_INTERCHANGES, SHEET_OBJECTIVES = range(LINES, LINES + 3)
SHEET_LINES = LINES + 3

INTERCHANGE_STEPS = (0, 0, 2, 3, 4)
"""What one more line adds to a station: two lines are worth 2 points, three 5, four 9."""

MODULE_COST = 10
RATINGS = (90, 105, 120, 135, 150)
"""The highest total of each rating; the last rating has no limit."""


@rule
def worth_of_interchange(lines: int) -> int:
    # N-6.1 An interchange is a station where colours meet: two are worth 2 points, three 5, four 9.
    points = 0
    for line in range(lines + 1):
        points += INTERCHANGE_STEPS[line]
    return points


@rule
def lines_meeting(s: State, city: City, seat: int, station: int) -> int:
    """How many lines meet at a station; 0 where it is not an interchange."""
    lines = 0
    for pencil in range(LINES):
        lines += 1 if has(stations_of(s, city, seat, pencil), station) else 0
    return lines if worth_of_interchange(lines) > 0 else 0


@rule
def interchange_points(s: State, city: City, seat: int) -> int:
    points = 0
    for lines in range(2, LINES + 1):
        points += INTERCHANGE_STEPS[lines] * size(stops_of_lines(s, city, seat, lines))
    return points


@rule
def score_line(s: State, city: City, seat: int, line: int) -> int:
    """One line of a seat's score sheet, in points."""
    if line < LINES:
        return line_points(s, city, seat, line)
    if line == SHEET_SIGHTSEEING:
        return sightseeing_points(s, city, seat)
    if line == SHEET_INTERCHANGES:
        return interchange_points(s, city, seat)
    return objective_points(s, city, seat)


@rule
def score_lines(s: State, city: City, lines: Cells) -> None:
    """Every line of every seat's score sheet."""
    for seat in range(s.seats):
        for line in range(SHEET_LINES):
            lines[seat, line] = score_line(s, city, seat, line)


@rule
def total(s: State, city: City, seat: int) -> int:
    # N-6.1 The total is the four lines, sightseeing, interchanges, and objectives if they are played with: the whole sheet.
    points = 0
    for line in range(SHEET_LINES):
        points += score_line(s, city, seat, line)
    return points


@rule
def best_line(s: State, city: City, seat: int) -> int:
    best = 0
    for pencil in range(LINES):
        best = max(best, line_points(s, city, seat, pencil))
    return best


@rule
def scores(s: State, city: City, points: Cells, places: Cells) -> None:
    """Every seat's total, and its place from 0."""
    for seat in range(s.seats):
        points[seat] = total(s, city, seat)
    # N-6.2 The highest total wins, then the better best line; players still tied share the place.
    for seat in range(s.seats):
        place = 0
        for rival in range(s.seats):
            if points[rival] > points[seat]:
                place += 1
            elif points[rival] == points[seat] and rival != seat:
                place += 1 if best_line(s, city, rival) > best_line(s, city, seat) else 0
        places[seat] = place


@rule
def modules_used(s: State) -> int:
    return (1 if s.objectives != 0 else 0) + (1 if s.power[0] != NO_POWER else 0)


@rule
def rating(s: State, city: City, seat: int) -> int:
    # N-6.3 Alone, the rating subtracts 10 for each module: up to 90, 105, 120, 135, 150, and above.
    rated = total(s, city, seat) - MODULE_COST * modules_used(s)
    level = 0
    while level < len(RATINGS) and rated > RATINGS[level]:
        level += 1
    return level
