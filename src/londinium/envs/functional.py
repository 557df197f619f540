"""Steps for JAX as a pure function, inside `jax.jit`, without a copy: on a processor, and on a GPU by the kernels of `gpu/`.

    envs = FunctionalMatches("old-london-bridge", 4096, opponents="greedy", seats=2)
    state, seen = envs.reset(jnp.arange(4096))
    state, seen = jax.jit(envs.step, donate_argnums=0)(state, actions)
    seen.observations, seen.masks, seen.reward, seen.terminated, seen.seat

The same matches as `LondiniumVector` plays with the same seeds and actions. XLA calls our step with the addresses of its own
arrays, and the arrays of the state come out where they went in: XLA makes a copy only where somebody still needs the old state.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, Unpack

import numpy as np

from londinium.envs.batch import AUTORESET, MOST_MATCHES, bound, players_of, room_for_matches, step_plan_of
from londinium.envs.compiled import steps
from londinium.envs.compiled.steps import ONLY_BEGIN, SELF_PLAY, WORK_STATES, Matches, StepPlan
from londinium.envs.extras import library
from londinium.envs.setting import MatchArgs, Setting
from londinium.envs.xla_calls import register_call
from londinium.kernel.checks import check_number, check_one_each, whole_numbers
from londinium.kernel.entries import WrongType, entries, shortened
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError, listing
from londinium.kernel.words.nearest import unknown

_numbers = count()

PLATFORMS = ("cpu", "gpu")
SMALL_SEEDS = 1 << 31
"""How many seeds there are: JAX has no 64-bit numbers, unless somebody asks for them."""

MatchState = tuple[Any, ...]
"""The matches, as arrays of JAX. What is in them is nobody's business: 64-bit numbers are pairs of 32-bit ones."""


class StepShown(NamedTuple):
    """What a step shows, a row for each match."""

    observations: Any
    masks: Any
    reward: Any
    rewards: Any
    terminated: Any
    seat: Any
    points: Any
    places: Any


