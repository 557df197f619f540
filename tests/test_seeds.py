"""The generator: a seed means the same for ever, interpreted and compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from londinium.kernel.seeds import draw, split

MASK = (1 << 64) - 1


def reference_mix(z: int) -> int:
    """SplitMix64's mixing function, written again from the paper."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def reference_split(key: int, branch: int) -> int:
    return reference_mix((reference_mix(key) + (branch + 1) * 0x9E3779B97F4A7C15) & MASK)


def test_reference_values() -> None:
    """These numbers must never change: records, duplicate play and shuffles rest on them."""
    assert int(split(0, 0)) == 16294208416658607535
    assert int(split(7, 0)) == 9672475392221035855
    assert int(split(7, 2)) == 17358316652931856208
    assert [draw(7, branch, 10) for branch in range(12)] == [5, 3, 9, 8, 6, 3, 3, 6, 8, 0, 9, 1]


def test_split_is_the_published_function() -> None:
    for key in (0, 1, 7, 12345678901234567, (1 << 63) - 1):
        for branch in (0, 1, 63, 1 << 20):
            assert int(split(key, branch)) == reference_split(key, branch)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 12, 60, 1000])
def test_draws_are_even(bound: int) -> None:
    counts = Counter(draw(99, branch, bound) for branch in range(bound * 200))
    assert set(counts) == set(range(bound))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < bound + 6 * (2 * bound) ** 0.5


def test_branches_and_seeds_are_independent() -> None:
    drawn = np.array([[draw(seed, branch, 2) for branch in range(64)] for seed in range(64)])
    assert abs(np.corrcoef(drawn)[np.triu_indices(64, 1)]).max() < 0.6
    assert abs(np.corrcoef(drawn.T)[np.triu_indices(64, 1)]).max() < 0.6


def test_interpreted_draws_are_the_same() -> None:
    values = "[draw(seed, branch, 60) for seed in range(9) for branch in range(99)]"
    program = f"import json; from londinium.kernel.seeds import draw; print(json.dumps({values}))"
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [draw(seed, branch, 60) for seed in range(9) for branch in range(99)]
