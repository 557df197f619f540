"""`londinium box` and `londinium city`: printed, checked, compared, drawn; and the page about their files."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from command_line import command

from londinium.arena.cases import values_on_bench
from londinium.cli import verbs
from londinium.kernel.contracts.workshop import PrintedFact, box_changes, workshop_of
from londinium.kernel.game import Game
from londinium.kernel.registry import game
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import language, languages

BRIDGE, STATION = game("old-london-bridge"), game("next-station-london")
PAGE = (Path(__file__).parents[1] / "docs" / "boxes.md").read_text(encoding="utf-8")
SHOPS = {found.slug: workshop_of(found) for found in (BRIDGE, STATION)}


def run(*words: str, status: int = 0) -> str:
    """What a verb prints, in this process; an error is said as `main` says it."""
    done = CliRunner().invoke(verbs, list(words))
    said = str(done.exception) if isinstance(done.exception, LondiniumError) else ""
    assert (2 if said else done.exit_code) == status, done.output
    return done.output + said


def run_in_german(*words: str, status: int) -> str:
    done = command(*words, LONDINIUM_LANG="de")
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def printed(found: Game) -> str:
    shop = SHOPS[found.slug]
    assert shop is not None
    return shop.printed()


# ── The page ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("kind", "found"), [("text", STATION), ("toml", BRIDGE)])
def test_the_commented_examples_are_the_standard_ones(kind: str, found: Game) -> None:
    block = re.search(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert found.read_box(block[1], "the page").tobytes() == found.standard_box().tobytes()


def test_every_place_that_the_page_names_can_be_changed() -> None:
    known: set[str] = set()
    for found in (BRIDGE, STATION):
        shop = SHOPS[found.slug]
        assert shop is not None
        known |= set(values_on_bench(shop, shop.printed(), found))
    sentence = PAGE.partition("A value has a place")[2].partition("\n\n")[0].replace("`londinium balance --sweep`", "")
    named = re.findall(r"`([^`]+)`", sentence)
    assert len(named) == 10
    assert [name for name in named if name not in known] == []


# ── Comparing ────────────────────────────────────────────────────────────────


def test_changes_are_in_the_order_of_the_parts() -> None:
    before = [PrintedFact("a", "x", "1"), PrintedFact("a", "y", "2"), PrintedFact("b", "x", "3")]
    after = [PrintedFact("a", "x", "4"), PrintedFact("b", "x", "3"), PrintedFact("a", "z", "5"), PrintedFact("c", "x", "red")]
    told = [(one.part, one.name, one.before, one.after, one.by) for one in box_changes(before, after)]
    assert told == [("a", "x", "1", "4", 3), ("a", "y", "2", "", None), ("a", "z", "", "5", None), ("c", "x", "", "red", None)]


@pytest.mark.parametrize("found", [BRIDGE, STATION], ids=lambda found: found.slug)
def test_facts_differ_where_boxes_do_and_only_there(found: Game) -> None:
    """Whatever value is changed: if it can still be played, it says something else; and a name stands once in each part."""
    shop, words, draw = SHOPS[found.slug], language("en", found.folder), random.Random(3)
    assert shop is not None
    text = shop.printed()
    own = shop.facts(text, words)
    assert len({(fact.part, fact.name) for fact in own}) == len(own)
    assert shop.facts(text.replace("\n", "\n# a comment\n", 1), words) == own
    groups = shop.bench(text, words).groups
    entries = [entry for group in groups for part in group.parts for entry in part.entries]
    changed = 0
    for entry in draw.sample(entries, min(len(entries), 25)):
        other_way = (
            entry.value.replace("4.42", "4.4") if "4.42" in entry.value else entry.value.replace("1", "2").replace("5", "4")
        )
        value = draw.choice(list(entry.choices)) if entry.choices else other_way
        other = shop.change(text, {entry.place: value})
        if not shop.problems(other):
            same = found.read_box(other, "").tobytes() == found.read_box(text, "").tobytes()
            assert bool(box_changes(own, shop.facts(other, words))) is not same, entry.place
            changed += not same
    assert changed


def test_the_order_of_tiles_means_nothing() -> None:
    shop, words = SHOPS[BRIDGE.slug], language("en", BRIDGE.folder)
    assert shop is not None
    text = shop.printed()
    turned = text.replace('[ "2g",  "7o",', '[ "7o",  "2g",')
    assert turned != text
    assert box_changes(shop.facts(text, words), shop.facts(turned, words)) == []


def test_the_verb_tells_what_differs_as_diff_does(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(printed(BRIDGE).replace("start = 5", "start = 7").replace('"7o"', '"6o"').replace('"6y"', '"7y"'), "utf-8")
    told = run("box", BRIDGE.slug, "--diff", "standard", str(mine), status=1)
    assert "3 differences" in told
    assert "6: bridge gate 6 (grey) → chapel 6 (orange)" in told
    assert "Pounds at the start\n  £: 5 → 7 (+2)" in told
    assert "describe the same" in run("box", BRIDGE.slug, "--diff", str(mine), str(mine))
    german = run_in_german("box", BRIDGE.slug, "--diff", "standard", str(mine), status=1)
    assert "3 Unterschiede" in german
    assert "6: Brückentor 6 (grau) → Kapelle 6 (orange)" in german
    mine.write_text("nothing", encoding="utf-8")
    assert "mine.toml, line 1" in run("box", BRIDGE.slug, "--diff", "standard", str(mine), status=2)


def test_two_cities_differ_in_words_and_numbers(tmp_path: Path) -> None:
    city = tmp_path / "seven.txt"
    assert "seven.txt" in run("city", "--random", "--seed", "7", "-o", str(city))
    told = run("city", "--diff", "standard", str(city), status=1)
    assert "f3: central station, tourist site → " in told
    assert re.search(r"Sections: \d+ → \d+ \([+−]\d+\)", told)
    assert "The Thames\n" in told


# ── Checking ─────────────────────────────────────────────────────────────────


def test_everything_wrong_with_a_box_is_said_at_once(tmp_path: Path) -> None:
    text = printed(BRIDGE)
    for before, after in (
        ('"2g"', '"2x"'),
        ('"12b"', '"99b"'),
        ("centre-cost = 2", "centre-cost = 200"),
        ("end    = 10", "end    = -1"),
        ("markers = [5, 5, 5]", "markers = [5, 5]"),
        ("highest-card   = 2", "highest-card   = true"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    told = run("box", BRIDGE.slug, "--check", str(mine), status=2).splitlines()
    assert told[-1] == "6 problems"
    lines = [int(found[1]) for line in told[:-1] if (found := re.match(r"mine\.toml, line (\d+): ", line))]
    wanted = ['"2x"', '"99b"', "centre-cost = 200", "end    = -1", "markers = [5, 5]", "highest-card   = true"]
    assert lines == [next(at for at, line in enumerate(text.splitlines(), 1) if word in line) for word in wanted]


def test_a_box_that_lacks_things_says_all_of_them(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(re.sub(r"start = 5|unused      = 1", "", printed(BRIDGE)) + "\n[extra]\na = 1\n", encoding="utf-8")
    told = run("box", BRIDGE.slug, "--check", str(mine), status=2)
    for wanted in ("no section [extra]", "[pounds] lacks the entry start", "[bonus-tiles] lacks the entry unused", "3 problems"):
        assert wanted in told


def test_a_misspelt_entry_hides_no_wrong_value(tmp_path: Path) -> None:
    """Values are looked at even where keys are wrong, and nothing is asked of what is not there."""
    mine, text = tmp_path / "mine.toml", printed(BRIDGE)
    for before, after in (
        ("start = 5", "strat = 5"),
        ("lowest-number  = 2", "lowest-number  = -4"),
        ("building-sets  = 10", 'building-sets  = "x"'),
        ("count       = [4", "cuont       = [4"),
    ):
        assert before in text
        text = text.replace(before, after)
    mine.write_text(text, encoding="utf-8")
    told = run("box", BRIDGE.slug, "--check", str(mine), status=2)
    for wanted in ("no entry strat", "lacks the entry start", "lowest-number should be", "building-sets should be", "6 problems"):
        assert wanted in told


@pytest.mark.parametrize("section", re.findall(r"^\[([\w-]+)\]", printed(BRIDGE), re.M))
def test_a_section_that_is_missing_or_none_is_told_and_no_more(section: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    lacking = re.sub(rf"^\[{section}\]\n(?:(?!\[[a-z]).*\n)*", "", printed(BRIDGE), flags=re.M)
    for text, about in ((lacking, f"[{section}] lacks the entry"), (f"{section} = 1\n{lacking}", f"no section [{section}]")):
        mine.write_text(text, encoding="utf-8")
        told = run("box", BRIDGE.slug, "--check", str(mine), status=2).splitlines()
        assert all(f"[{section}]" in line for line in told[:-1])
        assert about in told[0]


def test_a_city_is_checked_by_both_verbs(tmp_path: Path) -> None:
    city = tmp_path / "mine.txt"
    city.write_text(printed(STATION), encoding="utf-8")
    assert "nothing is wrong" in run("city", "--check", str(city))
    city.write_text(printed(STATION).replace("Tg", "T ").replace("*!", "S!"), encoding="utf-8")
    told = run("city", "--check", str(city), status=2)
    assert told == run("box", STATION.slug, "--check", str(city), status=2)
    assert "there is no central station *" in told
    assert "pencil g has no departure station" in told
    assert "cannot be read" in run("city", "--check", str(tmp_path / "none.txt"), status=2)


# ── Printing and drawing ─────────────────────────────────────────────────────


def test_a_name_says_whether_it_is_a_picture(tmp_path: Path) -> None:
    assert run("city") == printed(STATION)
    picture, file = tmp_path / "city.svg", tmp_path / "city.txt"
    run("city", "-o", str(picture))
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")
    run("box", STATION.slug, "-o", str(file))
    assert file.read_text(encoding="utf-8") == printed(STATION)
    assert run("box", STATION.slug, str(file), "--draw").startswith("<svg ")
    assert "ending in .svg or .png, not 'city.jpg'" in run("city", "-o", str(tmp_path / "city.jpg"), status=2)
    assert "ending in .svg or .png" in run("city", "--draw", "-o", str(file), status=2)
    assert "cannot be written" in run("city", "-o", str(tmp_path / "no" / "city.txt"), status=2)
    assert "one at a time" in run("city", str(file), "--check", str(file), status=2)


@pytest.mark.parametrize("found", [BRIDGE, STATION], ids=lambda found: found.slug)
def test_pictures_show_all_that_is_printed(found: Game) -> None:
    shop = SHOPS[found.slug]
    assert shop is not None
    for code, scheme in zip(languages(), ("light", "dark", "light", "dark"), strict=True):
        drawn = shop.picture(shop.printed(), language(code, found.folder), scheme)
        root = ElementTree.fromstring(drawn)
        pieces = {element.get("id") for element in root.iter()}
        used = {href[1:] for element in root.iter() if (href := element.get("href", "")).startswith("#")}
        assert used <= pieces, "it stands alone"
        words = {"".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")}
        if found is STATION:
            titles = [element for element in root.iter() if element.tag.endswith("title")]
            assert len(titles) == 53
            assert {"nsl-rose", "nsl-free-central", "nsl-depart-green-triangle"} <= used
            assert set("abcdefghij") <= words
        else:
            assert {str(number) for number in range(1, 61)} <= words
            assert {"olb-card0", "olb-card4", "olb-tile-share", "olb-sign-chapel"} <= used


def test_a_picture_as_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "box.png"
    run("box", BRIDGE.slug, "-o", str(file), "--width", "300")
    assert file.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_game_without_box_files_says_so() -> None:
    pytest.importorskip("mudlarks")
    assert "Mudlarks has no box files" in run("box", "mudlarks", status=2)
    assert "Mudlarks has no box files" in run("box", "mudlarks", "--check", "x", status=2)
