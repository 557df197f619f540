"""The modules that come with the games: as new as their sources, whole in themselves, small, built by a linker that is found."""

from __future__ import annotations

import gzip
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import LondiniumError
from londinium.wasm import linker
from londinium.wasm.modules import description_of, module_file, section_of
from londinium.wasm.wrappers import wrapper

pytestmark = pytest.mark.skipif(not COMPILED, reason="exports are shown by compiled functions")

GAMES = [pytest.param(game, id=game.slug) for game in bundled_games()]
MOST_PACKED = {"old-london-bridge": 120_000, "next-station-london": 200_000}
"""With the network, where there is one: what a page fetches to think for itself, in bytes."""


@pytest.mark.parametrize("game", GAMES)
def test_a_module_is_as_new_as_its_sources(game: Game) -> None:
    from londinium.wasm.exports import exports_of
    from londinium.wasm.helpers import helpers_named
    from londinium.wasm.sources import fingerprint_of

    told = description_of(module_file(game))
    assert told["fingerprint"] == fingerprint_of(game, [*exports_of(game), *helpers_named(game, told)]), (
        f"{module_file(game)} is older than its sources: run `londinium wasm {game.slug}` and commit it"
    )
    assert (told["game"], told["rules_version"]) == (game.slug, game.rules_version)


@pytest.mark.parametrize("game", GAMES)
def test_a_module_lists_what_it_exports(game: Game) -> None:
    from londinium.wasm.exports import exports_of

    told = description_of(module_file(game))
    assert [name for name in told["exports"] if "." not in name] == [export.name for export in exports_of(game)]
    items = {one["item"] for export in told["exports"].values() for one in export["parameters"] if "item" in one}
    named = {item.removeprefix("record:") for item in items if item.startswith("record:")}
    assert set(told["records"]) == named
    assert told["records"]["State"]["size"] == game.state.dtype.itemsize


@pytest.mark.parametrize("game", GAMES)
def test_everything_of_a_game_is_small(game: Game) -> None:
    network = game.folder / "mind" / "foresight.npz"
    sizes = [len(gzip.compress(file.read_bytes(), 9)) for file in (module_file(game), network) if file.exists()]
    assert sum(sizes) < MOST_PACKED[game.slug]


def test_a_changed_function_or_constant_is_another_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table, a function that a function calls: whatever is compiled counts, and what is not does not."""
    from londinium.wasm.exports import Export
    from londinium.wasm.sources import fingerprint_of

    monkeypatch.syspath_prepend(tmp_path)

    def fingerprint(text: str) -> str:
        folder = tmp_path / f"toy{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "toyrules.py").write_text(text)
        monkeypatch.syspath_prepend(folder)
        monkeypatch.delitem(sys.modules, "toyrules", raising=False)
        return fingerprint_of(bundled_games()[0], [Export("bill", importlib.import_module("toyrules").bill, (0,))])

    first = fingerprint(TOY)
    assert fingerprint(TOY + "\n\ndef unused():\n    pass\n") == first
    for before, after in (("(3, 1)", "(3, 2)"), ("* 10", "* 11"), ("+ tariff", "- tariff")):
        assert fingerprint(TOY.replace(before, after)) != first


TOY = """from londinium.kernel.rules import rule

PRICES = (3, 1)


@rule
def tariff(number):
    return number * 10


@rule
def bill(number):
    return PRICES[number] + tariff(number)
"""


def test_sections_are_found_by_their_names() -> None:
    from londinium.wasm.assembly import custom_section

    module = b"\0asm\1\0\0\0" + custom_section("other", b"x" * 300) + custom_section("londinium", b"told")
    assert section_of(module, "londinium") == b"told"
    assert section_of(module, "nobody") == b""
    with pytest.raises(ValueError, match="not WebAssembly"):
        section_of(b"something else", "londinium")


@pytest.mark.parametrize(
    ("kind", "expected"), [("int8", "sext i8"), ("uint8", "zext i8"), ("boolean", "zext i8"), ("float32", "fpext float")]
)
def test_short_results_keep_their_sign(kind: str, expected: str) -> None:
    """A rule may answer with a field of a state as it is: -1 in eight bits is -1 in 64."""
    from londinium.wasm.description import kind_of_result, stored_as

    types: Any = importlib.import_module("numba").types
    found = getattr(types, kind)
    assert expected in wrapper("flat", "inner", [], kind_of_result(found), stored_as(found))


def test_a_missing_linker_is_said_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(LondiniumError, match=r"apt install lld.*pip install ziglang"):
        linker.find_linker()


def test_a_linker_of_pypi_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Any = object()
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: found if name == "ziglang" else None)
    assert linker.find_linker() == [sys.executable, "-m", "ziglang", "wasm-ld"]
