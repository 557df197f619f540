"""Score sheets as on paper: four lines, sightseeing, interchanges, objectives, total and rating; live during the game."""

from __future__ import annotations

import msgspec
import numpy as np

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.components import NO_PENCIL, OBJECTIVES, PENCILS, ROUNDS
from londinium.games.next_station_london.masks import has, size
from londinium.games.next_station_london.rules.lines import (
    crossings_of,
    districts_with,
    most_stations,
    sightseeing_points,
    stations_of,
    stops_of_lines,
    visits,
)
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS, objective_goal, objective_progress
from londinium.games.next_station_london.rules.pencils import pencil_in_round
from londinium.games.next_station_london.rules.scoring import interchange_points, rating, scores
from londinium.games.next_station_london.state import State
from londinium.kernel.game import Position


class LineScore(msgspec.Struct, frozen=True):
    """What a line is scored by."""

    pencil: str
    districts: int
    stations: int
    crossings: int

    @property
    def points(self) -> int:
        return self.districts * self.stations + 2 * self.crossings


class ObjectiveScore(msgspec.Struct, frozen=True):
    """How far a sheet has come with a shared objective."""

    objective: str
    progress: int
    goal: int

    @property
    def points(self) -> int:
        return OBJECTIVE_POINTS if self.progress >= self.goal else 0


class ScoreSheet(msgspec.Struct, frozen=True):
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
    rating: int | None
    place: int

    @property
    def objective_points(self) -> int:
        return sum(objective.points for objective in self.objectives)

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines) + self.sightseeing + self.interchanges + self.objective_points


def line_score(s: State, city: City, seat: int, pencil: int) -> LineScore:
    return LineScore(
        pencil=PENCILS[pencil],
        districts=int(districts_with(city, stations_of(s, city, seat, pencil))),
        stations=int(most_stations(s, city, seat, pencil)) if s.line[seat, pencil] else 0,
        crossings=int(crossings_of(s, city, seat, pencil)),
    )


def sheets_of(position: Position) -> list[ScoreSheet]:
    """The score sheet of every seat, as if the match ended now, with whatever the seats have chosen on this card."""
    s: State = position.state
    city: City = position.box
    points, places = np.zeros(position.seats, np.int32), np.zeros(position.seats, np.int32)
    scores(s, city, points, places)
    return [_score_sheet(s, city, seat, int(places[seat])) for seat in range(position.seats)]


def pencils_of(s: State, seat: int) -> list[int]:
    """The pencils of a seat in the order of the rounds, as far as they are settled."""
    pencils = [int(pencil_in_round(s, seat, round_no)) for round_no in range(1, ROUNDS + 1)]
    return [pencil for pencil in pencils if pencil != NO_PENCIL]


def _score_sheet(s: State, city: City, seat: int, place: int) -> ScoreSheet:
    two, three, four = (int(size(stops_of_lines(s, city, seat, lines))) for lines in (2, 3, 4))
    return ScoreSheet(
        seat=seat,
        lines=tuple(line_score(s, city, seat, pencil) for pencil in pencils_of(s, seat)),
        visits=int(visits(s, city, seat)),
        sightseeing=int(sightseeing_points(s, city, seat)),
        two_lines=two - three,
        three_lines=three - four,
        four_lines=four,
        interchanges=int(interchange_points(s, city, seat)),
        objectives=tuple(
            ObjectiveScore(
                name,
                int(objective_progress(s, city, seat, objective)),
                int(objective_goal(city, objective)),
            )
            for objective, name in enumerate(OBJECTIVES)
            if has(int(s.objectives), objective)
        ),
        rating=int(rating(s, city, seat)) if s.seats == 1 else None,
        place=place,
    )
