"""`londinium position`, and --position of other verbs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from londinium.kernel.position import read_position
from londinium.kernel.registry import game
from londinium.kernel.words.errors import LondiniumError

STATION = "next-station-london"


def run(verb: str, *words: object, typed: str = "") -> str:
    found: Any = import_module(f"londinium.cli.{verb}").verb
    answer = CliRunner().invoke(found, [str(word) for word in words], input=typed, catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.output


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = game(STATION).match(seats=1, seed=3)
    match.push("pass")
    file = tmp_path / "one.record"
    file.write_text(match.record, encoding="utf-8")
    return file


def test_a_record_file_gives_its_positions(record: Path) -> None:
    last = run("position", record).strip()
    assert read_position(last).legal_moves[-1] == "pass"
    first = run("position", record, "--ply", 0).strip()
    assert "phase=ring-deal" in first
    assert read_position(first).position_text() == first


def test_a_text_is_checked_drawn_and_explained(record: Path, tmp_path: Path) -> None:
    text = run("position", record).strip()
    board = run("position", text)
    assert "Round 1" in board
    explained = run("position", text, "--explain")
    assert "pencils=" in explained
    assert "the pencil that the first slot" in " ".join(explained.split())
    picture = tmp_path / "one.svg"
    run("position", text, "--svg", picture)
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    file = tmp_path / "one.txt"
    file.write_text(f"# from a friend\n{text}\n", encoding="utf-8")
    assert run("position", file) == board


def test_wrong_texts_are_refused_in_a_sentence(record: Path, tmp_path: Path) -> None:
    text = run("position", record).strip()
    two = tmp_path / "two.txt"
    two.write_text(f"{text}\n{text}\n", encoding="utf-8")
    for words, problem in [
        ((text.replace("round=1", "round=5"),), "round: '5' should be a whole number"),
        ((two,), "one line with a position, not 2"),
        (("no-such-file",), "neither a position nor a file"),
        (("",), "nothing was given"),
        ((" ",), "nothing was given"),
        ((text, "--ply", 3), "--ply is for a record file"),
        ((text, "--svg", "one.png"), "ending in .svg"),
    ]:
        with pytest.raises(LondiniumError, match=problem):
            run("position", *words)
    for verb in ("hint", "analyse"):
        with pytest.raises(LondiniumError, match="one of them"):
            run(verb)


def test_other_verbs_take_a_position(record: Path, tmp_path: Path) -> None:
    text = run("position", record).strip()
    assert "Simulations" in run("hint", "--position", text, "--simulations", 20)
    assert "Costs" in run("analyse", "--position", text, "--simulations", 20)
    picture = tmp_path / "one.svg"
    run("draw", "--position", text, "-o", picture)
    assert picture.exists()


def test_a_match_is_played_from_a_position_and_resumed(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONDINIUM_HOME", str(tmp_path))
    text = run("position", record).strip()
    run("play", STATION, "--position", text, "--name", "Ada", "--seed", 5, typed="pass\nquit\n")
    saved = (tmp_path / f"{STATION}.record").read_text(encoding="utf-8")
    assert f'[Position "{text}"]' in saved
    assert "\n0 pass\n" in saved
    run("play", STATION, typed="y\npass\nquit\n")
    assert (tmp_path / f"{STATION}.record").read_text(encoding="utf-8").count("\n0 pass") == 2
    with pytest.raises(LondiniumError, match="already says how many"):
        run("play", STATION, "--position", text, "--seats", 2)
