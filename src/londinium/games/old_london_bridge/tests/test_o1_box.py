"""O-1 The box: what is in it, that its file reads like the cardboard, and that a broken file is told where it is broken."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.box.file import STANDARD, read_box, reconstructed, standard_box
from londinium.games.old_london_bridge.rules.components import BUILDINGS, CARDS, COLOURS, CRESTS, POWERS, SIDES
from londinium.games.old_london_bridge.tests.positions import setup, turn
from londinium.kernel.words.errors import InvalidBox

BOX = standard_box()[0]
TEXT = STANDARD.read_text(encoding="utf-8")
NUMBERED_BUILDINGS = ("chapel", "gate", "hostelry", "haberdasher", "guild-house")


def building_of(number: int) -> str:
    return BUILDINGS[BOX.building[number]]


def crests_of(number: int) -> str:
    return (*CRESTS, "all four", "none")[BOX.crest[number]]


# ── What is in it ────────────────────────────────────────────────────────────


def test_buildings() -> None:
    """O-1.1: the numbers 1 to 60, each once, twelve of each of the five types with numbers; and twelve parks."""
    by_type = {name: [int(number) for number in BOX.numbers[BUILDINGS.index(name)]] for name in NUMBERED_BUILDINGS}
    assert {name: len(numbers) for name, numbers in by_type.items()} == dict.fromkeys(NUMBERED_BUILDINGS, 12)
    assert sorted(number for numbers in by_type.values() for number in numbers) == list(range(1, 61))
    assert all(building_of(number) == name for name, numbers in by_type.items() for number in numbers)
    assert turn("Leon").s.parks == 12


def test_crests() -> None:
    """O-1.2: one crest on chapels, gates, hostelries and haberdashers, all four on guild houses, none on parks."""
    for number in range(1, 61):
        assert (crests_of(number) == "all four") == (building_of(number) == "guild-house")
        assert crests_of(number) != "none"
    assert (building_of(61), crests_of(61)) == ("park", "none")


def test_cards() -> None:
    """O-1.3: 55 cards: 0 x4, 1 x15, 2 x15, 3 x11, 4 x10."""
    assert dict(zip(CARDS, map(int, BOX.cards[:]), strict=True)) == {
        "Peter de Colechurch": 4,
        "merchant": 15,
        "noblewoman": 15,
        "cleric": 11,
        "nobleman": 10,
    }


def test_markers_and_tiles() -> None:
    """O-1.4: five round markers of each number, 24 bonus tiles with 8 powers three times each, 8 scoring tiles of two sides."""
    assert [int(count) for count in BOX.markers[:]] == [5, 5, 5]
    assert {name: int(sum(BOX.tiles[:, power])) for power, name in enumerate(POWERS)} == dict.fromkeys(POWERS, 3)
    assert len(POWERS) * 3 == 24
    assert sum(len(sides) - 1 for sides in SIDES) == 8 * 2
    assert all(sides[0] == "printed" for sides in SIDES)
    assert len(COLOURS) == len(SIDES) == 4


def test_the_bank_never_runs_out() -> None:
    """O-1.5: there are coins for 38x1 + 20x3 + 12x10 + 6x25 = 368 pounds, and yet the bank pays on."""
    t = turn("Leon 56 47 44 | cash 1000", tops="haberdasher 43", x="park")
    assert t.s.bank > 368
    t.do("place haberdasher")
    assert t.cash("Leon") == 1000 + 1 + 4


def test_which_number_is_which_building() -> None:
    """O-1.6: the type follows (n-1) mod 5, the crest (n-1) div 5 shifted by the type."""
    types = ["gate", "chapel", "haberdasher", "guild-house", "hostelry"]
    shifts = {"haberdasher": 0, "gate": 1, "hostelry": 2, "chapel": 3}
    for number in range(1, 61):
        k, r = divmod(number - 1, 5)
        expected = "all four" if r == 3 else ["orange", "blue", "gray", "green"][(k + shifts[types[r]]) % 4]
        assert (building_of(number), crests_of(number)) == (types[r], expected)


def test_each_type_has_three_of_each_crest() -> None:
    """O-1.6: so the four types with one crest have three of each."""
    for name in ("chapel", "gate", "hostelry", "haberdasher"):
        crests = [crests_of(number) for number in range(1, 61) if building_of(number) == name]
        assert {crest: crests.count(crest) for crest in CRESTS} == dict.fromkeys(CRESTS, 3)


@pytest.mark.parametrize(
    ("number", "building", "crests"),
    [
        (43, "haberdasher", {"orange"}),
        (20, "hostelry", {"blue"}),
        (32, "chapel", {"blue"}),
        (49, "guild-house", {"blue", "all four"}),
        (38, "haberdasher", {"green"}),
    ],
)
def test_the_reconstruction_fits_the_examples(number: int, building: str, crests: set[str]) -> None:
    """O-1.6: what the rulebooks and a review tell of single buildings."""
    assert building_of(number) == building
    assert crests_of(number) in crests


def test_rondel() -> None:
    """O-1.7: stacks clockwise from the hostelry, outer spaces clockwise from the X, and the centre costs 2."""
    around = sorted(BUILDINGS, key=lambda name: BOX.position[BUILDINGS.index(name)])
    assert around == ["hostelry", "haberdasher", "guild-house", "chapel", "gate", "park"]
    assert [int(pounds) for pounds in BOX.rondel[:]] == [-1, 3, 1, 2, 1, 2]
    assert BOX.centre_cost == 2


def test_chapel_track() -> None:
    """O-1.8: sixteen spaces; coins 1 at 2, 2 at 5, 3 at 8, 5 at 12, 10 at the end."""
    assert BOX.chapel_end == 16
    assert {i: int(coin) for i, coin in enumerate(BOX.chapel_coins[:]) if coin} == {2: 1, 5: 2, 8: 3, 12: 5, 16: 10}


def test_gate_track() -> None:
    """O-1.9: sixteen spaces; every third is a bonus space; the end pays 10."""
    assert BOX.gate_end == 16
    assert [i for i, mark in enumerate(BOX.bonus_space[:]) if mark] == [3, 6, 9, 12, 15]
    assert BOX.gate_end_pounds == 10


def test_backs_of_the_bonus_tiles() -> None:
    """O-1.10: each of the three backs holds one of each power."""
    assert [[int(count) for count in BOX.tiles[back]] for back in range(3)] == [[1] * 8] * 3


def test_the_box_says_what_is_reconstructed() -> None:
    """O-1.6 to O-1.10: the facts marked B are marked in the file, and no others."""
    assert [fact.split(":")[0] for fact in reconstructed()] == ["O-1.6", "O-1.7", "O-1.8", "O-1.9", "O-1.10"]


# ── Tables there and back ────────────────────────────────────────────────────


def test_tiles_are_what_the_file_shows() -> None:
    """O-1.1, O-1.2: every row of buildings, printed from the bytes, is the row of the file."""
    printed = {
        name: [f"{number}{'obyg*'[BOX.crest[number]]}" for number in BOX.numbers[BUILDINGS.index(name)]]
        for name in NUMBERED_BUILDINGS
    }
    section = tomllib.loads(TEXT)["buildings"]
    assert printed == {name: section[name] for name in NUMBERED_BUILDINGS}


def test_moves_there_and_back() -> None:
    """Every move's text is parsed as that move."""
    texts = list(GAME.moves)
    assert [GAME.moves.parse(text) for text in texts] == list(range(len(texts)))
    assert [GAME.moves.text(GAME.moves.parse(text)) for text in texts] == texts


