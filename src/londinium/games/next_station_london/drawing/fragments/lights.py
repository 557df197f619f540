"""What a number of the score sheet counts, lit on the map: districts, stations, crossings of the Thames."""

from __future__ import annotations

from itertools import pairwise

from londinium.games.next_station_london.drawing.art.geometry import CELL, Ground, ends_of, meeting
from londinium.games.next_station_london.drawing.art.ground import borders, corner
from londinium.games.next_station_london.drawing.art.stations import stops
from londinium.games.next_station_london.face.view import Line, Player
from londinium.games.next_station_london.rules.components import DISTRICTS
from londinium.games.next_station_london.rules.lines import crosses_thames, stations_in_fullest
from londinium.games.next_station_london.rules.masks import has
from londinium.games.next_station_london.rules.scoring import worth_of_interchange
from londinium.kernel.kept import kept
from londinium.look.ink import Ink, Point

Lights = tuple[str, str, str]
"""The names of the parts that a line's districts, stations and crossings light, each with blanks between."""
AROUND_STATION, ON_RIVER = 40, 22


@kept
def light_layer(ground: Ground) -> str:
    """A shape for everything that may be lit; none of it is seen before."""
    g = Ink()
    xs, ys = borders(ground)
    rects = {
        name: f"M{xs[at % 3]} {ys[at // 3]}H{xs[at % 3 + 1]}V{ys[at // 3 + 1]}H{xs[at % 3]}z"
        for at, name in enumerate(DISTRICTS[:9])
    }
    corners = {"NW": (xs[0], 1, ys[0], 1), "NE": (xs[3], -1, ys[0], 1), "SW": (xs[0], 1, ys[3], -1), "SE": (xs[3], -1, ys[3], -1)}
    for name, (x, right, y, below) in corners.items():
        rects[f"{name}-corner"] = d = f"{corner(x, right, y, below)}z"
        rects[name] += d
    for name, d in rects.items():
        g.path(d, "nsl-light area", data_part=name)
    for station in ground.city.stations:
        g.circle(station.column * CELL, station.row * CELL, AROUND_STATION, "nsl-light", data_part=station.name)
    for section in ground.city.sections:
        if crosses_river(ground, section):
            across, down = _over_river(ground, section)
            g.circle(across * CELL, down * CELL, ON_RIVER, "nsl-light", data_part=section)
    return f'<g class="lights">{g}</g>'


def crosses_river(ground: Ground, section: str) -> bool:
    return bool(crosses_thames(ground.printed, ground.numbers[section]))


def _over_river(ground: Ground, section: str) -> Point:
    """Where a section meets the Thames, in cells; where it runs along a corner of it, its middle."""
    ends, river = ends_of(section), ground.city.river
    for here, there in pairwise(river):
        if _apart(*ends, here, there) and _apart(here, there, *ends):
            return meeting(ends, (here, there))
    (x1, y1), (x2, y2) = ends
    return (x1 + x2) / 2, (y1 + y2) / 2


def _apart(start: Point, end: Point, one: Point, other: Point) -> bool:
    """Whether two points lie on different sides of a stretch."""

    def side(point: Point) -> float:
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    return side(one) * side(other) < 0


def lights_of(ground: Ground, player: Player) -> dict[str, Lights]:
    """By pencil, what the numbers of a player's lines count; on the line in hand also what was chosen on this card."""
    chosen = player.chosen or ()
    return {
        line.pencil: _lights(ground, line, chosen if line.pencil == player.pencil else ())
        for line in player.lines
        if line.stations
    }


@kept
def _lights(ground: Ground, line: Line, chosen: tuple[str, ...]) -> Lights:
    names = dict.fromkeys([*line.stations, *(end for section in chosen for end in section.split("-"))])
    district = {name: ground.stations[name].district for name in names}
    # Where two districts hold most, the one that the line reached first is lit, unless a station counts twice in the other.
    fullest = stations_in_fullest(ground.printed, ground.set_of(names))
    best = district[line.twice or next(name for name in names if has(fullest, ground.numbers[name]))]
    crossings = [section for section in (*line.sections, *chosen) if crosses_river(ground, section)]
    return (
        " ".join(dict.fromkeys(district.values())),
        " ".join(name for name in names if district[name] == best),
        " ".join(crossings),
    )


def lit_sites(ground: Ground, lines: tuple[Line, ...]) -> str:
    return " ".join(name for name in stops(lines) if ground.stations[name].site)


def lit_interchanges(lines: tuple[Line, ...]) -> str:
    return " ".join(name for name, colours in stops(lines).items() if worth_of_interchange(colours))
