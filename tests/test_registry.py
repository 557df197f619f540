"""Games are found: folders under `games/`, and installed packages with an entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import londinium
from londinium.kernel.registry import GROUP, bundled_games, slugs

ROOT = Path(londinium.__file__).parent


def test_every_folder_is_a_game() -> None:
    folders = {path.parent.name.replace("_", "-") for path in (ROOT / "games").glob("*/__init__.py")}
    assert {game.slug for game in bundled_games()} == folders
    assert folders < set(slugs()) == {game.slug for game in londinium.all_games()}


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(londinium.UnknownGame, match=r"there is no game 'chess'; choose one of: .*old-london-bridge"):
        londinium.game("chess")


def test_an_installed_package_brings_its_game() -> None:
    """Mudlarks has nothing in Londinium's folders but is in the list, and can be played; `make test` installs it."""
    entry = next(entry for entry in entry_points(group=GROUP) if entry.name == "mudlarks")
    assert entry.dist is not None
    assert entry.dist.name == "mudlarks"
    game = londinium.game("mudlarks")
    assert ROOT not in game.folder.parents
    assert game not in bundled_games()
    assert game.match(seed=1).legal_moves == ["keep", "give"]


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
