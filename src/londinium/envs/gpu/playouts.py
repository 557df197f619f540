"""Whole random matches on a CUDA GPU, with the same rule functions that run on the CPU.

No rule is written twice: the kernel below calls a game's own `setup`, `legal`, `push` and `scores`, which numba-cuda
compiles for the GPU. Results are the same bytes as on the CPU.

Threads of a warp run in step only as long as they execute the same code. Matches drift apart: one player takes three
cards where another takes none. So before each move the warp sees which are furthest behind (the game's `clock`), and only
those threads move; the others wait for them. `docs/benchmarks.md` says what that gained.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from londinium.envs.gpu.device import cuda as cuda_module
from londinium.envs.gpu.device import require_compiled_rules
from londinium.envs.gpu.kernels import CHOICES, STATE, cuda
from londinium.kernel.announcement import FOR_GPU, announce_compiling
from londinium.kernel.checks import check_seeds
from londinium.kernel.engine import BatchResults
from londinium.kernel.entries import entries
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.generic.names import clock, push, score_lines, scores, setup, to_act
from londinium.kernel.generic.playout import PLAYERS, Outset, ResultRows, choose_at_random, lowest_seat, reveal
from londinium.kernel.seeds import split

PLAYOUT_THREADS = 256
"""Threads per block."""
PLAYOUT_REGISTERS = 32
"""More threads with fewer registers each hide memory latency better than few with many."""
WHOLE_WARP = 0xFFFFFFFF
ALL_FINISHED = 1 << 30


def _play(states: Any, outset: Outset, seats: int, seeds: Cells, rows: ResultRows) -> None:
    """One match per thread in fast local memory; its final state is kept."""
    thread = cuda.grid(1)
    # Every thread of a warp takes part in the votes below, even one that has no match to play.
    mine = min(thread, len(seeds) - 1)
    moves = cuda.local.array(CHOICES, np.int16)
    weights = cuda.local.array(CHOICES, np.int16)
    # The third argument is the alignment: by itself a state would begin at any byte, and wide fields could not be read.
    own = cuda.local.array(1, STATE, 16)
    own[0] = outset.blank[0]
    s, box, seed = own[0], outset.boxes[0], seeds[mine]
    setup(s, box, seats, outset.options)
    players = split(seed, PLAYERS)
    decisions = 0
    while True:
        mask = to_act(s)
        now = clock(s) if mask != 0 else ALL_FINISHED
        furthest_behind = now
        for step in (16, 8, 4, 2, 1):
            furthest_behind = min(furthest_behind, cuda.shfl_xor_sync(WHOLE_WARP, furthest_behind, step))
        if furthest_behind == ALL_FINISHED:
            break
        if now == furthest_behind:
            if mask == 1 << CHANCE:
                push(s, box, CHANCE, reveal(s, box, seed, moves, weights))
            else:
                seat = lowest_seat(mask)
                push(s, box, seat, choose_at_random(s, box, seat, players, decisions, moves))
                decisions += 1
    if thread < len(seeds):
        rows.decisions[thread] = decisions
        scores(s, box, rows.points[thread], rows.places[thread])
        score_lines(s, box, rows.lines[thread])
        states[thread] = s


@entries
class GpuBatch:
    """Random matches of one game, one per thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cuda = cuda_module()

    @cached_property
    def _kernel(self) -> Any:
        """The CUDA kernel of this game."""
        import numba

        require_compiled_rules()
        announce_compiling(FOR_GPU, self.game)
        sizes = {"STATE": numba.from_dtype(self.game.state.dtype), "CHOICES": len(self.game.moves)}
        own = self.game.engine.over_own_names(_play, cuda=self.cuda, **sizes)
        return self.cuda.jit(own, max_registers=PLAYOUT_REGISTERS)

    def play_random(self, seeds: Any, seats: int, options: Any, boxes: FlatArray[Any] | None = None) -> BatchResults:
        """One random match per seed, with the final states; the same as `Engine.play_random` on the CPU."""
        seeds = check_seeds(seeds)
        room = self.game.engine.results(len(seeds), self.game.state.new(len(seeds)))
        on_device = self.upload(room)
        self.launch(self.cuda.to_device(seeds), seats, options, boxes, on_device)
        self.cuda.synchronize()
        return BatchResults(*(array.copy_to_host() for array in on_device))

    def upload(self, room: BatchResults) -> tuple[Any, ...]:
        """Room for results, on the device."""
        arrays = (room.points, room.places, room.decisions, room.lines, room.states)
        return tuple(self.cuda.to_device(np.ascontiguousarray(array)) for array in arrays)

    def launch(self, seeds: Any, seats: int, options: Any, boxes: FlatArray[Any] | None, on_device: tuple[Any, ...]) -> None:
        """Start the matches; everything is on the device already."""
        *rows, states = on_device
        self.game.check_seats(seats)
        if len(seeds) == 0:
            return  # a grid without blocks cannot be launched
        table = self.game.engine.outset(options, boxes)
        outset = Outset(*(self.cuda.to_device(np.asarray(array)) for array in table))
        blocks = (len(seeds) + PLAYOUT_THREADS - 1) // PLAYOUT_THREADS
        self._kernel[blocks, PLAYOUT_THREADS](states, outset, seats, seeds, ResultRows(*rows))
