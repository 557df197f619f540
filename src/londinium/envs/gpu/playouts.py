"""Whole random matches on a CUDA GPU, with the same rule functions that run on the CPU.

No rule is written twice: the kernel below calls a game's own `setup`, `legal`, `push` and `scores`, which numba-cuda
compiles for the GPU. Results are the same bytes as on the CPU.

Threads of a warp run in step only as long as they execute the same code. Matches drift apart: one player takes three
cards where another takes none. So before each move the warp looks who is furthest behind (the game's `clock`), and only
those threads move; the others wait for them. `docs/benchmarks.md` has what that brought.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from londinium.envs.gpu.device import cuda, require_compiled_rules
from londinium.kernel.engine import Results
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.playout import PLAYERS
from londinium.kernel.records import Batch
from londinium.kernel.seeds import split

THREADS = 256
"""Threads per block."""
REGISTERS = 32
"""More threads with fewer registers each hide memory latency better than few with many."""
WHOLE_WARP = 0xFFFFFFFF
FINISHED = 1 << 30


class GpuBatch:
    """Random matches of one game, one per thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cuda = cuda()

    @cached_property
    def _kernel(self) -> Any:
        """The CUDA kernel: plays one match per thread in fast local memory and keeps its final state."""
        import numba

        require_compiled_rules()
        cuda = self.cuda
        state, choices = numba.from_dtype(self.game.state.dtype), len(self.game.moves)
        bound = self.game.engine.functions
        setup, to_act, clock, push = bound["setup"], bound["to_act"], bound["clock"], bound["push"]
        reveal, choose_at_random, lowest_seat = bound["reveal"], bound["choose_at_random"], bound["lowest_seat"]
        scores, score_lines = bound["scores"], bound["score_lines"]

        def kernel(
            states: Any,
            boxes: Any,
            blank: Any,
            seats: int,
            options: Any,
            seeds: Any,
            points: Any,
            places: Any,
            lengths: Any,
            lines: Any,
        ) -> None:
            thread = cuda.grid(1)
            # Every thread of a warp takes part in the votes below, also one that has no match to play.
            mine = min(thread, len(seeds) - 1)
            moves = cuda.local.array(choices, numba.int16)
            weights = cuda.local.array(choices, numba.int16)
            # The third argument is the alignment: by itself a record would begin at any byte, and wide fields could not be read.
            own = cuda.local.array(1, state, 16)
            own[0] = blank[0]
            s, box, seed = own[0], boxes[0], seeds[mine]
            setup(s, box, seats, options)
            players = split(seed, PLAYERS)
            decisions = 0
            while True:
                mask = to_act(s)
                now = clock(s) if mask != 0 else FINISHED
                furthest_behind = now
                for step in (16, 8, 4, 2, 1):
                    furthest_behind = min(furthest_behind, cuda.shfl_xor_sync(WHOLE_WARP, furthest_behind, step))
                if furthest_behind == FINISHED:
                    break
                if now == furthest_behind:
                    if mask == 1 << CHANCE:
                        push(s, box, CHANCE, reveal(s, box, seed, moves, weights))
                    else:
                        seat = lowest_seat(mask)
                        push(s, box, seat, choose_at_random(s, box, seat, players, decisions, moves))
                        decisions += 1
            if thread < len(seeds):
                lengths[thread] = decisions
                scores(s, box, points[thread], places[thread])
                score_lines(s, box, lines[thread])
                states[thread] = s

        return cuda.jit(kernel, max_registers=REGISTERS)

    def play_random(self, seeds: Any, seats: int, options: Any, boxes: Batch[Any] | None = None) -> Results:
        """One random match per seed, with the final states; the same as `Engine.play_random` on the CPU."""
        seeds = np.asarray(seeds, np.int64)
        room = self.game.engine.results(len(seeds), self.game.state.new(len(seeds)))
        on_device = self.upload(room)
        self.launch(self.cuda.to_device(seeds), seats, options, boxes, on_device)
        self.cuda.synchronize()
        return Results(*(array.copy_to_host() for array in on_device))

    def upload(self, room: Results) -> tuple[Any, ...]:
        """Room for results, on the device."""
        arrays = (room.points, room.places, room.decisions, room.lines, room.states)
        return tuple(self.cuda.to_device(np.ascontiguousarray(array)) for array in arrays)

    def launch(self, seeds: Any, seats: int, options: Any, boxes: Batch[Any] | None, on_device: tuple[Any, ...]) -> None:
        """Start the matches; everything is on the device already."""
        points, places, lengths, lines, states = on_device
        box = self.cuda.to_device(np.asarray(self.game.standard_box() if boxes is None else boxes))
        blank = self.cuda.to_device(np.asarray(self.game.engine.blank))
        blocks = (len(seeds) + THREADS - 1) // THREADS
        self._kernel[blocks, THREADS](
            states, box, blank, seats, self.cuda.to_device(options), seeds, points, places, lengths, lines
        )
