"""What a site brings along instead of finding it again is what it would find."""

from __future__ import annotations

import pickle
from io import BytesIO
from pathlib import Path
from tarfile import TarFile

import pytest

from londinium.browser.library import python_library
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
