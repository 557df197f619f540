"""The documentation is a site without a broken link, its reference is complete, and what it prints runs."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import londinium
from londinium.cli import verbs

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "docs" / "site" / "build.py"
TOOLS = ("furo", "myst_parser", "sphinx")
OWN_TESTS = {"adding-a-game.md"}
"""Pages whose programs are parts of one that is tested as a whole: tests/third_game."""


def builder() -> Any:
    spec = importlib.util.spec_from_file_location("docs_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_public_name_is_explained() -> None:
    """A name in `__all__` has a docstring of its own; a number or a type of another library has none."""
    for name in londinium.__all__:
        found = getattr(londinium, name)
        if inspect.isclass(found) or inspect.isroutine(found):
            assert (found.__doc__ or "").strip(), name


def test_the_reference_shows_every_public_name() -> None:
    """On a page of its own kind, or at the end of the first; and no page shows a name that is not there."""
    build = builder()
    shown = [name for _, name in build.shown_names()]
    for name in shown:
        assert build._found(name) is not None, name
    assert sorted(build.public_names()) == sorted(londinium.__all__)
    assert {name.rpartition(".")[2] for name in shown} | set(build.remaining_names()) >= set(londinium.__all__)
    assert build.REMAINING in (ROOT / "docs" / "reference" / "index.md").read_text(encoding="utf-8")
    pages = {page.stem for page, _ in build.shown_names()}
    assert pages | {"index"} == {"index", *build.REFERENCE}


DOTTED = re.compile(r"(?<![\w/.-])londinium(?:\.[A-Za-z_]\w*)+(?!\.?\w|/|\[)")
IMPORTED = re.compile(r"^\W*from (londinium[\w.]*) import (\([^)]+\)|[\w, ]+)", re.M)


def taught_names() -> set[str]:
    """The dotted names of ours that guides import or speak of, such as `londinium.envs.self_play.PoolVector`."""
    found: set[str] = set()
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        found |= {f"{module}.{name}" for module, names in IMPORTED.findall(text) for name in re.findall(r"\w+", names)}
        if page.name not in OWN_TESTS:  # which speaks of our insides, too
            found |= set(DOTTED.findall(text))
    return found


def found_by_name(name: str) -> Any:
    """A module that has a file, or what is in one; None where there is no such thing."""
    try:
        found: Any = importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, last = name.rpartition(".")
        return getattr(found_by_name(module), last, None) if module else None
    return found if getattr(found, "__file__", None) else None


def place_of(name: str) -> str:
    """Where the thing of a name is defined; nothing for a value, which does not know."""
    found = found_by_name(name)
    if inspect.ismodule(found):
        return found.__name__
    return f"{found.__module__}.{found.__qualname__}" if hasattr(found, "__qualname__") else ""


def is_part(place: str, of: str) -> bool:
    return f"{place}.".startswith(f"{of}.")


def test_what_guides_teach_is_in_the_reference() -> None:
    """By itself or with its module; of a package that is named, something that is in it."""
    names = [*(name for _, name in builder().shown_names()), *(f"londinium.{name}" for name in londinium.__all__)]
    shown = {place_of(name) for name in names} - {""}
    taught = {place_of(name) for name in taught_names()} - {""}
    assert {"londinium.envs.self_play.PoolVector", "londinium.envs.functional.FunctionalMatches"} <= taught
    assert {place for place in taught if not any(is_part(place, one) or is_part(one, place) for one in shown)} == set()


def test_pages_and_links(tmp_path: Path) -> None:
    """The guides as they are, the README first, and links to files of the repository lead somewhere."""
    build = builder()
    build.write_pages(tmp_path / "pages")
    home = (tmp_path / "pages" / "index.md").read_text(encoding="utf-8")
    assert "(images/old-london-bridge.png)" in home
    assert "(contributing.md)" in home
    assert "reference/index" in home
    for page in (tmp_path / "pages").rglob("*.md"):
        text = re.sub(r"`[^`]*`", "", re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S))
        for link in re.findall(r"\]\(([^)\s#]+)", text):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_site(tmp_path: Path) -> None:
    """Built strictly, with an index to search."""
    missing = [name for name in TOOLS if importlib.util.find_spec(name) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"not installed: {', '.join(missing)} (pip install 'londinium[docs]')")
    command = [sys.executable, str(BUILD), str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    games = (tmp_path / "site" / "reference" / "games.html").read_text(encoding="utf-8")
    assert 'id="londinium.Match.push"' in games
    assert "legal_moves" in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8")
    for page in (tmp_path / "site").rglob("*.html"):
        # Nothing that a page needs comes from elsewhere.
        assert not re.search(r"<(?:script|img)[^>]+src=\"(?:https?:)?//", page.read_text(encoding="utf-8")), page.name


# ── Programs in guides ───────────────────────────────────────────────────────


def programs() -> list[tuple[str, str]]:
    """All programs of a page, as one: the later ones go on from the earlier."""
    found = []
    for page in sorted((ROOT / "docs").rglob("*.md")):
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
        found += [(page.name, block) for block in blocks if page.name not in OWN_TESTS and ">>> " not in block]
    return found


DIALOGUES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if ">>> " in page.read_text(encoding="utf-8")]


def test_dialogues_in_guides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the README: what Python answers is what stands there."""
    monkeypatch.chdir(tmp_path)
    for page in DIALOGUES:
        results = doctest.testfile(str(page), module_relative=False)
        assert results.attempted
        assert not results.failed, page.name


BEFORE = {"environments.md": "dataset old-london-bridge --seats 2 --bot search-4 --games 1 -o bridge.parquet"}
"""What a page has the reader type before a program, with smaller numbers."""


def needs_gpu(program: str) -> bool:
    return "londinium.envs.gpu" in program


@pytest.mark.parametrize("page", sorted({page for page, _ in programs()}))
@pytest.mark.slow_interpreted
def test_programs_in_guides_run_as_they_are_printed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if page in BEFORE:
        assert CliRunner().invoke(verbs, BEFORE[page].split()).exit_code == 0
    names: dict[str, Any] = {"__name__": "guide"}
    for where, program in programs():
        if where == page and not needs_gpu(program):
            exec(compile(program, page, "exec"), names)
    assert len(names) > 1, f"{page} has only programs for a GPU"
