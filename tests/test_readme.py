"""The README's examples do what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

import londinium


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
