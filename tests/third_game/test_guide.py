"""`docs/adding-a-game.md` is Mudlarks, explained: its code is the files themselves, its commands run, and it names everything."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import londinium
from londinium.kernel.contracts.balance import Balance
from londinium.kernel.contracts.drawing import Drawing
from londinium.kernel.contracts.face import REQUIRED, Face
from londinium.kernel.contracts.observation import Observation
from londinium.kernel.contracts.rooms import members
from londinium.kernel.contracts.study import Study
from londinium.kernel.contracts.workshop import Workshop
from londinium.kernel.game import Functions, Game

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "examples" / "mudlarks"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(GUIDE)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]
MOST_LINES = 340
CONTRACTS = {
    "Game": [field.name for field in fields(Game)],
    "Functions": [field.name for field in fields(Functions)],
    "Face": members(Face),
    "drawing": members(Drawing),
    "study": members(Study),
    "observation": ["OBSERVATION", *(field.name for field in fields(Observation))],
    "balance": members(Balance),
    "workshop": members(Workshop),
}


def first_cells(contract: str) -> list[str]:
    """The names that the guide gives for a contract: those of its table, or those in the row of a module."""
    row = re.search(rf"^\| `{contract}` \| (.*?) \|", GUIDE, re.MULTILINE)
    if row:
        return re.findall(r"`(\w+)`", row[1])
    table = re.search(rf"^\| \w+ of `{contract}` \|.*\n\|.*\n((?:\|.*\n)+)", GUIDE, re.MULTILINE)
    assert table is not None, contract
    return [name for line in table[1].splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])]


def test_every_block_of_code_is_a_part_of_the_package() -> None:
    texts = [file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*") if file.suffix in {".py", ".toml", ".md"}]
    code = [block for kind, block in BLOCKS if kind != "sh"]
    assert len(code) > 10
    assert [block for block in code if not any(block in text for text in texts)] == []
    assert "    " not in {line[:4] for line in BLOCK.sub("", GUIDE).splitlines()}, "code stands between fences"


def test_every_rule_function_is_listed() -> None:
    """Whoever reads the guide has read the rules."""
    shown = "".join(block for kind, block in BLOCKS if kind == "python")
    rules = (londinium.game("mudlarks").folder / "rules.py").read_text(encoding="utf-8")
    named = set(re.findall(r"^def (\w+)", rules, re.MULTILINE))
    assert named - set(re.findall(r"^def (\w+)", shown, re.MULTILINE)) == {"finds_to_come"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str) -> None:
    words = command.replace("londinium ", "python -m londinium ", 1) if command.startswith("londinium ") else command
    assert words.startswith("python ")
    shell = f"{sys.executable} -W error {words.removeprefix('python ')}"
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_member_of_a_contract_is_named_and_no_other(contract: str) -> None:
    assert sorted(first_cells(contract)) == sorted(CONTRACTS[contract])


def test_what_is_required_is_said_to_be() -> None:
    table = GUIDE.partition("| function of `Face` |")[2]
    required = {name for line in table.splitlines() if line.endswith("| required |") for name in re.findall(r"`(\w+)`", line)}
    assert required == set(REQUIRED)


def test_it_is_small() -> None:
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in PACKAGE.rglob("*.py"))
    assert lines < MOST_LINES
