"""The examples do what they say: both notebooks run from the first cell to the last, and the policy learns."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import londinium
from londinium.bots.policy_file import read_policy
from londinium.bots.registry import check_name
from londinium.bots.search.foresight import judgement_file, read_network, write
from londinium.bots.search.search import Budget, Search
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
    command = [sys.executable, "-W", "error", str(EXAMPLES / "teach.py"), *words, "--device", "cpu"]
    return subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False, timeout=300)


SMALL = ("--matches", "24", "--horizon", "8", "--minibatch", "256", "--width", "32", "--narrow", "8", "--fresh", "8")


@needs_torch
@pytest.mark.parametrize("slug", OURS)
def test_a_network_is_taught(slug: str, tmp_path: Path) -> None:
    """From nothing, and then on from there with more cells; the file says how it was made, and a search plays with it."""
    game = londinium.game(slug)
    done = teach(tmp_path, slug, "-o", "first.npz", "--updates", "2", *SMALL)
    assert done.returncode == 0, done.stderr
    assert "by the network alone" in done.stdout
    done = teach(
        tmp_path, slug, "-o", "second.npz", "--start", "first.npz", "--updates", "1", *SMALL, "--width", "48", "--narrow", "12"
    )
    assert done.returncode == 0, done.stderr
    done = teach(tmp_path, slug, "-o", "third.npz", "--start", "second.npz", "--updates", "1", *SMALL)
    assert (done.returncode, done.stderr) == (1, "Error: second.npz has more cells: 48 and 12\n")
    if 1 in game.seats:  # alone one number is foreseen; against others, three of everybody
        done = teach(tmp_path, slug, "-o", "third.npz", "--start", str(game.folder / "mind" / "foresight.npz"), *SMALL)
        assert "foresight.npz is shown, or says, something else" in done.stderr
    first, second = (read_network(tmp_path / f"{name}.npz", game) for name in ("first", "second"))
    assert first.second.shape == (game.sight.periods, 32, 8)
    assert second.second.shape == (game.sight.periods, 48, 12)
    assert (first.worth != second.worth[..., [*range(8), 12]]).any()
    with np.load(tmp_path / "second.npz") as kept:
        assert [line.split()[4] for line in str(kept["command"]).splitlines()] == ["first.npz", "second.npz"]
        assert np.atleast_2d(kept["usual"]).shape == (game.sight.periods, game.sight.size)
    match = game.match(seed=3, seats=max(game.seats))
    match.proceed()
    seat = match.to_act[0]
    assert Search(game, network=second, settings={"foresight": 1.0}).think(match, seat, Budget(simulations=5)).simulations == 5


@needs_torch
def test_cells_that_are_added_say_nothing_at_first() -> None:
    """A network that begins with a smaller one says what that one says."""
    torch, learning = import_module("torch"), runpy.run_path(str(EXAMPLES / "teach.py"))
    game = londinium.game("next-station-london")
    network = read_network(judgement_file(game), game)
    width, narrow = network.second.shape[-2:]
    seen = np.random.default_rng(7).integers(0, game.sight.highs.astype(int) + 1, (50, game.sight.size))
    said = []
    for more in (0, 24):
        worth = learning["Worth"](game.sight, 1, width + more, narrow + more)
        worth.remember(network)
        said.append(
            worth.quick(torch.from_numpy(np.pad(seen, ((0, 0), (0, len(worth.scale) - game.sight.size))).astype(np.uint8)))
        )
    assert said[0].std() > 1
    assert torch.allclose(said[0], said[1], rtol=1e-4)


def half_forgotten(file: Path, slug: str) -> tuple[str, ...]:
    """A network that has forgotten most of what it knew, and how to begin with it."""
    game = londinium.game(slug)
    network = read_network(judgement_file(game), game)
    forgotten = network.worth.copy()
    forgotten[..., [k for k in range(network.second_bias.shape[-1]) if k % 16]] = 0
    write(file, network._replace(worth=forgotten), "by forgetting")
    width, narrow = network.first_bias.shape[-1], network.second_bias.shape[-1]
    return (slug, "-o", "again.npz", "--start", file.name, "--width", str(width), "--narrow", str(narrow), "--variants", "base")


@needs_torch
def test_after_a_few_lessons_alone_more_points_are_made(tmp_path: Path) -> None:
    start = half_forgotten(tmp_path / "half.npz", "next-station-london")
    reached = []
    for lessons in ("--updates 1 --rate 1e-12 --matches 16 --horizon 1", "--updates 6 --rate 3e-4 --matches 128 --horizon 44"):
        done = teach(tmp_path, *start, *lessons.split(), "--minibatch", "512", "--fresh", "128")
        found = re.search(r"base: ([0-9.]+) ± [0-9.]+ points in 128 fresh matches, by the network alone", done.stdout)
        assert found, done.stderr
        reached.append(float(found[1]))
    assert reached[1] > reached[0] + 4  # their standard error is 1.3


@needs_torch
def test_after_a_few_lessons_against_others_more_is_foreseen(tmp_path: Path) -> None:
    start = half_forgotten(tmp_path / "half.npz", "old-london-bridge")
    lessons = "--updates 12 --matches 128 --horizon 12 --minibatch 256 --fresh 8"
    done = teach(tmp_path, *start, *lessons.split())
    off = [float(number) for number in re.findall(r"off by ([0-9.]+)", done.stdout)]
    assert off[-1] < 0.75 * off[0], done.stderr


@needs_torch
def test_teaching_says_what_is_wrong(tmp_path: Path) -> None:
    for game, file in (("ludo", "a.npz"), ("next-station-london", "nowhere/a.npz"), ("next-station-london", "a.txt")):
        done = teach(tmp_path, game, "-o", file)
        assert done.returncode in (1, 2)
        assert "rror: " in done.stderr
        assert "Traceback" not in done.stderr
    done = teach(tmp_path, "next-station-london", "-o", "a.npz", "--seats", "7")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_networks_are_compared(tmp_path: Path) -> None:
    """The same network twice is as good as itself."""
    file = str(londinium.game("next-station-london").folder / "mind" / "foresight.npz")
    small = ("--games", "2", "--depth", "1", "--variants", "base")
    command = [sys.executable, "-W", "error", str(EXAMPLES / "compare_networks.py"), file, file, *small]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert re.fullmatch(
        r"base: 2 matches, 1 decisions far: .*, difference \+0\.00 ± 0\.00 \(one standard error\)\n", done.stdout
    ), done.stderr


@pytest.mark.parametrize("words", ["--variants base,nonsense", "--seed -1"])
def test_what_cannot_be_compared_is_said_before_it_begins(words: str, tmp_path: Path) -> None:
    file = str(londinium.game("next-station-london").folder / "mind" / "foresight.npz")
    command = [sys.executable, "-W", "error", str(EXAMPLES / "compare_networks.py"), file, file, *words.split(), "--jobs", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert "worker" not in done.stderr
    assert not done.stdout


@pytest.mark.parametrize("example", ["ppo.py", "teach.py", "self_play.py"])
def test_examples_without_pytorch(example: str) -> None:
    """Whoever has not installed it is told how to."""
    program = f"import runpy, sys; sys.modules['torch'] = None; runpy.run_path({str(EXAMPLES / example)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert "pip install 'londinium[rl,train]'" in done.stderr
