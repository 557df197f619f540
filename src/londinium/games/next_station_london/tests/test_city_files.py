"""N-1 City files: what is wrong with one is said with the line, the row and the column; random ones are right."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from londinium import InvalidBox
from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.city import STANDARD, check_city, read_city
from londinium.games.next_station_london.box.random_city import random_city
from londinium.kernel.record import read_record
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.language import language

TEXT = STANDARD.read_text(encoding="utf-8")
CITIES = range(12 if COMPILED else 2)


def problems(text: str, folder: Path) -> list[str]:
    path = folder / "my-city.txt"
    path.write_text(text, encoding="utf-8")
    return [str(problem) for problem in check_city(path)]


def changed(line: str, to: str) -> str:
    assert TEXT.count(line) == 1, line
    return TEXT.replace(line, to)


def test_london_is_valid() -> None:
    """N-1.1: nothing is wrong with London."""
    assert check_city(STANDARD) == []


@pytest.mark.parametrize(
    ("line", "to", "expected"),
    [
        ("2    C  .", "2    X  .", "line 9: row 2, column a: 'X' is not a station"),
        ("P! | .  S  P", "P!! | .  S  P", "line 8: row 1, column g: 'P!!' is not a station"),
        ("| Ck .", "| Cg .", "line 11: row 3, column h: pencil g already departs from d2"),
        ("| Tg .", "| Tgk .", "line 9: row 2, column d: only one pencil can depart here"),
        ("*! C", "*! *", "line 11: row 3, column g: the central station * is already at f3"),
        ("*! C", "S! C", "line 6: there is no central station *"),
        ("e  f  g  | h", "e  f  g  h", "line 6: two borders | should divide the columns"),
        ("a  b  c  |", "a  c  b  |", "line 6: the columns should be named a b c d e f g h i j"),
        (" 1    .  P", " 2    .  P", "line 8: row 1 should come here, not row 2"),
        (" 1    .  P  .", " 1    .  P", "line 8: row 1 should have 10 cells, not 9"),
        (" 1    .  P  . ", " 1    .  P | . ", "line 8: row 1 should have its borders | where the line of columns has them"),
        (" 0    P  T", " 0    .  T", "line 7: row 0, column a: a corner is a district of its own"),
        ("Su | .", "S  | .", "line 6: pencil u has no departure station"),
        ("T  .  T!", "T  .  T ", "line 6: there should be 5 tourist sites !, not 4"),
        ("9    T  S", "9    T  C", "line 6: there should be 13 stations S, not 12"),
        ("6.13,4.42 9.5,4.42", "6.13,4.42 8.5,4.42", "line 21: the river should begin west of column a and end east of column j"),
        ("1.95,3.45", "1.95;3.45", "line 21: '1.95;3.45' is not a point of the river"),
        ("5.09,5.34", "4.8,5.34", "line 21: the river flows from west to east, but 4.8,5.34 is not east"),
        ("1.95,3.45", "1.95,300", "line 21: 1.95,300 is too far from the map"),
        ("-0.5,3.45 1.95,3.45", "-0.5,3 1.95,3", "line 11: row 3, column a: this station lies in the river"),
        ("Thames -0.5", "River -0.5", "line 21: no part of a city begins with 'River'"),
    ],
)
def test_a_broken_city_says_where(line: str, to: str, expected: str, tmp_path: Path) -> None:
    """N-1.1 to N-1.5: the first problem names the file, the line, the row and the column."""
    found = problems(changed(line, to), tmp_path)
    assert any(problem.startswith(f"my-city.txt, {expected}") for problem in found), found
    with pytest.raises(InvalidBox) as error:
        GAME.load_box(tmp_path / "my-city.txt")
    assert str(error.value) == found[0]


def test_a_departure_must_be_fair(tmp_path: Path) -> None:
    """N-1.5: exactly two neighbours of each symbol."""
    found = problems(changed("C  .  .  | Tg", "T  .  .  | Tg"), tmp_path)
    assert "my-city.txt, line 9: row 2, column d: a departure station should have 2 neighbours C, not 1" in found


def test_sections_through_a_foreign_district(tmp_path: Path) -> None:
    """N-1.5: without a station in the way, a section would run through a district in which it does not end."""
    found = problems(changed("S  | .  T  C  .  | T", "S  | .  .  .  .  | T"), tmp_path)
    message = "my-city.txt, line 7: row 0, column c: the section to h0 runs through the district N without ending there"
    assert message in found


def test_a_river_that_is_crossed_twice(tmp_path: Path) -> None:
    """N-1.4: no section may cross the Thames twice."""
    found = problems(changed("5.91,4.52 6.13,4.42 9.5,4.42", "5.9,2.5 6.1,4.42 9.5,4.42"), tmp_path)
    assert any("crosses the river more than once" in problem for problem in found)


def test_all_on_one_bank(tmp_path: Path) -> None:
    """N-1.4: the Thames must part the stations."""
    lines = TEXT.splitlines()
    found = problems("\n".join([*lines[:-1], "Thames -0.5,-0.4 9.5,-0.4"]), tmp_path)
    assert found == ["my-city.txt, line 21: all stations lie on one bank of the river"]


def test_an_empty_file_and_no_file(tmp_path: Path) -> None:
    """N-1.1: every problem is told, not only the first."""
    assert len(problems("", tmp_path)) == 4
    assert "cannot be read" in str(check_city(tmp_path / "none.txt")[0])
    with pytest.raises(InvalidBox, match="cannot be read"):
        GAME.load_box(tmp_path / "none.txt")


@pytest.mark.parametrize("code", ["de", "fr", "it"])
def test_problems_in_other_languages(code: str) -> None:
    """N-1.1: problems are told in the reader's language, with row and column."""
    with pytest.raises(InvalidBox) as error:
        read_city(changed("2    C  .", "2    X  ."), "my-city.txt")
    told = error.value.told(language(code, GAME.folder))
    assert told != str(error.value)
    assert re.search(r"[„«]\s?X\s?[“»]", told)