def test_a_box_file_is_read_from_disk(tmp_path: Path) -> None:
    """A copy of the box is the box."""
    (tmp_path / "mine.toml").write_text(TEXT, encoding="utf-8")
    assert GAME.load_box(tmp_path / "mine.toml").tobytes() == standard_box().tobytes()


def test_the_rules_play_with_the_box_they_are_given() -> None:
    """A box whose chapel track is short, whose centre is dear and whose 43 is green needs no other rules."""
    short = TEXT.replace('"-  1  -  -  2  -  -  3  -  -  -  5  -  -  -  10"', '"- 7 4"')
    mine = read_box(short.replace("centre-cost = 2", "centre-cost = 4").replace('"43o"', '"43g"'), "mine.toml")
    t = turn("Leon 60 52 50 | cash 4", tops="chapel 32", box=mine)
    t.do("place centre chapel")
    assert t.chapel() == "Leon 3, Lisa, Tim, Paula"
    assert t.cash("Leon") == 4 - 4 + 7 + 4
    t = turn("Leon 60 58 50 | cash 5", tops="haberdasher 43", x="park", box=mine)
    t.do("place haberdasher")
    assert t.cash("Leon") == 5 + 1 + 3


def test_the_rondel_of_another_box() -> None:
    """O-1.7: where the X stands in the list does not matter, only what follows it clockwise."""
    mine = read_box(TEXT.replace('["X", "3", "1", "2", "1", "2"]', '["2", "1", "X", "1", "3", "3"]'), "mine.toml")
    t = setup(2, mine)
    t.push("stairs 0", "x haberdasher")
    assert t.rondel() == "1 X 1 3 3 2"


