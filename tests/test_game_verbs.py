"""A game may bring verbs of its own; they are found by their files, and what is wrong with one keeps nobody from the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import londinium

DIG = "import click\n\n\n@click.command(help='Dig in the mud.')\ndef verb() -> None:\n    click.echo('a clay pipe')\n"
SOURCES = Path(londinium.__file__).parent.parent


def install(folder: Path, package: str, verbs: dict[str, str]) -> None:
    """A package with an entry point and a game that cannot even be loaded: verbs are found without it."""
    own = folder / package / "verbs"
    own.mkdir(parents=True)
    (folder / package / "__init__.py").write_text("raise RuntimeError('this game was loaded')\n")
    for name, text in verbs.items():
        (own / f"{name}.py").write_text(text)
    info = folder / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[londinium.games]\n{package} = {package}\n")


def run(folder: Path, *words: str, status: int = 0) -> tuple[str, str]:
    """What `londinium WORDS...` prints, and what it says on the error output."""
    path = os.pathsep.join([str(folder), str(SOURCES)])
    environment = {**os.environ, "LONDINIUM_LANG": "en", "COLUMNS": "80", "PYTHONPATH": path}
    command = [sys.executable, "-m", "londinium", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def test_a_game_brings_a_verb(tmp_path: Path) -> None:
    install(tmp_path, "mud", {"dig": DIG})
    shown, problems = run(tmp_path, "--help")
    assert "dig " in shown
    assert "Dig in the mud." in shown
    assert problems == ""
    assert "Dig in the mud." in run(tmp_path, "dig", "--help")[0]
    assert run(tmp_path, "dig") == ("a clay pipe\n", "")


def test_a_verb_of_londinium_stays_what_it_is(tmp_path: Path) -> None:
    install(tmp_path, "mud", {"games": DIG})
    shown, problems = run(tmp_path, "--help")
    assert "List the games" in shown
    assert "Dig in the mud." not in shown
    assert f"{Path('mud', 'verbs', 'games.py')} cannot be used: 'games' is one of Londinium's own commands" in problems
    assert "List the games" in run(tmp_path, "games", "--help")[0]


def test_two_games_cannot_bring_the_same_verb(tmp_path: Path) -> None:
    install(tmp_path, "mud", {"dig": DIG, "wash": DIG})
    install(tmp_path, "sand", {"dig": DIG})
    shown, problems = run(tmp_path, "--help")
    assert "dig " not in shown
    assert "wash" in shown
    assert "two games provide the command 'dig'" in problems
    assert "two games provide the command 'dig'" in run(tmp_path, "dig", status=2)[1]


def test_a_broken_verb_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    install(tmp_path, "mud", {"dig": DIG, "slip": "1 / 0\n", "nothing": "verb = None\n"})
    shown, problems = run(tmp_path, "--help")
    assert "Dig in the mud." in shown
    assert "slip.py cannot be loaded: ZeroDivisionError" in problems
    assert "nothing.py has no `verb`" in problems
    assert "slip.py cannot be loaded" in run(tmp_path, "slip", status=2)[1]
    assert run(tmp_path, "dig")[0] == "a clay pipe\n"
