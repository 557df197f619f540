"""The workshop for cities: what brushes and values change, random cities of any structure, and whatever somebody brings."""

from __future__ import annotations

import random
import re

import pytest

from londinium.games.next_station_london import GAME, workshop
from londinium.games.next_station_london.box.file import read_draft
from londinium.games.next_station_london.box.plan import Plan
from londinium.games.next_station_london.box.random_city import LONDON_LIKE, Structure, random_city
from londinium.kernel.contracts.workshop import without_comments
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import InvalidOption
from londinium.kernel.words.language import language

LONDON = without_comments(workshop.printed())
WORDS = language("en", GAME.folder)
BRUSHES = [brush.name for brush in workshop.bench(LONDON, WORDS).brushes]


def plan(text: str) -> Plan:
    return read_draft(text, "").plan


def places(text: str) -> set[str]:
    return {problem.place for problem in workshop.problems(text)}


def test_london_lies_on_the_bench_as_it_is() -> None:
    assert workshop.problems(LONDON) == []
    bench = workshop.bench(LONDON, WORDS)
    touches = {touch.place: touch for touch in bench.groups[0].parts[0].touches}
    assert len(touches) == 100
    assert touches["d2"].label == "d2, triangle, departure of green"
    assert touches["b0"].x > touches["a0"].x
    assert touches["b2"].label == "b2, no station"
    assert not [brush.name for brush in bench.brushes if brush.is_wrong]


def test_a_brush_puts_down_and_takes_away() -> None:
    changed = workshop.touch(LONDON, "C", "b0")
    assert plan(changed).symbols[1, 0] == 0
    assert (1, 0) not in plan(workshop.touch(changed, "C", "b0")).symbols, "a second touch takes it away"
    assert (1, 0) not in plan(workshop.touch(changed, ".", "b0")).symbols
    wrong = {brush.name: brush.note for brush in workshop.bench(changed, WORDS).brushes if brush.is_wrong}
    assert wrong == {"C": "C · 14/13", "T": "T · 12/13"}
    assert places(changed) == {"map", "d2"}, "the counts, and the departure nearby"


def test_marks_need_a_station_and_a_pencil_departs_once() -> None:
    assert plan(workshop.touch(LONDON, "!", "b2")).sites == plan(LONDON).sites
    assert (0, 3) not in plan(workshop.touch(LONDON, "!", "a3")).sites
    moved = plan(workshop.touch(LONDON, "g", "c0"))
    assert [cell for cell, pencil in moved.departures.items() if pencil == 0] == [(2, 0)]
    assert len(moved.departures) == 4
    replaced = plan(workshop.touch(LONDON, "g", "h3"))
    assert replaced.departures[7, 3] == 0
    assert len(replaced.departures) == 3, "one departs from a station"
    both = workshop.touch(LONDON, "!", "d2")
    assert plan(both).departures == plan(LONDON).departures, "a site that is a departure is three signs wide"
    assert not read_draft(both, "").problems
    assert workshop.touch(both, "!", "d2") == workshop.whole_file(LONDON, ())


def test_the_river_is_led_below_a_cell() -> None:
    changed = workshop.touch(LONDON, "~", "d8")
    assert (300, 845) in plan(changed).river
    assert [x for x, _ in plan(changed).river] == sorted({x for x, _ in plan(changed).river})
    outer = plan(workshop.touch(LONDON, "~", "a0")).river
    assert outer[:2] == [(-50, 45), (0, 45)], "it comes from the west as it goes on"
    empty = "\n".join(line for line in LONDON.splitlines() if not line.startswith("Thames"))
    begun = workshop.touch(empty, "~", "e4")
    assert plan(begun).river == [(-50, 445), (400, 445), (950, 445)]
    assert not read_draft(begun, "").problems


