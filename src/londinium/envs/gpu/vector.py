"""The vector environment on a GPU: millions of matches stepped in one call, shown to PyTorch, JAX or CuPy without a copy.

    envs = GpuVector("old-london-bridge", 1_000_000, seats=4)
    envs.reset(seed=0)
    observations, mask = torch.from_dlpack(envs.observations), torch.from_dlpack(envs.action_mask)
    envs.step(actions)              # a tensor on the GPU; `observations` and `mask` show the next decision

The same matches as `LondiniumVector` plays with the same seeds and actions, byte for byte. Everything happens on CUDA's default
stream, in the order of the calls, and no call waits for the GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np

from londinium.envs.batch import AUTORESET, MOST_MATCHES, MOST_RANDOM_STEPS, Batch, players_of, room_for_matches, step_plan_of
from londinium.envs.compiled.steps import ONLY_BEGIN, SELF_PLAY, Matches, StepPlan
from londinium.envs.gpu.arrays import DeviceArray, on_device
from londinium.envs.gpu.kernels import kernels_of, machine_words
from londinium.envs.setting import MatchArgs, Setting, seeds_of
from londinium.kernel.checks import check_choice_of_matches, check_number
from londinium.kernel.entries import entries
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.nearest import unknown


@entries
class GpuVector:
    """Many matches of one game on a GPU. What happened is in its arrays, which stay the same and change with every step."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = 0,
        autoreset_mode: Any = "NextStep",
        **args: Unpack[MatchArgs],
    ) -> None:
        """As `LondiniumVector`; illegal actions are always replaced by random ones."""
        self.setting = setting = Setting.of(game, **args, illegal="random")
        mode = getattr(autoreset_mode, "value", autoreset_mode)
        if not isinstance(mode, str) or mode not in AUTORESET:
            message = N_("there is no reset '{name}'; choose one of: {known}")
            raise unknown(InvalidOption, message, mode, AUTORESET, name=mode)
        check_number("num_envs", num_envs, 1, MOST_MATCHES)
        autoreset = AUTORESET.index(mode)
        learner, bots = self._players = players_of(setting, opponents, seat)
        self.num_envs, self._kernels = num_envs, kernels_of(setting.game.engine, learner != SELF_PLAY)
        self._cuda = self._kernels.cuda
        self._random, self._begun = np.random.default_rng(), False
        self._rows = rows = room_for_matches(setting, num_envs, autoreset, self._room_for_states(), self._zeros)
        self._actions = self._zeros(num_envs, np.int64)
        self._plan = self._upload(step_plan_of(setting, autoreset, learner, bots))
        self.observations, self.action_mask = self._shown(rows.observations), self._shown(rows.masks)
        self.seat, self.terminated, self.illegal = self._shown(rows.seat), self._shown(rows.terminated), self._shown(rows.illegal)
        self.reward, self.rewards = self._shown(rows.reward), self._shown(rows.rewards)
        self.points, self.places, self.final = self._shown(rows.points), self._shown(rows.places), self._shown(rows.final)

    @property
    def cuda(self) -> Any:
        """The module of CUDA that everything here uses."""
        return self._cuda

    @property
    def matches(self) -> tuple[Matches, StepPlan]:
        """What kernels of others read: the rows of all matches, and what stays the same from step to step."""
        return self._rows, self._plan

    def reset(self, seed: Any = None, which: Any = None) -> None:
        """Begin new matches: match i of seed n is match 0 of seed n + i. `which`, an array of booleans, begins only some."""
        if which is not None:
            self._require_matches()
        which = np.ones(self.num_envs, np.bool_) if which is None else check_choice_of_matches(which, self.num_envs)
        seeds, episodes = seeds_of(seed, self.num_envs, self._random), np.zeros(self.num_envs, np.int64)
        if not which.all():
            seeds = np.where(which, seeds, self._rows.bases.copy_to_host())
            episodes = np.where(which, episodes, self._rows.episodes.copy_to_host())
        self._rows.bases.copy_to_device(seeds)
        self._rows.episodes.copy_to_device(episodes)
        self._begun = True
        self._play(self._actions, 0, self._plan._replace(autoreset=ONLY_BEGIN))

    def step(self, actions: Any) -> None:
        """Take an action in every match. What lies on the GPU is read there; a NumPy array or a list is copied to it."""
        self._require_matches()
        self._play(on_device(self._cuda, actions, self.num_envs), 0, self._plan)

    def _require_matches(self) -> None:
        if not self._begun:
            raise LondiniumError(N_("there is no match yet: begin with reset"))

    def random_actions(self) -> DeviceArray:
        """A random legal action for every match, the same wherever the match is played."""
        self._require_matches()
        self._kernels.launch(self._kernels.draw_actions, self.num_envs, self._rows, self._actions)
        return self._shown(self._actions)

    def play_random(self, steps: int) -> None:
        """Take this many steps with random actions in every match, in one call; each writes observations and masks too."""
        check_number("steps", steps, 0, MOST_RANDOM_STEPS)
        self._require_matches()
        self._play(self._actions, steps, self._plan)

    def on_cpu(self, threads: int = 1) -> Batch:
        """The same setting with as many matches on the CPU, to compare with."""
        return Batch(self.setting, self.num_envs, *self._players, self._plan.autoreset, threads)

    def synchronize(self) -> None:
        """Wait until everything is done."""
        self._cuda.synchronize()

    def states(self) -> Any:
        """A copy of the states of all matches, as the CPU keeps them."""
        there = self._rows.states.copy_to_host()
        return np.ascontiguousarray(there.T).view(self.setting.game.state.dtype)[:, 0]

    def _play(self, actions: Any, steps: int, plan: StepPlan) -> None:
        kernels = self._kernels
        kernels.launch(kernels.play, self.num_envs, self._rows, actions, steps, plan)

    def _upload(self, plan: StepPlan) -> StepPlan:
        """The plan with its arrays on the GPU."""
        arrays = {name: np.asarray(getattr(plan, name)) for name in ("kinds", "boxes", "blank", "options")}
        return plan._replace(**{name: self._cuda.to_device(array) for name, array in arrays.items()})

    def _room_for_states(self) -> Any:
        words, word = machine_words(self.setting.game)
        return self._cuda.to_device(np.zeros((words, self.num_envs), word))

    def _zeros(self, shape: Any, kind: Any) -> Any:
        """Zeros on the GPU, where neighbouring matches are neighbours in memory. Empty arrays do not exist there."""
        sizes = [max(1, int(size)) for size in np.atleast_1d(shape)]
        return self._cuda.to_device(np.zeros(sizes, kind, "F"))

    def _shown(self, array: Any) -> DeviceArray:
        return DeviceArray(self._cuda, array)
