"""`londinium fit`: better weights are found by play, told with the command that found them, and written only where one says."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import londinium
from londinium.cli.fit import verb
from londinium.kernel.game import Game
from londinium.kernel.words.errors import InvalidOption, LondiniumError

pytestmark = pytest.mark.slow_interpreted

CITY = "next-station-london"
TINY = ("--seats", 1, "--rounds", 3, "--population", 8, "--games", 64)


def run(*words: object) -> Result:
    return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def poor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game with weights that everything is better than, in a file of its own."""
    game = londinium.game(CITY)
    assert game.outlook_weights is not None
    file = tmp_path / "outlook.toml"
    weights = [-200] * len(game.outlook_weights.weights)
    file.write_text(f"weights = {weights}\n", encoding="utf-8")
    worse = replace(game, outlook_weights=replace(game.outlook_weights, weights=tuple(weights), file=file))
    monkeypatch.setattr("londinium.kernel.registry.game", lambda slug: worse)
    return worse


@pytest.mark.usefixtures("poor")
def test_better_weights_are_written_with_the_command_that_found_them(tmp_path: Path) -> None:
    file = tmp_path / "found" / "weights.toml"
    shown = run(CITY, *TINY, "-o", file).output
    assert "The current weights reach " in shown
    assert "The fitted weights reach " in shown
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    assert found["command"] == f"londinium fit {CITY} --seats 1 --rounds 3 --population 8 --games 64 --seed 1"
    before, after = (float(word) for word in found["result"].split() if word.replace(".", "").isdigit() and "." in word)
    assert before < after
    assert "over 320 matches that were not used for fitting" in found["result"]
    again = tmp_path / "again.toml"
    run(CITY, *TINY, "-o", again, "--threads", 2)
    assert again.read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), "the same seed, the same result"


def test_nothing_is_overwritten_without_being_told(poor: Game, tmp_path: Path) -> None:
    assert poor.outlook_weights is not None
    own = poor.outlook_weights.file.read_text(encoding="utf-8")
    shown = run(CITY, *TINY).output
    assert "Nothing is written" in shown
    assert "weights = [" in shown
    assert poor.outlook_weights.file.read_text(encoding="utf-8") == own
    there = tmp_path / "there.toml"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidOption, match=r"there\.toml already exists"):
        run(CITY, *TINY, "-o", there)
    assert there.read_text(encoding="utf-8") == "mine"
    run(CITY, *TINY, "-o", there, "--replace")
    assert "weights = [" in there.read_text(encoding="utf-8")
    assert poor.outlook_weights.file.read_text(encoding="utf-8") == own, "another file was named"
    run(CITY, *TINY, "--replace")
    assert "command = " in poor.outlook_weights.file.read_text(encoding="utf-8")


def test_what_cannot_be_fitted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="9"):
        run(CITY, "--seats", 9)
    with pytest.raises(LondiniumError, match="chess"):
        run("chess")
    assert "is not in the range" in run(CITY, "--rounds", 0).output
    plain = replace(londinium.game(CITY), outlook_weights=None)
    monkeypatch.setattr("londinium.kernel.registry.game", lambda slug: plain)
    with pytest.raises(LondiniumError, match="has no weights to fit"):
        run(CITY, *TINY)