def test_values_are_changed_and_borders_keep_apart() -> None:
    assert plan(workshop.change(LONDON, {"border-left": "4"})).border_columns == (4, 7)
    assert plan(workshop.change(LONDON, {"border-left": "9"})).border_columns == (6, 7)
    assert plan(workshop.change(LONDON, {"border-lower": "1"})).border_rows == (3, 4)
    assert plan(workshop.change(LONDON, {"Thames": "-0.5,4.5 9.5,4.5"})).river == [(-50, 450), (950, 450)]
    for nonsense in ({"border-left": "x"}, {"border-left": "-1"}, {"Thames": "here and there"}, {"nothing": "1"}):
        assert plan(workshop.change(LONDON, nonsense)) == plan(LONDON)
    assert places(workshop.change(LONDON, {"Thames": "9.5,4.5 -0.5,4.5"})) == {"Thames"}


def test_a_file_is_whole_and_says_what_was_noted() -> None:
    file = workshop.whole_file(workshop.touch(LONDON, "C", "b0"), ["first", "second"])
    assert file.startswith("# A city of somebody's own\n# first\n# second\n\n      a  b  c  | d")
    assert plan(file) == plan(workshop.touch(LONDON, "C", "b0"))
    assert workshop.whole_file("no city", ()) == "no city"
    assert workshop.whole_file(random_city(1), ()) == random_city(1)


@pytest.mark.parametrize("text", ["", "x", "a b c", "Thames", "Thames 1,1", " 0 C", "0 " + "C " * 10 + "\n" + "10 " + "C " * 10])
def test_whatever_is_brought_can_be_drawn_and_mended(text: str) -> None:
    assert workshop.problems(text)
    assert workshop.bench(text, WORDS).groups[0].parts[0].picture.startswith("<svg")
    assert len(plan(workshop.touch(text, "C", "e5")).symbols) >= 1


def test_any_edits_can_be_drawn() -> None:
    """Whatever is touched in whatever order, the text can be read again, and nothing fails."""
    draw = random.Random(5)
    for start in (LONDON, ""):
        text = start
        for step in range(150 if COMPILED else 30):
            text = workshop.touch(text, draw.choice(BRUSHES), f"{draw.choice('abcdefghij')}{draw.randrange(10)}")
            if draw.random() < 0.1:
                text = workshop.change(
                    text, {draw.choice(("border-left", "border-upper", "border-right")): str(draw.randrange(10))}
                )
            assert workshop.touch(text, "?", "a0") == text, step
            if step % 10 == 0:
                workshop.problems(text)
                workshop.bench(text, WORDS)


def test_nothing_from_a_file_comes_onto_the_page_as_markup() -> None:
    evil = LONDON.replace("Thames ", "Thames <script>alert(1)</script> ").replace(" 0    P", " 0    <b>")
    bench = workshop.bench(evil, WORDS)
    assert "<script" not in bench.groups[0].parts[0].picture
    assert "<b>" not in "".join(touch.label for touch in bench.groups[0].parts[0].touches)


def test_random_cities_have_the_structure_that_was_asked_for() -> None:
    structure = Structure(centre=13, corners=3, bends=1, bridges=22, south=-12)
    text = random_city(3, structure)
    assert workshop.problems(text) == []
    city = plan(text)
    districts = [city.district(cell) for cell in city.stations]
    assert [districts.count(district) for district in range(9)] == [3, 6, 3, 6, 13, 6, 3, 6, 3]
    assert sum(city.times_over_river(section) for section in city.sections) >= 22
    south = sum(city.side_of_station(cell) > 0 for cell in city.stations)
    assert abs(2 * south - len(city.stations) + 12) <= 3
    assert random_city(3, structure) == text != random_city(3)


def test_the_sliders_stand_at_london() -> None:
    assert {slider.name: slider.usual for slider in workshop.SLIDERS} == {
        name: getattr(LONDON_LIKE, name) for name in ("centre", "corners", "bends", "bridges", "south")
    }
    assert workshop.random_box(7, {slider.name: slider.usual for slider in workshop.SLIDERS}) == random_city(7)


def test_a_search_ends_where_there_is_no_city() -> None:
    with pytest.raises(InvalidOption, match="no city of this structure was found for the number 2"):
        random_city(2, Structure(bridges=150), patience=2000)


def test_words_of_the_bench_are_translated() -> None:
    german = workshop.bench(LONDON, language("de", GAME.folder))
    assert not re.search(r"\b(map|Borders|between|touch|station)\b", " ".join(part.title for part in german.groups[0].parts))
