"""On a real GPU: the same bytes as on the CPU, and arrays that PyTorch, CuPy and JAX use where they are."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.envs.gpu import GpuVector, arrays, checks, cuda
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED
from londinium.kernel.words.errors import LondiniumError

OURS = [game.slug for game in bundled_games()]


def missing_gpu() -> str:
    if not COMPILED:
        return "rules are interpreted here"
    try:
        cuda()
    except LondiniumError as problem:
        return str(problem)
    return ""


pytestmark = pytest.mark.skipif(bool(missing_gpu()), reason=missing_gpu() or "there is a GPU")

SETTINGS = [
    (game.slug, variant, seats) for game in londinium.all_games() for variant in (*game.variants,)[-1:] for seats in game.seats
]


@pytest.mark.parametrize(("slug", "variant", "seats"), SETTINGS)
def test_every_step_is_the_same_as_on_the_cpu(slug: str, variant: str, seats: int) -> None:
    assert checks.compare_play(GpuVector(slug, 1000, seats=seats, variant=variant), steps=200, seed=5) == ""


@pytest.mark.parametrize("slug", OURS)
def test_resets_rewards_and_opponents_are_the_same_as_on_the_cpu(slug: str) -> None:
    at_once = GpuVector(slug, 500, seats=2, autoreset_mode="SameStep", reward="gain")
    assert checks.compare_play(at_once, steps=200) == ""
    against = GpuVector(slug, 500, seats=3, opponents="greedy", seat=None)
    assert checks.compare_play(against, steps=60) == ""


@pytest.fixture(scope="module")
def envs() -> GpuVector:
    envs = GpuVector("old-london-bridge", 256, seats=4)
    envs.reset(seed=0)
    return envs


def address(array: Any) -> int:
    return int(array.__cuda_array_interface__["data"][0])


def test_pytorch_uses_the_arrays_where_they_are(envs: GpuVector) -> None:
    torch = pytest.importorskip("torch")
    for take in (torch.from_dlpack, lambda array: torch.as_tensor(array, device="cuda")):
        observations, mask, over = take(envs.observations), take(envs.action_mask), take(envs.terminated)
        assert observations.data_ptr() == address(envs.observations)
        assert over.dtype == torch.bool
        before = observations.clone()
        envs.step(torch.argmax(torch.rand(mask.shape, device="cuda") * mask, 1))
        assert not envs.illegal.copy_to_host().any()
        assert not torch.equal(before, observations)
        assert observations.cpu().numpy().tobytes() == envs.observations.copy_to_host().tobytes()


def test_arrays_are_given_back(envs: GpuVector) -> None:
    torch = pytest.importorskip("torch")
    gc.collect()
    before = len(arrays._lent)
    tensor = torch.from_dlpack(envs.observations)
    assert len(arrays._lent) == before + 1
    del tensor
    gc.collect()
    assert len(arrays._lent) == before


def test_cupy_uses_the_arrays_where_they_are(envs: GpuVector) -> None:
    cupy = pytest.importorskip("cupy")
    for take in (cupy.asarray, cupy.from_dlpack):
        mask = take(envs.action_mask)
        assert mask.data.ptr == address(envs.action_mask)
        envs.step(cupy.argmax(cupy.random.rand(*mask.shape) * mask, 1))
        assert not envs.illegal.copy_to_host().any()


def test_jax_uses_the_arrays_where_they_are(envs: GpuVector) -> None:
    jax = pytest.importorskip("jax")
    mask = jax.dlpack.from_dlpack(envs.action_mask.T)
    assert mask.unsafe_buffer_pointer() == address(envs.action_mask)
    assert np.asarray(mask).tobytes() == np.ascontiguousarray(envs.action_mask.copy_to_host().T).tobytes()
    envs.step(jax.numpy.argmax(mask, axis=0))
    assert not envs.illegal.copy_to_host().any()


@pytest.mark.parametrize(
    ("slug", "settings"), [("old-london-bridge", {"seats": 2, "opponents": "greedy"}), ("next-station-london", {"seats": 1})]
)
def test_the_pure_step_of_jax(slug: str, settings: dict[str, Any]) -> None:
    """The same matches as on the CPU, and the state comes out where it went in."""
    jax = pytest.importorskip("jax")
    from londinium.envs.functional import FunctionalMatches

    if jax.default_backend() != "gpu":
        pytest.skip("JAX has no GPU here")
    envs, here = FunctionalMatches(slug, 64, platform="gpu", **settings), FunctionalMatches(slug, 64, platform="gpu", **settings)
    batch = GpuVector(slug, 64, autoreset_mode="SameStep", **settings).on_cpu()
    (state, seen), (copied, _) = envs.reset(jax.numpy.arange(64)), here.reset(jax.numpy.arange(64))
    batch.reset(np.arange(64))
    step = jax.jit(envs.step, donate_argnums=0)
    for _ in range(150):
        assert np.asarray(seen.observations).tobytes() == batch.rows.observations.tobytes()
        assert np.asarray(seen.masks).tobytes() == batch.rows.masks.tobytes()
        actions = batch.random_actions()
        places = [array.unsafe_buffer_pointer() for array in state]
        state, seen = step(state, jax.numpy.asarray(actions))
        copied, again = here.step(copied, jax.numpy.asarray(actions))
        batch.step(actions)
        assert np.asarray(seen.reward).tobytes() == np.asarray(again.reward).tobytes() == batch.rows.reward.tobytes()
    assert [array.unsafe_buffer_pointer() for array in state] == places