# ── Broken boxes ─────────────────────────────────────────────────────────────

BROKEN = {
    # the published text, what stands there instead, how the line begins that is named, what is said about it
    "not TOML": ('title = "Old London Bridge"', 'title = "Old London', "title = ", "begins here and does not end"),
    "an entry twice": ("start = 5", "start = 5\nstart = 6", "start = 6", "not valid TOML"),
    "unknown section": ("[pounds]", "[shillings]", "[shillings]", "no section [shillings]"),
    "unknown entry": ("start = 5", "start = 5\nend = 5", "end = 5", "[pounds] has no entry end"),
    "missing entry": ("start = 5", "", "[pounds]", "[pounds] lacks the entry start"),
    "number twice": ('"43o"', '"42o"', "haberdasher =", "42 appears twice, as chapel and as haberdasher"),
    "number twice in one type": ('"43o"', '"38o"', "haberdasher =", "38 appears twice, as haberdasher and as haberdasher"),
    "eleven tiles": (' "2g", ', "", "chapel      =", "chapel has 11 tiles, but every building has 12"),
    "no tiles": ("gate        = [", "gate        = 1 #", "gate        =", "gate has 1 tiles"),
    "unknown crest": ('"6y"', '"6r"', "gate        =", "6r is not a tile"),
    "no crest": ('"6y"', '"6"', "gate        =", "6 is not a tile"),
    "a number for a tile": ('"1b"', "1", "gate        =", "1 is not a tile"),
    "a list for a tile": ('"6y"', '["6y"]', "gate        =", "is not a tile"),
    "number too high": ('"60b"', '"61b"', "hostelry    =", "house numbers run from 1 to 60, so 61b does not exist"),
    "number 0": ('"1b"', '"0b"', "gate        =", "so 0b does not exist"),
    "all crests on a chapel": ('"2g"', '"2*"', "chapel      =", "2*: a guild house, and nothing else"),
    "one crest on a guild house": ('"59*"', '"59o"', "guild-house =", "59o: a guild house, and nothing else"),
    "a stack twice": ('"gate", "park"]', '"gate", "gate"]', "stacks", "stacks should name each of these once"),
    "five stacks": ('"gate", "park"]', '"gate"]', "stacks", "stacks should have 6 entries, not 5"),
    "a number for a stack": ('"gate", "park"]', '"gate", 6]', "stacks", "stacks should name each of these once"),
    "two X": ('["X", "3"', '["X", "X"', 'spaces      = ["X"', "one X and five of 1, 2, 3"),
    "no X": ('["X", "3"', '["3", "3"', 'spaces      = ["3"', "one X and five of 1, 2, 3"),
    "a space of 4 pounds": ('["X", "3"', '["X", "4"', 'spaces      = ["X"', "one X and five of 1, 2, 3"),
    "a list for a space": ('["X", "3"', '["X", ["3"]', 'spaces      = ["X"', "one X and five of 1, 2, 3"),
    "centre in shillings": ("centre-cost = 2", 'centre-cost = "2s"', "centre-cost", "centre-cost should be a whole number"),
    "centre too dear": ("centre-cost = 2", "centre-cost = 21", "centre-cost", "from 0 to 20, not 21"),
    "a wrong coin": ('"-  1  -', '"-  £  -', 'spaces = "-  £', "'£' is not a space of this track"),
    "a wrong bonus space": ('"-  -  *', '"-  -  3', 'spaces = "-  -  3', "'3' is not a space of this track"),
    "an empty track": ('"-  -  *  -  -  *  -  -  *  -  -  *  -  -  *  -"', '""', 'spaces = ""', "1 to 31 spaces, not 0"),
    "a long track": ('"-  1', '"' + "- " * 20 + "1", 'spaces = "- - -', "1 to 31 spaces, not 35"),
    "a number for a track": ('"-  1  -  -  2  -  -  3  -  -  -  5  -  -  -  10"', "10", "spaces = 10", "spaces"),
    "end of the gate track": ("end    = 10", "end    = true", "end    =", "end should be a whole number from 0 to 50"),
    "four values of cards": ("[4, 15, 15, 11, 10]", "[4, 15, 15, 11]", "count       =", "count should have 5 entries, not 4"),
    "too many cards": ("[4, 15, 15, 11, 10]", "[4, 40, 40, 40, 10]", "count       =", "fewer than 64 cards"),
    "half a card": ("[4, 15, 15, 11, 10]", "[4, 15, 15, 11, 0.5]", "count       =", "whole number from 0 to 40, not 0.5"),
    "start hands exceed the cards": ("11, 10]", "4, 10]", "count       =", "4 players need 5 cards of value 3, but there are 4"),
    "start hand of five values": ("[1, 1, 2, 1]", "[1, 1, 2, 1, 1]", "stair-C", "stair-C should have 4 entries, not 5"),
    "too few zeros": ("[4, 15,", "[3, 15,", "zeros", "need 4 cards of value 0, but there are 3"),
    "one zero for two players": ("{ 2 = 2, 3 = 1", "{ 2 = 1, 3 = 1", "zeros", "from 2 to 10, not 1"),
    "zeros for five players": ("{ 2 = 2, 3 = 1, 4 = 1 }", "{ 2 = 2, 5 = 1 }", "zeros", "one value for 2, 3 and 4 players"),
    "negative markers": ("[5, 5, 5]", "[5, -5, 5]", "markers", "markers should be a whole number from 0 to 20, not -5"),
    "more rounds than sites": ("4 = 12 }", "4 = 13 }", "count   =", "from 1 to 12, not 13"),
    "more rounds than sites for two": ("{ 2 = 6,", "{ 2 = 7,", "count   =", "from 1 to 6, not 7"),
    "more rounds than markers": ("[5, 5, 5]", "[3, 3, 5]", "count   =", "from 1 to 11, not 12"),
    "pounds as a table": ("start = 5", "start = { a = 5 }", "start =", "start should be a whole number"),
    "two backs": ("share       = [1,      1,      1]", "share = [1, 1]", "share =", "share should have 3 entries, not 2"),
    "unused tile": ("unused      = 1", "unused      = -1", "unused      =", "unused should be a whole number from 0 to 20"),
    "costs of empty sites": ("[1, 4, 7, 10, 14]", "[1, 4, 7, 10]", "cost =", "cost should have 5 entries, not 4"),
    "ranking of three for two": ("2 = [5]", "2 = [5, 3, 1]", "pounds = {", "with 2 players a ranking pays 1 to 2 places"),
    "ranking without a list": ("2 = [5]", "2 = 5", "pounds = {", "with 2 players a ranking pays 1 to 2 places"),
    "ranking in words": ("2 = [5]", '2 = ["five"]', "pounds = {", "pounds should be a whole number from 0 to 50"),
    "round leader": ("chapel-leader  = 1", "chapel-leader  = 1.0", "chapel-leader", "whole number from 0 to 20, not 1.0"),
    "no step": ('["4-6 3"', '["4 to 6: 3"', "gate-steps", "'4 to 6: 3' is not a step"),
    "steps that overlap": ('"7-9 5"', '"6-9 5"', "gate-steps", "'6-9 5' should begin after 6"),
    "steps that go down": ('"7-9 5"', '"9-7 5"', "gate-steps", "'9-7 5' should begin after 6"),
    "steps beyond the track": ('"13+ 12"', '"13-40 12"', "gate-steps", "'13-40 12' should begin after 12 and end before 32"),
    "steps as a number": ('["1 1", "2 4", "3 9", "4+ 16"]', "16", "unused-tiles   =", "is not a step"),
    "steps too dear": ('"8+ 10"', '"8+ 101"', "cards-in-hand", "from 0 to 100, not 101"),
    "sets worth less": ("[5, 10, 15]", "[5, 10, 9]", "card-sets", "a larger set of cards should not be worth less"),
    "low numbers": ("{ up-to = 30, pounds = 2 }", "30", "low-numbers", "low-numbers needs up-to and pounds"),
    "low numbers too high": ("up-to = 30", "up-to = 61", "low-numbers", "from 1 to 60, not 61"),
    "building sets": ("building-sets  = 10", "building-sets  = 51", "building-sets", "from 0 to 50, not 51"),
}


