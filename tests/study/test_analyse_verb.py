"""`londinium analyse` and `londinium sanity`: text, data, a page to keep, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import londinium
from londinium.cli.analyse import verb
from londinium.cli.sanity import verb as sanity
from londinium.kernel.words.errors import InvalidOption, LondiniumError
from londinium.study.verdicts import read_analysis

GAMES = Path(londinium.__file__).parent / "games"
BRIDGE = GAMES / "old_london_bridge" / "records" / "two-greedy-base.record"
CITY = GAMES / "next_station_london" / "records" / "alone-greedy-base.record"
FEW = ("--simulations", 24)


def run(*words: object) -> Result:
    return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False)


def test_text_names_mistakes_and_sums() -> None:
    shown = run(BRIDGE, *FEW).stdout
    assert "Worth lost per decision" in shown
    assert "is worth more" in shown
    assert "blunder" in shown


def test_data_is_the_analysis_itself() -> None:
    found = read_analysis(run(BRIDGE, *FEW, "--json").stdout.encode())
    assert found.simulations == 24
    assert found.decisions == londinium.analyse(BRIDGE, 24).decisions


def test_a_page_to_keep(tmp_path: Path) -> None:
    page = tmp_path / "match.html"
    shown = run(CITY, *FEW, "--solver-seconds", 1, "-o", page).stdout
    assert "possible with the same cards" in shown
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count("<figure>") == 10
    assert "<script" not in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_record_to_keep(tmp_path: Path) -> None:
    """The analysis as marks, evaluations, comments and better moves, which any replay shows."""
    file = tmp_path / "judged.record"
    run(BRIDGE, *FEW, "-o", file)
    judged, played = londinium.load_record(file), londinium.load_record(BRIDGE)
    assert judged == played
    assert {"??", "?", "?!"} & {remark.mark for remark in judged.notes.values()}
    for ply, remark in judged.notes.items():
        assert remark.points is not None
        assert bool(remark.mark) == bool(remark.comment) == bool(remark.variations)
        if remark.variations:
            assert judged.variation(ply).plies[-1].move != judged.plies[ply].move


def test_so_many_seconds() -> None:
    found = read_analysis(run(BRIDGE, "--seconds", 4, "--json").stdout.encode())
    assert found.simulations is None
    assert found.seconds < 12


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="not both"):
        run(BRIDGE, *FEW, "--seconds", 1)
    with pytest.raises(InvalidOption, match=r"ending in \.html"):
        run(BRIDGE, *FEW, "-o", tmp_path / "x.pdf")
    with pytest.raises(LondiniumError, match="cannot be written"):
        run(BRIDGE, "--simulations", 1, "-o", tmp_path / "no" / "x.html")


def test_weak_players_lose_more_than_strong_ones() -> None:
    words = ("old-london-bridge", "--matches", 1, "--moves", 3, "--weak", "random", "--strong", "apprentice", "--simulations", 60)
    result = CliRunner().invoke(sanity, [*map(str, words), "--json"], catch_exceptions=False)
    found = json.loads(result.stdout)
    assert found["contrast"]["weak_loss"] > found["contrast"]["strong_loss"]
    assert found["blunders"]["tried"] == 3
    told = CliRunner().invoke(sanity, list(map(str, words)), catch_exceptions=False).stdout
    assert "a decision by random costs" in told
    assert "3 random moves" in told
