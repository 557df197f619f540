"""Rules that are not compiled yet are interpreted, to the same bytes, and nobody waits for a compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from londinium.kernel.rules import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")

PROGRAM = """
import random, sys, time
from concurrent.futures import Future
from londinium.kernel.interpreted import all_loaded, compile_again, leave_compiling, loading
from londinium.kernel.registry import game
from londinium.kernel.seeds import draw
from londinium.bots.registry import bot

def played(slug, plies):
    match, choice = game(slug).match(seats=2, seed=5), random.Random(1)
    said = []
    for _ in range(plies):
        seat = match.to_act[0]
        said.append(match.view(seat))
        match.push(bot("greedy", match.game).choose(match, seat), seat)
    return match.record, match.position.states.tobytes(), repr(said)

leave_compiling()
games = ("next-station-london", "old-london-bridge")
before = [played(slug, 6) for slug in games]
assert not draw.signatures and not any(game(slug).engine.unchecked.push.signatures for slug in games)
drawn = [draw(7, branch, 10) for branch in range(20)]
asked = []
def elsewhere(missing):
    asked.append(missing)
    return Future()
leave_compiling(elsewhere)
all_loaded()
assert [draw(7, branch, 10) for branch in range(20)] == drawn and len(asked) == 1, "asked for once"
asked[0].compile()
assert draw.signatures and [draw(7, branch, 10) for branch in range(20)] == drawn
if sys.argv[1:] == ["compare"]:
    compile_again()
    leave_compiling()
    with loading():
        assert [played(slug, 6) for slug in games] == before
print("same")
"""


def run(cache: str | None, *arguments: str) -> str:
    environment = {**os.environ, **({"LONDINIUM_CACHE": cache} if cache else {})}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", PROGRAM, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300).stdout


def test_a_match_without_compiled_rules(tmp_path: Path) -> None:
    """With nothing in the cache, and next to nothing after it: only what was asked for."""
    assert run(str(tmp_path)) == "same\n"
    assert 1 <= len(list(tmp_path.rglob("*.nbi"))) < 10


def test_compiled_rules_give_the_same() -> None:
    assert run(None, "compare") == "same\n"
