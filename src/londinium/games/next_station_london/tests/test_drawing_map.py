"""The map: names are never struck through, letters never lie on lines, strokes cover exactly what was drawn."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.box.random_city import random_city
from londinium.games.next_station_london.drawing.art.geometry import (
    CELL,
    Ground,
    distance_to_stretch,
    ends_of,
    ground_of,
    meeting,
)
from londinium.games.next_station_london.drawing.art.lines import begun, chains, end_letters, growing_line
from londinium.games.next_station_london.drawing.art.names import district_labels, river_label
from londinium.games.next_station_london.drawing.fragments.lights import lights_of, lit_interchanges
from londinium.games.next_station_london.face.view import Line, city_map
from londinium.games.next_station_london.rules.components import PENCILS
from londinium.kernel.record import load_record
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.language import language

pytestmark = pytest.mark.slow_interpreted  # a drawing compiles nothing; what it reads is tested with the views

RECORDS = sorted((GAME.folder / "records").glob("*.record"))
LONDON = ground_of(city_map(GAME.standard_box()))


def city(seed: int | None, folder: Path) -> Ground:
    if seed is None:
        return LONDON
    file = folder / "city.txt"
    file.write_text(random_city(seed), encoding="utf-8")
    return ground_of(city_map(GAME.load_box(file)))


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_names_stand_where_nothing_is_drawn(seed: int | None, code: str, tmp_path: Path) -> None:
    ground, words = city(seed, tmp_path), language(code, GAME.folder)
    labels = district_labels(ground, words)
    assert len(labels) >= 7
    for label in labels:
        for step in range(41):
            point = label.x + (step / 40 - 0.5) * label.width, label.y
            assert all(distance_to_stretch(point, *ends_of(section)) > 0.11 for section in ground.city.sections), label
            assert all(math.dist(point, (its.column, its.row)) > 0.28 for its in ground.city.stations), label
            assert all(distance_to_stretch(point, one, two) > 0.2 for one, two in pairwise(ground.city.river)), label


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_the_name_of_the_thames_is_not_crossed(code: str) -> None:
    label = river_label(LONDON, language(code, GAME.folder))
    assert label is not None
    points = [(label.x + (step / 200 - 0.5) * label.width, label.y) for step in range(201)]
    assert all(distance_to_stretch(point, *ends_of(section)) > 0.05 for section in LONDON.city.sections for point in points)


def lines_of_records() -> list[tuple[Line, ...]]:
    found = []
    for record in RECORDS[: len(RECORDS) if COMPILED else 1]:
        match = load_record(record)
        found += [player.lines for player in match.view(None).board.players]
    return found


def test_strokes_cover_what_was_drawn() -> None:
    for lines in lines_of_records():
        for line in lines:
            drawn = Counter(frozenset(pair) for chain in chains(line.sections) for pair in pairwise(chain))
            assert drawn == Counter(frozenset(ends_of(section)) for section in line.sections)
            grown = growing_line(LONDON, 0, line)
            keys = Counter(frozenset(key.split("-")) for key in re.findall(r'data-key="s0-([^"]+)"', grown))
            assert keys == Counter(frozenset(section.split("-")) for section in line.sections)


def test_letters_lie_on_no_line() -> None:
    """The letter at an end is on no drawn section, and no two letters lie on each other."""
    english = language()
    for lines in lines_of_records():
        markup = end_letters(LONDON, lines, english)
        letters = [(float(x) / CELL, float(y) / CELL) for x, y in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", markup)]
        sections = [ends_of(section) for line in lines for section in line.sections]
        for place, letter in enumerate(letters):
            assert all(distance_to_stretch(letter, *ends) > 0.1 for ends in sections), (lines, letter)
            assert all(math.dist(letter, other) > 0.2 for other in letters[:place])


def test_a_cross_stands_where_sections_meet() -> None:
    assert meeting(ends_of("a0-b1"), ends_of("b0-a1")) == (0.5, 0.5)
    assert meeting(ends_of("d2-d6"), ends_of("c4-e4")) == (3, 4)


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_the_ground_knows_the_city_that_the_rules_read(seed: int | None) -> None:
    boxes = GAME.standard_box()
    if seed is not None:
        boxes = GAME.read_box(random_city(seed), "random")
    assert ground_of(city_map(boxes)).printed.tobytes() == boxes.tobytes()  # type: ignore[attr-defined]  # a NumPy record


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_what_is_lit_is_what_was_counted(record: Path) -> None:
    """N-5.1 and N-6.1: as many districts, stations and crossings light up as the score sheet says, and as many interchanges."""
    match = load_record(record)
    for ply in range(0, match.ply + 1, 7):
        position = match.copy()
        position.go_to(ply)
        for player in position.view(None).board.players:
            scores = {score.pencil: score for score in player.sheet.lines}
            twice = {line.pencil: line.twice is not None for line in player.lines}
            lit = lights_of(LONDON, player)
            assert set(lit) == {line.pencil for line in begun(player)}
            for pencil, parts in lit.items():
                districts, stations, crossings = (len(names.split()) for names in parts)
                assert districts == scores[pencil].districts
                assert stations + twice[pencil] == scores[pencil].stations
                assert crossings == scores[pencil].crossings
            sheet = player.sheet
            met = lit_interchanges(begun(player)).split()
            assert len(met) == sheet.two_lines + sheet.three_lines + sheet.four_lines


def test_every_line_has_a_departure() -> None:
    assert set(LONDON.departures) == set(PENCILS)
