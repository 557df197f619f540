"""N-5 Scoring a line. A line counts from the moment it exists, so that the sheets can be read at any time."""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import DISTRICT_COUNT, LINES, NO_STATION, TWICE, WORD, WORDS
from londinium.games.next_station_london.rules.masks import size
from londinium.games.next_station_london.rules.pencils import pencil_of
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.rules import rule

PER_CROSSING = 2
"""What a section over the Thames adds to its line."""
SIGHTSEEING = (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25)
"""What crossed-off compass roses are worth."""
ROSES = len(SIGHTSEEING) - 1


@rule
def begin_line(s: State, city: City, seat: int) -> None:
    # N-5.3 A line exists, with its departure station, from the start of its round: 1 point, and its colour counts there.
    departure = 1 << int(city.departure[pencil_of(s, seat)])
    s.line[seat, pencil_of(s, seat)] = departure
    s.ends[seat] = departure


# ── Reading a sheet, with what its owner has chosen on this card ─────────────


@rule
def ends_of_section(city: City, section: int) -> int:
    """Both ends of a section, as a set."""
    return (1 << int(city.first_end[section])) | (1 << int(city.second_end[section]))


@rule
def stations_of(s: State, city: City, seat: int, pencil: int) -> int:
    """The stations of a line, as a set."""
    stations = int(s.line[seat, pencil])
    if s.choice[seat, 0] >= 0 and pencil == pencil_of(s, seat):
        stations |= ends_of_section(city, int(s.choice[seat, 0]))
        if s.choice[seat, 1] >= 0:
            stations |= ends_of_section(city, int(s.choice[seat, 1]))
    return stations


@rule
def crosses_thames(city: City, section: int) -> int:
    return (int(city.over_thames[section // WORD]) >> (section % WORD)) & 1


@rule
def crossings_drawn(s: State, city: City, seat: int, pencil: int) -> int:
    """How many sections of a line cross the Thames, without what was chosen on this card."""
    count = 0
    for word in range(WORDS):
        count += size(int(s.drawn[seat, pencil, word]) & int(city.over_thames[word]))
    return count


@rule
def crossings_of(s: State, city: City, seat: int, pencil: int) -> int:
    """How many sections of a line cross the Thames."""
    count = crossings_drawn(s, city, seat, pencil)
    if s.choice[seat, 0] >= 0 and pencil == pencil_of(s, seat):
        count += crosses_thames(city, int(s.choice[seat, 0]))
        if s.choice[seat, 1] >= 0:
            count += crosses_thames(city, int(s.choice[seat, 1]))
    return count


@rule
def stops_of_lines(s: State, city: City, seat: int, lines: int) -> int:
    """The stations at which at least this many lines of a sheet stop, as a set."""
    one, two, three, four = 0, 0, 0, 0
    for pencil in range(LINES):
        stations = stations_of(s, city, seat, pencil)
        four |= three & stations
        three |= two & stations
        two |= one & stations
        one |= stations
    if lines == 1:
        return one
    if lines == 2:
        return two
    return three if lines == 3 else four


# ── Points ───────────────────────────────────────────────────────────────────


@rule
def districts_with(city: City, stations: int) -> int:
    """How many districts hold one of the stations."""
    count = 0
    for district in range(DISTRICT_COUNT):
        count += 1 if stations & int(city.district_stations[district]) else 0
    return count


@rule
def most_in_district(city: City, stations: int) -> int:
    """The most of the stations that lie in one district."""
    most = 0
    for district in range(DISTRICT_COUNT):
        most = max(most, size(stations & int(city.district_stations[district])))
    return most


@rule
def stations_in_fullest(city: City, stations: int) -> int:
    """Those of the stations that lie in a district that holds most of them, as a set."""
    most, fullest = 0, 0
    for district in range(DISTRICT_COUNT):
        here = stations & int(city.district_stations[district])
        count = size(here)
        if count > most:
            most, fullest = count, here
        elif count == most:
            fullest |= here
    return fullest


@rule
def counted_twice(s: State, seat: int, pencil: int) -> int:
    """The station of a line that counts as two with STATION ×2 (N-8.5), in a fullest district. NO_STATION if there is none."""
    return int(s.twice[seat]) if s.power[pencil] == TWICE else NO_STATION


@rule
def most_stations(s: State, city: City, seat: int, pencil: int) -> int:
    """The number of stations that a line is scored with."""
    most = most_in_district(city, stations_of(s, city, seat, pencil))
    return most + 1 if counted_twice(s, seat, pencil) != NO_STATION else most


@rule
def worth_of_line(districts: int, stations: int, crossings: int) -> int:
    # N-5.1 Points = districts of the line x most of its stations in one district + 2 x crossings of the Thames.
    return districts * stations + PER_CROSSING * crossings


@rule
def line_points(s: State, city: City, seat: int, pencil: int) -> int:
    districts = districts_with(city, stations_of(s, city, seat, pencil))
    return worth_of_line(districts, most_stations(s, city, seat, pencil), crossings_of(s, city, seat, pencil))


@rule
def sites_among(city: City, stations: int) -> int:
    """How many of the stations are at a tourist site."""
    return size(stations & int(city.sites))


@rule
def visits(s: State, city: City, seat: int) -> int:
    # N-5.2 A site counts again for every colour.
    count = 0
    for pencil in range(LINES):
        count += sites_among(city, stations_of(s, city, seat, pencil))
    return count


@rule
def roses_crossed_off(visits: int) -> int:
    # N-5.2 Each tourist site on a line crosses off one compass rose, at most ten.
    return min(visits, ROSES)


@rule
def worth_of_visits(visits: int) -> int:
    return SIGHTSEEING[roses_crossed_off(visits)]


@rule
def sightseeing_points(s: State, city: City, seat: int) -> int:
    return worth_of_visits(visits(s, city, seat))
