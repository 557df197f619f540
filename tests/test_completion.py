"""What a shell offers when somebody presses Tab, asked as a shell asks."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from londinium.bots.registry import bot_names
from londinium.cli import verbs
from londinium.cli.completion import SHELLS
from londinium.cli.shared.completion import COMPLETION_VARIABLE, PROGRAM
from londinium.kernel.registry import game, slugs


def offered(*words: str) -> list[tuple[str, str]]:
    """The kind and value of everything that is offered for the last word."""
    *before, typed = words
    found = ShellComplete(verbs, {}, PROGRAM, COMPLETION_VARIABLE).get_completions(before, typed)
    return [(item.type, item.value) for item in found]


def words_offered(*words: str) -> list[str]:
    found = offered(*words)
    assert all(kind == "plain" for kind, _ in found)
    return [value for _, value in found]


def test_verbs_and_languages() -> None:
    assert {"replay", "restore"} <= set(words_offered("re"))
    assert words_offered("rules", "--lang", "") == ["en", "de", "fr", "it"]


@pytest.mark.parametrize("before", [("play",), ("rules",), ("arena",), ("warm",), ("warm", "mudlarks"), ("bench",)], ids=" ".join)
def test_games(before: tuple[str, ...]) -> None:
    assert words_offered(*before, "") == slugs()
    assert words_offered(*before, "next") == ["next-station-london"]


def test_bots_and_levels() -> None:
    assert words_offered("play", "mudlarks", "--opponents", "") == list(bot_names())
    assert words_offered("arena", "mudlarks", "--bots", "greedy,ma") == ["greedy,master"]
    assert words_offered("sanity", "mudlarks", "--strong", "arch") == ["architect"]
    assert words_offered("simulate", "mudlarks", "--players", "greedy,ma") == ["greedy,master"]
    assert words_offered("balance", "mudlarks", "--rival", "arch") == ["architect"]


def test_variants_and_options_are_those_of_the_game() -> None:
    found = game("old-london-bridge")
    assert words_offered("play", found.slug, "--variant", "") == list(found.variants)
    assert words_offered("play", found.slug, "--option", "money=") == ["money=hidden", "money=open"]
    assert words_offered("play", "--variant", "") == []


def test_record_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And folders to find them in; any file where there is none, and where a verb reads something else."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club").mkdir()
    for name in ("one.record", "other.txt", "club/two.record"):
        (tmp_path / name).touch()
    assert offered("replay", "o") == [("dir", "o"), ("plain", "one.record")]
    assert offered("draw", "club/") == [("dir", "club/"), ("plain", "club/two.record")]
    assert offered("hint", "oth") == [("file", "oth")]
    assert offered("solve", "nowhere/") == [("file", "nowhere/")]
    assert offered("restore", "o") == [("file", "o")]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell(shell: str) -> None:
    """It asks this program in the way it answers; where the shell is there, it reads the script."""
    done = CliRunner().invoke(verbs, ["completion", shell])
    assert done.exit_code == 0
    assert f"{COMPLETION_VARIABLE}={shell}_complete" in done.output
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.output, text=True, check=True)
