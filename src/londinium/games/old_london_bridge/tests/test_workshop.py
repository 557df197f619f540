"""The workshop for boxes: every value is on the bench, a change is written where it belongs, problems find their part."""

from __future__ import annotations

import random
import tomllib

import pytest

from londinium.games.old_london_bridge import GAME, workshop
from londinium.games.old_london_bridge.box.file import STANDARD, reconstructed
from londinium.games.old_london_bridge.rules.components import POWERS
from londinium.games.old_london_bridge.workshop.edits import values_of, written
from londinium.kernel.contracts.workshop import PrintedValue, without_comments
from londinium.kernel.words.language import language

TEXT = STANDARD.read_text(encoding="utf-8")
BRIEF = without_comments(TEXT)
WORDS = language("en", GAME.folder)


def entries(text: str) -> dict[str, PrintedValue]:
    bench = workshop.bench(text, WORDS)
    return {entry.place: entry for group in bench.groups for part in group.parts for entry in part.entries}


def places(text: str) -> list[tuple[str, str]]:
    return [(problem.place, str(problem.problem)) for problem in workshop.problems(text)]


def test_the_published_file_is_written_as_it_is() -> None:
    assert written(values_of(TEXT)) == TEXT
    assert workshop.whole_file(BRIEF, ()) == TEXT, "a link carries no comments, and the file has them again"


def test_every_value_of_the_box_is_on_the_bench() -> None:
    assert set(entries(TEXT)) == set(values_of(TEXT))
    bench = workshop.bench(TEXT, WORDS)
    names = [part.name for group in bench.groups for part in group.parts]
    assert len(names) == len(set(names)) == 99
    drawn = [part.name for group in bench.groups for part in group.parts if part.picture]
    assert sum(name.startswith("buildings.") for name in drawn) == 60
    assert {f"bonus-tiles.{power}" for power in POWERS} < set(drawn)
    assert {"chapel-track.spaces", "gate-track.spaces", "rondel.spaces"} < set(drawn)
    assert sum("Reconstructed" in group.note for group in bench.groups) == 5 + len(reconstructed()) - 2, "tracks share a note"


@pytest.mark.parametrize(
    ("place", "value", "where"),
    [
        ("buildings.chapel.0.number", "59", ("buildings", "chapel", 0)),
        ("rondel.spaces.1", "2", ("rondel", "spaces", 1)),
        ("rondel.centre-cost", "3", ("rondel", "centre-cost")),
        ("chapel-track.spaces", "- 1 - 2", ("chapel-track", "spaces")),
        ("gate-track.end", "9", ("gate-track", "end")),
        ("cards.count.3", "12", ("cards", "count", 3)),
        ("cards.zeros.2", "1", ("cards", "zeros", "2")),
        ("ranking.pounds.4", "6 4 2", ("ranking", "pounds", "4")),
        ("scoring-tiles.gate-steps", "4-6 3, 7+ 5", ("scoring-tiles", "gate-steps")),
        ("scoring-tiles.low-numbers.up-to", "25", ("scoring-tiles", "low-numbers", "up-to")),
        ("bonus-tiles.share.2", "2", ("bonus-tiles", "share", 2)),
    ],
)
def test_a_change_is_written_where_it_belongs(place: str, value: str, where: tuple[str | int, ...]) -> None:
    changed = workshop.change(BRIEF, {place: value})
    assert values_of(changed)[place] == value
    assert {name for name, each in values_of(changed).items() if each != values_of(TEXT)[name]} == {place}
    found = before = None
    for step in where:
        found = (tomllib.loads(changed) if found is None else found)[step]  # type: ignore[index]
        before = (tomllib.loads(TEXT) if before is None else before)[step]  # type: ignore[index]
    assert found != before
    assert type(found) is type(before)
    assert changed.count("\n") == TEXT.count("\n"), "the comments are there"


