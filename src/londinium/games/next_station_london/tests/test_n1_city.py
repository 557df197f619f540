"""N-1 The map of London: the counts of the rulebook, computed from the text grid."""

from __future__ import annotations

from collections import Counter

import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.city import STANDARD, read_city, standard_city
from londinium.games.next_station_london.box.file import read_draft, write_plan
from londinium.games.next_station_london.box.flat import City, name_of_section, name_of_station
from londinium.games.next_station_london.rules.components import ANY, DISTRICTS, PENCILS, SYMBOLS, WORD, WORDS
from londinium.games.next_station_london.rules.masks import has
from londinium.kernel.flat import Cells

CITY: City = standard_city()[0]
TEXT = STANDARD.read_text(encoding="utf-8")
NAMES = [name_of_station(CITY, station) for station in range(CITY.stations)]


def named(stations: int) -> list[str]:
    return [name for station, name in enumerate(NAMES) if has(stations, station)]


def count(words: Cells) -> int:
    """How many sections are in a row of bits."""
    return sum(int(words[word]).bit_count() for word in range(WORDS))


def symbol(name: str) -> str:
    return (*SYMBOLS, "central")[CITY.symbol[NAMES.index(name)]]


# ── The counts ───────────────────────────────────────────────────────────────


def test_stations_and_symbols() -> None:
    """N-1.1: 53 stations, 13 of each symbol, and the central one at f3; five tourist sites."""
    assert len(NAMES) == 53
    assert Counter(map(symbol, NAMES)) == {"circle": 13, "triangle": 13, "square": 13, "pentagon": 13, "central": 1}
    assert symbol("f3") == "central"
    assert named(int(CITY.sites)) == ["g1", "a3", "f3", "j6", "e9"]


def test_districts() -> None:
    """N-1.2: nine main districts with 4-6-4 / 6-9-6 / 4-6-4 stations, cut after c, g, 2 and 6; four corners."""
    sizes = [int(stations).bit_count() for stations in CITY.district_stations[:]]
    assert sizes == [4, 6, 4, 6, 9, 6, 4, 6, 4, 1, 1, 1, 1]
    assert [named(int(CITY.district_stations[corner])) for corner in range(9, 13)] == [["a0"], ["j0"], ["a9"], ["j9"]]
    for station, name in enumerate(NAMES):
        across = "West" if name[0] in "abc" else "East" if name[0] in "hij" else ""
        down = "North" if name[1] in "012" else "South" if name[1] in "789" else ""
        expected = (down[:1] + across[:1]) or "C"
        if name in ("a0", "j0", "a9", "j9"):
            expected += "-corner"
        assert DISTRICTS[CITY.district[station]] == expected


def test_sections_and_crossings() -> None:
    """N-1.3: 155 sections, each straight and to the first station met; 116 pairs cross outside a station."""
    assert CITY.sections == 155
    assert sum(count(CITY.crossing[section]) for section in range(155)) == 2 * 116
    for section in range(155):
        first, second = name_of_section(CITY, section).split("-")
        across, down = ord(second[0]) - ord(first[0]), int(second[1]) - int(first[1])
        assert across == 0 or down == 0 or abs(across) == abs(down)
        steps = max(abs(across), abs(down))
        between = {f"{chr(ord(first[0]) + across * i // steps)}{int(first[1]) + down * i // steps}" for i in range(1, steps)}
        assert not between & set(NAMES)


def test_crossing_is_mutual() -> None:
    """N-1.3: what a section crosses crosses it; and no section crosses itself or one it shares a station with."""
    for section in range(155):
        for other in range(155):
            crosses = has(int(CITY.crossing[section, other // WORD]), other % WORD)
            assert crosses == has(int(CITY.crossing[other, section // WORD]), section % WORD)
            ends = {CITY.first_end[section], CITY.second_end[section], CITY.first_end[other], CITY.second_end[other]}
            assert not crosses or len(ends) == 4


def test_thames() -> None:
    """N-1.4: 27 stations north and 26 south; 24 sections cross, exactly those with ends on different banks."""
    assert int(CITY.south).bit_count() == 26
    assert len(NAMES) - 26 == 27
    assert count(CITY.over_thames) == 24
    for section in range(155):
        banks = {has(int(CITY.south), int(end)) for end in (CITY.first_end[section], CITY.second_end[section])}
        assert has(int(CITY.over_thames[section // WORD]), section % WORD) == (len(banks) == 2)


def test_no_section_crosses_the_thames_twice() -> None:
    """N-1.4: 24 sections cross it, none twice."""
    plan = read_draft(TEXT, "city.txt").plan
    assert Counter(plan.times_over_river(section) for section in plan.sections) == {0: 131, 1: 24}


@pytest.mark.parametrize(("pencil", "station"), [("green", "d2"), ("pink", "h3"), ("purple", "c5"), ("blue", "f7")])
def test_departure_stations(pencil: str, station: str) -> None:
    """N-1.5: each departure station has exactly two neighbours of each symbol."""
    departure = int(CITY.departure[PENCILS.index(pencil)])
    assert NAMES[departure] == station
    assert Counter(map(symbol, named(int(CITY.neighbours[departure])))) == dict.fromkeys(SYMBOLS, 2)


def test_sections_stay_in_the_districts_of_their_ends() -> None:
    """N-1.5: no section runs through a district in which it does not end."""
    plan = read_draft(TEXT, "city.txt").plan
    assert not any(plan.districts_between(section) for section in plan.sections)


# ── The bytes and the text ───────────────────────────────────────────────────


def test_targets() -> None:
    """N-1.1: a symbol's card may lead to its 13 stations and to the central one, a joker anywhere."""
    for number, name in enumerate(SYMBOLS):
        assert {symbol(station) for station in named(int(CITY.targets[number]))} == {name, "central"}
    assert named(int(CITY.targets[ANY])) == NAMES


def test_the_tables_agree() -> None:
    """N-1.3: sections, neighbours and the table between two stations are one thing."""
    for section in range(155):
        first, second = int(CITY.first_end[section]), int(CITY.second_end[section])
        assert first < second
        assert CITY.section_between[first, second] == CITY.section_between[second, first] == section
        assert has(int(CITY.neighbours[first]), second)
        assert has(int(CITY.neighbours[second]), first)
    assert sum(int(stations).bit_count() for stations in CITY.neighbours[:]) == 2 * 155
    assert len(CITY.over_thames) == WORDS


def test_the_text_is_printed_as_it_was_read() -> None:
    """N-1.1: the grid that a person proof-reads is the map that is played."""
    plan = read_draft(TEXT, "city.txt").plan
    written = write_plan(plan, "London")
    assert read_city(written, "written").tobytes() == standard_city().tobytes()
    grid = [line for line in TEXT.splitlines() if line and not line.startswith("#")]
    assert [line.split() for line in written.splitlines() if line and not line.startswith("#")] == [line.split() for line in grid]


def test_the_moves_of_london() -> None:
    """N-1.3: every section is a move, and can be written from either end."""
    assert GAME.moves.text(GAME.moves.parse("draw d2-e3")) == "draw d2-e3"
    assert GAME.moves.parse("draw e3-d2") == GAME.moves.parse("Draw  D2-E3")
    draws = [text for text in GAME.moves if text.startswith("draw ")]
    assert len(draws) == 155
    assert [GAME.moves.text(GAME.moves.parse(text)) for text in GAME.moves if text] == [text for text in GAME.moves if text]
