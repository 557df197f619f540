"""The compiled vector environment: the same matches as everywhere, Gymnasium's rules for resets, any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import londinium
from londinium.envs.compiled.steps import EPISODES
from londinium.envs.one_match import Playing
from londinium.envs.vector import LondiniumVector
from londinium.kernel.seeds import split
from londinium.kernel.words.errors import InvalidOption, LondiniumError

SLUGS = [game.slug for game in londinium.all_games()]


def some_actions(masks: Any, key: int) -> Any:
    """A legal action for every match, by a number."""
    weights = np.random.default_rng(key).random(masks.shape)
    return np.argmax(weights * masks, axis=1)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("variant", ["first", "last"])
def test_matches_are_those_of_the_single_environment(slug: str, variant: str) -> None:
    """Step for step the same seats, observations, masks and rewards as one match played alone with the same seed."""
    game = londinium.game(slug)
    chosen = list(game.variants)[0 if variant == "first" else -1]
    envs = LondiniumVector(slug, 3, variant=chosen, reward="margin")
    observations, infos = envs.reset(seed=5)
    alone = Playing(envs.setting)
    alone.begin(6)
    for step in range(2000):
        row, mask = alone.look(alone.seat)
        assert infos["seat"][1] == alone.seat
        assert observations[1].tobytes() == row.tobytes()
        assert infos["action_mask"][1].tobytes() == mask.tobytes()
        actions = some_actions(infos["action_mask"], step)
        alone.act(alone.seat, int(actions[1]))
        observations, _, terminations, truncations, infos = envs.step(actions)
        assert terminations[1] == alone.is_over
        assert not truncations.any()
        assert infos["rewards"][1].tolist() == alone.rewards()
        if alone.is_over:
            assert infos["points"][1].tolist() == alone.outcome["points"]
            return
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("slug", SLUGS)
def test_threads_change_nothing(slug: str) -> None:
    one, three = LondiniumVector(slug, 32), LondiniumVector(slug, 32, threads=3)
    _, infos = one.reset(seed=1)
    three.reset(seed=1)
    for step in range(120):
        actions = some_actions(infos["action_mask"], step)
        observations, rewards, _, _, infos = one.step(actions)
        others, other_rewards, *_ = three.step(actions)
        assert observations.tobytes() == others.tobytes()
        assert rewards.tobytes() == other_rewards.tobytes()
    three.close()


def test_later_matches_follow_from_the_seed() -> None:
    """Each row has a seed of its own for every match, the same wherever it runs; these numbers are for ever."""
    envs = LondiniumVector("next-station-london", 2, seats=1)
    play(envs, 150)
    assert envs.batch.rows.episodes.min() >= 3
    again = LondiniumVector("next-station-london", 2, seats=1)
    play(again, 150)
    assert envs.batch.rows.seeds.tolist() == again.batch.rows.seeds.tolist()
    expected = [int(split(row, EPISODES + int(episode) - 1)) >> 1 for row, episode in enumerate(envs.batch.rows.episodes)]
    assert envs.batch.rows.seeds.tolist() == expected


def play(envs: LondiniumVector, steps: int) -> list[Any]:
    _, infos = envs.reset(seed=0)
    taken = []
    for step in range(steps):
        taken.append(envs.step(some_actions(infos["action_mask"], step)))
        infos = taken[-1][-1]
    return taken


def test_next_step_reset() -> None:
    """After the end one step is ignored: it gives the first observation of the next match and no reward."""
    steps = play(LondiniumVector("next-station-london", 4, seats=1), 90)
    ends = [(i, k) for i, step in enumerate(steps[:-1]) for k in np.flatnonzero(step[2])]
    assert ends
    for i, k in ends:
        assert steps[i][1][k] == steps[i][-1]["points"][k, 0]
        assert steps[i][-1]["action_mask"][k].all()
        assert (steps[i + 1][1][k], steps[i + 1][2][k]) == (0.0, False)


def test_same_step_reset() -> None:
    """The next match begins in the step that ended the last; its final observation is in the infos."""
    later = play(LondiniumVector("next-station-london", 4, seats=1), 90)
    at_once = play(LondiniumVector("next-station-london", 4, seats=1, autoreset_mode="SameStep"), 90)
    i = next(i for i, step in enumerate(at_once) if step[2].any())
    ended = at_once[i][2]
    assert at_once[i][-1]["_final_obs"].tolist() == ended.tolist()
    for k in np.flatnonzero(ended):
        assert at_once[i][-1]["final_obs"][k].tobytes() == later[i][0][k].tobytes()
        assert at_once[i][0][k].tobytes() == later[i + 1][0][k].tobytes()


def test_disabled_reset() -> None:
    """Nothing begins by itself; a mask says which matches begin anew."""
    envs = LondiniumVector("next-station-london", 3, seats=1, autoreset_mode="Disabled")
    _, infos = envs.reset(seed=0)
    ended = np.zeros(3, np.bool_)
    while not ended.any():
        *_, ended, _, infos = envs.step(some_actions(infos["action_mask"], 0))
    with pytest.raises(LondiniumError, match="reset_mask"):
        envs.step(np.zeros(3, np.int64))
    observations, infos = envs.reset(seed=9, options={"reset_mask": ended})
    fresh = LondiniumVector("next-station-london", 3, seats=1).reset(seed=9)[0]
    for k in np.flatnonzero(ended):
        assert observations[k].tobytes() == fresh[k].tobytes()
    envs.step(some_actions(infos["action_mask"], 0))


@pytest.mark.parametrize("opponents", ["random", "busy", "greedy"])
def test_against_opponents_all_steps_are_the_learners(opponents: str) -> None:
    for slug in SLUGS:
        envs = LondiniumVector(slug, 8, seats=min(3, londinium.game(slug).seats[-1]), opponents=opponents, seat=1)
        _, infos = envs.reset(seed=2)
        ended = 0
        for step in range(250):
            assert (infos["seat"] == 1).all()
            _, rewards, terminations, _, infos = envs.step(some_actions(infos["action_mask"], step))
            assert not infos["illegal"].any()
            assert (rewards == infos["rewards"][:, 1]).all()
            ended += terminations.sum()
        assert ended > 0


def test_greedy_opponents_win_against_random_choices() -> None:
    envs = LondiniumVector("old-london-bridge", 64, seats=2, opponents="greedy", seat=None)
    _, infos = envs.reset(seed=2)
    assert len(set(infos["seat"].tolist())) == 2
    total = 0.0
    for step in range(120):
        _, rewards, _, _, infos = envs.step(some_actions(infos["action_mask"], step))
        total += rewards.sum()
    assert total < -30


@pytest.mark.parametrize("slug", SLUGS)
def test_rewards(slug: str) -> None:
    """Ranks add up to nothing, gains add up to the score."""
    sums = {}
    for reward in ("rank", "score", "gain"):
        steps = play(LondiniumVector(slug, 4, seats=min(3, londinium.game(slug).seats[-1]), reward=reward), 400)
        ended = next(i for i, step in enumerate(steps) if step[2][0])
        sums[reward] = np.sum([step[-1]["rewards"][0] for step in steps[: ended + 1]], axis=0)
    assert sums["rank"].sum() == pytest.approx(0)
    assert abs(sums["rank"]).max() <= 1
    assert sums["gain"].tolist() == sums["score"].tolist()


def test_illegal_actions() -> None:
    """They are replaced and reported, or refused before anything moves."""
    envs = LondiniumVector("old-london-bridge", 2)
    _, infos = envs.reset(seed=0)
    illegal = int(np.argmin(infos["action_mask"][0]))
    *_, infos = envs.step(np.array([illegal, -5]))
    assert infos["illegal"].all()
    strict = LondiniumVector("old-london-bridge", 2, illegal="raise")
    before, infos = strict.reset(seed=0)
    with pytest.raises(LondiniumError, match="not legal"):
        strict.step(np.array([illegal, illegal]))
    assert strict.batch.rows.observations.tobytes() == before.tobytes()


def test_arrays_are_new_or_not() -> None:
    for copy in (True, False):
        envs = LondiniumVector("next-station-london", 2, seats=1, copy=copy)
        first, infos = envs.reset(seed=0)
        second = envs.step(some_actions(infos["action_mask"], 0))[0]
        assert np.shares_memory(first, second) is not copy


@pytest.mark.parametrize(
    "settings",
    [
        {"reward": "money"},
        {"illegal": "ignore"},
        {"seats": 9},
        {"seats": 1, "reward": "rank"},
        {"variant": "x"},
        {"opponents": ["random"]},
        {"opponents": "nobody"},
        {"opponents": "random", "seat": 7},
        {"render_mode": "svg"},
    ],
)
def test_what_cannot_be_asked_for(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        LondiniumVector("next-station-london", 1, **settings)
