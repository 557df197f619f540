"""Who waits for a compiler is told so, once; and who only reads a match does not wait."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from londinium.cli import verbs
from londinium.kernel import announcement
from londinium.kernel.announcement import (
    BOTS_WORK,
    ENVIRONMENT_WORK,
    QUIET_VARIABLE,
    RULES_WORK,
    Subject,
    announce_misses,
    begin_waiting,
    subject_of,
)
from londinium.kernel.registry import bundled_games, game
from londinium.kernel.rules import COMPILED, source_folder
from londinium.work.pool import let_one_speak

RECORD = sorted((game("next-station-london").folder / "records").glob("*.record"))[0]
compiling = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


def run(cache: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LONDINIUM_CACHE": str(cache), "LONDINIUM_LANG": "en", QUIET_VARIABLE: "", **settings}
    return subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=True, timeout=300)


TWO_MATCHES = """
import londinium
game = londinium.game("mudlarks")
for seed in (1, 2):
    game.match(seats=2, seed=seed)
"""


@compiling
def test_the_first_compilation_is_announced_once(tmp_path: Path) -> None:
    """In a script, before it takes place; not again in the same process, and not where the code lies on disk."""
    assert run(tmp_path, "-c", TWO_MATCHES).stderr == "Compiling the rules of Mudlarks, about 5 s, once.\n"
    again = run(tmp_path, "-c", TWO_MATCHES)
    assert (again.stdout, again.stderr) == ("", "")


LIGHT = [("replay",), ("replay", "--ply", "9"), ("draw", "-o", "board.svg")]


@compiling
@pytest.mark.parametrize("words", LIGHT, ids=" ".join)
def test_light_verbs_compile_nothing(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They say the same as with rules that are never compiled, and nothing of compilers."""
    monkeypatch.chdir(tmp_path)
    command = ("-m", "londinium", words[0], str(RECORD), *words[1:])
    cold = run(tmp_path / "cache", *command)
    drawn = [file.read_bytes() for file in tmp_path.glob("*.svg")]
    assert cold.stderr == ""
    assert list(tmp_path.rglob("*.nbi")) == []
    never = run(tmp_path / "cache", *command, NUMBA_DISABLE_JIT="1")
    assert (never.stdout, [file.read_bytes() for file in tmp_path.glob("*.svg")]) == (cold.stdout, drawn)


@compiling
def test_what_lies_on_disk_is_used_without_compiling(tmp_path: Path) -> None:
    """A rule that was compiled is fetched, another one is interpreted; outside the block it is compiled as ever."""
    run(tmp_path, "-c", "from londinium.kernel.seeds import draw; draw(1, 2, 3)")
    program = """
from londinium.kernel.interpreted import without_compiling
from londinium.kernel.seeds import below, draw
with without_compiling():
    same = draw(1, 2, 3), below(5, 7)
    assert draw.signatures and not below.signatures
assert (draw(1, 2, 3), below(5, 7)) == same and below.signatures
"""
    run(tmp_path, "-c", program)


# ── What is said ─────────────────────────────────────────────────────────────


@pytest.fixture
def aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(QUIET_VARIABLE)
    monkeypatch.setenv("LONDINIUM_LANG", "en")


def misses(subject: Subject | None, *found: object) -> None:
    """A function of this subject is asked for, and found on disk or not, as others that it calls are."""
    compiled = SimpleNamespace(_cache=SimpleNamespace(load_overload=lambda kept: kept))
    announce_misses(compiled, lambda: None)
    begin_waiting(subject)
    for kept in found:
        assert compiled._cache.load_overload(kept) is kept


@pytest.fixture
def home() -> Path:
    found = game("old-london-bridge")
    return source_folder(found.module)


@pytest.mark.parametrize(
    ("kind", "told"), [(RULES_WORK, "the rules"), (BOTS_WORK, "the bots"), (ENVIRONMENT_WORK, "the environment")]
)
@pytest.mark.usefixtures("aloud")
def test_each_kind_of_work_has_a_line(kind: str, told: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subject = Subject(home, kind)
    misses(subject, None, None)
    misses(subject, None)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"Compiling {told} of Old London Bridge, about ")
    assert said.err.endswith(" s, once.\n")
    assert said.err.count("\n") == 1


@pytest.mark.usefixtures("aloud")
def test_what_is_there_is_not_announced(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what is short: only who waits longer than a moment hears that a rest is compiled."""
    subject = Subject(home, RULES_WORK)
    misses(subject, "kept")
    misses(subject, None)
    misses(None, None)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(announcement, "SHORT_WAIT", -1.0)
    misses(subject, None)
    assert capsys.readouterr().err == "Compiling further rules of Old London Bridge, once.\n"


def test_the_line_can_be_kept_back(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(QUIET_VARIABLE, "1")
    misses(Subject(home, RULES_WORK), None)
    assert capsys.readouterr().err == ""


def test_quiet_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, and in processes that a verb starts."""
    monkeypatch.setenv(QUIET_VARIABLE, "")
    assert CliRunner().invoke(verbs, ["games"]).exit_code == 0
    assert os.environ[QUIET_VARIABLE] == ""
    assert CliRunner().invoke(verbs, ["-q", "games"]).exit_code == 0
    assert os.environ[QUIET_VARIABLE] == "1"


def test_of_many_workers_one_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker, said = get_context("spawn").Lock(), []
    for _ in range(3):
        monkeypatch.setenv(QUIET_VARIABLE, "")
        let_one_speak(speaker)
        said.append(os.environ[QUIET_VARIABLE])
    assert said == ["", "1", "1"]


@pytest.mark.usefixtures("aloud")
def test_the_line_is_in_the_readers_language(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LONDINIUM_LANG", "de")
    misses(Subject(home, RULES_WORK), None)
    assert capsys.readouterr().err.startswith("Die Regeln von Old London Bridge werden kompiliert, etwa ")


@compiling
def test_the_estimate_grows_with_the_rules() -> None:
    """About what was measured: 21 s and 14 s up to the first view."""
    for found in bundled_games():
        assert found.engine
        subject = announcement._subject(source_folder(found.module), RULES_WORK)
        assert announcement._seconds(subject) in {15, 20, 25}
        assert announcement._seconds(Subject(subject.home, BOTS_WORK)) in {20, 25, 30, 35}
    assert announcement._seconds(Subject(Path("nowhere"), RULES_WORK)) == 5


def test_functions_belong_to_kinds_of_work() -> None:
    home = Path("somewhere")
    assert subject_of(home, "londinium.games.toy.rules.rounds").kind == RULES_WORK
    assert subject_of(home, "londinium.games.toy.mind.worth").kind == BOTS_WORK
    assert subject_of(home, "londinium.bots.players") is subject_of(home, "londinium.bots.search.simulation")
    assert subject_of(home, "londinium.envs.compiled.steps").kind == ENVIRONMENT_WORK
