"""An id of Gymnasium means one task: `make` and `make_vec` play the same matches, with the same opponents and rewards."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import londinium
import londinium.envs
from londinium.envs.batch import AUTORESET, Batch, players_of
from londinium.envs.bot_rows import BotRows
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


@pytest.mark.parametrize("threads", [1, 2])
def test_bots_that_think_sit_in_vectors_too(threads: int) -> None:
    settings: dict[str, Any] = {"seats": 2, "opponents": "novice", "seat": 1, "reward": "margin"}
    envs = gymnasium.make_vec("londinium/OldLondonBridge-v2", num_envs=3, threads=threads, **settings)
    compare(LondiniumEnv("old-london-bridge", **settings), envs, row=2, seed=5, episodes=1)
    envs.close()


@pytest.mark.parametrize("mode", AUTORESET)
@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("reward", ["rank", "gain"])
def test_rows_in_python_are_those_of_a_batch(mode: str, seat: int | None, reward: str) -> None:
    """Against simple players, who can sit in both, every array is the same after every step, whatever happens at the end."""
    game, matches, number = "next-station-london", 3, AUTORESET.index(mode)
    setting = Setting.of(game, 2, reward=reward)
    batch = Batch(setting, matches, *players_of(setting, "greedy", seat), number)
    rows = BotRows(game, matches, "greedy", seat, number, seats=2, reward=reward)
    for each in (batch, rows):
        each.reset(range(7, 7 + matches))
    random, ended = np.random.default_rng(1), 0
    while ended < 2 * matches:
        for name in ("observations", "masks", "reward", "rewards", "terminated", "illegal", "seat", "final"):
            assert getattr(batch.rows, name).tobytes() == getattr(rows.rows, name).tobytes(), name
        over = batch.rows.terminated.copy()
        for name in ("points", "places"):
            assert getattr(batch.rows, name)[over].tobytes() == getattr(rows.rows, name)[over].tobytes()
        ended += int(over.sum())
        if mode == "Disabled" and over.any():
            for each in (batch, rows):
                each.reset(range(100 + ended, 100 + ended + matches), over)
        legal = random.random((matches, 1)) >= 0.05
        actions = np.argmax(random.random(batch.rows.masks.shape) * np.where(legal, batch.rows.masks, 1), axis=1)
        for each in (batch, rows):
            each.step(actions)


def test_a_bot_that_cannot_be_compiled_into_a_step_is_refused_there() -> None:
    with pytest.raises(InvalidOption, match="not against 'nobody'"):
        Batch(Setting.of("old-london-bridge", 2), 1, 0, ["nobody", "nobody"])
