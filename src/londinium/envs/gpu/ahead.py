"""Looking ahead in many matches at once, on a GPU: a thread for each move that is tried."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from londinium.envs.compiled.ahead import see_after
from londinium.envs.gpu.arrays import DeviceArray
from londinium.envs.gpu.kernels import OWN_WORDS, STATE, STEP_THREADS, WORD, WORDS, cuda, machine_words
from londinium.envs.gpu.vector import GpuVector
from londinium.kernel.checks import check_number
from londinium.kernel.engine import Engine
from londinium.kernel.entries import entries
from londinium.kernel.flat import Cells

AHEAD_REGISTERS = 64


def _see(states: Any, seats: Cells, boxes: Any, options: Cells, which: Cells, moves: Cells, rows: tuple[Any, Any, Any]) -> None:
    i = cuda.grid(1)
    if i < len(which):
        seen, points, places = rows
        words = cuda.local.array(OWN_WORDS, WORD)
        own = words.view(STATE)
        match = which[i]
        for k in range(WORDS):
            words[k] = states[k, match]
        see_after(own[0], boxes[0], options, int(seats[match]), int(moves[i]), seen[i], points[i], places[i])


@cache
def _kernel(engine: Engine, cuda_module: Any) -> Any:
    game = engine.game
    words, word = machine_words(game)
    sizes = {"STATE": game.state.dtype, "WORD": word, "WORDS": words, "OWN_WORDS": words}
    source = engine.over_own_names(_see, observe=game.sight.see, cuda=cuda_module, **sizes)
    return cuda_module.jit(source, max_registers=AHEAD_REGISTERS)


@entries
class GpuAhead:
    """As `Ahead`, for a vector on a GPU. The arrays it fills stay the same and change with every look."""

    def __init__(self, envs: GpuVector, rows: int) -> None:
        """`rows`: the most moves that are looked at in one call."""
        setting, self._envs, self._cuda = envs.setting, envs, envs.cuda
        self._kernel = _kernel(setting.game.engine, self._cuda)
        seen = self._zeros((rows, setting.game.sight.room(setting.seats)), np.uint8)
        points, places = (self._zeros((rows, setting.seats), np.int32) for _ in range(2))
        self._rows, self._room = (seen, points, places), rows
        self.seen, self.points = DeviceArray(self._cuda, seen), DeviceArray(self._cuda, points)

    def look(self, matches: Any, moves: Any) -> None:
        """Fill the first rows of `seen` and `points`. Both arrays lie on the GPU; moves must be legal, which nobody checks."""
        check_number("rows", len(moves), 0, self._room)
        if len(moves):
            blocks, (rows, plan) = (len(moves) + STEP_THREADS - 1) // STEP_THREADS, self._envs.matches
            self._kernel[blocks, STEP_THREADS](rows.states, rows.seat, plan.boxes, plan.options, matches, moves, self._rows)

    def _zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self._cuda.device_array(shape, kind, order="F")
