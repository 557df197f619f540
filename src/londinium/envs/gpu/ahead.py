"""Looking ahead in many matches at once, on a GPU: a thread for each move that is tried."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from londinium.envs.compiled.ahead import filled_up, see_after
from londinium.envs.gpu.arrays import DeviceArray
from londinium.envs.gpu.device import is_simulated
from londinium.envs.gpu.kernels import OWN_WORDS, STATE, WORD, WORDS, cuda, machine_words
from londinium.envs.gpu.vector import GpuVector
from londinium.kernel.checks import check_number
from londinium.kernel.engine import Engine
from londinium.kernel.entries import entries
from londinium.kernel.flat import Cells

AHEAD_THREADS = 256
"""Threads per block: with 128 or 64, looking takes a third longer (H200)."""
AHEAD_REGISTERS = 128
"""The most registers of a thread: with fewer it keeps more in memory, and takes as much longer."""


def _clear(words: Any) -> None:
    i = cuda.grid(1)
    if i < len(words):
        words[i] = 0


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
def _kernels(engine: Engine, cuda_module: Any) -> tuple[Any, Any]:
    game = engine.game
    words, word = machine_words(game)
    sizes = {"STATE": game.state.dtype, "WORD": word, "WORDS": words, "OWN_WORDS": words}
    see = engine.over_own_names(_see, observe=game.sight.see, cuda=cuda_module, **sizes)
    clear = engine.over_own_names(_clear, cuda=cuda_module)
    build = {} if is_simulated() else {"max_registers": AHEAD_REGISTERS}
    return cuda_module.jit(see, **build), cuda_module.jit(clear)


@entries
class GpuAhead:
    """As `Ahead`, for a vector on a GPU. The arrays it fills stay the same and change with every look."""

    def __init__(self, envs: GpuVector, rows: int) -> None:
        """`rows`: the most moves that are looked at in one call."""
        setting, self._envs, self._cuda = envs.setting, envs, envs.cuda
        self._see, self._clear = _kernels(setting.game.engine, self._cuda)
        self.width = filled_up(setting.game.sight.room(setting.seats))
        """Bytes of a row of `seen`: what the sight shows, with room for all seats of the match, filled up with zeros."""
        words = self._cuda.device_array(rows * self.width // 8, np.int64)
        # What one position shows lies together, as a network wants it; most of it is zeros, which are written first.
        seen = words.view(np.uint8).reshape(rows, self.width)
        points, places = (self._cuda.device_array((rows, setting.seats), np.int32, order="F") for _ in range(2))
        self._words, self._rows, self._room = words, (seen, points, places), rows
        self.seen, self.points = DeviceArray(self._cuda, seen), DeviceArray(self._cuda, points)

    def look(self, matches: Any, moves: Any) -> None:
        """Fill the first rows of `seen` and `points`. Both arrays lie on the GPU; moves must be legal, which nobody checks."""
        check_number("rows", len(moves), 0, self._room)
        if len(moves):
            rows, plan = self._envs.matches
            words = len(moves) * self.width // 8
            self._clear[_blocks(words), AHEAD_THREADS](self._words[:words])
            self._see[_blocks(len(moves)), AHEAD_THREADS](
                rows.states, rows.seat, plan.boxes, plan.options, matches, moves, self._rows
            )


def _blocks(threads: int) -> int:
    return (threads + AHEAD_THREADS - 1) // AHEAD_THREADS