# ── Random cities ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", CITIES)
def test_random_cities_have_the_structure_of_london(seed: int) -> None:
    """N-1.1, N-1.2, N-1.4, N-1.5: the same checks hold, and the districts have as many stations."""
    city = read_city(random_city(seed), f"seed {seed}")[0]
    assert city.stations == 53
    sizes = [int(stations).bit_count() for stations in city.district_stations[:]]
    assert sizes == [4, 6, 4, 6, 9, 6, 4, 6, 4, 1, 1, 1, 1]
    assert 25 <= int(city.south).bit_count() <= 28
    assert random_city(seed) == random_city(seed)


def test_the_same_seed_is_the_same_city_for_ever() -> None:
    """N-1.1: a seed means the same city for ever; this is one."""
    rows = [line for line in random_city(7).splitlines() if line.startswith(" 3 ")]
    assert rows == [" 3    T! T  Cg | .  T  P  C  | Pu P  ."]


def test_a_match_in_another_city(tmp_path: Path) -> None:
    """N-1.3: moves are named by that city, and its record is read with that city only."""
    path = tmp_path / "seven.txt"
    path.write_text(random_city(7), encoding="utf-8")
    match = GAME.match(seats=2, seed=1, box=path)
    while not match.is_over:
        match.push(match.legal(match.to_act[0])[0])
    assert any(f"draw {section}" not in GAME.moves for section in match.view(None).board.city.sections)
    again = read_record(match.record, box=path)
    assert again.position.states.tobytes() == match.position.states.tobytes()
    with pytest.raises(Exception, match=r"seven\.txt"):
        read_record(match.record)


@pytest.mark.skipif(not COMPILED, reason="too many matches for interpreted rules")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_cities_are_sound(seed: int) -> None:
    """N-1.3: the fuzzer's properties hold in every city, and its points are like London's."""
    cities = read_city(random_city(seed), "city")
    games = 400
    options = np.array([[i & 1, i >> 1 & 1, 0] for i in range(games)], np.int8)
    _, violation = GAME.engine.fuzz(np.arange(games), 1 + np.arange(games) % 4, options, cities)
    assert violation is None
    found = GAME.engine.play_random(np.arange(2_000), 1, np.zeros(3, np.int8), cities)
    assert 45 < found.points[:, 0].mean() < 90
