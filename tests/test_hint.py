"""`londinium hint`: three moves with what to expect of them, for a decision that there is, from what its seat may know."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from command_line import command

import londinium
from londinium.bots.search.search import DEFAULT_SETTINGS
from londinium.cli.hint import verb
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import InvalidOption, LondiniumError
from londinium.kernel.words.language import languages

BRIDGE, CITY = "old-london-bridge", "next-station-london"
SIMULATIONS = ("--simulations", 200 if COMPILED else 12)


def run(*words: object) -> Result:
    return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False)


def hint(*words: object) -> Any:
    return json.loads(run(*words, "--json", *SIMULATIONS).stdout)


def write(match: Match, path: Path) -> Path:
    path.write_text(match.record, encoding="utf-8")
    return path


def played(slug: str, seats: int = 2, seed: int = 5) -> Match:
    """A whole match; everybody makes the last legal move."""
    match = londinium.game(slug).match(seats=seats, seed=seed)
    while not match.is_over:
        seat = match.to_act[-1]
        match.push(match.legal(seat)[-1], seat)
    return match


def decisions(match: Match) -> list[int]:
    """The plies at which a player had to choose between four moves or more."""
    again = match.copy()
    found = []
    for ply in reversed(range(match.ply)):
        again.go_to(ply)
        if again.to_act[0] != CHANCE and len(again.legal(again.to_act[0])) > 3:
            found.append(ply)
    return found[::-1]


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_the_three_best_moves_as_data(slug: str, tmp_path: Path) -> None:
    match = played(slug)
    ply = decisions(match)[3]
    file = write(match, tmp_path / "match.record")
    thoughts = hint(file, "--ply", ply)
    match.go_to(ply)
    assert thoughts["seat"] == match.to_act[0]
    assert thoughts["simulations"] >= SIMULATIONS[1]
    ideas = thoughts["ideas"]
    assert len(ideas) == 3
    assert {idea["move"] for idea in ideas} <= {match.moves.text(move) for move in match.legal(thoughts["seat"])}
    enough = {**DEFAULT_SETTINGS, **match.game.search}["enough"]
    often = [idea for idea in ideas if idea["tries"] >= enough * max(idea["tries"] for idea in ideas)]
    assert ideas[0] == max(often, key=lambda idea: float(idea["value"])), "the best of those that were tried enough"
    for idea in ideas:
        assert idea["points"] > 0, "points of a whole match"
        assert idea["error"] >= 0
        assert idea["win"] is None if slug == CITY else 0 <= idea["win"] <= 1
    again = hint(file, "--ply", ply)
    assert again["ideas"] == ideas, "the same simulations give the same answer"


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_the_three_best_moves_in_words(slug: str, tmp_path: Path) -> None:
    match = played(slug)
    ply = decisions(match)[3]
    file = write(match, tmp_path / "match.record")
    ideas = hint(file, "--ply", ply)["ideas"]
    shown = run(file, "--ply", ply, *SIMULATIONS).output
    assert "Expected points" in shown
    assert "First place" in shown
    for idea in ideas:
        # An error stands beside what it is an error of: the value, not the points.
        value = f"{idea['value']:.1f} ± {2 * idea['error']:.1f}".replace("-", "−")
        assert any(f" {idea['points']:.1f} " in line and value in line for line in shown.splitlines())


def test_without_a_ply_it_is_about_the_last_position(tmp_path: Path) -> None:
    match = londinium.game(CITY).match(seats=1, seed=2)
    file = write(match, tmp_path / "begun.record")
    moves = {match.moves.text(move) for move in match.legal(0)}
    assert {idea["move"] for idea in hint(file)["ideas"]} <= moves


@pytest.mark.skipif(not COMPILED, reason="interpreted simulations take too long for a clock")
def test_seconds_and_threads(tmp_path: Path) -> None:
    file = write(londinium.game(CITY).match(seats=1, seed=2), tmp_path / "begun.record")
    thoughts = json.loads(run(file, "--json", "--seconds", 0.2, "--threads", 2).stdout)
    assert 0.2 <= thoughts["seconds"] < 5
    assert len(thoughts["ideas"]) == 3


# ── What cannot be told ──────────────────────────────────────────────────────


def test_plies_that_are_not_there(tmp_path: Path) -> None:
    match = played(BRIDGE)
    file = write(match, tmp_path / "match.record")
    for ply in (-1, match.ply + 1):
        with pytest.raises(LondiniumError, match=f"plies 0 to {match.ply}, not {ply}"):
            run(file, "--ply", ply)


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_a_match_that_is_over(slug: str, tmp_path: Path) -> None:
    match = played(slug)
    with pytest.raises(LondiniumError, match="the match is over"):
        run(write(match, tmp_path / "match.record"))


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_a_reveal_is_nobodys_decision(slug: str, tmp_path: Path) -> None:
    match = played(slug)
    file = write(match, tmp_path / "match.record")
    ply = next(ply for ply, made in enumerate(match.plies) if made.seat == CHANCE)
    with pytest.raises(LondiniumError, match=f"ply {ply}.*is revealed"):
        run(file, "--ply", ply)


def test_a_position_has_no_plies() -> None:
    """What is wrong with one says so in words of its own."""
    match = londinium.game(BRIDGE).match(seats=2, seed=1)
    match.go_to(0)
    with pytest.raises(LondiniumError, match="nobody decides in this position"):
        run("--position", match.position_text())
    with pytest.raises(LondiniumError, match="--ply is for a record file"):
        run("--position", match.position_text(), "--ply", 1)
    with pytest.raises(LondiniumError, match="in this position the match is over"):
        run("--position", played(BRIDGE).position_text())


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_what_is_wrong_is_said_without_a_compiler(tmp_path: Path) -> None:
    """On a machine on which nothing is compiled yet."""
    file = write(londinium.game(CITY).match(seats=1, seed=2), tmp_path / "begun.record")
    settings = {**os.environ, "LONDINIUM_CACHE": str(tmp_path / "cache"), "LONDINIUM_LANG": "en"}
    settings.pop("LONDINIUM_QUIET", None)
    words = [sys.executable, "-m", "londinium", "hint", str(file), "--ply", "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=settings)
    assert done.returncode == 2
    assert done.stderr == "Error: nobody decides at ply 0: something is revealed there; choose another\n"


def test_a_seat_that_does_not_decide(tmp_path: Path) -> None:
    match = londinium.game(BRIDGE).match(seats=3, seed=1)
    match.push(match.legal(0)[0], 0)
    file = write(match, tmp_path / "begun.record")
    for seat in (0, 3, -1):
        with pytest.raises(InvalidOption, match=f"seat {seat} does not decide here; these do: 1, 2"):
            run(file, "--seat", seat)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(LondiniumError, match=r"nowhere\.record"):
        run(tmp_path / "nowhere.record")
    broken = tmp_path / "broken.record"
    broken.write_text("hello", encoding="utf-8")
    with pytest.raises(LondiniumError, match=r"broken\.record"):
        run(broken)


@pytest.mark.parametrize("code", languages())
def test_a_hint_in_every_language(code: str, tmp_path: Path) -> None:
    """In a process of its own, as people run it."""
    match = londinium.game(CITY).match(seats=1, seed=2)
    words = [str(write(match, tmp_path / "begun.record")), "--lang", code, *map(str, SIMULATIONS)]
    done = command("hint", *words, COLUMNS="100")
    assert done.returncode == 0, done.stderr
    heading = {"en": "Expected points", "de": "Erwartete Punkte", "fr": "Points attendus", "it": "Punti attesi"}[code]
    assert heading in done.stdout


# ── What must not be told ────────────────────────────────────────────────────


def test_a_hint_does_not_know_what_others_chose_face_down(tmp_path: Path) -> None:
    """Records that differ only in another's face-down card give the same hint, word for word."""
    told, shown = [], []
    for card in ("play 0", "play 2", "play 4"):
        match = londinium.game(BRIDGE).match(seats=3, seed=1)
        match.push(card, 0)
        file = write(match, tmp_path / f"{card}.record")
        told.append(hint(file, "--seat", 1)["ideas"])
        shown.append(run(file, "--seat", 1, *SIMULATIONS).output)
    assert told[0] == told[1] == told[2]
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_a_hint_does_not_know_what_will_come(slug: str, tmp_path: Path) -> None:
    """The moves that the record still has, and the seed that decides what is revealed, are not looked at."""
    match = played(slug)
    ply = decisions(match)[3]
    whole = write(match, tmp_path / "whole.record")
    match.go_to(ply)
    match.seed = None
    cut = write(match, tmp_path / "cut.record")
    assert hint(whole, "--ply", ply)["ideas"] == hint(cut)["ideas"]
