"""An id of Gymnasium means one task: `make` and `make_vec` play the same matches, with the same opponents and rewards."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import londinium
import londinium.envs
from londinium.envs.batch import Batch
from londinium.envs.registration import environment_name, tasks
from londinium.envs.setting import Setting
from londinium.envs.single import LondiniumEnv
from londinium.envs.vector import LondiniumVector
from londinium.kernel.words.errors import InvalidOption

IDS = [
    f"londinium/{environment_name(game)}{task}-v{game.rules_version}" for game in londinium.all_games() for task in tasks(game)
]


def compare(env: Any, envs: Any, row: int, seed: int, episodes: int, illegal: float = 0.05) -> list[float]:
    """Play both with the same actions, some of which are illegal; every step must be the same. Returns the episodes' returns."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed + row)
    observations, infos = envs.reset(seed=seed)
    returns, vector_returns = [0.0], [0.0]
    while len(returns) <= episodes:
        assert observation.tobytes() == observations[row].tobytes()
        assert info["action_mask"].tobytes() == infos["action_mask"][row].tobytes()
        assert info["seat"] == infos["seat"][row]
        assert info["illegal"] == infos["illegal"][row]
        weights = random.random(infos["action_mask"].shape)
        legal = random.random((envs.num_envs, 1)) >= illegal
        actions = np.argmax(weights * np.where(legal, infos["action_mask"], 1), axis=1)
        observation, reward, over, _, info = env.step(actions[row])
        observations, rewards, terminations, _, infos = envs.step(actions)
        assert info["rewards"] == pytest.approx(infos["rewards"][row].tolist(), rel=1e-6)
        returns[-1], vector_returns[-1] = returns[-1] + reward, vector_returns[-1] + rewards[row]
        assert over == terminations[row]
        if over:
            assert info["points"] == infos["points"][row].tolist()
            observation, info = env.reset()
            observations, _, _, _, infos = envs.step(actions)
            returns.append(0.0)
            vector_returns.append(0.0)
    assert returns == pytest.approx(vector_returns, rel=1e-6)
    return returns[:-1]


@pytest.mark.parametrize("name", IDS)
def test_make_and_make_vec_are_the_same_task(name: str) -> None:
    env, envs = gymnasium.make(name), gymnasium.make_vec(name, num_envs=3)
    assert isinstance(envs, LondiniumVector)
    compare(env.unwrapped, envs, row=1, seed=11, episodes=3)
    assert env.observation_space == envs.single_observation_space
    assert env.action_space == envs.single_action_space


@pytest.mark.parametrize("opponents", ["random", "busy", "greedy"])
@pytest.mark.parametrize("reward", ["rank", "gain"])
def test_any_seat_any_simple_player_any_reward(opponents: str, reward: str) -> None:
    settings: dict[str, Any] = {"seats": 3, "opponents": opponents, "seat": None, "reward": reward}
    for game in ("old-london-bridge", "next-station-london"):
        compare(LondiniumEnv(game, **settings), LondiniumVector(game, 2, **settings), row=1, seed=3, episodes=2)


def test_one_opponent_for_each_seat() -> None:
    settings: dict[str, Any] = {"seats": 4, "opponents": ["greedy", "random", "busy"], "seat": 2}
    game = "old-london-bridge"
    compare(LondiniumEnv(game, **settings), LondiniumVector(game, 2, **settings), row=0, seed=8, episodes=1)


def test_self_play_is_another_task() -> None:
    """Every seat is stepped, and what the ranks are worth adds up to nothing."""
    env: Any = gymnasium.make("londinium/OldLondonBridgeSelfPlay-v2", seats=3)
    _, info = env.reset(seed=2)
    seats, over = set(), False
    while not over:
        seats.add(info["seat"])
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert seats == {0, 1, 2}
    assert sum(info["rewards"]) == pytest.approx(0)


def test_bots_that_think_are_for_single_environments() -> None:
    with pytest.raises(InvalidOption, match=r"against random, busy, greedy, .* not against 'builder'"):
        gymnasium.make_vec("londinium/OldLondonBridge-v2", num_envs=2, opponents="builder")
    with pytest.raises(InvalidOption, match="not against 'nobody'"):
        Batch(Setting.of("old-london-bridge", 2), 1, 0, ["nobody", "nobody"])
