"""The kernel that does something in every match, a thread for each: it fetches the state, calls the function of one match in
`compiled/steps.py`, and puts the state back.

Threads of a warp reach neighbouring addresses together, or they wait for one another. So states lie in memory by their words: the
first of all matches, then the second. A thread gathers its own into memory that nobody else needs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from londinium.envs.compiled.steps import WORK_STATES, Matches, StepPlan, nobody_chooses, play_on, random_action
from londinium.envs.gpu.device import cuda as cuda_module
from londinium.envs.gpu.device import is_simulated, require_compiled_rules
from londinium.kernel.announcement import FOR_GPU, announce_compiling
from londinium.kernel.engine import Engine
from londinium.kernel.flat import Cells
from londinium.kernel.game import Game

# Names in the kernels for which something is chosen when they are made: the module of CUDA, and sizes.
cuda: Any = None
STATE: Any = None
WORD: Any = None
WORDS = OWN_WORDS = CHOICES = 1


STEP_THREADS = 128
"""Threads per block."""
STEP_REGISTERS = 32
"""The most registers of a thread: with fewer, more threads hide how slow memory is; measured in `docs/benchmarks.md`."""


def _play(matches: Matches, actions: Cells, steps: int, plan: StepPlan) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        words = cuda.local.array(OWN_WORDS, WORD)
        moves = cuda.local.array(CHOICES, np.int16)
        weights = cuda.local.array(CHOICES, np.int16)
        own = words.view(STATE)
        for k in range(WORDS):
            words[k] = matches.states[k, i]
        play_on(own, 0, matches, i, actions[i], steps, plan, (own[1:], moves, weights))
        for k in range(WORDS):
            matches.states[k, i] = words[k]


def _draw_actions(matches: Matches, actions: Cells) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = random_action(matches, i)


def machine_words(game: Game) -> tuple[int, Any]:
    """How a state is cut into words: how many, and their type, the widest that fits."""
    size = game.state.dtype.itemsize
    word = next(np.dtype(kind) for kind in (np.int64, np.int32, np.int16, np.int8) if size % np.dtype(kind).itemsize == 0)
    return size // word.itemsize, word.type


@cache
def kernels_of(engine: Engine, opponents: bool) -> Kernels:
    """The kernels of a game, made once: compiling them takes half a minute."""
    return Kernels(engine.game, opponents)


class Kernels:
    """The kernels of one game: for self-play, or with opponents whose decisions are compiled into them."""

    def __init__(self, game: Game, opponents: bool) -> None:
        require_compiled_rules()
        self.cuda = cuda_module()
        words, word = machine_words(game)
        chosen = {
            "observe": game.observation.observe,
            "cuda": self.cuda,
            "STATE": game.state.dtype,
            "WORD": word,
            "WORDS": words,
            "CHOICES": len(game.moves),
            "OWN_WORDS": words * (1 + WORK_STATES) if opponents else words,
        }
        if not opponents:
            chosen["others_choose"] = nobody_chooses
        self._engine, self._chosen = game.engine, chosen
        if not is_simulated():
            announce_compiling(FOR_GPU, game)
        self.play = self._kernel(_play)
        self.draw_actions = self._kernel(_draw_actions)

    def source(self, function: Callable[..., None]) -> Callable[..., None]:
        """A kernel as a Python function, for this game."""
        return self._engine.over_own_names(function, **self._chosen)

    def _kernel(self, function: Callable[..., None]) -> Any:
        build = {} if is_simulated() else {"max_registers": STEP_REGISTERS}
        return self.cuda.jit(self.source(function), **build)

    def launch(self, kernel: Any, count: int, *arguments: Any, stream: Any = 0) -> None:
        """Start a kernel with a thread for each of this many matches; nobody waits for it."""
        kernel[(count + STEP_THREADS - 1) // STEP_THREADS, STEP_THREADS, stream](*arguments)
