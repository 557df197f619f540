"""N-1 The map: a city is valid if this chapter is true of it, and everything the rules ask of it is computed from its plan.

`city.txt` beside it is the map of London. A player's own file is read by the same code; whatever is wrong with
it is said with the line, the row and the column.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from londinium.games.next_station_london.box.file import RIVER, Draft, read_draft
from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.box.plan import CORNERS, Plan, cross
from londinium.games.next_station_london.rules.components import (
    ANY,
    CENTRAL,
    DISTRICTS,
    LETTERS,
    MAIN_DISTRICTS,
    PENCIL_LETTERS,
    SECTIONS,
    STATIONS,
    SYMBOLS,
    WORD,
    station_name,
)
from londinium.kernel.boxes import BoxFile
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.words.errors import N_, InvalidBox

STANDARD = Path(__file__).with_name("city.txt")
PER_SYMBOL = 13
SITES = 5
NEIGHBOURS_PER_SYMBOL = 2


def standard_city() -> FlatArray[City]:
    """The standard city, the caller's own: whatever is done to it, others find what is printed."""
    return City.from_bytes(_standard_bytes())


@cache
def _standard_bytes() -> bytes:
    return read_city(STANDARD.read_text(encoding="utf-8"), STANDARD.name).tobytes()


def read_city(text: str, source: str) -> FlatArray[City]:
    """Read the text of a city file. InvalidBox names the line, the row and the column, and the reason."""
    draft = checked(read_draft(text, source))
    if draft.problems:
        raise draft.problems[0]
    return print_city(draft.plan)


def check_city(path: Path) -> list[InvalidBox]:
    """Everything that is wrong with a city file, in the order of its parts; nothing if it can be played."""
    try:
        file = BoxFile.load(path)
    except InvalidBox as error:
        return [error]
    return checked(read_draft(file.text, file.name)).problems


def checked(draft: Draft) -> Draft:
    """Ask everything of this chapter; what cannot be read is not asked further."""
    if not draft.problems:
        check_stations(draft)
        check_districts(draft)
        check_sections(draft)
        check_departures(draft)
        check_river(draft)
    return draft


# ── What must be true ────────────────────────────────────────────────────────


def check_stations(draft: Draft) -> None:
    plan = draft.plan
    # N-1.1 There MUST be 13 stations of each symbol, one central station without a symbol, and five tourist sites.
    for symbol in range(len(SYMBOLS)):
        count = sum(its == symbol for its in plan.symbols.values())
        if count != PER_SYMBOL:
            message = N_("there should be {expected} stations {symbol}, not {count}")
            draft.wrong_in("map", message, expected=PER_SYMBOL, symbol=LETTERS[symbol], count=count)
    central = [cell for cell in plan.stations if plan.symbols[cell] == CENTRAL]
    if not central:
        draft.wrong_in("map", N_("there is no central station *"))
    for cell in central[1:]:
        draft.wrong_at(cell, N_("the central station * is already at {station}"), station=station_name(*central[0]))
    if len(plan.sites) != SITES:
        message = N_("there should be {expected} tourist sites !, not {count}")
        draft.wrong_in("map", message, expected=SITES, count=len(plan.sites))


def check_districts(draft: Draft) -> None:
    plan = draft.plan
    # N-1.2 There MUST be a station in each of the nine main districts, and one in each corner, a district of its own.
    for cell in CORNERS:
        if cell not in plan.symbols:
            draft.wrong_at(cell, N_("a corner is a district of its own, so it needs a station"))
    held = {plan.district(cell) for cell in plan.stations}
    for district in range(MAIN_DISTRICTS):
        if district not in held:
            draft.wrong_in("map", N_("there is no station in the district {district}"), district=DISTRICTS[district])


def check_sections(draft: Draft) -> None:
    plan = draft.plan
    # N-1.5 No section may run through a district in which it does not end.
    for section in plan.sections:
        for district in sorted(plan.districts_between(section)):
            message = N_("the section to {station} runs through the district {district} without ending there")
            draft.wrong_at(section[0], message, station=station_name(*section[1]), district=DISTRICTS[district])
    if len(plan.sections) > SECTIONS:
        message = N_("there are {count} sections; a sheet has room for {most}")
        draft.wrong_in("map", message, count=len(plan.sections), most=SECTIONS)


