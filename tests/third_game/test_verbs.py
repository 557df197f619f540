"""Every verb works on a game with rules and a face, or says in one sentence what is missing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from command_line import command

import londinium

RECORD = str(londinium.game("mudlarks").folder / "records" / "two-players.record")

VERBS = {
    ("games",): "mudlarks  Mudlarks (Londinium)\n  2 players",
    ("rules", "mudlarks", "M-2.4"): "Then it is the other's turn to dig.",
    ("rules", "mudlarks"): "M-3 The end",
    ("perft", "mudlarks", "--depth", "3"): "  3               12",
    ("fuzz", "mudlarks", "--games", "2000", "--matches", "2"): "2,000 matches, 48,000 plies, no violation.",
    ("simulate", "mudlarks", "--games", "50"): "50 matches of Mudlarks",
    ("replay", RECORD): "Bob keeps a ring.",
    ("hint", RECORD, "--ply", "5", "--simulations", "50"): "leave it to the other",
    ("analyse", RECORD, "--simulations", "50"): "Worth lost per decision",
    ("arena", "mudlarks", "--bots", "greedy,apprentice", "--games", "8"): "apprentice",
    ("envs", "mudlarks"): "18 bytes for 2 players; 2 actions.",
    ("verify", RECORD): "All moves are legal (plies: 24).",
}
MISSING = {
    ("balance", "mudlarks", "--games", "2"): "Error: Mudlarks declares nothing that could be studied",
    ("fit", "mudlarks"): "Error: Mudlarks has no weights to fit",
    ("simulate", "mudlarks", "--games", "2", "--box", "mine.toml"): "this game has no box files",
    ("perft", "mudlarks", "--seats", "3"): "Error: Mudlarks is for 2 to 2 players, not 3",
    ("simulate", "mudlarks", "--option", "a=b"): "Error: Mudlarks has no option 'a'",
}


def call(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return command(*words, typed=typed, **{"LONDINIUM_LANG": "en", "COLUMNS": "100", **environment})


@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_it_works(words: tuple[str, ...]) -> None:
    done = call(*words)
    assert done.returncode == (1 if words[0] == "verify" else 0), done.stderr
    assert VERBS[words] in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", MISSING, ids=lambda words: "-".join(words[::2]))
def test_what_is_missing_is_said(words: tuple[str, ...]) -> None:
    done = call(*words)
    assert done.returncode == 2
    assert MISSING[words] in done.stderr
    assert "Traceback" not in done.stderr


def test_a_match_in_the_terminal_against_the_usual_opponent(tmp_path: Path) -> None:
    done = call("play", "mudlarks", "--seed", "3", "--name", "Ann", typed="1\n" * 6, LONDINIUM_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Builder 1 keeps" in done.stdout
    assert "Final scoring" in done.stdout
    assert londinium.load_record(tmp_path / "mudlarks-3.record").is_over


def test_pictures_and_pages_in_files(tmp_path: Path) -> None:
    for verb, name, beginning in (("draw", "board.svg", "<svg"), ("export", "replay.html", "<!doctype html>")):
        done = call(verb, RECORD, "-o", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name).read_text(encoding="utf-8").lower().startswith(beginning)


def test_a_dataset(tmp_path: Path) -> None:
    done = call("dataset", "mudlarks", "--games", "2", "--bot", "search-20", "-o", str(tmp_path / "mudlarks.parquet"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "mudlarks.parquet").stat().st_size > 0
