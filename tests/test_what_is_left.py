"""The estimate of what is left to gain: its matches are worth on average what a plain recursion says, whatever luck they have."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from plain_worth import GAME, points_of, pushed, worth_of

import londinium
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match

EXAMPLE = Path(__file__).parent.parent / "examples" / "what_is_left.py"
LUCK = 400


@pytest.fixture(scope="module")
def example() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLE.parent)
        return import_module(EXAMPLE.stem)


def after_greedy_moves(seed: int, decisions: int) -> Match:
    match, bot = GAME.match(seats=1, seed=seed, variant="base"), londinium.bot("greedy", GAME)
    while decisions > 0 or len(match.legal(0)) < 2:
        match.push(bot.choose(match, 0), 0)
        decisions -= 1
    return match


def by_own_choice(match: Match, states: Any) -> float:
    """What a position is worth if the rest of the match is the network's own choice: the mean over all that may be revealed."""
    engine = GAME.engine.unchecked
    mask = int(engine.to_act(states, 0))
    if mask == 0:
        return float(points_of(match, states, 0))
    moves, odds = GAME.engine.buffers()
    if mask == 1 << CHANCE:
        count = int(engine.chance(states, 0, match.boxes, moves, odds))
        revealed, weights = [pushed(match, states, CHANCE, int(move)) for move in moves[:count]], odds[:count].copy()
        return float(np.average([by_own_choice(match, one) for one in revealed], weights=weights))
    count = int(engine.legal(states, 0, match.boxes, 0, moves))
    replies = [pushed(match, states, 0, int(move)) for move in moves[:count]]
    return by_own_choice(match, max(replies, key=lambda one: worth_of(match, one, 0, [], 0)))


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("seed", "reveals"), [(19, False), (25, False), (9, True), (11, True), (13, True), (15, True)])
def test_luck_is_taken_out_and_nothing_else(seed: int, reveals: bool, example: ModuleType) -> None:
    match = after_greedy_moves(seed, 32)
    tried = match.legal(0)[:2]
    worths = example.tried_by(example.planner_of(GAME.slug), match, tried, np.arange(5, 5 + LUCK))
    for move, row in zip(tried, worths, strict=True):
        expected = by_own_choice(match, pushed(match, match.states_known_to(0), 0, move))
        if not reveals:
            assert (row == expected).all()
        error = row.std() / LUCK**0.5
        assert row.mean() == pytest.approx(expected, abs=4 * error)
        assert error < 0.06


def told(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", str(EXAMPLE), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.slow_interpreted
def test_lines_say_what_the_file_says(tmp_path: Path) -> None:
    small = ("--games", "2", "--share", "0.1", "--times", "2", "--depth", "2", "--variants", "both-modules", "-o", "left.txt")
    done = told(tmp_path, *small)
    found = re.match(
        r"both-modules: 2 matches of ([0-9.]+) points and ([0-9.]+) decisions, (\d+) of them looked at\n", done.stdout
    )
    assert found, done.stderr
    gains = [float(gain) for gain in re.findall(r"gained .*? ([+-][0-9.]+) ± [0-9.]+ points a match", done.stdout)]
    rows = [json.loads(line.split(" ", 1)[1]) for line in (tmp_path / "left.txt").read_text(encoding="utf-8").splitlines()]
    looked = [one for row in rows for one in row["looked_at"]]
    assert float(found[1]) == sum(row["points"] for row in rows) / 2
    assert int(found[3]) == len(looked) > 0
    for gain, name in zip(gains, ("by_looking", "by_best", "by_highest"), strict=True):
        assert gain == pytest.approx(float(found[2]) * sum(one[name] for one in looked) / len(looked), abs=0.1)


WRONG = ["--variants base,nonsense --jobs 2", "--game ludo", "--share 2", "--seed -1 --jobs 2", "-o nowhere/left.txt"]


@pytest.mark.parametrize("words", WRONG)
def test_it_says_what_is_wrong_before_it_begins(words: str, tmp_path: Path) -> None:
    done = told(tmp_path, *words.split())
    assert done.returncode in (1, 2)
    assert "rror: " in done.stderr
    assert "Traceback" not in done.stderr
    assert "worker" not in done.stderr
    assert not done.stdout
