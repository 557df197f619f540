"""What a city says, to be compared with another: every cell, the borders, the river, and the numbers that follow from them."""

from __future__ import annotations

from itertools import combinations

from londinium.games.next_station_london.box.plan import Plan, cross
from londinium.games.next_station_london.drawing.art.ground import station_title
from londinium.games.next_station_london.rules.components import DISTRICTS, MAIN_DISTRICTS, SIDE, station_name
from londinium.games.next_station_london.workshop.bench import bench, sketch
from londinium.games.next_station_london.workshop.edits import plan_of
from londinium.kernel.contracts.workshop import PrintedFact, bench_facts
from londinium.kernel.words.language import Language


def facts(text: str, words: Language) -> list[PrintedFact]:
    plan = plan_of(text)
    return [*_cells(plan, words), *bench_facts(bench(text, words)), *_numbers(plan, words)]


def _cells(plan: Plan, words: Language) -> list[PrintedFact]:
    """What stands on each cell; a title begins with the cell itself."""
    titles = {station.name: station_title(station, words).partition(", ")[2] for station in sketch(plan).stations}
    names = [station_name(column, row) for row in range(SIDE) for column in range(SIDE)]
    return [PrintedFact(words.text("The map"), name, titles.get(name, words.text("no station"))) for name in names]


def _numbers(plan: Plan, words: Language) -> list[PrintedFact]:
    """What a designer counts first."""
    south = sum(plan.side_of_station(cell) > 0 for cell in plan.stations)
    held = [plan.district(cell) for cell in plan.stations]
    counts = {
        words.text("Stations"): len(plan.stations),
        words.text("Stations north of the Thames"): len(plan.stations) - south,
        words.text("Stations south of the Thames"): south,
        words.text("Sections"): len(plan.sections),
        words.text("Sections across the Thames"): sum(plan.times_over_river(section) > 0 for section in plan.sections),
        words.text("Pairs of sections that cross"): sum(cross(*pair) for pair in combinations(plan.sections, 2)),
    }
    for district in range(MAIN_DISTRICTS):
        counts[words.text("Stations in the district {district}", district=DISTRICTS[district])] = held.count(district)
    return [PrintedFact(words.text("In numbers"), name, str(count)) for name, count in counts.items()]
