"""Imports point upward only: kernel; look and work; games, bots; then arena, envs, study, table and wasm; then web; load; cli."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import londinium
from londinium.kernel.rules import WITHOUT_RULES

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
    "wasm": 4,
    "web": 5,
    "browser": 6,
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
    if own[0] == "games" and own[2:3] == ("verbs",):
        # Only the command line loads the verbs of a game, so they may ask it for what its own verbs have.
        return other[0] in ("kernel", "look", "cli") or (other[0] == "games" and own[1] == other[1])
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
    assert not may_import(ROOT / "games" / "old_london_bridge" / "face" / "view.py", "londinium.bots.players")
    assert not may_import(ROOT / "games" / "old_london_bridge" / "face" / "view.py", "londinium.games.next_station_london.box")
    assert not may_import(ROOT / "bots" / "players.py", "londinium.cli.play")
    assert may_import(ROOT / "cli" / "play.py", "londinium.bots.players")
    assert may_import(ROOT / "games" / "old_london_bridge" / "verbs" / "toll.py", "londinium.cli.shared.speech")
    assert not may_import(ROOT / "games" / "old_london_bridge" / "verbs" / "toll.py", "londinium.games.next_station_london.box")
    assert not may_import(ROOT / "games" / "old_london_bridge" / "face" / "words.py", "londinium.cli.shared.speech")


LAZY = {"drawing", "study", "observation", "balance", "days", "verbs", "workshop"}
"""The rooms that are loaded when they are first needed, so never with the game."""
ROOMS = {"box": {"face", *LAZY}, "rules": {"face", *LAZY}, "mind": {"face", *LAZY}, "face": LAZY}
"""What the rooms of a game must not import: the cache of compiled rules looks at the first three and at no other room."""


def rooms_imported(path: Path) -> set[str]:
    """The rooms of its own game that a module imports."""
    game = f"londinium.games.{path.relative_to(ROOT).parts[1]}."
    return {name.removeprefix(game).split(".")[0] for name in imports(path) if name.startswith(game)}


def wrong_rooms(path: Path) -> set[str]:
    return rooms_imported(path) & ROOMS.get(path.relative_to(ROOT).parts[2], LAZY)


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/*/*/**/*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_know_no_face_and_a_face_no_drawing(path: Path) -> None:
    """So changing a picture compiles nothing, and a terminal loads no picture."""
    if path.relative_to(ROOT).parts[2] in ROOMS:
        assert wrong_rooms(path) == set(), f"{path.relative_to(ROOT)} must not import these rooms"


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/*/__init__.py")), ids=lambda path: path.parent.name)
def test_a_game_is_loaded_without_its_drawings(path: Path) -> None:
    assert wrong_rooms(path) == set()


def test_the_rule_of_the_rooms_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    folder = tmp_path / "games" / "bridge"
    for place, imported in (
        ("rules/turn.py", "face.view"),
        ("mind/worth.py", "face"),
        ("face/view.py", "drawing.text"),
        ("__init__.py", "study"),
    ):
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"from londinium.games.bridge.{imported} import something\n", encoding="utf-8")
        assert wrong_rooms(path) == {imported.split(".")[0]}
    (folder / "face" / "view.py").write_text("from londinium.games.bridge.rules import turn\n", encoding="utf-8")
    assert wrong_rooms(folder / "face" / "view.py") == set()


# ── Rooms without rules ──────────────────────────────────────────────────────


def room_of(path: Path) -> str | None:
    """The room of a game that a module is in, if its rules do not depend on that room."""
    return next((part for part in path.relative_to(ROOT).parts[2:] if part in WITHOUT_RULES), None)


def file_of(imported: str) -> Path | None:
    """The module of a game that an import names, itself or something in it."""
    path = ROOT.joinpath(*imported.split(".")[1:])
    candidates = (path.with_suffix(".py"), path / "__init__.py", path.parent.with_suffix(".py"), path.parent / "__init__.py")
    found = next((file for file in candidates if file in MODULES), None)
    return found if found is not None and found.relative_to(ROOT).parts[0] == "games" else None


def reached_from(path: Path, known: frozenset[Path] = frozenset()) -> frozenset[Path]:
    """Everything in its game that a module imports, and that these import."""
    for imported in imports(path):
        file = file_of(imported)
        if file is not None and file not in known:
            known = reached_from(file, known | {file})
    return known


def has_rules(path: Path) -> bool:
    return "@rule" in path.read_text(encoding="utf-8")


RULES = [path for path in MODULES if path.relative_to(ROOT).parts[0] == "games" and has_rules(path)]


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_rule_depends_on_a_room_without_rules(path: Path) -> None:
    """The cache of compiled rules does not look at these rooms, except at the one that a rule is in itself."""
    own = room_of(path)
    wrong = [str(file.relative_to(ROOT)) for file in reached_from(path) if room_of(file) not in (None, own)]
    assert not wrong, f"{path.relative_to(ROOT)} must not depend on {wrong}"


def test_rooms_are_recognised() -> None:
    """The check can fail: it knows rooms, and follows imports."""
    assert RULES
    game = ROOT / "games" / "old_london_bridge"
    assert room_of(game / "drawing" / "table.py") == "drawing"
    assert room_of(game / "face" / "view.py") == "face"
    assert room_of(game / "observation.py") == "observation.py"
    assert room_of(game / "rules" / "play.py") is None
    assert file_of("londinium.games.old_london_bridge.rules.play.push") == game / "rules" / "play.py"
    assert game / "rules" / "state.py" in reached_from(game / "observation.py")
