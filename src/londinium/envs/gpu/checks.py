"""Whether a GPU plays the same matches as the CPU, byte for byte, and how fast."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np

from londinium.envs.batch import Batch
from londinium.envs.gpu.vector import GpuVector

COMPARED_ARRAYS = {"observations": "observations", "action_mask": "masks"}
RESULTS = {name: name for name in ("seat", "terminated", "illegal", "reward", "rewards", "points", "places")}
"""The arrays of a `GpuVector`, and what they are called in a `Batch`."""

ALL_SHOWN = 10
"""Once in this many steps observations and masks are compared too; they are much larger than everything else."""


def first_difference(envs: GpuVector, batch: Batch, names: dict[str, str]) -> str:
    """The first array in which a GPU and the CPU differ, empty if they are the same."""
    for there, here in names.items():
        if getattr(envs, there).copy_to_host().tobytes() != getattr(batch.rows, here).tobytes():
            return there
    return ""


def compare_play(envs: GpuVector, steps: int, seed: int = 0, threads: int = 1) -> str:
    """Play on both, with random actions of which some are illegal. Returns the name of what was different, and the step."""
    with closing(envs.on_cpu(threads)) as batch:
        return _compare(envs, batch, steps, seed)


def _compare(envs: GpuVector, batch: Batch, steps: int, seed: int) -> str:
    random = np.random.default_rng(seed)
    envs.reset(seed)
    batch.reset(np.arange(seed, seed + envs.num_envs))
    for step in range(steps):
        actions = envs.random_actions().copy_to_host()
        if actions.tobytes() != batch.random_actions().tobytes():
            return f"random_actions {step}"
        some = random.integers(0, envs.num_envs, 1 + envs.num_envs // 100)
        actions[some] = random.integers(-1, envs.setting.actions + 1, len(some))
        envs.step(actions)
        batch.step(actions)
        if found := first_difference(envs, batch, RESULTS if step % ALL_SHOWN else RESULTS | COMPARED_ARRAYS):
            return f"{found} {step}"
    envs.play_random(steps)
    batch.play_random(steps)
    if envs.states().tobytes() != batch.rows.states.tobytes():
        return "states"
    return first_difference(envs, batch, RESULTS | COMPARED_ARRAYS)


def measure_vector(envs: GpuVector, steps: int = 32) -> dict[str, float]:
    """Steps per second of random play, each with observation and mask written: all in one launch, and with two for every step."""
    envs.reset(seed=0)
    envs.play_random(10 * steps)  # until matches have drifted apart

    def one_by_one() -> None:
        for _ in range(steps):
            envs.step(envs.random_actions())

    total = steps * envs.num_envs
    return {
        "steps_per_second": total / _seconds(envs, lambda: envs.play_random(steps)),
        "launched_steps_per_second": total / _seconds(envs, one_by_one),
    }


def _seconds(envs: Any, work: Callable[[], None]) -> float:
    """The shortest of three times."""
    work()
    times = []
    for _ in range(3):
        envs.synchronize()
        start = time.perf_counter()
        work()
        envs.synchronize()
        times.append(time.perf_counter() - start)
    return min(times)
