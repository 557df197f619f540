"""Stations as they look once somebody stops there; more colours, more rings."""

from __future__ import annotations

from collections import Counter

from londinium.games.next_station_london.drawing.art.geometry import CELL, RADIUS, Ground
from londinium.games.next_station_london.face.view import Line, Station
from londinium.kernel.kept import kept
from londinium.look.ink import Ink


@kept
def stops(lines: tuple[Line, ...]) -> dict[str, int]:
    """How many lines stop at each station."""
    return dict(Counter(name for line in lines for name in line.stations))


@kept
def stations_on_lines(ground: Ground, lines: tuple[Line, ...]) -> str:
    """Every station on a line, over the lines."""
    g = Ink()
    for name, colours in stops(lines).items():
        station_on_line(g, ground.stations[name], colours)
    return str(g)


def station_on_line(g: Ink, station: Station, colours: int) -> None:
    at = f'x="{station.column * CELL}" y="{station.row * CELL}"'
    if station.departure:
        if colours > 1:
            g.add(f'<use href="#nsl-yard-{colours}" {at}/>')
        hub = ' class="hub"' if colours > 1 else ""
        g.add(f'<use href="#nsl-depart-{station.departure}-{station.symbol}" {at}{hub}/>')
    elif colours > 1:
        g.add(f'<use href="#nsl-plate-{colours}" {at}/><use href="#nsl-meet-{station.symbol}" {at}/>')
    else:
        g.add(f'<use href="#nsl-on-{station.symbol}" {at}/>')


@kept
def roses_behind(ground: Ground, lines: tuple[Line, ...]) -> str:
    """A larger compass rose behind an interchange at a tourist site, so that its petals are seen around the plate."""
    behind = [ground.stations[name] for name, colours in stops(lines).items() if colours > 1]
    g = Ink()
    for station in behind:
        if station.site:
            g.use("nsl-rose", station.column * CELL, station.row * CELL, 1.16)
    return str(g)


def reach(station: Station, colours: int) -> float:
    """The radius of a station with its rings."""
    if colours < 2:
        return RADIUS * (1.22 if station.departure else 1.04)
    return RADIUS * ((1.7 if station.departure else 1.34) + 0.34 * (colours - 2))
