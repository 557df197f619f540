"""The README's examples do what they say."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import londinium

REPOSITORY = Path(__file__).parent.parent


def test_readme() -> None:
    results = doctest.testfile(str(Path(__file__).parent.parent / "README.md"), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_record_files() -> None:
    results = doctest.testfile(str(Path(__file__).parent.parent / "docs" / "records.md"), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_package_docstring() -> None:
    assert doctest.testmod(londinium).failed == 0


def on_a_package_index() -> str:
    """The README with the substitutions that are made when the package is built."""
    told = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    for one in told["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(one["pattern"], one["replacement"], text)
    return text


def test_pictures_and_pages_have_addresses_of_their_own_on_a_package_index() -> None:
    """A host of sources hands out a file as it is at one address, and shows it as a page at another."""
    text = on_a_package_index()
    pictures = re.findall(r'!\[[^\]]*\]\(([^)]+)\)|src="([^"]+)"', text)
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]+)\)", text)
    assert len(pictures) >= 5
    assert len(links) >= 20
    for address in map("".join, pictures):
        assert (REPOSITORY / address.removeprefix("https://example.org/londinium/raw/")).is_file(), address
    for address in links:
        ours = address.removeprefix("https://example.org/londinium/source/")
        assert (REPOSITORY / ours.partition("#")[0]).exists() if ours != address else address.startswith(("https://", "#")), (
            address
        )
