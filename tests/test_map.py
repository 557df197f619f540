"""The map of the code: a public name means one thing, a module's name says what is inside, both games have the same rooms."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import londinium
from londinium.kernel.contracts.drawing import Drawing
from londinium.kernel.contracts.face import Face
from londinium.kernel.contracts.rooms import members
from londinium.kernel.contracts.study import Study
from londinium.kernel.game import Functions
from londinium.kernel.registry import bundled_games

REPOSITORY = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "docs", "examples")
FILES = [
    path.as_posix() for path in (*REPOSITORY.glob("*"), *(file for name in FOLDERS for file in (REPOSITORY / name).rglob("*")))
]
ROOT = Path(londinium.__file__).parent
MODULES = sorted(path for path in ROOT.rglob("*.py") if "tests" not in path.relative_to(ROOT).parts)
STAND_INS = {"kernel/defaults", "kernel/generic/names.py"}
"""Where that stands in for a game's own which has the name of what it stands in for, and nothing else has."""
STOOD_FOR = {*(field.name for field in fields(Functions)), *members(Face), *members(Drawing), *members(Study), "observe"}
SHARED_MODULES = [path for path in MODULES if path.relative_to(ROOT).parts[0] != "games"]
GAMES = tuple(game.folder.name for game in bundled_games())

CONTRACT = {"verb", "gymnasium", "cuda"}
"""Names that stand in many modules on purpose: the command of each file in `cli/`, found by that name, and libraries
that are not always there, which no `import` brings."""

NOUNS = {"drawing", "ring", "heading", "engraving", "scoring", "setting"}
"""Words in -ing that are things."""

ROOMS = {
    "box": {"flat", "file"},
    "rules": {"allowed", "audit", "chance", "components", "moves", "play", "refusals", "rounds", "scoring", "setup", "state"},
    "mind": {"imagine", "outlook", "sight", "worth"},
    "face": {"effects", "events", "log", "position", "position_checks", "secrets", "sheets", "sounds", "text", "view", "words"},
    "drawing": {
        "cover",
        "final",
        "layout",
        "palette",
        "picture",
        "pieces",
        "spots",
        "style",
        "table",
        "text_board",
        "thumbnail",
        "whynot",
    },
    "drawing/fragments": {"explain", "offers", "prompt"},
    "drawing/art": set[str](),
    "study": {"claims", "faults", "themes", "words"},
    "workshop": {"bench", "edits", "facts", "picture"},
}
"""The rooms of a game's folder, and the modules that every game has in each. Chapters, fragments and art are a game's own."""

CONTRACTS = {"balance", "days", "levels", "observation"}
"""Contracts that are one module of a game's folder."""

OWN_ROOMS = {"records", "lessons", "locale", "rulebook", "tests", "verbs"}
"""Folders of data, of tests, and of a game's own verbs."""


def public_names(tree: ast.Module) -> Iterator[str]:
    """What a module defines at its top for others to use; type variables say nothing to anybody else."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names: Iterable[str] = [node.name]
        elif isinstance(node, ast.Assign) and not _is_type_variable(node.value):
            names = [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            names = [node.target.id]
        else:
            continue
        yield from (name for name in names if not name.startswith("_"))


def _is_type_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in {"TypeVar", "ParamSpec"}


def homes_of_names(paths: Iterable[Path]) -> dict[str, set[str]]:
    homes: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        place = path.relative_to(ROOT).as_posix()
        stands_in = any(place.startswith(each) for each in STAND_INS)
        for name in public_names(ast.parse(path.read_text(encoding="utf-8"))):
            if not (stands_in and name in STOOD_FOR):
                homes[name].add(place)
    return homes


def test_one_public_name_means_one_thing() -> None:
    shared = {name: sorted(homes) for name, homes in homes_of_names(SHARED_MODULES).items() if len(homes) > 1}
    assert {name: homes for name, homes in shared.items() if name not in CONTRACT} == {}


def test_the_check_of_names_finds_all_kinds() -> None:
    tree = ast.parse("A, B = 1, 2\nC: int = 3\nT = TypeVar('T')\n_d = 4\nclass E: F = 5\ndef g(): h = 6\nasync def i(): ...\n")
    assert set(public_names(tree)) == {"A", "B", "C", "E", "g", "i"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_named_by_nouns(path: Path) -> None:
    assert not path.stem.endswith("ing") or path.stem.split("_")[-1] in NOUNS, (
        f"{path.stem}: what is inside, not what is being done?"
    )


def rooms_of(game: str) -> dict[str, set[str]]:
    folder = ROOT / "games" / game
    found: dict[str, set[str]] = defaultdict(set)
    for path in folder.rglob("*.py"):
        room = path.parent.relative_to(folder).as_posix()
        if room.split("/")[0] not in OWN_ROOMS:
            found[room].add(path.stem)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_rooms(game: str) -> None:
    rooms = rooms_of(game)
    assert rooms.pop(".") - {"__init__"} == CONTRACTS
    assert {room for room in rooms if not room.startswith("mind/")} == set(ROOMS)
    for room, modules in ROOMS.items():
        assert modules <= rooms[room], f"{game}/{room} has no {sorted(modules - rooms[room])}"


def test_what_both_games_have_is_in_the_same_room() -> None:
    """A file name that both games use means the same, so it stands in a room that both have it in."""
    first, second = (places_of_stems(game) for game in GAMES)
    both = (first.keys() & second.keys()) - {"__init__"}
    assert {stem: (first[stem], second[stem]) for stem in both if not first[stem] & second[stem]} == {}


def places_of_stems(game: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for room, stems in rooms_of(game).items():
        for stem in stems:
            found[stem].add(room)
    return found


def test_every_module_that_both_games_have_is_named_here() -> None:
    """What the two folders share is what the map promises of every game, and no more is promised than they share."""
    first, second = (rooms_of(game) for game in GAMES)
    assert {room: (first[room] & second[room]) - {"__init__"} for room in ROOMS} == ROOMS


# ── What is private, and what texts speak of ─────────────────────────────────


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_private_is_imported(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("londinium"):
            private = [name.name for name in node.names if name.name.startswith("_") and not name.name.startswith("__")]
            assert not private, f"{node.module}: {private}"


WRITTEN = sorted([*REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/*.md"), *MODULES])
SPOKEN_OF = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|js|css|html|md|toml))`")


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_files_that_texts_speak_of_are_there(path: Path) -> None:
    """A text names a file by the end of its path."""
    named = SPOKEN_OF.findall(path.read_text(encoding="utf-8"))
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in FILES)] == []