@entries
class FunctionalMatches:
    """Many matches of one game whose steps are pure functions. Illegal actions are replaced by random ones."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        opponents: Any = None,
        seat: int | None = 0,
        autoreset_mode: str = "SameStep",
        platform: str | None = None,
        **args: Unpack[MatchArgs],
    ) -> None:
        """As `LondiniumVector`; `platform`: `cpu` or `gpu`, where JAX computes if nobody says so."""
        jax = library("jax", "jax")
        if platform not in (None, *PLATFORMS):
            raise unknown(
                InvalidOption, N_("there is no platform '{name}'; choose one of: {known}"), platform, PLATFORMS, name=platform
            )
        if autoreset_mode not in AUTORESET:
            message = N_("there is no reset '{name}'; choose one of: {known}")
            raise InvalidOption(message, name=autoreset_mode, known=listing(AUTORESET))
        self.num_envs = check_number("num_envs", num_envs, 1, MOST_MATCHES)
        self.setting = Setting.of(game, **args, illegal="random")
        self.platform = platform or jax.default_backend()
        if self.platform not in PLATFORMS:
            message = N_("JAX uses '{name}' here, but matches can be played only on: {known}")
            raise LondiniumError(message, name=self.platform, known=listing(PLATFORMS))
        if self.platform == "gpu" and jax.default_backend() != "gpu":
            raise LondiniumError(N_("JAX finds no GPU here: leave platform out, or choose 'cpu'"))
        autoreset = AUTORESET.index(autoreset_mode)
        learner, bots = players_of(self.setting, opponents, seat)
        plan = step_plan_of(self.setting, autoreset, learner, bots)
        kind = GraphicsSteps if self.platform == "gpu" else ProcessorSteps
        self._steps: Any = kind(self.setting, num_envs, autoreset, plan, learner != SELF_PLAY)
        self._begin = self._call(plan._replace(autoreset=ONLY_BEGIN))
        self._step = self._call(plan)

    def reset(self, seeds: Any) -> tuple[MatchState, StepShown]:
        """Begin a match with each of these seeds, from 0 to 2**31 - 1; the seeds of later matches follow."""
        numpy = library("jax.numpy", "jax")
        zeros = [numpy.zeros(shape, kind) for shape, kind in self._steps.shapes]
        bases = Matches._fields.index("bases")
        low = self._one_each("seeds", numpy.asarray(_small_seeds(seeds)))
        zeros[bases] = zeros[bases].at[..., 0].set(low)
        return self._answer(self._begin(*zeros, numpy.zeros(self.num_envs, numpy.int32)))

    def step(self, state: MatchState, actions: Any) -> tuple[MatchState, StepShown]:
        """An action in every match, and what the next decisions need."""
        return self._answer(self._step(*self._checked(state), self._one_each("actions", actions)))

    def _one_each(self, name: str, numbers: Any) -> Any:
        """A whole number for each match, known or traced: XLA hands over addresses, so nothing looks at lengths later."""
        if not hasattr(numbers, "dtype") or numbers.dtype.kind not in "iu":
            raise WrongType(N_("{name} must be whole numbers, not {given}"), name=name, given=shortened(numbers))
        return check_one_each(name, numbers, self.num_envs).astype("int32")

    def _checked(self, state: Any) -> MatchState:
        """Arrays of the shapes that a step writes into."""
        arrays = state if isinstance(state, tuple) else ()
        given = [(getattr(array, "shape", None), getattr(array, "dtype", None)) for array in arrays]
        if given != [(tuple(shape), np.dtype(kind)) for shape, kind in self._steps.shapes]:
            message = N_("state must be what reset or step of these matches returned, not {given}")
            raise WrongType(message, given=shortened(state) if not given else "a tuple of other arrays")
        return tuple(state)

    def _call(self, plan: StepPlan) -> Callable[..., Any]:
        """A call of XLA's that steps all matches by a plan."""
        jax, steps_here, name = library("jax", "jax"), self._steps, f"londinium_step_{next(_numbers)}"
        run = steps_here.runner(plan)
        register_call(name, "CUDA" if self.platform == "gpu" else "cpu", run)
        results = [jax.ShapeDtypeStruct(shape, kind) for shape, kind in steps_here.shapes]
        aliases = {number: number for number in range(len(results))}
        found: Callable[..., Any] = jax.ffi.ffi_call(name, results, input_output_aliases=aliases, has_side_effect=False)
        return found

    def _answer(self, arrays: Any) -> tuple[MatchState, StepShown]:
        named = dict(zip(Matches._fields, arrays, strict=True))
        shown = {name: self._steps.shown(named[name]) for name in ("observations", "masks", "rewards", "points", "places")}
        plain = {name: named[name] for name in ("reward", "terminated", "seat")}
        return tuple(arrays), StepShown(**shown, **plain)


def _small_seeds(seeds: Any) -> Any:
    """Seeds that JAX has numbers for; what is traced has no value yet, and 32 bits already."""
    if isinstance(seeds, library("jax", "jax").core.Tracer):
        return seeds
    found = whole_numbers("seeds", seeds)
    if found.size and ((found < 0) | (found >= SMALL_SEEDS)).any():
        wrong = int(found[(found < 0) | (found >= SMALL_SEEDS)].flat[0])
        message = N_("with JAX, a seed is a whole number from 0 to {most}, not {seed}")
        raise InvalidOption(message, most=SMALL_SEEDS - 1, seed=wrong)
    return found.astype(np.int32)


def _shape_in_jax(array: Any) -> tuple[tuple[int, ...], Any]:
    """The shape and type under which JAX keeps an array of ours: it has no 64-bit numbers, unless somebody asks for them."""
    if array.dtype == np.int64:
        return (*array.shape, 2), np.dtype(np.int32)
    return tuple(array.shape), array.dtype


