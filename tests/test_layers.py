"""Imports point upward only: kernel; look and work; games, bots; then arena, envs, study and table; then web; load; cli."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import londinium

ROOT = Path(londinium.__file__).parent
LAYERS = {
    "kernel": 0,
    "look": 1,
    "work": 1,
    "games": 2,
    "bots": 3,
    "arena": 4,
    "envs": 4,
    "study": 4,
    "table": 4,
    "web": 5,
    "load": 6,
    "cli": 7,
}
MODULES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT)


def imports(path: Path) -> Iterator[str]:
    """Every module of Londinium that a file imports, wherever the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "londinium")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute, so that layers can be read"
            if node.module and node.module.split(".")[0] == "londinium":
                yield from (f"{node.module}.{name.name}" for name in node.names)


def may_import(path: Path, imported: str) -> bool:
    own, other = path.relative_to(ROOT).parts, imported.split(".")[1:]
    if "tests" in own:
        return True
    if not other or other[0] not in LAYERS:
        return False
    if own[0] == "games" and other[0] == "games":
        return len(own) > 2 and own[1] == other[1]
    return LAYERS[other[0]] < LAYERS[own[0]] or other[0] == own[0]


def test_every_folder_has_a_layer() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} <= set(LAYERS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_upward(path: Path) -> None:
    wrong = [imported for imported in imports(path) if not may_import(path, imported)]
    assert not wrong, f"{path.relative_to(ROOT)} must not import {wrong}"


def test_the_rule_itself() -> None:
    """The check can fail: these imports are wrong."""
    assert not may_import(ROOT / "kernel" / "match.py", "londinium.games.old_london_bridge")
    assert not may_import(ROOT / "games" / "old_london_bridge" / "view.py", "londinium.bots.players")
    assert not may_import(ROOT / "games" / "old_london_bridge" / "view.py", "londinium.games.next_station_london.city")
    assert not may_import(ROOT / "bots" / "players.py", "londinium.cli.play")
    assert may_import(ROOT / "cli" / "play.py", "londinium.bots.players")


def test_no_rule_depends_on_a_drawing() -> None:
    """The cache of compiled rules does not look at drawings; only a face, which has no rules, may import one."""
    for path in MODULES:
        own = path.relative_to(ROOT).parts
        if own[0] == "games" and not {"drawing", "study", "tests"} & set(own) and path.name != "face.py":
            assert not [name for name in imports(path) if ".drawing" in name], path
        if path.name == "face.py":
            assert "@rule" not in path.read_text(encoding="utf-8"), path
