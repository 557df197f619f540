"""The examples do what they say: both notebooks run from the first cell to the last, and the policy learns."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import londinium
from londinium.bots.policy_file import read_policy
from londinium.bots.registry import check_name
from londinium.bots.search.foresight import read_network, write
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
def test_a_policy_of_ppo_is_a_bot(tmp_path: Path) -> None:
    """What PyTorch has learnt plays without it, and makes the moves that PyTorch would."""
    done = learn(tmp_path, "--game", "old-london-bridge", "--save", "my.npz")
    assert done.returncode == 0, done.stderr
    game = londinium.game("old-london-bridge")
    policy = read_policy(tmp_path / "my.npz", game)
    assert policy.facts.seats == 2
    assert policy.facts.details["opponents"] == "greedy"
    assert [weights.shape[0] for weights, _ in policy.layers] == [256, 256, len(policy.layers[-1][1])]
    assert londinium.play(game, [f"policy:{tmp_path / 'my.npz'}", "random"], seed=1).is_over


@needs_torch
def test_self_play(tmp_path: Path) -> None:
    """A few updates against its own past: snapshots are bots, ratings and matches against greedy are told."""
    small = ("--updates", "3", "--every", "1", "--envs", "16", "--matches", "20", "--threads", "1", "--device", "cpu")
    command = [sys.executable, "-W", "error", str(EXAMPLES / "self_play.py"), "--pool", "pool", *small]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert [file.name for file in sorted((tmp_path / "pool").iterdir())] == ["0001.npz", "0002.npz", "0003.npz"]
    assert re.search(r"Elo: random 0, 0001 -?\d+, 0002 -?\d+, 0003 -?\d+", done.stdout)
    assert "20 fresh matches against greedy: first in " in done.stdout
    check_name(f"policy:{tmp_path / 'pool' / '0003.npz'}")


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
def test_a_network_is_packed(tmp_path: Path) -> None:
    """The search plays with it, and it becomes small; the file says how both were made."""
    game = londinium.game("next-station-london")
    network = read_network(game.folder / "mind" / "foresight.npz", game)
    write(tmp_path / "large.npz", network, "the first command")
    small = ("--rounds", "0", "--games", "2", "--simulations", "4", "--variants", "base,both-modules", "--lessons", "3")
    done = teach(tmp_path, "large.npz", "-o", "small.npz", "--bytes", "70000", *small)
    assert done.returncode == 0, done.stderr
    assert "packed into " in done.stdout
    assert (tmp_path / "small.npz").stat().st_size < 72_000 < (tmp_path / "large.npz").stat().st_size
    assert [array.shape for array in read_network(tmp_path / "small.npz", game)] == [array.shape for array in network]
    with np.load(tmp_path / "small.npz") as kept:
        first, second = str(kept["command"]).splitlines()
        assert (first, kept["first"].dtype) == ("the first command", np.int8)
        assert "large.npz -o small.npz" in second


@needs_torch
def test_packing_learns(tmp_path: Path) -> None:
    """What rounding spoils, a few lessons repair."""
    program = f"""
import sys
sys.path.insert(0, {str(EXAMPLES)!r})
import numpy as np, torch, packing
from londinium.bots.search.foresight import Network
torch.manual_seed(1)
torch.set_num_threads(1)
random = np.random.default_rng(1)
tables = [random.normal(0, 0.3, shape).astype(np.float32) for shape in ((60, 32), (32,), (32, 16), (16,), (17,))]
tables[-1] *= 40
seen = torch.from_numpy((random.random((4000, 60)) < random.random(60)).astype(np.uint8))
packed = packing.pack(Network(*tables), seen[400:], seen[:400], 4000, 200, 256)
print("its size", packed.size())
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    found = re.search(r"off by ([0-9.]+) before, ([0-9.]+) now", done.stdout)
    assert found, done.stderr
    assert float(found[2]) < 0.8 * float(found[1])
    assert int(done.stdout.split()[-1]) < 4100


def test_networks_are_compared(tmp_path: Path) -> None:
    """The same network twice is as good as itself."""
    file = str(londinium.game("next-station-london").folder / "mind" / "foresight.npz")
    small = ("--games", "2", "--simulations", "3", "--variants", "base")
    command = [sys.executable, "-W", "error", str(EXAMPLES / "compare_networks.py"), file, file, *small]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert re.fullmatch(
        r"base: 2 matches, 3 simulations: .*, difference \+0\.00 ± 0\.00 \(one standard error\)\n", done.stdout
    ), done.stderr


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


@pytest.mark.parametrize("example", ["ppo.py", "foresight.py", "self_play.py"])
def test_examples_without_pytorch(example: str) -> None:
    """Whoever has not installed it is told how to."""
    program = f"import runpy, sys; sys.modules['torch'] = None; runpy.run_path({str(EXAMPLES / example)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert "pip install 'londinium[rl,train]'" in done.stderr
