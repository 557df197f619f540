"""A folder with somebody's bots, in which the tests of engines and of their places stand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from londinium.bots.engines import process


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shutil.copy(Path(__file__).with_name("strangers.py"), tmp_path / "somebodys.py")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    process.close_engines()
