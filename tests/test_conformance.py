"""Every registered game holds what the kernel promises, and the same rules run interpreted and compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import londinium
from londinium.cli.fuzz import settings
from londinium.kernel.conformance import check, digest
from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games

GAMES = londinium.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("seed", range(0, 40, 10))
def test_conformance(game: Game, seed: int) -> None:
    check(game, walks=len(game.seats), seed=seed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_fuzz(game: Game) -> None:
    plies, violation = game.engine.fuzz(*settings(game, 1, 5000))
    assert violation is None
    assert plies > 5000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_interpreted_equals_compiled_move_for_move(game: Game) -> None:
    program = "import sys, londinium; from londinium.kernel.conformance import digest; print(digest(londinium.game(sys.argv[1])))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", program, game.slug]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest(game)


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_a_games_own_tests_pass_interpreted(game: Game) -> None:
    """The rules are tested as they are compiled; here once more as the plain Python they are written in."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow_interpreted", str(game.folder / "tests")]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-500:]