class ProcessorSteps:
    """Steps on a processor core: NumPy sees XLA's arrays where they are."""

    def __init__(self, setting: Setting, count: int, autoreset: int, _: StepPlan, __: bool) -> None:
        game = setting.game
        self._count, self._state = count, game.state.dtype
        size = self._state.itemsize
        self._rows = room_for_matches(setting, count, autoreset, np.zeros((count, size), np.uint8), np.zeros)
        self._step = bound(game, steps.step_matches)
        self._work = (game.state.new(WORK_STATES), *game.engine.buffers())
        self.shapes = [_shape_in_jax(array) for array in self._rows]

    def shown(self, array: Any) -> Any:
        return array

    def runner(self, plan: StepPlan) -> Callable[[int, list[int], list[int]], None]:
        def run(_: int, inputs: list[int], outputs: list[int]) -> None:
            arrays = [_at(where, like) for where, like in zip(outputs, self._rows, strict=True)]
            for where, array, like in zip(inputs, arrays, self._rows, strict=False):
                if like.nbytes and where != array.ctypes.data:
                    array[...] = _at(where, like)
            states = arrays[0].reshape(-1).view(self._state)
            actions = _at(inputs[-1], np.empty(self._count, np.int32)).astype(np.int64)
            self._step(Matches(states, *arrays[1:]), actions, plan, self._work)

        return run


def _at(address: int, like: Any) -> Any:
    """The array that lies at an address, as large as another one."""
    import ctypes

    if like.nbytes == 0:
        return np.empty_like(like)
    memory = (ctypes.c_uint8 * like.nbytes).from_address(address)
    return np.frombuffer(memory, like.dtype).reshape(like.shape)


class GraphicsSteps:
    """Steps on a GPU: the kernel of `gpu/kernels.py` on XLA's stream and XLA's arrays."""

    def __init__(self, setting: Setting, count: int, autoreset: int, _: StepPlan, opponents: bool) -> None:
        from londinium.envs.gpu.kernels import kernels_of, machine_words

        words, word = machine_words(setting.game)
        self._count, self._kernels = count, kernels_of(setting.game.engine, opponents)

        def room(shape: Any, kind: Any) -> Any:
            return np.zeros([max(1, int(size)) for size in np.atleast_1d(shape)], kind, "F")

        # Neighbouring matches are neighbours in memory, so JAX sees every array with its axes turned round.
        self._rows = room_for_matches(setting, count, autoreset, np.zeros((words, count), word), room)
        turned = [self._rows.states, *(array.T for array in self._rows[1:])]
        self.shapes = [_shape_in_jax(array) for array in turned]

    def shown(self, array: Any) -> Any:
        return array.T

    def runner(self, plan: StepPlan) -> Callable[[int, list[int], list[int]], None]:
        cuda, kernels = self._kernels.cuda, self._kernels
        there = {name: np.asarray(getattr(plan, name)) for name in ("kinds", "boxes", "blank", "options")}
        plan = plan._replace(**{name: cuda.to_device(array) for name, array in there.items()})

        def run(stream: int, inputs: list[int], outputs: list[int]) -> None:
            own = cuda.external_stream(stream)
            arrays = [_on_gpu(cuda, where, like) for where, like in zip(outputs, self._rows, strict=True)]
            for where, address, array, like in zip(inputs, outputs, arrays, self._rows, strict=False):
                if where != address:
                    array.copy_to_device(_on_gpu(cuda, where, like), stream=own)
            actions = _on_gpu(cuda, inputs[-1], np.empty(self._count, np.int32))
            kernels.launch(kernels.play, self._count, Matches(*arrays), actions, 0, plan, stream=own)

        return run


def _on_gpu(cuda: Any, address: int, like: Any) -> Any:
    """The same for memory of a GPU."""
    told = {"shape": like.shape, "strides": like.strides, "typestr": like.dtype.str, "data": (address, False), "version": 2}
    return cuda.from_cuda_array_interface(told, sync=False)
