"""What a site brings along instead of finding it again is what it would find."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath
from tarfile import TarFile

import pytest

from londinium.browser.library import python_library
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.language import languages
from londinium.look import found_before as module
from londinium.look.found_before import found_before, gathered
from londinium.web.http.assets import Assets, covers


@pytest.fixture(scope="module")
def library() -> dict[str, bytes]:
    """The files of a site's archive."""
    with TarFile(fileobj=BytesIO(python_library(Assets()))) as archive:
        return {entry.name: archive.extractfile(entry).read() for entry in archive}  # type: ignore[union-attr]


def test_a_site_brings_covers_and_the_names_on_the_map(library: dict[str, bytes]) -> None:
    found = pickle.loads(library["londinium/look/found_before.pickle"])
    assert found["londinium.web.http.assets.covers "] == covers()
    labels = {question.split()[1] for question in found if "district_labels" in question}
    assert labels == set(languages())


def test_a_site_brings_every_template_as_python(library: dict[str, bytes]) -> None:
    templates = Path(module.__file__).parents[1] / "web" / "templates"
    compiled = [name for name in library if name.startswith("londinium/web/compiled_templates/")]
    assert len(compiled) == len(list(templates.glob("*.html")))
    assert not [name for name in library if name.endswith(".html") and "/templates/" in name]


def test_what_only_servers_have_room_for_stays_there(library: dict[str, bytes]) -> None:
    networks = {PurePosixPath(name).name for name in library if name.endswith(".npz")}
    assert networks == {"foresight.npz"}, "levels simulate with it where `judgement.npz` is not"


def loaded_with(source: ast.AST) -> Iterator[str]:
    """What a module imports as soon as it is imported itself."""
    for node in ast.iter_child_nodes(source):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "TYPE_CHECKING" not in ast.unparse(node)[:20]:
            yield from loaded_with(node)


def test_a_site_brings_every_module_that_its_modules_load(library: dict[str, bytes]) -> None:
    """What is left out is loaded by nobody who is there, from the first module on."""
    carried = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in library if name.endswith(".py")
    }
    games = [f"londinium.games.{game.folder.name}" for game in bundled_games()]
    waiting, seen = ["londinium.browser.start", *games], set[str]()
    while waiting:
        name = waiting.pop()
        if name.startswith("londinium.") and name not in seen:
            seen.add(name)
            above = name.rpartition(".")[0]
            assert name in carried or above in carried, f"{name} is needed and left out"
            waiting += [above, *(loaded_with(ast.parse(library[carried[name]])) if name in carried else ())]
    assert len(seen) > 300


def test_what_was_found_before_is_not_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    @found_before(lambda number: f"{number}")
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    with gathered() as found:
        assert double(4) == 8
    (tmp_path / "found.pickle").write_bytes(pickle.dumps(found))
    monkeypatch.setattr(module, "FOUND", tmp_path / "found.pickle")
    module._brought.cache_clear()
    try:
        assert (double(4), double(5)) == (8, 10)
    finally:
        module._brought.cache_clear()
    assert asked == [4, 5]
