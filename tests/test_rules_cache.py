"""Compiled rules are kept on disk, and never served stale: not after a change in another file, not after one in a table."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = {
    "__init__.py": "",
    "table.py": "PRICES = (3, 1, 4)\n",
    "tariff.py": "from londinium.kernel.rules import rule\n\n\n@rule\ndef tariff(number):\n    return number * 10\n",
    "bill.py": (
        "from londinium.kernel.rules import rule\nfrom toygame.table import PRICES\nfrom toygame.tariff import tariff\n\n\n"
        "@rule\ndef bill(number):\n    return PRICES[number] + tariff(number)\n"
    ),
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "toygame"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def bill(package: Path, **environment: str) -> int:
    """What the rule says in a new process, with compiled code kept beside the package."""
    program = "from toygame.bill import bill; print(bill(2))"
    settings = {
        "PYTHONPATH": str(package.parent),
        "LONDINIUM_CACHE": str(package.parent / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, env={**os.environ, **settings, **environment}, capture_output=True, text=True, check=True)
    return int(done.stdout)


def compiled_files(package: Path) -> dict[Path, float]:
    return {path: path.stat().st_mtime_ns for path in (package.parent / "cache").rglob("*.nb*")}


def test_an_unchanged_rule_is_compiled_once(package: Path) -> None:
    assert bill(package) == 24
    kept = compiled_files(package)
    assert kept
    assert bill(package) == 24
    assert compiled_files(package) == kept


def test_a_changed_table_in_another_file_is_noticed(package: Path) -> None:
    assert bill(package) == 24
    (package / "table.py").write_text("PRICES = (3, 1, 5)\n")
    assert bill(package) == 25


def test_a_changed_rule_in_another_file_is_noticed(package: Path) -> None:
    assert bill(package) == 24
    (package / "tariff.py").write_text(FILES["tariff.py"].replace("* 10", "* 100"))
    assert bill(package) == 204


def test_interpreted_rules_need_no_cache(package: Path) -> None:
    assert bill(package, NUMBA_DISABLE_JIT="1") == 24
    assert not (package.parent / "cache").exists()


def test_rules_run_without_numba(package: Path) -> None:
    (package.parent / "numba.py").write_text("raise ImportError('not installed')\n")
    assert bill(package) == 24
