"""What of the GPU's vector can be seen without a GPU: the kernel in Numba's simulator, arrays by DLPack, errors."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.bots.players import made_together
from londinium.envs.batch import Batch
from londinium.envs.gpu import GpuVector, arrays
from londinium.envs.gpu.arrays import DeviceArray, lend, on_device
from londinium.envs.gpu.kernels import machine_words
from londinium.envs.setting import Setting
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.errors import InvalidOption, LondiniumError

SIMULATED = """
import sys
from londinium.envs.gpu import GpuVector, checks, kernels

game, seats, mode, reward, opponents = sys.argv[1:]
kernels.STEP_THREADS = 4
keywords = {"opponents": opponents, "seat": None} if opponents else {}
envs = GpuVector(game, 5, seats=int(seats), autoreset_mode=mode, reward=reward, **keywords)
assert envs.observations.strides[0] == 1
print("different:", checks.compare_play(envs, steps=12, seed=4))
before = envs.observations.copy_to_host()
envs.reset(seed=9, which=[False, True, False, False, True])
fresh = envs.on_cpu()
fresh.reset([9, 10, 11, 12, 13])
after = envs.observations.copy_to_host()
assert [(after[k] == before[k]).all() for k in (0, 2, 3)] == [True] * 3
assert [(after[k] == fresh.rows.observations[k]).all() for k in (1, 4)] == [True] * 2
"""


LOOKING_AHEAD = """
import sys
import numpy as np
from londinium.envs.ahead import Ahead
from londinium.envs.compiled.ahead import AS_IT_IS
from londinium.envs.gpu import GpuVector, ahead, kernels

game, seats = sys.argv[1:]
kernels.STEP_THREADS, ahead.AHEAD_THREADS = 4, 32
envs = GpuVector(game, 3, seats=int(seats), autoreset_mode="SameStep")
batch, random = envs.on_cpu(), np.random.default_rng(4)
envs.reset(seed=3)
batch.reset(np.arange(3, 6))
there, here, last = ahead.GpuAhead(envs, 12), Ahead(batch), None
for step in range(5):
    which, moves = batch.rows.masks.nonzero()
    some = random.choice(len(which), size=min(len(which), 9 - step), replace=False)
    which, moves = np.append(which[some], [0, 1, 2]), np.append(moves[some], [AS_IT_IS] * 3)
    there.look(envs.cuda.to_device(which), envs.cuda.to_device(moves))
    expected, points = here.look(which, moves)
    seen = there.seen.copy_to_host()[: len(which)]
    assert seen.any(1).all()
    assert last is None or (seen != last[: len(seen)]).any()
    assert (seen[:, : expected.shape[1]] == expected).all()
    assert not seen[:, expected.shape[1] :].any()
    assert (there.points.copy_to_host()[: len(which)] == points).all()
    last, actions = seen, batch.random_actions()
    envs.step(envs.cuda.to_device(actions))
    batch.step(actions)
print("same")
"""


@pytest.mark.parametrize(
    "words",
    [
        ("old-london-bridge", "4", "NextStep", "rank", ""),
        ("old-london-bridge", "2", "NextStep", "margin", "greedy"),
        ("next-station-london", "1", "SameStep", "gain", ""),
        ("next-station-london", "2", "Disabled", "score", ""),
    ],
)
def test_the_kernel_plays_the_same_in_the_simulator(words: tuple[str, ...]) -> None:
    assert in_the_simulator(SIMULATED, *words) == "different:"


@pytest.mark.parametrize("words", [("old-london-bridge", "3"), ("next-station-london", "2")])
def test_looking_ahead_shows_the_same_in_the_simulator(words: tuple[str, ...]) -> None:
    """After moves and without one: what is seen, nothing behind it, nothing left from the look before, and the points."""
    assert in_the_simulator(LOOKING_AHEAD, *words) == "same"


def in_the_simulator(script: str, *words: str) -> str:
    """Interpreted, a Python thread for each of CUDA's; a process of its own, for Numba looks at these when it is imported."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", script, *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("slug", [game.slug for game in bundled_games()])
