"""What a box says, to be compared with another: houses by their numbers, and every other value by its part."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.file import read_box
from londinium.games.old_london_bridge.face.view import House
from londinium.games.old_london_bridge.face.words import describe_house
from londinium.games.old_london_bridge.rules.components import ALL_CRESTS, BUILDINGS, CRESTS, HOUSES
from londinium.games.old_london_bridge.workshop.bench import bench
from londinium.kernel.contracts.workshop import BoxPart, PrintedFact, bench_facts
from londinium.kernel.words.language import Language


def facts(text: str, words: Language) -> list[PrintedFact]:
    return [*_houses(text, words), *bench_facts(bench(text, words), _is_no_house)]


def _houses(text: str, words: Language) -> list[PrintedFact]:
    """In which order a file has the houses of a type means nothing, so they are told by their numbers."""
    box = read_box(text, "")[0]
    found = []
    for number in range(1, HOUSES + 1):
        crest = "all" if box.crest[number] == ALL_CRESTS else CRESTS[box.crest[number]]
        house = House(BUILDINGS[box.building[number]], number, crest)
        found.append(PrintedFact(words.text("House number"), str(number), describe_house(house, words)))
    return found


def _is_no_house(part: BoxPart) -> bool:
    return not part.name.startswith("buildings.")