def check_departures(draft: Draft) -> None:
    plan = draft.plan
    for pencil, letter in enumerate(PENCIL_LETTERS):
        if pencil not in plan.departures.values():
            draft.wrong_in("map", N_("pencil {pencil} has no departure station"), pencil=letter)
    # N-1.5 A departure station MUST have exactly two neighbours of each symbol.
    for cell in plan.departures:
        if plan.symbols[cell] == CENTRAL:
            draft.wrong_at(cell, N_("no pencil departs from the central station"))
            continue
        neighbours = [plan.symbols[other] for other in plan.neighbours(cell)]
        for symbol in range(len(SYMBOLS)):
            count = neighbours.count(symbol)
            if count != NEIGHBOURS_PER_SYMBOL:
                message = N_("a departure station should have {expected} neighbours {symbol}, not {count}")
                draft.wrong_at(cell, message, expected=NEIGHBOURS_PER_SYMBOL, symbol=LETTERS[symbol], count=count)


def check_river(draft: Draft) -> None:
    plan = draft.plan
    # N-1.4 The Thames parts the stations into two banks; a section crosses it if its ends lie on different banks, never twice.
    wet = [cell for cell in plan.stations if plan.side_of_station(cell) == 0]
    for cell in wet:
        draft.wrong_at(cell, N_("this station lies in the river"))
    if wet:
        return
    if len({plan.side_of_station(cell) > 0 for cell in plan.stations}) == 1:
        draft.wrong_in(RIVER, N_("all stations lie on one bank of the river"))
    for section in plan.sections:
        if plan.times_over_river(section) > 1:
            message = N_("the section to {station} crosses the river more than once")
            draft.wrong_at(section[0], message, station=station_name(*section[1]))


# ── What follows from it ─────────────────────────────────────────────────────


def print_city(plan: Plan) -> FlatArray[City]:
    """The bytes of a valid plan."""
    cities = City.new()
    city = cities[0]
    city.stations, city.sections, city.river_points = len(plan.stations), len(plan.sections), len(plan.river)
    for i in range(2):
        city.border_columns[i], city.border_rows[i] = plan.border_columns[i], plan.border_rows[i]
    for i, (x, y) in enumerate(plan.river):
        city.river[i, 0], city.river[i, 1] = x, y
    _print_stations(plan, city)
    _print_sections(plan, city)
    return cities


def _print_stations(plan: Plan, city: City) -> None:
    for station, cell in enumerate(plan.stations):
        city.column[station], city.row[station] = cell
        city.symbol[station] = plan.symbols[cell]
        city.district[station] = plan.district(cell)
        city.district_stations[plan.district(cell)] |= 1 << station
        city.targets[ANY] |= 1 << station
        # The central station may be the target of every card.
        for symbol in range(len(SYMBOLS)) if plan.symbols[cell] == CENTRAL else [plan.symbols[cell]]:
            city.targets[symbol] |= 1 << station
        if cell in plan.departures:
            city.departure[plan.departures[cell]] = station
    city.sites = sum(1 << plan.number[cell] for cell in plan.sites)
    city.south = sum(1 << plan.number[cell] for cell in plan.stations if plan.side_of_station(cell) > 0)


def _print_sections(plan: Plan, city: City) -> None:
    # N-1.3 A section is the straight stretch from a station to the first one met in one of the eight directions.
    for first in range(STATIONS):
        for second in range(STATIONS):
            city.section_between[first, second] = -1
    for section, ends in enumerate(plan.sections):
        first, second = (plan.number[cell] for cell in ends)
        city.first_end[section], city.second_end[section] = first, second
        city.section_between[first, second] = city.section_between[second, first] = section
        city.neighbours[first] |= 1 << second
        city.neighbours[second] |= 1 << first
        _add(city.sections_at[first], section)
        _add(city.sections_at[second], section)
        if plan.times_over_river(ends):
            _add(city.over_thames, section)
        for other, other_ends in enumerate(plan.sections):
            if cross(ends, other_ends):
                _add(city.crossing[section], other)


def _add(sections: Cells, section: int) -> None:
    sections[section // WORD] |= 1 << section % WORD
