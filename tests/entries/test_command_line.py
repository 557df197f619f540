"""Whatever is typed: one sentence and the right exit status, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import londinium
from londinium import cli

HUGE, LAST = "99999999999999999999", "9223372036854775807"
BRIDGE = "old-london-bridge"


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str, status: int = 2) -> str:
    monkeypatch.setattr(sys, "argv", ["londinium", *words])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == status
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("simulate", BRIDGE, "--seed", LAST, "--games", "5"), "there are not 5 seeds from"),
        (("arena", BRIDGE, "--seed", LAST), "seeds from"),
        (("simulate", BRIDGE, "--seed", HUGE), "is too large"),
        (("fuzz", BRIDGE, "--seed", HUGE), "is too large"),
        (("fuzz", BRIDGE, "--seed", LAST), "seeds from"),
        (("city", "--random", "--seed", HUGE), "is too large"),
        (("perft", BRIDGE, "--seed", "-1"), "a seed is a whole number"),
        (("play", BRIDGE, "--new", "--seed", HUGE), "is too large"),
        (("arena", BRIDGE, "--games", str(10**17)), "would not fit into the memory"),
        (("simulate", BRIDGE, "--threads", "99999999", "--games", "2"), "threads must be"),
        (("city", "--seed", "3"), "--random"),
        (("repaly", "x"), "Did you mean 'replay'?"),
        (("zzzz",), "there is no command 'zzzz'"),
        (("play", "old-london-brigde"), "Did you mean 'old-london-bridge'?"),
        (("arena", BRIDGE, "--bots", "gredy"), "Did you mean 'greedy'?"),
        (("arena", BRIDGE, "--bots", "search-0"), "search-N"),
        (("simulate", BRIDGE, "--variant", "expantion"), "Did you mean 'expansion'?"),
        (("replay", "missing"), "the file missing cannot be read: there is no such file or folder"),
        (("balance", BRIDGE, "-o", "/no/such/folder/x.html"), "/no/such/folder/x.html cannot be written"),
    ],
)
def test_what_is_typed_wrong_gets_a_sentence(
    words: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    told = said(capsys, monkeypatch, *words)
    assert expected in told
    assert "Traceback" not in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("simulations", ["0", "-3", "20000000", HUGE])
def test_a_hint_has_a_sensible_number_of_simulations(
    simulations: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "match.record"
    file.write_text(londinium.game(BRIDGE).match(seats=2, seed=1).record)
    told = said(capsys, monkeypatch, "hint", str(file), "--simulations", simulations)
    assert "too large" in told or "simulations must be a whole number from 1 to 10000000" in told


def test_an_export_that_is_none_makes_no_database(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garbage").write_text("garbage\n")
    monkeypatch.delenv("LONDINIUM_DATABASE", raising=False)
    assert "garbage, line 1: this is not a line of an export" in said(capsys, monkeypatch, "tables", "import", "garbage")
    assert [file.name for file in tmp_path.iterdir()] == ["garbage"]


def test_a_disk_that_is_full_and_a_reader_who_has_gone() -> None:
    command = f"{sys.executable} -m londinium games"
    script = f"{command} > /dev/full; echo $?; {command} | true; echo ${{PIPESTATUS[0]}}; {command} >&-; echo $?"
    environment = {**os.environ, "LONDINIUM_LANG": "en"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.split() == ["2", "1", "0"]
    assert done.stderr == "Error: the output cannot be written: the disk is full\n"
