"""The examples do what they say: both notebooks run from the first cell to the last, and the policy learns."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import londinium
from londinium.bots.search.foresight import read_network
from londinium.kernel.registry import bundled_games

OURS = [game.slug for game in bundled_games()]
EXAMPLES = Path(__file__).parent.parent / "examples"
STRICT = "import warnings; warnings.filterwarnings('error', module='londinium|__main__')"
EXECUTE = """
import sys
import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

book = nbformat.read(sys.argv[1], 4)
NotebookClient(book, timeout=240, km=KernelManager(transport="ipc")).execute()
nbformat.write(book, sys.argv[1])
"""

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install 'londinium[train]'")


@pytest.mark.parametrize("slug", OURS)
def test_notebook(slug: str, tmp_path: Path) -> None:
    """Every cell runs without a warning, and positions are pictures. Outputs are not kept in the repository."""
    book = json.loads((EXAMPLES / f"{slug}.ipynb").read_text(encoding="utf-8"))
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in book["cells"])
    beginning: dict[str, object] = {
        "cell_type": "code",
        "id": "strict",
        "metadata": {},
        "source": STRICT,
        "outputs": [],
        "execution_count": None,
    }
    file = tmp_path / "book.ipynb"
    file.write_text(json.dumps({**book, "cells": [beginning, *book["cells"]]}), encoding="utf-8")
    # In a process of its own: it has an event loop, as Playwright has.
    command = [sys.executable, "-c", EXECUTE, str(file)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    code = [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"][1:] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] for cell in code)
    outputs = [output for cell in code for output in cell["outputs"]]
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) >= 3
    assert sum("text/html" in output.get("data", {}) for output in outputs) == 1
    assert not [output for output in outputs if output.get("name") == "stderr"]


def learn(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A run of a few seconds: it learns little, but everything in it happens."""
    small = ("--updates", "2", "--envs", "24", "--horizon", "20", "--minibatch", "256", "--matches", "30", "--threads", "1")
    command = [sys.executable, "-W", "error", str(EXAMPLES / "ppo.py"), "--device", "cpu", *small, *words]
    return subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False, timeout=300)


@needs_torch
@pytest.mark.parametrize("game", OURS)
def test_ppo(game: str, tmp_path: Path) -> None:
    """It plays, learns, evaluates and keeps everything; the same seed gives the same policy."""
    results = []
    for name in ("first", "second"):
        done = learn(tmp_path, "--game", game, "--curve", f"{name}.json", "--save", f"{name}.pt")
        assert done.returncode == 0, done.stderr
        assert "30 fresh matches" in done.stdout
        kept = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
        assert [row["steps"] for row in kept["curve"]] == [480, 960]
        results.append(kept["results"])
        assert (tmp_path / f"{name}.pt").stat().st_size > 1000
    assert results[0] == results[1]
    assert results[0]["standard"]["matches"] == 30


@needs_torch
def test_ppo_says_what_is_wrong(tmp_path: Path) -> None:
    """In one sentence, and before it learns for ten minutes."""
    for words in (("--game", "ludo"), ("--seats", "2", "--opponents", "deep-thought"), ("--save", "nowhere/policy.pt")):
        done = learn(tmp_path, *words)
        assert done.returncode in (1, 2)
        assert words[-1].split("/")[0] in done.stderr
        assert "Traceback" not in done.stderr
        assert not done.stdout


def teach(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", str(EXAMPLES / "foresight.py"), "--device", "cpu", *words]
    return subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False, timeout=300)


@needs_torch
def test_foresight(tmp_path: Path) -> None:
    """A policy that knows two variants becomes a network, the search plays with it, and it learns from that."""
    done = learn(tmp_path, "--variant", "base,both-modules", "--second", "32", "--save", "policy.pt")
    assert "both-modules: 30 fresh matches" in done.stdout, done.stderr
    game = londinium.game("next-station-london")
    networks = []
    for rounds in ("0", "1"):
        small = ("--rounds", rounds, "--games", "3", "--simulations", "4", "--variants", "base,both-modules")
        done = teach(tmp_path, "policy.pt", "-o", "network.npz", *small)
        assert done.returncode == 0, done.stderr
        networks.append(read_network(tmp_path / "network.npz", game))
    assert "round 1: 3 matches" in done.stdout
    assert networks[0].second.shape == (256, 32)
    assert (networks[0].worth != networks[1].worth).any()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["network.npz", "policy.pt"]


@needs_torch
def test_foresight_learns(tmp_path: Path) -> None:
    """What follows from what is seen, it foresees in matches that it has not learnt from."""
    learn(tmp_path, "--second", "32", "--save", "policy.pt")
    program = f"""
import argparse, sys
sys.path.insert(0, {str(EXAMPLES)!r})
import numpy as np, torch, foresight
random = np.random.default_rng(1)
worth = foresight.Worth(torch.load("policy.pt", map_location="cpu"))
matches = []
for _ in range(200):
    seen = random.integers(0, 2, (30, len(worth.scale))).astype(np.uint8)
    came = (20.0 * seen[:, :5].sum(axis=1)).astype(np.float32)
    matches.append(foresight.Played(seen, came, came, 100))
given = argparse.Namespace(device="cpu", trust=0.5, rate=3e-3, epochs=12, minibatch=256)
foresight.learn(worth, matches, given)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    found = re.search(r"off by ([0-9.]+) before, ([0-9.]+) now", done.stdout)
    assert found, done.stderr
    assert float(found[2]) < float(found[1]) / 3


@needs_torch
def test_foresight_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "policy.pt").touch()
    for words in (("nothing.pt", "-o", "a.npz"), ("policy.pt", "-o", "nowhere/a.npz"), ("policy.pt", "-o", "a.txt")):
        done = teach(tmp_path, *words)
        assert done.returncode == 2
        assert "error: " in done.stderr
        assert "Traceback" not in done.stderr
    done = teach(tmp_path, "policy.pt", "-o", "a.npz")
    assert done.returncode == 1
    assert "policy.pt is not a policy" in done.stderr


@pytest.mark.parametrize("example", ["ppo.py", "foresight.py"])
def test_examples_without_pytorch(example: str) -> None:
    """Whoever has not installed it is told how to."""
    program = f"import runpy, sys; sys.modules['torch'] = None; runpy.run_path({str(EXAMPLES / example)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert "pip install 'londinium[rl,train]'" in done.stderr