@pytest.mark.parametrize(("old", "new", "line", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_box_is_told_its_line_and_reason(old: str, new: str, line: str, reason: str) -> None:
    """O-1: whatever is wrong with a box file is said with its line and the reason."""
    assert TEXT.count(old) >= 1
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(InvalidBox) as error:
        read_box(broken, "mine.toml")
    expected = next(i for i, text in enumerate(broken.splitlines(), 1) if text.startswith(line))
    assert (error.value.source, error.value.line) == ("mine.toml", expected)
    assert str(error.value).startswith(f"mine.toml, line {expected}: ")
    assert reason in str(error.value)


def test_a_missing_section_is_named() -> None:
    """O-1: a box without pounds is not playable."""
    with pytest.raises(InvalidBox, match=r"\[pounds\] lacks the entry start"):
        read_box(TEXT.replace("[pounds]\nstart = 5\n", ""), "mine.toml")


@pytest.mark.parametrize("value", ["5", '"start"', "[1]"])
def test_a_section_that_is_a_value_is_refused(value: str) -> None:
    """O-1: `pounds = 5` is not a section."""
    broken = TEXT.replace("[pounds]\nstart = 5\n", "").replace("title =", f"pounds = {value}\ntitle =")
    with pytest.raises(InvalidBox, match="pounds"):
        read_box(broken, "mine.toml")


def test_the_line_of_a_stray_entry_before_all_sections_is_named() -> None:
    """O-1: an entry that no box has is found where it stands, also before the first section."""
    broken = TEXT.replace("title =", "colour = 1\ntitle =")
    expected = broken.splitlines().index("colour = 1") + 1
    with pytest.raises(InvalidBox, match="colour") as error:
        read_box(broken, "mine.toml")
    assert error.value.line == expected


def test_sections_may_come_in_any_order() -> None:
    """O-1: the entry `pounds` of [ranking] is not taken for the section [pounds] that follows it."""
    broken = TEXT.replace("[pounds]\nstart = 5\n", "") + '\n[pounds]\nstart = "x"\n'
    with pytest.raises(InvalidBox, match="start should be a whole number") as error:
        read_box(broken, "mine.toml")
    assert error.value.line == broken.splitlines().index('start = "x"') + 1


def test_a_list_over_several_lines_is_told_the_line_of_the_tile() -> None:
    """O-1: the line named is the one of the bad tile, not the one of its row."""
    broken = TEXT.replace('"27o", "32b"', '"27o",\n  "32x"')
    expected = next(i for i, line in enumerate(broken.splitlines(), 1) if '"32x"' in line)
    with pytest.raises(InvalidBox, match="32x is not a tile") as error:
        read_box(broken, "mine.toml")
    assert error.value.line == expected


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    """O-1: a box that cannot be read is an InvalidBox too."""
    with pytest.raises(InvalidBox, match="cannot be read"):
        GAME.load_box(tmp_path / "nowhere.toml")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xa3"')
    with pytest.raises(InvalidBox, match="cannot be read"):
        GAME.load_box(tmp_path / "latin.toml")
