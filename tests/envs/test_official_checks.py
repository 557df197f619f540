"""The checks that PettingZoo, Gymnasium and OpenSpiel have for environments, on all of ours."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import londinium
import londinium.envs.spiel
from londinium.envs import next_station_london_v1, old_london_bridge_v1, old_london_bridge_v2, zoo
from londinium.envs.registration import environment_name, module_name
from londinium.envs.single import LondiniumEnv

MODULES = {game.slug: getattr(londinium.envs, module_name(game.slug, game.rules_version)) for game in londinium.all_games()}
NAMES = {game.slug: environment_name(game) for game in londinium.all_games()}
IDS = {game.slug: f"londinium/{NAMES[game.slug]}-v{game.rules_version}" for game in londinium.all_games()}
TABLES = [
    (game.slug, seats, {option.name: option.choices[last] for option in game.options})
    for game in londinium.all_games()
    for seats in game.seats
    for last in (0, -1)
]


# ── PettingZoo ───────────────────────────────────────────────────────────────


# Observations with a mask are dictionaries. PettingZoo excuses its own games from this advice, by their names.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a? ?NumPy array")
@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_pettingzoo_api(slug: str, seats: int, options: dict[str, str]) -> None:
    api_test(zoo.env(slug, seats=seats, options=options), num_cycles=60)
    parallel_api_test(zoo.parallel_env(slug, seats=seats, options=options), num_cycles=400)


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_pettingzoo_seeds(module: Any) -> None:
    seed_test(module.env, num_cycles=60)
    parallel_seed_test(module.parallel_env, num_cycles=60)


def test_pettingzoo_max_cycles() -> None:
    """The check wants every agent to act equally often. In Old London Bridge only the agents of the parallel API do."""
    max_cycles_test(next_station_london_v1)
    parallel = old_london_bridge_v2.parallel_env
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda **settings: parallel_to_aec(parallel(**settings))))


@pytest.mark.parametrize("module", [old_london_bridge_v2, next_station_london_v1])
def test_pettingzoo_pictures(module: Any) -> None:
    render_test(module.env, {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: "\x1b[" in text})


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_agents_who_wait(module: Any) -> None:
    """In the parallel API an agent that does not decide can do nothing but wait, and one that decides cannot wait."""
    env = module.parallel_env(illegal="raise")
    observations, _ = env.reset(seed=3)
    random = np.random.default_rng(0)
    while env.agents:
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        for seat, mask in enumerate(masks.values()):
            assert mask[env.wait] != env.playing.to_act >> seat & 1
        observations, rewards, *_ = env.step({a: random.choice(np.flatnonzero(m)) for a, m in masks.items()})
    assert sum(rewards.values()) == pytest.approx(0)


# ── Gymnasium ────────────────────────────────────────────────────────────────


def test_names_of_today_stay() -> None:
    assert NAMES == NAMES | {"next-station-london": "NextStation", "old-london-bridge": "OldLondonBridge"}
    assert IDS == IDS | {"next-station-london": "londinium/NextStation-v1", "old-london-bridge": "londinium/OldLondonBridge-v2"}


@pytest.mark.filterwarnings("ignore:.*out of date")  # Gymnasium says so of every version but the newest
def test_an_environment_of_an_older_version_plays_by_the_rules_of_then() -> None:
    for version, module in ((1, old_london_bridge_v1), (2, old_london_bridge_v2)):
        env: Any = gymnasium.make(f"londinium/OldLondonBridge-v{version}", options={"money": "open"}).unwrapped
        agents = module.env(options={"money": "open"})
        env.reset(seed=1)
        agents.reset(seed=1)
        assert (env.playing.match.rules, agents.playing.match.rules) == (version, version)
        assert agents.metadata["name"] == f"old_london_bridge_v{version}"


@pytest.mark.parametrize("name", IDS.values(), ids=IDS)
def test_gymnasium_check(name: str) -> None:
    check_env(gymnasium.make(name, render_mode=None).unwrapped)
    check_env(gymnasium.make(name, opponents="random", reward="gain").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", IDS.values(), ids=IDS)
@pytest.mark.parametrize("wrapper", ["compiled", "sync"])
def test_gymnasium_vector(name: str, wrapper: str) -> None:
    """Made by Gymnasium, with our compiled vector and with Gymnasium's own: spaces hold what comes."""
    mode = None if wrapper == "compiled" else "sync"
    envs = gymnasium.make_vec(name, num_envs=3, vectorization_mode=mode)
    observations, infos = envs.reset(seed=4)
    for step in range(60):
        assert observations in envs.observation_space
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in infos["action_mask"]])
        assert actions in envs.action_space
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (3,)
    envs.close()


@pytest.mark.parametrize("opponents", ["greedy", "apprentice"])
def test_against_bots(opponents: str) -> None:
    """A whole match against bots, on any seat; the reward comes at the end."""
    env = LondiniumEnv("old-london-bridge", seats=2, opponents=opponents, seat=1, reward="margin", illegal="raise")
    _, info = env.reset(seed=8)
    over, rewards = False, []
    while not over:
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert not any(rewards[:-1])
    assert rewards[-1] == info["points"][1] - info["points"][0]
    assert env.playing.match.is_over


# ── OpenSpiel ────────────────────────────────────────────────────────────────

SPIEL = [
    "londinium_next_station_london(players=1,reward=score,order=chosen)",
    "londinium_next_station_london(players=3,powers=on,objectives=on)",
    "londinium_old_london_bridge(players=2,reward=rank)",
    "londinium_old_london_bridge(players=4,money=open,chapel=random)",
]


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_playthrough(name: str) -> None:
    """A playthrough that is replayed from its own actions is the same, line by line."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(["test"])
    lines = generate_playthrough.playthrough_lines(name, seed=3)
    actions = [int(line.partition(": ")[2]) for line in lines if line.startswith("action: ")]
    assert generate_playthrough.playthrough_lines(name, seed=3, action_sequence=actions) == lines


def walk(name: str, seed: int, plies: int) -> Any:
    state, random = pyspiel.load_game(name).new_initial_state(), np.random.default_rng(seed)
    for _ in range(plies):
        if not state.is_terminal():
            legal = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(int(random.choice(legal)))
    return state


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_states_can_be_copied(name: str) -> None:
    state = walk(name, 0, 60)
    assert str(state) == str(state.clone()) == str(pickle.loads(pickle.dumps(state)))
    whole = walk(name, 0, 4000)
    assert whole.is_terminal()
    assert len(whole.returns()) == whole.num_players()


def test_openspiel_information_states_hold_no_secret() -> None:
    """Which card a rival has chosen face down is in nobody's information state but its own."""
    state = walk("londinium_old_london_bridge(players=3)", 1, 0)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    children = [state.child(action) for action in state.legal_actions()]
    assert len({child.information_state_string(1) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == len(children)
    assert len({tuple(child.observation_tensor(1)) for child in children}) == 1