def test_random_play_makes_the_matches_of_the_engine(slug: str) -> None:
    """One call for many steps, a call for each, and `play_random` of the engine: all choose the same moves."""
    setting = Setting.of(slug, 2)
    at_once, one_by_one = Batch(setting, 6, autoreset=2), Batch(setting, 6, autoreset=2)
    for batch in (at_once, one_by_one):
        batch.reset(np.arange(3, 9))
    at_once.play_random(400)
    for _ in range(400):
        one_by_one.step(one_by_one.random_actions())
    expected = setting.game.engine.play_random(np.arange(3, 9), 2, setting.codes, keep_states=True)
    for batch in (at_once, one_by_one):
        assert batch.rows.terminated.all()
        assert not batch.rows.illegal.any()
        assert batch.rows.states.tobytes() == expected.states.tobytes()
        assert batch.rows.points.tolist() == expected.points[:, :2].tolist()
        assert [made_together(made) for made in batch.rows.made.tolist()] == expected.decisions.tolist()


def test_states_are_cut_into_words() -> None:
    for game in londinium.all_games():
        count, word = machine_words(game)
        assert count * np.dtype(word).itemsize == game.state.dtype.itemsize


# ── Arrays ───────────────────────────────────────────────────────────────────


class InMemory:
    """An array of the CPU that is lent as ours are."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0

    def __dlpack__(self, **_: Any) -> Any:
        kept = self.array.__array_interface__
        return lend({**kept, "strides": self.array.strides}, (1, 0), self)


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.bool_, np.float32, np.int32, np.int64])
def test_dlpack_gives_the_same_memory(kind: Any) -> None:
    array = np.asfortranarray(np.arange(12).reshape(4, 3) % 2).astype(kind)
    before = len(arrays._lent)
    taken = np.from_dlpack(InMemory(array))
    assert (taken.dtype, taken.shape, taken.strides) == (array.dtype, array.shape, array.strides)
    assert np.shares_memory(taken, array)
    assert taken.tolist() == array.tolist()
    assert len(arrays._lent) == before + 1
    del taken
    gc.collect()
    assert len(arrays._lent) == before


def test_what_nobody_takes_is_forgotten() -> None:
    before = len(arrays._lent)
    capsule = InMemory(np.zeros(3)).__dlpack__()
    assert len(arrays._lent) == before + 1
    del capsule
    assert len(arrays._lent) == before


class Pretended:
    """As much of Numba's array on a GPU as `DeviceArray` asks for."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape, self.strides, self.dtype, self.ndim = array.shape, array.strides, array.dtype, array.ndim

    def copy_to_host(self) -> Any:
        return self.array.copy(order="K")

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__array_interface__)


def test_arrays_can_be_turned_round() -> None:
    """Features first is how they lie in memory; JAX takes nothing else."""
    array = np.asfortranarray(np.arange(6, dtype=np.int8).reshape(3, 2))
    shown = DeviceArray(None, Pretended(array))
    assert (shown.shape, shown.strides, len(shown)) == ((3, 2), (1, 3), 3)
    assert (shown.T.shape, shown.T.strides) == ((2, 3), (3, 1))
    assert shown.T.__cuda_array_interface__["strides"] == (3, 1)
    assert np.asarray(shown).tolist() == array.tolist()
    assert np.asarray(shown.T).tolist() == array.T.tolist()
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(shown, copy=False)


def test_actions_on_the_gpu_are_not_copied() -> None:
    there = Pretended(np.zeros(4, np.int64))
    assert on_device(None, there, 4) is there
    assert on_device(None, DeviceArray(None, there), 4) is there
    with pytest.raises(LondiniumError, match="one action for each"):
        on_device(None, there, 5)


# ── Errors ───────────────────────────────────────────────────────────────────


def test_what_cannot_be_asked_for() -> None:
    with pytest.raises(InvalidOption, match="NextStep"):
        GpuVector("old-london-bridge", 1, autoreset_mode="never")
    with pytest.raises(InvalidOption, match="opponent"):
        GpuVector("old-london-bridge", 1, seats=4, opponents=["random"])
