"""The pure step for JAX: the matches of the vector, inside compiled programs, and the old state stays what it was."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from londinium.envs.vector import LondiniumVector
from londinium.kernel.words.errors import InvalidOption, LondiniumError

pytestmark = pytest.mark.skipif(find_spec("jax") is None, reason="JAX is not installed: pip install 'londinium[jax]'")

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("old-london-bridge", {"seats": 2, "opponents": "greedy"}),
    ("old-london-bridge", {"seats": 3, "reward": "margin"}),
    ("next-station-london", {"seats": 1, "reward": "gain"}),
]


@pytest.mark.parametrize(("game", "settings"), SETTINGS)
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_the_same_matches_as_the_vector(game: str, settings: dict[str, Any], mode: str) -> None:
    import jax
    import jax.numpy as jnp

    from londinium.envs.functional import FunctionalMatches

    envs = FunctionalMatches(game, 8, autoreset_mode=mode, platform="cpu", **settings)
    vector = LondiniumVector(game, 8, autoreset_mode=mode, **settings)
    step = jax.jit(envs.step, donate_argnums=0)
    state, seen = envs.reset(jnp.arange(8) + 3)
    observations, infos = vector.reset(seed=3)
    random = np.random.default_rng(0)
    for _ in range(70):
        assert np.asarray(seen.observations).tobytes() == observations.tobytes()
        assert np.asarray(seen.masks).tobytes() == infos["action_mask"].tobytes()
        actions = np.argmax(random.random(infos["action_mask"].shape) * infos["action_mask"], axis=1)
        state, seen = step(state, jnp.asarray(actions))
        observations, rewards, terminations, _, infos = vector.step(actions)
        assert np.asarray(seen.reward).tobytes() == rewards.tobytes()
        assert np.asarray(seen.terminated).tolist() == terminations.tolist()
        assert np.asarray(seen.seat).tolist() == infos["seat"].tolist()


def test_a_step_is_pure() -> None:
    """The same state and actions give the same answer however often, and inside a loop of XLA's."""
    import jax
    import jax.numpy as jnp

    from londinium.envs.functional import FunctionalMatches

    envs = FunctionalMatches("next-station-london", 4, seats=1, platform="cpu")
    state, seen = envs.reset(jnp.arange(4))
    before = [np.asarray(array).copy() for array in state]
    first = jax.jit(envs.step)(state, jnp.argmax(seen.masks, axis=1))
    second = envs.step(state, jnp.argmax(seen.masks, axis=1))
    assert all(
        (np.asarray(a) == np.asarray(b)).all() for a, b in zip(jax.tree.leaves(first), jax.tree.leaves(second), strict=True)
    )
    assert all((np.asarray(array) == old).all() for array, old in zip(state, before, strict=True))
    assert any((np.asarray(a) != np.asarray(b)).any() for a, b in zip(first[0], state, strict=True))

    def go(carry: Any, _: Any) -> Any:
        state, masks, total = carry
        state, seen = envs.step(state, jnp.argmax(masks, axis=1))
        return (state, seen.masks, total + seen.reward), seen.terminated

    (_, _, total), ended = jax.jit(lambda carry: jax.lax.scan(go, carry, length=100))((state, seen.masks, jnp.zeros(4)))
    assert np.asarray(ended).sum() >= 4
    assert np.asarray(total).min() > 0


def test_what_cannot_be_asked_for() -> None:
    from londinium.envs.functional import FunctionalMatches

    with pytest.raises(InvalidOption, match="no reset 'Sometimes'"):
        FunctionalMatches("next-station-london", 4, autoreset_mode="Sometimes", platform="cpu")
    with pytest.raises(InvalidOption, match="not against 'builder'"):
        FunctionalMatches("old-london-bridge", 4, opponents="builder", platform="cpu")


@pytest.mark.parametrize(
    ("actions", "told"),
    [(np.zeros(3, np.int32), "one number for each of the 4 matches"), (np.zeros(4), "must be whole numbers")],
)
def test_too_few_actions_are_refused_before_anything_reads_them(actions: Any, told: str) -> None:
    import jax
    import jax.numpy as jnp

    from londinium.envs.functional import FunctionalMatches

    envs = FunctionalMatches("next-station-london", 4, seats=1)
    with pytest.raises(LondiniumError, match="seeds must be one number"):
        envs.reset(jnp.arange(3))
    state, _ = envs.reset(jnp.arange(4))
    for step in (envs.step, jax.jit(envs.step)):
        with pytest.raises(LondiniumError, match=told):
            step(state, jnp.asarray(actions))