@pytest.mark.parametrize(
    ("place", "value", "at", "says"),
    [
        ("buildings.gate.3.number", "61", "buildings.gate.3", "house numbers run from 1 to 60"),
        ("buildings.gate.3.number", "2", "buildings.gate.3", "the house number 2 appears twice"),
        ("buildings.guild-house.3.crest", "o", "buildings.guild-house.3", "a guild house, and nothing else"),
        ("buildings.gate.3.number", "", "buildings.gate.3", "is not a tile"),
        ("rondel.spaces.1", "X", "rondel.spaces", "one X and five of 1, 2, 3"),
        ("rondel.stacks.1", "park", "rondel.stacks", "each of these once"),
        ("rondel.centre-cost", "99", "rondel.centre-cost", "from 0 to 20"),
        ("chapel-track.spaces", "- x", "chapel-track.spaces", "not a space of this track"),
        ("gate-track.spaces", "", "gate-track.spaces", "a track has 1 to"),
        ("cards.count.0", "1", "cards.zeros", "players need"),
        ("cards.count.1", "twelve", "cards.count.0", "not twelve"),
        ("scoring-tiles.gate-steps", "nothing", "scoring-tiles.gate-steps", "is not a step"),
        ("ranking.pounds.2", "5 4 3", "ranking.pounds", "pays 1 to 2 places"),
    ],
)
def test_what_is_wrong_stands_at_its_part(place: str, value: str, at: str, says: str) -> None:
    changed = workshop.change(TEXT, {place: value})
    found = places(changed)
    assert [spot for spot, told in found if says in told] == [at], found
    bench = workshop.bench(changed, WORDS)
    known = {part.name for group in bench.groups for part in group.parts} | set(entries(changed))
    assert at in known, "the page has this place"


def test_problems_of_several_parts_are_said_together() -> None:
    changed = workshop.change(TEXT, {"rondel.centre-cost": "99", "gate-track.end": "99", "pounds.start": "999"})
    assert [place for place, _ in places(changed)] == ["rondel.centre-cost", "gate-track.end", "pounds.start"]


def test_what_is_no_box_is_shown_with_our_values_and_said() -> None:
    for text in ("", "nonsense", "a = 1", "[buildings]\nchapel = 3", "[rondel]\nspaces = [1, [2], {}]", "x = " + "[" * 3000):
        assert workshop.problems(text)
        assert len(entries(text)) >= 200
        assert workshop.problems(workshop.change(text, {"pounds.start": "6"})) == [] or "spaces" in text
    assert workshop.whole_file("nonsense", ["note"]) == "nonsense"


def test_any_values_can_be_written_read_and_drawn() -> None:
    """Whatever is typed, the file is TOML, says what was typed, and the bench shows it."""
    draw = random.Random(3)
    typed = [
        "",
        " ",
        "0",
        "-1",
        "9999",
        "1e9",
        '"',
        "\\",
        "'''",
        "<b>",
        "x" * 300,
        "\u202e",
        "\x7f\x00",
        "ä",
        "1,2,3",
        "*",
        "X",
        "७",
    ]
    places_known = sorted(values_of(TEXT))
    text = BRIEF
    for _ in range(120):
        place, value = draw.choice(places_known), draw.choice(typed)
        text = workshop.change(text, {place: value})
        tomllib.loads(text)
    workshop.problems(text)
    bench = workshop.bench(text, WORDS)
    assert "<b>" not in "".join(part.picture for group in bench.groups for part in group.parts)
    assert workshop.change(TEXT, {"nothing.here": "1"}) == TEXT


def test_a_note_is_a_comment() -> None:
    file = workshop.whole_file(BRIEF, ["all agrees\n[evil]", "second"])
    assert file.splitlines()[1:3] == ["# all agrees[evil]", "# second"]
    assert tomllib.loads(file) == tomllib.loads(TEXT)


def test_the_bench_speaks_the_readers_language() -> None:
    german = [group.title for group in workshop.bench(TEXT, language("de", GAME.folder)).groups]
    english = [group.title for group in workshop.bench(TEXT, WORDS).groups]
    assert german[0] == "Kapelle"
    assert len(set(german)) == len(english) == 11
    assert not set(german) & set(english)
