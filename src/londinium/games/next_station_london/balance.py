"""What a match tells the designer of a city: pencils and rounds, stations and sections, districts, objectives, powers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.flat import City, name_of_section, name_of_station
from londinium.games.next_station_london.box.plan import CELL, CORNERS
from londinium.games.next_station_london.face.words import pencil, power
from londinium.games.next_station_london.rules.components import (
    DECK,
    DISTRICTS,
    LINES,
    MAIN_DISTRICTS,
    NO_POWER,
    OBJECTIVES,
    PENCIL_LETTERS,
    PENCILS,
    POWERS,
    ROUNDS,
    SECTIONS,
    SIDE,
    STATIONS,
    SYMBOLS,
    TWICE,
    WORD,
)
from londinium.games.next_station_london.rules.moves import COUNT_TWICE, DRAW
from londinium.games.next_station_london.rules.objectives import (
    is_objective_drawn,
    objective_goal,
    objective_progress,
    worth_of_objective,
)
from londinium.games.next_station_london.rules.pencils import pencil_in_round
from londinium.games.next_station_london.rules.sections import power_spent
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.contracts.balance import FactGroup, FactPlan, Facts, FinishedMatch, Kind, PlanArea, Spot
from londinium.kernel.flat import FlatArray, fields_of
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

ROUND_NAMES = tuple(str(round_no) for round_no in range(1, ROUNDS + 1))
REACHED = ("reached", "missed")
USED = ("used", "unused")
MARKS = (*SYMBOLS, "star")
"""What stands on a map for each symbol and for the central station."""

OBJECTIVE_TITLES = {
    "interchanges": N_("Objective: 8 interchange stations"),
    "districts": N_("Objective: a station in every district"),
    "sites": N_("Objective: all tourist sites"),
    "centre": N_("Objective: the whole central district"),
    "crossings": N_("Objective: 6 crossings of the Thames"),
}
POWER_TITLES = {
    "double": N_("Power: SECOND SECTION"),
    "joker": N_("Power: JOKER"),
    "switch": N_("Power: SWITCH"),
    "twice": N_("Power: STATION ×2"),
}
ITEM_NAMES = {
    "reached": N_("reached"),
    "missed": N_("missed"),
    "used": N_("used"),
    "unused": N_("not used"),
    "points": N_("points of the line"),
}


@cache
def _names(city_bytes: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The stations and the sections of a city."""
    city: City = fields_of(City.from_bytes(city_bytes))
    stations = tuple(name_of_station(city, station) for station in range(city.stations))
    return stations, tuple(name_of_section(city, section) for section in range(city.sections))


def groups(boxes: FlatArray[Any], options: Mapping[str, str]) -> list[FactGroup]:
    stations, sections = _names(boxes.tobytes())
    found = [
        FactGroup("first-pencil", N_("The pencil of the first round"), Kind.SEAT, PENCILS, dealt=options["order"] == "random"),
        FactGroup(
            "line-by-round",
            N_("Points of a line, by pencil and round"),
            Kind.MEASURE,
            PENCILS,
            N_("A line that is drawn later finds fewer sections free, but more lines to meet."),
            columns=ROUND_NAMES,
        ),
        FactGroup("station", N_("Stations: how many lines stop there"), Kind.HELD, stations),
        FactGroup("section", N_("Sections drawn"), Kind.HELD, sections),
        FactGroup("district", N_("Districts: how many lines have a station there"), Kind.HELD, DISTRICTS),
    ]
    if options["objectives"] == "on":
        found += [FactGroup(f"objective-{name}", OBJECTIVE_TITLES[name], Kind.SEAT, REACHED) for name in OBJECTIVES]
    if options["powers"] == "on":
        found += [FactGroup(f"power-{name}", POWER_TITLES[name], Kind.SEAT, USED) for name in POWERS]
        title = N_("Points of the line whose pencil has a power")
        found.append(FactGroup("line-with-power", title, Kind.MEASURE, POWERS, columns=("points",)))
    return found


def facts(played: FinishedMatch) -> Facts:
    s: State = played.position.fields
    told = Facts(held=[_sheet(played, seat) for seat in range(s.seats)])
    spent = set(_spent(played)) if s.power[0] != NO_POWER else set()
    for seat in range(s.seats):
        pencils = [int(pencil_in_round(played.position.state, seat, round_no)) for round_no in range(1, ROUNDS + 1)]
        told.seats.append({"first-pencil": PENCILS[pencils[0]], **_objectives(played, seat), **_powers(s, seat, spent)})
        for round_no, which in zip(ROUND_NAMES, pencils, strict=True):
            told.measures.append(("line-by-round", PENCILS[which], round_no, played.lines[seat][which]))
        for which in range(LINES):
            if s.power[which] != NO_POWER:
                told.measures.append(("line-with-power", POWERS[s.power[which]], "points", played.lines[seat][which]))
    return told


