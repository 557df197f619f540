"""`londinium solve` as a person uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import londinium
from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.rules.moves import PASS
from londinium.games.next_station_london.verbs.solve import verb
from londinium.kernel.words.errors import InvalidOption, LondiniumError

pytestmark = pytest.mark.slow_interpreted

QUICK = ("--nodes", "2000000")


def run(*words: object) -> Result:
    return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of two who never draw anything."""
    match = GAME.match(seats=2, seed=3, names=["Ada", "Bo"])
    while not match.is_over:
        match.push(PASS)
    path = tmp_path_factory.mktemp("records") / "idle.record"
    path.write_text(match.record, encoding="utf-8")
    return path


def test_a_record_is_solved_for_a_seat(record: Path, tmp_path: Path) -> None:
    best = tmp_path / "best.record"
    shown = run(record, "--seat", 1, "--save", best, *QUICK).output
    assert "Next Station: London: Bo" in shown
    assert "Best total found: " in shown
    assert "No play can score more than " in shown
    assert "Played: 4, " in shown
    saved = londinium.load_record(best)
    assert saved.outcome is not None
    assert f"Best total found: {saved.outcome.scores[0]}" in shown


def test_a_solution_as_data(record: Path) -> None:
    facts = json.loads(run(record, "--json", *QUICK).stdout)
    assert facts["played"] == 4
    assert facts["total"] - facts["missed"] == 4
    assert facts["bound"] - facts["gap"] == facts["total"]
    assert [line["pencil"] for line in facts["lines"]] == [line["pencil"] for line in facts["sheet"]["lines"]]
    assert {turn["round"] for turn in facts["turns"]} == {1, 2, 3, 4}


def test_a_seed_is_solved_with_options() -> None:
    shown = run("--seed", 4, "--variant", "both-modules", *QUICK).output
    assert "Played" not in shown
    assert "No play can score more" in shown


def test_many_seeds_are_solved_and_their_means_told() -> None:
    facts = json.loads(run("--seeds", "4-6", "--json", *QUICK).stdout)
    rows = facts["rows"]
    assert [row["seed"] for row in rows] == [4, 5, 6]
    for name in ("total", "bound", "gap"):
        assert facts[name] == round(sum(row[name] for row in rows) / 3, 2)
    assert rows[0]["total"] == json.loads(run("--seed", 4, "--json", *QUICK).stdout)["total"]
    shown = run("--seeds", "4-4", *QUICK)
    assert f"Seed 4: {rows[0]['total']}, at most {rows[0]['bound']}" in shown.stderr
    assert "Mean" in shown.stdout


def test_what_was_played_best_is_said_to_be(record: Path, tmp_path: Path) -> None:
    best = tmp_path / "best.record"
    run(record, "--save", best, "--nodes", "30000000")
    played = json.loads(run(best, "--json", "--seconds", 0).stdout)
    assert played["missed"] >= 0
    if played["missed"] == 0:
        assert "nothing better was found" in run(best, "--seconds", 0).output


def test_what_cannot_be_solved(tmp_path: Path) -> None:
    for words in ((), ("--seed", 1, "--seeds", "1-2"), (tmp_path / "a.record", "--seed", 1)):
        with pytest.raises(InvalidOption, match="one of the three"):
            run(*words)
    for seeds in ("3", "3-", "5-3", "a-b", "1--2", ""):
        with pytest.raises(InvalidOption, match="such as 1-20"):
            run("--seeds", seeds)
    with pytest.raises(InvalidOption, match="--save is for one match"):
        run("--seeds", "1-2", "--save", tmp_path / "best.record")
    with pytest.raises(LondiniumError, match="cannot be written"):
        run("--seed", 1, "--save", tmp_path / "nowhere" / "best.record", *QUICK)
    broken = tmp_path / "broken.record"
    broken.write_text("hello", encoding="utf-8")
    with pytest.raises(LondiniumError, match=r"broken\.record, line 1"):
        run(broken)
    other = tmp_path / "bridge.record"
    other.write_text(londinium.game("old-london-bridge").match(seats=2, seed=1).record, encoding="utf-8")
    with pytest.raises(InvalidOption, match="only Next Station"):
        run(other)


def test_it_speaks_before_the_game_is_loaded() -> None:
    """A refusal that needs no match has the game's words, too; only a fresh process has loaded no game yet."""
    said = subprocess.run(
        [sys.executable, "-m", "londinium", "solve", "--lang", "de"], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stderr.partition(",")[0]) == (2, "Fehler: gib eine Aufzeichnung")
