"""Environments look at what agents hand them: nothing is ignored, cut off, or left standing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from londinium.envs.batch import Batch
from londinium.envs.gpu import device
from londinium.envs.gpu.arrays import on_device
from londinium.envs.one_match import Playing
from londinium.envs.setting import Setting
from londinium.envs.single import LondiniumEnv
from londinium.envs.vector import LondiniumVector
from londinium.envs.zoo import env, parallel_env
from londinium.kernel.entries import WrongType
from londinium.kernel.words.errors import InvalidOption, LondiniumError

GAME = "old-london-bridge"
MATCHES = 8


def refused(call: Callable[[], Any], said: str = "") -> None:
    with pytest.raises(LondiniumError, match=re.escape(said) or None):
        call()


@pytest.fixture
def envs() -> LondiniumVector:
    return LondiniumVector(GAME, MATCHES, seats=2)


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, int),
        np.zeros(30, int),
        np.zeros((MATCHES, 1), int),
        np.zeros(MATCHES),
        np.zeros(MATCHES, bool),
        [0.5] * MATCHES,
        [[0]] * (MATCHES - 1) + [[0, 1]],
        None,
        0,
        "00000000",
    ],
)
def test_a_step_takes_an_action_for_every_match(envs: LondiniumVector, actions: Any) -> None:
    envs.reset(seed=1)
    before = envs.batch.rows.states.tobytes()
    refused(lambda: envs.step(actions), "actions must be")
    refused(lambda: envs.batch.step(actions), "actions must be")
    assert envs.batch.rows.states.tobytes() == before


def test_whole_numbers_of_any_width_are_actions(envs: LondiniumVector) -> None:
    envs.reset(seed=1)
    assert isinstance(envs.batch, Batch)
    actions = envs.batch.random_actions()
    expected = [part.tobytes() for part in envs.step(actions)[:2]]
    for kind in (np.int8, np.int32, np.uint16, list):
        envs.reset(seed=1)
        given = actions.tolist() if kind is list else actions.astype(kind)
        assert [part.tobytes() for part in envs.step(given)[:2]] == expected


def test_no_step_before_the_first_reset(envs: LondiniumVector) -> None:
    actions = np.zeros(MATCHES, int)
    refused(lambda: envs.step(actions), "begin with reset")
    refused(lambda: envs.reset(options={"reset_mask": np.ones(MATCHES, bool)}), "begin with reset")
    assert isinstance(envs.batch, Batch)
    refused(envs.batch.random_actions, "begin with reset")


@pytest.mark.parametrize("seed", [2**63 - 1, 10**25, -1, 1.5, "1", [1, 2], [1.5] * MATCHES, [-1] * MATCHES])
def test_a_vector_has_a_seed_for_every_match(envs: LondiniumVector, seed: Any) -> None:
    refused(lambda: envs.reset(seed=seed), "seed")


def test_the_last_seed_is_a_seed() -> None:
    LondiniumVector(GAME, 1, seats=2).reset(seed=2**63 - 1)
    LondiniumEnv(GAME, seats=2, opponents="random").reset(seed=2**63 - 1)


@pytest.mark.parametrize("mask", [np.ones(3, bool), np.ones(MATCHES), [1] * MATCHES, "yes"])
def test_a_choice_of_matches_has_a_truth_value_for_each(envs: LondiniumVector, mask: Any) -> None:
    envs.reset(seed=1)
    refused(lambda: envs.reset(options={"reset_mask": mask}), "truth values")


@pytest.mark.parametrize("count", [0, -1, 10**25, 10**9, 1.5, "8"])
def test_a_vector_has_as_many_matches_as_there_is_room_for(count: Any) -> None:
    refused(lambda: LondiniumVector(GAME, count, seats=2))
    refused(lambda: Batch(Setting.of(GAME, 2), count))


def test_actions_outside_the_table_are_illegal_and_no_more(envs: LondiniumVector) -> None:
    envs.reset(seed=1)
    envs.step(np.array([-1, 10**6, -(2**63), 2**62, 0, 0, 0, 0]))
    assert envs.batch.rows.illegal[:4].all()
    strict = LondiniumVector(GAME, 1, seats=2, illegal="raise")
    strict.reset(seed=1)
    refused(lambda: strict.step([10**6]), "match 0: '1000000' is not legal")


def test_settings_are_named_as_they_are() -> None:
    wrong: Any = {"seats": "2"}
    refused(lambda: LondiniumVector(GAME, 1, **wrong), "seats must be a whole number or None, not '2'")
    refused(lambda: LondiniumVector(GAME, 1, seats=2, reward="margn"), "Did you mean 'margin'?")
    refused(lambda: LondiniumVector(GAME, 1, seats=2, autoreset_mode="NextSetp"), "Did you mean 'NextStep'?")
    refused(lambda: LondiniumVector(GAME, 1, seats=2, opponents="gredy"), "Did you mean 'greedy'?")
    refused(lambda: LondiniumEnv(GAME, seats=2, render_mode="ascii"), "choose one of")
    refused(lambda: LondiniumVector(GAME, 1, seats=2, opponents="greedy", seat=9), "seats 0 to 1, not 9")


def test_one_match_is_begun_and_not_over() -> None:
    one = LondiniumEnv(GAME, seats=2, opponents="random")
    refused(lambda: one.step(0), "begin with reset")
    refused(one.action_masks, "begin with reset")
    one.reset(seed=3)
    wrong: Any
    for wrong in (1.7, "0", None, [0], np.zeros(2, int)):
        refused(partial(one.step, wrong), "action must be a whole number")
    refused(lambda: one.reset(seed=-1), "a seed is")
    done = False
    while not done:
        done = one.step(np.argmax(one.action_masks()))[2]
    refused(lambda: one.step(0), "the match is over")


def test_a_match_in_progress_knows_its_seats() -> None:
    playing = Playing(Setting.of(GAME, 2))
    refused(lambda: playing.look(0), "begin with reset")
    playing.begin(1)
    for seat in (-1, 9, 10**25):
        for call in (partial(playing.look, seat), partial(playing.legal, seat), partial(playing.act, seat, 0)):
            refused(call, "seats 0 to 1")
        refused(partial(playing.is_legal, seat, 0), "seats 0 to 1")


def test_agents_one_after_the_other() -> None:
    agents = env(GAME, seats=2)
    refused(lambda: agents.step(0), "begin with reset")
    agents.reset(seed=1)
    wrong: Any = 1.5
    refused(lambda: agents.step(wrong), "action must be a whole number or None, not 1.5")
    refused(lambda: agents.observe("player_7"), "there is no agent 'player_7'")
    refused(lambda: agents.reset(seed=10**25), "a seed is")
    refused(lambda: env(GAME, seats=2, max_cycles=0), "max_cycles")


def test_agents_all_at_once() -> None:
    agents = parallel_env(GAME, seats=2, max_cycles=1)
    refused(lambda: agents.step({}), "begin with reset")
    agents.reset(seed=1)
    refused(lambda: agents.step({"player_0": 0}), "actions['player_1'] must be a whole number")
    agents.step({"player_0": 0, "player_1": 0})
    refused(lambda: agents.step({"player_0": 0, "player_1": 0}), "the match is over")


def test_openspiel_applies_what_is_legal() -> None:
    spiel = pytest.importorskip("londinium.envs.spiel")
    state = spiel.pyspiel.load_game("londinium_old_london_bridge(players=2)").new_initial_state()
    for action in (-1, 10**6):
        refused(partial(state._apply_action, action), "is not legal")
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    legal = set(state.legal_actions())
    for action in (-1, 10**6, next(one for one in range(10_000) if one not in legal)):
        refused(partial(state._apply_action, action), "is not legal")
    assert state._legal_actions(9) == []
    assert state.chance_outcomes() == []


# ── GPU ──────────────────────────────────────────────────────────────────────


def test_numba_cuda_is_said_to_be_there_only_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "is_simulated", lambda: False)
    monkeypatch.setattr(device, "is_numba_cuda_installed", lambda: False)
    refused(device.cuda, "numba-cuda is not installed")
    monkeypatch.undo()
    monkeypatch.setattr(device, "version", lambda name: "1.0")
    assert device.is_numba_cuda_installed()


def test_actions_on_a_gpu_are_whole_numbers() -> None:
    class Host:
        @staticmethod
        def to_device(array: Any) -> Any:
            return array

    with pytest.raises(WrongType, match="actions must be whole numbers"):
        on_device(Host, np.zeros(2), 2)
    assert on_device(Host, np.zeros(2, int), 2).shape == (2,)
    with pytest.raises(InvalidOption):
        Setting.of(GAME, 9)