def _sheet(played: FinishedMatch, seat: int) -> dict[str, Mapping[str, int]]:
    """What is drawn on a sheet."""
    s: State = played.position.fields
    city: City = played.position.box_fields
    lines = [int(s.line[seat, which]) for which in range(LINES)]
    stations, sections = _names(played.position.boxes.tobytes())
    inside = [int(members) for members in city.district_stations]  # type: ignore[attr-defined]  # a NumPy row
    drawn = [0] * (SECTIONS // WORD)
    for which in range(LINES):
        for word in range(len(drawn)):
            drawn[word] |= int(s.drawn[seat, which, word])
    return {
        "station": {name: sum(line >> k & 1 for line in lines) for k, name in enumerate(stations)},
        "section": {name: drawn[k // WORD] >> k % WORD & 1 for k, name in enumerate(sections)},
        "district": {name: sum(line & here != 0 for line in lines) for name, here in zip(DISTRICTS, inside, strict=True)},
    }


def _objectives(played: FinishedMatch, seat: int) -> dict[str, str]:
    """Of the objectives that were drawn: whether a sheet reached them."""
    state, city = played.position.state, played.position.box
    found = {}
    for which, name in enumerate(OBJECTIVES):
        if is_objective_drawn(state, which):
            worth = worth_of_objective(objective_progress(state, city, seat, which), objective_goal(city, which))
            found[f"objective-{name}"] = REACHED[0 if worth else 1]
    return found


def _powers(s: State, seat: int, spent: set[tuple[int, str]]) -> dict[str, str]:
    return {f"power-{name}": USED[0 if (seat, name) in spent else 1] for name in POWERS if s.power[0] != NO_POWER}


def _spent(played: FinishedMatch) -> Iterator[tuple[int, str]]:
    """Every use of a power as (seat, power). The last state does not say, so the match is gone through again."""
    boxes = played.position.boxes
    states = State.new()
    GAME.engine.unchecked.setup(states, 0, boxes, played.position.seats, GAME.option_codes(played.position.options))
    for seat, move in played.plies:
        if DRAW <= move < DRAW + SECTIONS:
            use = power_spent(states[0], boxes[0], seat, move - DRAW)
            if use != NO_POWER:
                yield seat, POWERS[use]
        elif COUNT_TWICE <= move < COUNT_TWICE + STATIONS:
            yield seat, POWERS[TWICE]
        GAME.engine.unchecked.push(states, 0, boxes, seat, move)


def describe_item(group: str, item: str, language: Language) -> str:
    if item in ITEM_NAMES:
        return language.text(ITEM_NAMES[item])
    if group == "first-pencil" or (group == "line-by-round" and item in PENCILS):
        return pencil(item, language)
    if group == "line-by-round":
        return language.text("round {round}", round=item)
    if group == "line-with-power":
        return power(item, language)
    return item


def plan(boxes: FlatArray[Any]) -> FactPlan | None:
    """The map: stations by their columns and rows, the sections between them, districts and the Thames."""
    city: City = fields_of(boxes)
    stations, sections = _names(boxes.tobytes())
    departs = {int(station): letter for station, letter in zip(city.departure, PENCIL_LETTERS.upper(), strict=True)}  # type: ignore[call-overload]  # a NumPy row
    spots = tuple(
        Spot(
            name, int(city.column[k]), int(city.row[k]), MARKS[city.symbol[k]], departs.get(k, ""), bool(int(city.sites) >> k & 1)
        )
        for k, name in enumerate(stations)
    )
    return FactPlan(
        spots,
        tuple((name, int(city.first_end[k]), int(city.second_end[k])) for k, name in enumerate(sections)),
        "station",
        "section",
        areas=_areas(city),
        area_group="district",
        river=tuple((int(city.river[k, 0]) / CELL, int(city.river[k, 1]) / CELL) for k in range(city.river_points)),
    )


def _areas(city: City) -> tuple[PlanArea, ...]:
    """The nine main districts, and the corners over them."""
    across, down = ([0, int(borders[0]), int(borders[1]), SIDE] for borders in (city.border_columns, city.border_rows))
    found = []
    for district in range(MAIN_DISTRICTS):
        row, column = divmod(district, 3)
        size = across[column + 1] - across[column], down[row + 1] - down[row]
        place = across[column] - 0.5, down[row] - 0.5
        found.append(PlanArea(DISTRICTS[district], *place, *size, (row + column) % 2 == 1))
    corners = (PlanArea(DISTRICTS[MAIN_DISTRICTS + k], x - 0.5, y - 0.5, 1, 1, True) for k, (x, y) in enumerate(CORNERS))
    return (*found, *corners)


def stage(state: Any) -> int:
    """The card: everybody draws with it at the same time."""
    return int(state.round_no) * DECK + int(state.turn_no)
