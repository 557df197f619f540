"""What is wrong with a game is said in one sentence that names it, and keeps nobody from playing the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import londinium
from londinium.kernel.conformance import rules
from londinium.kernel.flat import Flat, int8
from londinium.kernel.game import Environment, Functions, Option, OutlookWeights, left_out
from londinium.kernel.notation import MoveTable
from londinium.kernel.words.errors import InvalidGame

from .games import install, python, variant_of_mudlarks

GAME = londinium.game("mudlarks")
RULES = ("setup", "to_act", "legal", "refusal", "push", "chance", "deck", "points")


class Seatless(Flat):
    digger: int = int8("whose turn it is")


def functions(**changed: Any) -> Functions:
    """The functions that Mudlarks itself gives, with some of them changed."""
    return Functions(**{name: getattr(GAME.functions, name) for name in RULES} | changed)


def moves(*texts: str, chance: bool = True) -> MoveTable:
    """A table in which moves of chance come after or before those of players."""
    table = MoveTable()
    for text in texts:
        table.add(text, chance=text.startswith("find") and chance)
    return table


WRONG: dict[str, dict[str, Any]] = {
    "`slug` must be lower-case words with hyphens, not 'Mud Larks'": {"slug": "Mud Larks"},
    "`title` is empty": {"title": " "},
    "`seats` must be a range between 1 and 4 players": {"seats": range(2, 6)},
    "`seats` must be a range between 1 and 4 players without gaps": {"seats": range(1, 5, 2)},
    "`seats` must be a range": {"seats": range(0)},
    "`rules_version` counts from 1": {"rules_version": 0},
    "`state` must be a flat class": {"state": int},
    "`module` must be the module that defines the game": {"module": "nowhere"},
    "`authors` must be a tuple of names, not 'Ann'": {"authors": "Ann"},
    "`environment` has 3 seats, which `seats` does not allow": {"environment": Environment("Mud", 3)},
    "`moves` must have moves of players": {"moves": moves("find coin")},
    "`moves` must have the moves of players before those of chance": {"moves": moves("keep", "find coin", "give")},
    "`skip` must be the last of the players' moves in the table, which 'keep' is not": {"skip": "keep"},
    "`skip` must be the last of the players' moves in the table, which 'pass' is not": {"skip": "pass"},
    r"`search` says that the others do not matter \(`alone`\), so `skip` must say": {"search": {"alone": 1.0}},
    "`functions` must have `chance`, since `moves` has moves of chance": {"functions": functions(chance=left_out)},
    "`functions` must have `deck`, since `moves` has moves of chance": {"functions": functions(deck=left_out)},
    "`functions` must have `points`, or else: scores, score_lines, worth": {"functions": functions(points=left_out)},
    "`state` must have a field `seats`": {"state": Seatless, "functions": functions()},
    "`functions` must have `score_lines`, since `score_lines` names": {"score_lines": ("a",), "functions": functions()},
    "`score_lines` must be names, each of them once": {"score_lines": ("a", "a")},
    "`functions` must have `imagine`, since the game `hides` something": {"hides": True, "functions": functions()},
    "`functions` must have `outlook`": {"outlook_weights": OutlookWeights(Path(), (), ()), "functions": functions()},
    "`options` has two options of the same name": {"options": (Option("a", ("b",), "b"), Option("a", ("b",), "b"))},
    "`options`: a must have its default among its choices": {"options": (Option("a", ("b",), "c"),)},
    "`variants` must have at least one": {"variants": {}},
    "`variants`: calm settles what `options` does not have: wind": {"variants": {"calm": {"wind": "off"}}},
}


@pytest.mark.parametrize(("told", "fields"), WRONG.items(), ids=list(WRONG))
def test_a_field_that_cannot_be_right_is_named(told: str, fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidGame, match=told) as caught:
        replace(GAME, **fields)
    assert str(caught.value).startswith("the game '")


def test_a_game_of_open_information_without_chance_options_or_draws_is_a_game() -> None:
    """Both kinds of functions, those that follow from `points` and those of a game itself, are there in the end."""
    quiet = replace(GAME, moves=moves("keep", "give", chance=False), functions=functions(chance=left_out, deck=left_out))
    given = {name for name in vars(quiet.functions) if quiet.functions.gives(name)}
    assert given == set(vars(quiet.functions))
    assert quiet.functions.points is GAME.functions.points
    assert quiet.credits == "Londinium"
    assert replace(quiet, publisher="Thames", year=2026).credits == "Londinium; Thames 2026"
    assert replace(quiet, authors=()).credits == ""


# ── What the conformance suite notices ───────────────────────────────────────


def test_a_game_that_says_it_hides_something_must_be_seen_to() -> None:
    hiding = replace(GAME, hides=True)
    vars(hiding)["face"] = GAME.face
    with pytest.raises(AssertionError, match="it `hides` something, but `disguise` never changed anything"):
        rules.check(hiding, walks=1)


def test_a_game_that_says_it_hides_nothing_must_not() -> None:
    class Shy:
        def board(self, position: Any, viewer: int | None) -> Any:
            return {"viewer": viewer}

        def __getattr__(self, name: str) -> Any:
            return getattr(GAME.face, name)

    shy = replace(GAME)
    vars(shy)["face"] = Shy()
    with pytest.raises(AssertionError, match="not all see the same board, so the game `hides` something"):
        rules.check(shy, walks=1)


@pytest.mark.parametrize(
    ("deck", "told"),
    [(lambda right: right + 64 * 64, "there are decks 0 to 63, not 64"), (lambda right: 2 * right, "this is draw 1 of deck 0")],
)
def test_a_deck_out_of_bounds_is_named(deck: Callable[[int], int], told: str) -> None:
    match = rules.check_walk(GAME.match(seed=1))
    match.game = replace(GAME)
    right = match.game.engine.unchecked.deck
    match.game.engine.unchecked.deck = lambda *words: deck(right(*words))
    with pytest.raises(AssertionError, match=told):
        rules.check_odds_are_what_is_left(match)


# ── Folders that are not finished ────────────────────────────────────────────

BROKEN = {
    "import missing_library": "broken cannot be loaded (ModuleNotFoundError: No module named 'missing_library')",
    "1 / 0": "broken cannot be loaded (ZeroDivisionError: division by zero)",
    "raise SystemExit(3)": "broken cannot be loaded (SystemExit: 3)",
    "GAME = 3": "broken should define GAME, a Londinium game with the slug 'broken'",
    "": "broken should define GAME, a Londinium game with the slug 'broken'",
}


@pytest.mark.parametrize(("program", "told"), BROKEN.items(), ids=list(BROKEN))
def test_a_game_that_cannot_be_loaded_is_left_out(program: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(program)
    install(tmp_path, "broken", "broken")
    listed = python(tmp_path, "-m", "londinium", "games", NUMBA_DISABLE_JIT="1")
    assert listed.returncode == 0, listed.stderr
    assert "mudlarks" in listed.stdout
    assert "broken" not in listed.stdout
    assert listed.stderr.count(told) == 1
    played = python(tmp_path, "-m", "londinium", "perft", "broken", NUMBA_DISABLE_JIT="1")
    assert played.returncode == 2
    assert f"Error: {'the game' if 'loaded' in told else 'broken'}" in played.stderr
    assert told in played.stderr


def test_a_face_that_lacks_something_is_named(tmp_path: Path) -> None:
    face = variant_of_mudlarks(tmp_path, "speechless") / "face.py"
    face.write_text(face.read_text(encoding="utf-8").replace("def prompt(", "def prompts(").replace("def tell(", "def tells("))
    done = python(tmp_path, "-m", "londinium", "perft", "speechless", NUMBA_DISABLE_JIT="1")
    assert "the game 'speechless' cannot be used: its module `face` must have: tell, prompt" in done.stderr


def test_a_game_that_hides_something_must_say_what_agents_see(tmp_path: Path) -> None:
    package = variant_of_mudlarks(tmp_path, "secretive")
    game = (package / "__init__.py").read_text(encoding="utf-8")
    rules = "audit=rules.audit,\n        imagine=rules.imagine,"
    (package / "__init__.py").write_text(game.replace("audit=rules.audit,", rules).replace("module=", "hides=True, module="))
    with (package / "rules.py").open("a") as more:
        more.write("\n\n@rule\ndef imagine(s: State, box: object, seat: int, key: int) -> None:\n    s.digger = s.digger\n")
    bare = python(tmp_path, "-m", "londinium", "perft", "secretive", NUMBA_DISABLE_JIT="1")
    assert "since it hides something, its module `face` must have: disguise, effect" in bare.stderr
    with (package / "face.py").open("a") as more:
        more.write("\n\ndef disguise(position, seat, key):\n    return position\n")
        more.write("\n\ndef effect(position, seat, move):\n    return None\n")
    done = python(tmp_path, "-m", "londinium", "envs", "secretive", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 2
    assert "it hides something, so its module `observation` must say what an agent may see" in done.stderr


@pytest.mark.parametrize("drawing", ["import missing_library", "1 / 0", "def draw(view, scene):\n    pass\n"])
def test_a_drawing_that_cannot_be_loaded_costs_the_game_its_pictures(drawing: str, tmp_path: Path) -> None:
    package = variant_of_mudlarks(tmp_path, "sketchy")
    (package / "drawing.py").write_text(drawing)
    program = (
        "import londinium; from londinium.web.http.assets import Assets, covers; Assets();"
        "print(*sorted(slug for slug, cover in covers().items() if cover.startswith('<svg')))"
    )
    done = python(tmp_path, "-c", program, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert {"sketchy", "mudlarks", "old-london-bridge"} <= set(done.stdout.split())
    assert done.stderr.count("it is drawn as text") == 1


def test_a_room_that_cannot_be_loaded_takes_no_page_away(tmp_path: Path) -> None:
    """Every page that speaks of all games is there, whatever is wrong with the rooms of one of them."""
    package = variant_of_mudlarks(tmp_path, "cracked")
    for room in ("drawing", "study", "observation", "balance"):
        (package / f"{room}.py").write_text("1 / 0")
    program = """
