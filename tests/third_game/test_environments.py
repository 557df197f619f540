"""Learning agents play a game that has no `observation`, under names that no file lists. The libraries' own checks run on it in
`tests/envs`, as on every game.
"""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import londinium
import londinium.envs.spiel
from londinium.envs import mudlarks_v1, zoo
from londinium.envs.vector import LondiniumVector
from londinium.kernel.plain import plain_of

GAME = londinium.game("mudlarks")


def test_gymnasium_knows_it_by_its_slug() -> None:
    spec = gymnasium.spec("londinium/Mudlarks-v1")
    assert spec.kwargs == {"game": "mudlarks", "seats": 2, "rules": 1, "opponents": "greedy"}
    check_env(gymnasium.make("londinium/Mudlarks-v1", render_mode=None).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_it_can_be_looked_at(mode: str) -> None:
    env: Any = gymnasium.make("londinium/Mudlarks-v1", render_mode=mode)
    env.reset(seed=1)
    picture = env.render()
    if mode == "rgb_array":
        assert len(np.unique(picture)) > 10, "letters on paper, not one colour"
    else:
        assert "On\N{NO-BREAK SPACE}the" in picture or "On the shore" in picture


def test_pettingzoo_has_a_module_of_it() -> None:
    assert importlib.import_module("londinium.envs.mudlarks_v1") is mudlarks_v1
    env = mudlarks_v1.env()
    env.reset(seed=3)
    assert env.possible_agents == zoo.env("mudlarks").possible_agents
    with pytest.raises(ImportError):
        importlib.import_module("londinium.envs.chess_v1")
    with pytest.raises(AttributeError, match="chess_v1"):
        _ = londinium.envs.chess_v1


def test_openspiel_plays_it() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("londinium_mudlarks"), num_sims=2, serialize=False, verbose=False)


def test_agents_see_the_whole_state_and_who_they_are() -> None:
    envs = LondiniumVector("mudlarks", num_envs=32, seats=2)
    observations, infos = envs.reset(seed=0)
    size = GAME.state.dtype.itemsize
    for _ in range(20):
        rows = envs.batch.rows
        for row, seat, states, over in zip(observations, infos["seat"], rows.states, rows.terminated, strict=True):
            state = plain_of(GAME.state.from_bytes(row[:size].tobytes()))
            assert row[:size].tobytes() == states.tobytes()
            assert row[size:].tolist() == [number == seat for number in range(4)]
            assert over or state.digger == seat
        actions = np.array([np.argmax(mask) for mask in infos["action_mask"]])
        observations, _, _, _, infos = envs.step(actions)
    envs.close()
