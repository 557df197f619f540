"""Score sheets as on paper: four lines, sightseeing, interchanges, objectives, total and rating; live during the game."""

from __future__ import annotations

import msgspec

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import NO_PENCIL, OBJECTIVE_COUNT, OBJECTIVES, PENCILS, ROUNDS
from londinium.games.next_station_london.rules.lines import (
    crossings_of,
    districts_with,
    most_stations,
    sightseeing_points,
    stations_of,
    stops_of_lines,
    visits,
    worth_of_line,
)
from londinium.games.next_station_london.rules.masks import size
from londinium.games.next_station_london.rules.objectives import (
    is_objective_drawn,
    objective_goal,
    objective_progress,
    worth_of_objective,
)
from londinium.games.next_station_london.rules.pencils import pencil_in_round
from londinium.games.next_station_london.rules.scoring import interchange_points, rating, scores
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.cells import zeros
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import Position
from londinium.kernel.rules import rule


class LineScore(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What a line is scored by."""

    pencil: str
    districts: int
    stations: int
    crossings: int

    @property
    def points(self) -> int:
        return int(worth_of_line(self.districts, self.stations, self.crossings))


class ObjectiveScore(msgspec.Struct, frozen=True, gc=False):
    """How far a sheet has come with a shared objective."""

    objective: str
    progress: int
    goal: int

    @property
    def points(self) -> int:
        return int(worth_of_objective(self.progress, self.goal))


class ScoreSheet(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A score sheet as on paper; a line that is not begun is all zero. The rating, from 0 to 5, is for someone alone."""

    seat: int
    lines: tuple[LineScore, ...]
    visits: int
    sightseeing: int
    two_lines: int
    three_lines: int
    four_lines: int
    interchanges: int
    objectives: tuple[ObjectiveScore, ...]
    total: int
    rating: int | None
    place: int

    @property
    def objective_points(self) -> int:
        return sum(objective.points for objective in self.objectives)


def line_score(s: State, city: City, seat: int, pencil: int) -> LineScore:
    row = zeros(3, "int32")
    fill_line(s, city, seat, pencil, row)
    return LineScore(PENCILS[pencil], *row.tolist())


@rule
def fill_line(s: State, city: City, seat: int, pencil: int, numbers: Cells) -> None:
    """The numbers of a line at once: districts, stations and crossings."""
    numbers[0] = districts_with(city, stations_of(s, city, seat, pencil))
    numbers[1] = most_stations(s, city, seat, pencil) if s.line[seat, pencil] else 0
    numbers[2] = crossings_of(s, city, seat, pencil)


def sheets_of(position: Position) -> list[ScoreSheet]:
    """The score sheet of every seat, as if the match ended now, with whatever the seats have chosen on this card."""
    points, places = zeros(position.seats, "int32"), zeros(position.seats, "int32")
    rows = zeros((position.seats, OBJECTIVE_NUMBERS + 2 * OBJECTIVE_COUNT), "int32")
    fill_sheets(position.states, position.boxes, rows, points, places)
    drawn = zip(rows.tolist(), points.tolist(), places.tolist(), strict=True)
    return [_score_sheet(position, seat, *numbers) for seat, numbers in enumerate(drawn)]


LINE_NUMBERS = 4
"""Of a line: its pencil, districts, stations and crossings."""
OTHERS = LINE_NUMBERS * ROUNDS
OBJECTIVE_NUMBERS = OTHERS + 7
"""After the lines: visits, sightseeing, stops of two, three and four lines or more, interchanges, rating."""


@rule
def fill_sheet(s: State, city: City, seat: int, numbers: Cells) -> None:
    """All numbers of a score sheet at once, so that Python asks once and not forty times."""
    for round_no in range(1, ROUNDS + 1):
        at = LINE_NUMBERS * (round_no - 1)
        pencil = pencil_in_round(s, seat, round_no)
        numbers[at] = pencil
        if pencil != NO_PENCIL:
            fill_line(s, city, seat, pencil, numbers[at + 1 :])
    numbers[OTHERS] = visits(s, city, seat)
    numbers[OTHERS + 1] = sightseeing_points(s, city, seat)
    for lines in range(2, 5):
        numbers[OTHERS + lines] = size(stops_of_lines(s, city, seat, lines))
    numbers[OTHERS + 5] = interchange_points(s, city, seat)
    numbers[OTHERS + 6] = rating(s, city, seat) if s.seats == 1 else 0
    for objective in range(OBJECTIVE_COUNT):
        if is_objective_drawn(s, objective):
            numbers[OBJECTIVE_NUMBERS + 2 * objective] = objective_progress(s, city, seat, objective)
            numbers[OBJECTIVE_NUMBERS + 2 * objective + 1] = objective_goal(city, objective)


@rule
def fill_sheets(states: FlatArray[State], cities: FlatArray[City], rows: Cells, points: Cells, places: Cells) -> None:
    s, city = states[0], cities[0]
    for seat in range(s.seats):
        fill_sheet(s, city, seat, rows[seat])
    scores(s, city, points, places)


def _score_sheet(position: Position, seat: int, numbers: list[int], total: int, place: int) -> ScoreSheet:
    lines = [numbers[at : at + LINE_NUMBERS] for at in range(0, OTHERS, LINE_NUMBERS)]
    visited, sightseeing, two, three, four, interchanges, rated = numbers[OTHERS:OBJECTIVE_NUMBERS]
    return ScoreSheet(
        seat=seat,
        lines=tuple(LineScore(PENCILS[pencil], *counts) for pencil, *counts in lines if pencil != NO_PENCIL),
        visits=visited,
        sightseeing=sightseeing,
        two_lines=two - three,
        three_lines=three - four,
        four_lines=four,
        interchanges=interchanges,
        objectives=tuple(
            ObjectiveScore(name, *numbers[OBJECTIVE_NUMBERS + 2 * objective :][:2])
            for objective, name in enumerate(OBJECTIVES)
            if position.plain.objectives >> objective & 1
        ),
        total=total,
        rating=rated if position.seats == 1 else None,
        place=place,
    )