import asyncio, httpx, sys
from londinium.table.hall.hall import Hall
from londinium.table.store import open_store
from londinium.web.app import create_app

async def cold(hall: Hall) -> None:
    pass

async def look() -> None:
    Hall.warm_up = cold  # whole matches, which take minutes where rules are interpreted
    app = create_app(await open_store(f"sqlite:///{sys.argv[1]}"))
    async with app.router.lifespan_context(app):
        person = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test", follow_redirects=True)
        for page in ("/", "/daily", "/rules", "/learn", "/watch", "/stats", "/new/mudlarks", "/new/cracked"):
            print(page, (await person.get(page)).status_code)

asyncio.run(look())
"""
    done = python(tmp_path, "-c", program, str(tmp_path / "table.db"), NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert {line.split()[1] for line in done.stdout.splitlines()} == {"200"}, done.stdout


def test_what_a_face_adds_to_what_is_required_is_kept(tmp_path: Path) -> None:
    face = variant_of_mudlarks(tmp_path, "foretelling") / "face.py"
    with face.open("a") as more:
        more.write("\n\ndef what_follows(position, seat, move):\n    return 'passes'\n")
    program = "import londinium; print(londinium.game('foretelling').face.what_follows(None, 0, 0))"
    assert python(tmp_path, "-c", program, NUMBA_DISABLE_JIT="1").stdout == "passes\n"


def test_a_drawing_may_be_a_part_of_one(tmp_path: Path) -> None:
    package = variant_of_mudlarks(tmp_path, "sketchy")
    (package / "drawing.py").write_text("def cover():\n    return '<svg>shore</svg>'\n")
    program = (
        "import londinium; game = londinium.game('sketchy'); print(game.drawing.cover());"
        "print(game.drawing.layout(2, 0, __import__('types').SimpleNamespace(language=game.match().words())))"
    )
    done = python(tmp_path, "-c", program, NUMBA_DISABLE_JIT="1")
    assert done.stdout.startswith("<svg>shore</svg>\n<div "), done.stderr


def test_a_game_without_a_rulebook_says_so(tmp_path: Path) -> None:
    (variant_of_mudlarks(tmp_path, "unwritten") / "rulebook" / "en.md").unlink()
    done = python(tmp_path, "-m", "londinium", "rules", "unwritten", NUMBA_DISABLE_JIT="1")
    assert "The rules of this game are not written down yet." in done.stdout
    one = python(tmp_path, "-m", "londinium", "rules", "unwritten", "3.1", NUMBA_DISABLE_JIT="1")
    assert "there is no rule 3.1" in one.stderr
