"""The city, flat: the map that is printed on everybody's sheet. `city.py` makes it from `city.txt`."""

from __future__ import annotations

from londinium.games.next_station_london.rules.components import (
    DISTRICT_COUNT,
    LINES,
    RIVER_POINTS,
    SECTIONS,
    STATIONS,
    WORDS,
    station_name,
)
from londinium.kernel.flat import Cells, Flat, int8, int16, int64


class City(Flat):
    """The printed map. Rules take it as an argument, so another city runs at full speed.

    A set of stations is one number with a bit per station; a set of sections is a row of WORDS such numbers.
    """

    neighbours: Cells = int64("stations at the other ends of a station's sections", STATIONS)
    targets: Cells = int64("stations to which a card of each symbol may lead; last, those of a joker", 5)
    district_stations: Cells = int64("stations of each district", DISTRICT_COUNT)
    sites: int = int64("stations at a tourist site")
    south: int = int64("stations south of the Thames")
    sections_at: Cells = int64("sections that begin or end at a station", STATIONS, WORDS)
    crossing: Cells = int64("sections that cross a section outside a station", SECTIONS, WORDS)
    over_thames: Cells = int64("sections that cross the Thames", WORDS)

    section_between: Cells = int16("section between two stations, -1 for none", STATIONS, STATIONS)
    river: Cells = int16("corners of the Thames from west to east, x and y in hundredths of a cell", RIVER_POINTS, 2)
    sections: int = int16("number of sections")
    stations: int = int8("number of stations")
    river_points: int = int8("number of corners of the Thames")
    first_end: Cells = int8("one end of each section: the station with the lower number", SECTIONS)
    second_end: Cells = int8("the other end", SECTIONS)
    column: Cells = int8("column of each station, from the left", STATIONS)
    row: Cells = int8("row of each station, from the top", STATIONS)
    symbol: Cells = int8("symbol of each station, 4 for the central one", STATIONS)
    district: Cells = int8("district of each station", STATIONS)
    departure: Cells = int8("departure station of each pencil", LINES)
    border_columns: Cells = int8("columns that begin the middle and the right districts", 2)
    border_rows: Cells = int8("rows that begin the middle and the lower districts", 2)


def name_of_station(city: City, station: int) -> str:
    return station_name(int(city.column[station]), int(city.row[station]))


def name_of_section(city: City, section: int) -> str:
    """A section by its two ends: `d3-e4`."""
    return f"{name_of_station(city, int(city.first_end[section]))}-{name_of_station(city, int(city.second_end[section]))}"
