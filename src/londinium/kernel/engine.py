"""The compiled rules of one game, ready to be called from Python: single moves, batches, perft, fuzzing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from londinium.kernel.cells import np, zeros
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import DECKS, MOST_SEATS, Game
from londinium.kernel.generic import playout, steps
from londinium.kernel.generic.playout import Outset, ResultRows
from londinium.kernel.rules import Binding

LONGEST_MATCH = 4096
"""More plies than any match can have; only a broken rule reaches it."""


@dataclass(frozen=True)
class BatchResults:
    """The results of a batch of random matches, one row per seed."""

    points: Any
    places: Any
    decisions: Any
    lines: Any
    """Score sheets: by match, seat and line."""
    states: Any = None

    def rows(self, part: slice = slice(None)) -> ResultRows:
        """Some of the rows, for compiled functions to fill in."""
        return ResultRows(self.points[part], self.places[part], self.decisions[part], self.lines[part])


@dataclass(frozen=True)
class Violation:
    """A match that broke a property: which one, and how to see it again."""

    reason: str
    seed: int
    seats: int
    options: tuple[int, ...]
    ply: int


def in_parts(chunk: Callable[[slice], None], count: int, threads: int) -> None:
    """Work through `count` rows in as many parts as there are threads; compiled code runs without the GIL."""
    parts = [slice(count * k // threads, count * (k + 1) // threads) for k in range(threads)]
    if threads == 1:
        chunk(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(chunk, parts))


class Engine:
    """Binds the generic functions to a game. Everything is compiled on first use and kept on disk."""

    def __init__(self, game: Game) -> None:
        self.game = game
        given = {field.name: getattr(game.functions, field.name) for field in fields(game.functions)}
        self.functions: Mapping[str, Any] = {name: function for name, function in given.items() if function is not None}
        self._binding = Binding(game.module, self.functions)
        # Single steps, for matches.
        self.setup = self.bind(steps.setup_at)
        self.to_act = self.bind(steps.to_act_at)
        self.legal = self.bind(steps.legal_at)
        self.refusal = self.bind(steps.refusal_at)
        self.push = self.bind(steps.push_at)
        self.chance = self.bind(steps.chance_at)
        self.deck = self.bind(steps.deck_at)
        self.reveal = self.bind(steps.reveal_at)
        self.scores = self.bind(steps.scores_at)
        self.audit = self.bind(steps.audit_at)

    def __reduce__(self) -> tuple[Any, ...]:
        """An engine is pickled as that of its game, and is there already where it is read."""
        return getattr, (self.game, "engine")

    def bind(self, function: Callable[..., Any], **chosen: Any) -> Callable[..., Any]:
        """A function for any game made for this one, with what is chosen for further names in it and in its parts."""
        return self._binding.bind(function, chosen)

    def over_own_names(self, function: Callable[..., Any], **chosen: Any) -> Callable[..., Any]:
        """The same, not compiled itself, for compilers other than the CPU's."""
        return self._binding.over_own_names(function, chosen)

    def buffers(self) -> tuple[Any, Any]:
        """Room for the moves of one decision, and for the weights of one reveal."""
        return zeros(len(self.game.moves), "int16"), zeros(len(self.game.moves), "int16")

    def results(self, count: int, states: Any = None) -> BatchResults:
        """Room for the results of this many matches."""
        lines = np.zeros((count, MOST_SEATS, len(self.game.score_lines)), np.int32)
        by_seat = np.zeros((2, count, MOST_SEATS), np.int32)
        return BatchResults(by_seat[0], by_seat[1], np.zeros(count, np.int32), lines, states)

    @cached_property
    def blank(self) -> FlatArray[Any]:
        return self.game.state.new()

    def outset(self, options: Any, boxes: FlatArray[Any] | None = None) -> Outset:
        """What matches with these options begin with; with the standard box if no other is given."""
        return Outset(self.game.standard_box() if boxes is None else boxes, self.blank, options)

    # ── Many matches ─────────────────────────────────────────────────────────

    @cached_property
    def _run(self) -> Callable[..., None]:
        return self.bind(playout.run_random)

    def play_random(
        self,
        seeds: Any,
        seats: int,
        options: Any,
        boxes: FlatArray[Any] | None = None,
        threads: int = 1,
        keep_states: bool = False,
    ) -> BatchResults:
        """One random match per seed, in one call; the same results whatever the number of threads."""
        seeds = np.asarray(seeds, np.int64)
        outset = self.outset(options, boxes)
        results = self.results(len(seeds), self.game.state.new(len(seeds)) if keep_states else None)

        def chunk(part: slice) -> None:
            states = results.states[part] if results.states is not None else self.game.state.new()
            self._run(states, outset, seats, seeds[part], results.rows(part), self.buffers())

        in_parts(chunk, len(seeds), threads)
        return results

    @cached_property
    def _trace(self) -> Callable[..., int]:
        return self.bind(playout.trace)

    def trace(self, seed: int, seats: int, options: Any, boxes: FlatArray[Any] | None = None) -> tuple[Any, FlatArray[Any]]:
        """Every (seat, move) of one random match, and its final state."""
        boxes = self.game.standard_box() if boxes is None else boxes
        states = self.game.state.new()
        self.setup(states, 0, boxes, seats, options)
        line = np.zeros((LONGEST_MATCH, 2), np.int16)
        plies = self._trace(states, boxes, seed, line, self.buffers())
        return line[:plies], states

    @cached_property
    def _count_sequences(self) -> Callable[..., int]:
        return self.bind(playout.count_sequences)

    def perft(self, states: FlatArray[Any], boxes: FlatArray[Any], depth: int) -> int:
        """The number of different sequences of `depth` moves from a position."""
        rows = self.game.state.new(depth + 1)
        rows[0:1] = states
        moves, ways = np.zeros((depth + 1, len(self.game.moves)), np.int16), np.zeros((3, depth + 1), np.int64)
        return self._count_sequences(rows, boxes, depth, moves, self.buffers()[1], ways)

    @cached_property
    def _fuzz(self) -> Callable[..., int]:
        return self.bind(playout.fuzz)

    def fuzz(self, seeds: Any, seats: Any, options: Any, boxes: FlatArray[Any] | None = None) -> tuple[int, Violation | None]:
        """Random matches with every property checked at every ply: the number of plies, and the first violation."""
        found = np.zeros(4, np.int64)
        left = np.zeros((DECKS, len(self.game.moves)), np.int16)
        decisions = sum(not self.game.moves.is_chance(move) for move in range(len(self.game.moves)))
        states, outset, limits = self.game.state.new(), self.outset(options, boxes), (decisions, LONGEST_MATCH)
        plies = self._fuzz(states, outset, seats, seeds, limits, self.buffers(), left, found)
        if found[0] == playout.SOUND:
            return plies, None
        reason = playout.VIOLATIONS[found[0]] + (f" (audit {found[3]})" if found[3] else "")
        row = int(found[1])
        return plies, Violation(reason, int(seeds[row]), int(seats[row]), tuple(int(o) for o in options[row]), int(found[2]))
