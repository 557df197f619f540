"""Matches against past policies: all steps are the learner's, pools keep files, ratings say who is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.bots.registry import bot
from londinium.envs.elo import elo_ratings
from londinium.envs.self_play import OpponentPool, PoolVector, draw_actions, meet, play_evenly, pool_ratings
from londinium.envs.setting import Setting
from londinium.kernel.words.errors import InvalidOption

BRIDGE = londinium.game("old-london-bridge")


def layers_for(seats: int, seed: int = 0, sure: float = 0.0) -> list[tuple[Any, Any]]:
    """A policy of random numbers; with `sure` it insists on the first actions of the table."""
    setting, random = Setting.of(BRIDGE, seats), np.random.default_rng(seed)
    bias = -sure * np.arange(setting.actions)
    return [
        (random.normal(0, 0.1, (16, len(setting.highs))), np.zeros(16)),
        (random.normal(0, 0.1, (setting.actions, 16)), bias),
    ]


def some_actions(masks: Any, random: Any) -> Any:
    return draw_actions(play_evenly, np.zeros((len(masks), 1)), masks, random)


@pytest.mark.parametrize("seats", [2, 3])
def test_every_step_is_the_learners(seats: int, tmp_path: Path) -> None:
    pool = OpponentPool(tmp_path, BRIDGE, sampling="even")
    pool.snapshot(layers_for(seats), seats)
    envs, random = PoolVector(BRIDGE, 40, pool, seats=seats, reward="rank"), np.random.default_rng(1)
    envs.reset(seed=3)
    ended, total = 0, 0.0
    for _ in range(110):
        assert (envs.batch.rows.seat == envs.learner).all()
        assert not envs.batch.rows.illegal.any()
        envs.step(some_actions(envs.masks, random))
        assert (envs.reward[~envs.terminated] == 0).all()
        ended, total = ended + int(envs.terminated.sum()), total + float(envs.reward.sum())
    assert ended > 60
    assert set(envs.learner.tolist()) == set(range(seats))
    assert sum(member.matches for member in pool.members) == ended * (seats - 1)
    # A random player among random players: nobody is ahead for long.
    taken = sum(member.score for member in pool.members)
    assert abs(taken / (ended * (seats - 1)) - 0.5 - total / ended / 2) < 1e-6


def test_the_same_seed_gives_the_same_matches(tmp_path: Path) -> None:
    seen = []
    for name in ("one", "two"):
        pool = OpponentPool(tmp_path / name, BRIDGE)
        pool.snapshot(layers_for(2), 2)
        envs, random = PoolVector(BRIDGE, 8, pool, seats=2), np.random.default_rng(1)
        envs.reset(seed=5)
        for _ in range(30):
            envs.step(some_actions(envs.masks, random))
        seen.append(envs.observations.tobytes())
    assert seen[0] == seen[1]


def test_gains_of_all_steps_add_up_to_the_score(tmp_path: Path) -> None:
    envs, random = PoolVector(BRIDGE, 6, OpponentPool(tmp_path, BRIDGE), seats=2, reward="gain"), np.random.default_rng(2)
    envs.reset(seed=1)
    sums = np.zeros(6)
    for _ in range(90):
        seats = envs.learner.copy()
        envs.step(some_actions(envs.masks, random))
        sums += envs.reward
        for row in np.flatnonzero(envs.terminated):
            assert sums[row] == envs.points[row, seats[row]]
            sums[row] = 0


def test_a_pool_is_a_folder_of_policies(tmp_path: Path) -> None:
    """It can be continued, has room for so many, and each of its files is a bot."""
    pool = OpponentPool(tmp_path, BRIDGE, most=3)
    files = [pool.snapshot(layers_for(2, seed), 2, made="a test") for seed in range(3)]
    assert [file.name for file in files] == ["0001.npz", "0002.npz", "0003.npz"]
    assert [member.name for member in pool.members] == ["random", "0002", "0003"]
    again = OpponentPool(tmp_path, BRIDGE, most=3)
    assert [member.name for member in again.members] == ["random", "0002", "0003"]
    assert again.snapshot(layers_for(2, 9), 2).name == "0004.npz"
    match = BRIDGE.match(seats=2, seed=1)
    match.proceed()
    assert bot(f"policy:{files[0]}", BRIDGE).choose(match, 0) in match.legal(0)


def test_hard_opponents_come_more_often(tmp_path: Path) -> None:
    pool = OpponentPool(tmp_path, BRIDGE, sampling="hard")
    pool.snapshot(layers_for(2), 2)
    weak, strong = pool.members
    for _ in range(20):
        pool.note(weak, 1.0)
        pool.note(strong, 0.0)
    assert pool.weights()[1] > 0.95
    recent = OpponentPool(tmp_path, BRIDGE, sampling="recent")
    assert recent.weights().tolist() == [0.2, 0.8]


def test_ratings() -> None:
    """Who wins three of four is 191 points stronger; who never loses has a rating too."""
    scores = np.array([[0, 2500, 0], [7500, 0, 0], [10, 10, 0]], float)
    first, second, third = elo_ratings(scores, prior=1e-3)
    assert (first, round(second)) == (0, 191)
    assert 500 < third < 5000
    assert elo_ratings(np.zeros((1, 1))).tolist() == [0.0]


def test_members_meet(tmp_path: Path) -> None:
    """A policy that always passes loses to a random player."""
    pool = OpponentPool(tmp_path, BRIDGE)
    pool.add("passes", lambda _, masks: masks * (1e-9 + 1e9 * (np.arange(masks.shape[1]) == BRIDGE.skip_move)))
    scores = meet([member.policy for member in pool.members], Setting.of(BRIDGE, 2), 60, seed=1)
    assert scores.sum() == 60
    ratings = pool_ratings(pool, BRIDGE, 60, seats=2)
    assert ratings["random"] == 0.0
    assert abs(ratings["passes"]) < 400


def test_what_a_pool_refuses(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="no sampling 'best'"):
        OpponentPool(tmp_path, BRIDGE, sampling="best")
    with pytest.raises(InvalidOption, match="two members"):
        OpponentPool(tmp_path, BRIDGE, most=1)
    with pytest.raises(InvalidOption, match="two seats"):
        PoolVector("next-station-london", 2, OpponentPool(tmp_path, "next-station-london"), seats=1)
    with pytest.raises(InvalidOption, match="no probability"):
        draw_actions(lambda _, masks: 0 * masks, np.zeros((2, 3)), np.ones((2, 4)), np.random.default_rng(0))
