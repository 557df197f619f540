"""Compiled rules are kept on disk, and never served stale: not after a change in another file, not after one in a table."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from londinium.kernel import rules
from londinium.kernel.rules import COMPILED, cache_home

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


def run(package: Path, program: str, **environment: str) -> int:
    """The number that a new process prints, with compiled code kept beside the package."""
    settings = {
        "PYTHONPATH": os.pathsep.join([str(package.parent), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "LONDINIUM_CACHE": str(package.parent / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, env={**os.environ, **settings, **environment}, capture_output=True, text=True, check=True)
    return int(done.stdout)


def bill(package: Path, **environment: str) -> int:
    """What the rule says."""
    return run(package, "from toygame.bill import bill; print(bill(2))", **environment)


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


def test_a_cache_folder_is_never_relative(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else compiled code would lie wherever somebody happens to be, or be looked for in vain from somewhere else."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LONDINIUM_CACHE", "here")
    assert cache_home() == tmp_path / "here"
    monkeypatch.delenv("LONDINIUM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "there")
    assert cache_home() == tmp_path / "there" / "londinium"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_two_threads_do_not_take_the_cache_folder_from_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba reads its setting twice; if it were empty the second time, the code would lie in the current folder."""
    config = SimpleNamespace(CACHE_DIR="")
    seen: list[tuple[str, str]] = []

    def jit(**_: Any) -> Any:
        def mark(function: Any) -> Any:
            first = config.CACHE_DIR
            if not seen:
                seen.append(("", ""))
                other.start()
                other.join(0.3)
            seen.append((first, config.CACHE_DIR))
            return SimpleNamespace(
                py_func=function, _compile_for_args=function, _cache=SimpleNamespace(load_overload=lambda *asked: None)
            )

        return mark

    def tariff() -> int:
        return 1

    other = threading.Thread(target=rules.rule, args=(tariff,))
    monkeypatch.setattr(rules, "numba", SimpleNamespace(config=config, jit=jit, njit=jit, __version__="0"))
    rules.rule(tariff)
    other.join(10)
    assert len(seen) == 3
    assert all(first == second for first, second in seen)
    assert config.CACHE_DIR == ""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_what_rules_call_has_no_way_in_from_python(package: Path) -> None:
    """The wrapper that reads Python's objects takes longer to compile than most rules: only what Python calls has one."""
    assert bill(package) == 24
    kept = {path.name.split("-")[0]: path for path in compiled_files(package) if path.suffix == ".nbc"}
    assert "called" not in kept["bill.bill"].parts
    assert "called" in kept["tariff.tariff"].parts
    assert b"cpython" in kept["bill.bill"].read_bytes()
    assert b"cpython" not in kept["tariff.tariff"].read_bytes()
    # Whoever calls it from Python later gets a form of its own.
    assert run(package, "from toygame.bill import bill; from toygame.tariff import tariff; print(bill(2) + tariff(1))") == 34


# ── Parts and rooms ──────────────────────────────────────────────────────────

BOUND = """
from londinium.kernel.rules import Binding
from toybots.play import play
from toygame.bill import bill
print(Binding("toygame.bill", {"price": bill}).bind(play)(2))
"""


@pytest.fixture
def bots(package: Path) -> Path:
    """Functions for any game in two packages: one calls a part of the other."""
    mine, theirs = package.parent / "toybots", package.parent / "toyparts"
    for folder in (mine, theirs):
        folder.mkdir()
        (folder / "__init__.py").touch()
    (mine / "play.py").write_text("from toyparts.dear import dear\n\n\ndef play(number):\n    return dear(number) + 1\n")
    (theirs / "dear.py").write_text(
        "from londinium.kernel.rules import part\nfrom londinium.kernel.generic.names import unbound as price\n\n\n"
        "@part\ndef dear(number):\n    return price(number) * 2\n"
    )
    return theirs


def test_a_changed_part_in_another_package_is_noticed(package: Path, bots: Path) -> None:
    assert run(package, BOUND) == 49
    (bots / "dear.py").write_text((bots / "dear.py").read_text().replace("* 2", "* 3"))
    assert run(package, BOUND) == 73
    (package / "table.py").write_text("PRICES = (3, 1, 5)\n")
    assert run(package, BOUND) == 76


def test_other_choices_are_other_code(package: Path, bots: Path) -> None:
    """The same function of the same game with another part in its place is not what was compiled before."""
    assert run(package, BOUND) == 49
    cheap = "from londinium.kernel.rules import rule\n\n\n@rule\ndef cheap(number):\n    return number\n"
    (bots / "cheap.py").write_text(cheap)
    assert run(package, BOUND) == 49
    choosing = BOUND.replace(".bind(play)", '.bind(play, {"dear": cheap})')
    assert run(package, "from toyparts.cheap import cheap\n" + choosing) == 3


def test_a_room_without_rules_compiles_only_itself_anew(package: Path) -> None:
    """What is compiled in a game's `face` depends on its rules and on all of `face`; no rule depends on that."""
    face = package / "face"
    face.mkdir()
    (face / "words.py").write_text("LUCK = 7\n")
    (face / "view.py").write_text(
        "from londinium.kernel.rules import rule\nfrom toygame.bill import bill\nfrom toygame.face.words import LUCK\n\n\n"
        "@rule\ndef shown(number):\n    return bill(number) * LUCK\n"
    )
    program = "from toygame.bill import bill; from toygame.face.view import shown; bill(2); print(shown(2))"
    assert run(package, program) == 168
    before = compiled_files(package)
    (face / "words.py").write_text("LUCK = 8\n")
    assert run(package, program) == 192
    after = compiled_files(package)
    assert {path: after[path] for path in before} == before
    assert all("shown" in path.name for path in set(after) - set(before))
    (package / "table.py").write_text("PRICES = (3, 1, 5)\n")
    assert run(package, program) == 200
