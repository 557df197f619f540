"""Games are found: folders under `games/`, and installed packages with an entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import londinium
from londinium.kernel.registry import slugs

ROOT = Path(londinium.__file__).parent


def test_every_folder_is_a_game() -> None:
    folders = {path.parent.name.replace("_", "-") for path in (ROOT / "games").glob("*/__init__.py")}
    assert set(slugs()) == folders
    assert {game.slug for game in londinium.all_games()} == folders


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(londinium.UnknownGame, match=r"there is no game 'chess'; there are: .*old-london-bridge"):
        londinium.game("chess")


def test_an_installed_package_brings_its_game(tmp_path: Path) -> None:
    """A package of its own, with nothing but an entry point, is in the list and can be played."""
    (tmp_path / "bridge_again.py").write_text(
        "from dataclasses import replace\n"
        "import londinium\n"
        "GAME = replace(londinium.game('old-london-bridge'), slug='bridge-again', title='Bridge Again')\n"
    )
    info = tmp_path / "bridge_again-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bridge-again\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[londinium.games]\nbridge-again = bridge_again\n")
    program = (
        "import londinium; match = londinium.game('bridge-again').match(seed=1); print(match.game.title, match.legal_moves[0])"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "Bridge Again play 0\n"


def test_an_entry_point_without_a_game_is_named(tmp_path: Path) -> None:
    (tmp_path / "no_game.py").write_text("")
    info = tmp_path / "no_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: no-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[londinium.games]\nno-game = no_game\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    program = "import londinium; londinium.game('no-game')"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert "no_game should define GAME" in done.stderr
