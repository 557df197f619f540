"""Environments are copied and pickled in the middle of a match, and go on alike."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from londinium.envs.setting import Setting
from londinium.envs.single import LondiniumEnv
from londinium.envs.vector import LondiniumVector
from londinium.envs.zoo import LondiniumAEC, LondiniumParallel

COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
each_copy = pytest.mark.parametrize("made", COPIES, ids=["deepcopy", "pickle"])


@each_copy
def test_a_gymnasium_environment(made: Callable[[Any], Any]) -> None:
    env = LondiniumEnv("old-london-bridge", seats=2, opponents="greedy")
    _, info = env.reset(seed=3)
    for _ in range(4):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    other = made(env)
    action = int(np.flatnonzero(info["action_mask"])[-1])
    (seen, *rest, _), (also, *same, _) = env.step(action), other.step(action)
    assert np.array_equal(seen, also)
    assert rest == same
    assert other.playing.match == env.playing.match
    other.step(int(np.flatnonzero(other.action_masks())[0]))
    assert other.playing.match.ply > env.playing.match.ply, "they are separate"


@each_copy
def test_pettingzoo_environments(made: Callable[[Any], Any]) -> None:
    for kind in (LondiniumAEC, LondiniumParallel):
        env = kind(Setting.of("next-station-london", seats=2))
        env.reset(seed=3)
        assert made(env).playing.match == env.playing.match


@each_copy
def test_vectors(made: Callable[[Any], Any]) -> None:
    env = LondiniumVector("next-station-london", 6, seats=1, threads=2)
    _, info = env.reset(seed=3)
    other = made(env)
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]])
    for _ in range(2):
        (seen, *_), (also, *_) = env.step(actions), other.step(actions)
        assert np.array_equal(seen, also)
    assert not np.shares_memory(seen, also)
    env.close()
    other.close()
