"""The compiled rules of one game, ready to be called from Python: single moves, batches, perft, fuzzing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any

from londinium.kernel.cells import np, zeros
from londinium.kernel.checked_steps import CheckedSteps
from londinium.kernel.checks import (
    check_boxes,
    check_codes,
    check_number,
    check_room,
    check_rows_of_codes,
    check_seed,
    check_seeds,
    check_set_up,
    check_threads,
    whole_numbers,
)
from londinium.kernel.entries import WrongType, entries, shortened
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import DECKS, MOST_SEATS, Game
from londinium.kernel.generic import playout, steps
from londinium.kernel.generic.playout import Outset, ResultRows
from londinium.kernel.rules import Binding
from londinium.kernel.words.errors import N_

LONGEST_MATCH = 4096
"""More plies than any match can have; only a broken rule reaches it."""
DEEPEST_PERFT = 12
"""Sequences of more moves than this are not counted in anybody's lifetime."""


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
    check_threads(threads)
    parts = [slice(count * k // threads, count * (k + 1) // threads) for k in range(threads)]
    if threads == 1:
        chunk(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(chunk, parts))


class UncheckedSteps:
    """Single steps, compiled and quick, for callers who know what they hand over: nothing is checked, and a wrong index, seat or
    move may write anywhere. `Engine` has the same steps for everybody else.
    """

    def __init__(self, bind: Callable[..., Callable[..., Any]]) -> None:
        self.setup = bind(steps.setup_at)
        self.to_act = bind(steps.to_act_at)
        self.legal = bind(steps.legal_at)
        self.refusal = bind(steps.refusal_at)
        self.push = bind(steps.push_at)
        self.chance = bind(steps.chance_at)
        self.deck = bind(steps.deck_at)
        self.reveal = bind(steps.reveal_at)
        self.scores = bind(steps.scores_at)
        self.audit = bind(steps.audit_at)


@entries
class Engine(CheckedSteps):
    """Binds the generic functions to a game. Everything is compiled on first use and kept on disk; whatever is handed to it is
    checked before anything compiled sees it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        given = {field.name: getattr(game.functions, field.name) for field in fields(game.functions)}
        self.functions: Mapping[str, Any] = MappingProxyType({name: one for name, one in given.items() if one is not None})
        self._binding = Binding(game.module, self.functions)
        self.unchecked = UncheckedSteps(self.bind)

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
        check_number("count", count, 0, sys.maxsize)
        check_room(count, (len(self.game.score_lines) + 3) * 4 * MOST_SEATS)
        lines = np.zeros((count, MOST_SEATS, len(self.game.score_lines)), np.int32)
        by_seat = np.zeros((2, count, MOST_SEATS), np.int32)
        return BatchResults(by_seat[0], by_seat[1], np.zeros(count, np.int32), lines, states)

    def outset(self, options: Any, boxes: FlatArray[Any] | None = None, *, rows: int | None = None) -> Outset:
        """What matches with these options begin with; with the standard box if no other is given. With `rows`, that many matches
        have options of their own.
        """
        codes = check_codes(self.game, options) if rows is None else check_rows_of_codes(self.game, options, rows)
        return Outset(self._boxes(boxes), self.game.state.new(), codes)

    def _boxes(self, boxes: FlatArray[Any] | None) -> FlatArray[Any]:
        found: FlatArray[Any] = self.game.standard_box() if boxes is None else check_boxes(self.game, boxes)
        return found

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
        """One random match per seed, in one call; the same results whatever the number of threads.

        All seats draw from one branch of the seed. Where several play, the line-up of players called `random` (`Players.play`,
        `londinium.play`, `simulate`) draws seat by seat, and so plays other matches.
        """
        seeds = check_seeds(seeds)
        self.game.check_seats(seats)
        check_threads(threads)
        outset = self.outset(options, boxes)
        check_room(len(seeds) if keep_states else 1, self.game.state.layout.itemsize)
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
        boxes, states = self._boxes(boxes), self.game.state.new()
        check_seed(seed)
        self.setup(states, 0, boxes, seats, options)
        line = np.zeros((LONGEST_MATCH, 2), np.int16)
        plies = self._trace(states, boxes, seed, line, self.buffers())
        return line[:plies], states

    @cached_property
    def _count_sequences(self) -> Callable[..., int]:
        return self.bind(playout.count_sequences)

    def perft(self, states: FlatArray[Any], boxes: FlatArray[Any], depth: int) -> int:
        """The number of different sequences of `depth` moves from a position."""
        check_number("depth", depth, 0, DEEPEST_PERFT)
        check_set_up(self.game, states)
        check_boxes(self.game, boxes)
        rows = self.game.state.new(depth + 1)
        rows[0:1] = states[0:1]
        moves, ways = np.zeros((depth + 1, len(self.game.moves)), np.int16), np.zeros((3, depth + 1), np.int64)
        return self._count_sequences(rows, boxes, depth, moves, self.buffers()[1], ways)

    @cached_property
    def _fuzz(self) -> Callable[..., int]:
        return self.bind(playout.fuzz)

    def fuzz(self, seeds: Any, seats: Any, options: Any, boxes: FlatArray[Any] | None = None) -> tuple[int, Violation | None]:
        """Random matches with every property checked at every ply: the number of plies, and the first violation."""
        seeds, seats = check_seeds(seeds), whole_numbers("seats", seats)
        if seats.shape != seeds.shape:
            message = N_("seats must be a number of players for each of the {count} seeds, not {given}")
            raise WrongType(message, count=len(seeds), given=shortened(seats))
        for one in np.unique(seats).tolist():
            self.game.check_seats(one)
        found, seats = np.zeros(4, np.int64), np.ascontiguousarray(seats, np.int64)
        left = np.zeros((DECKS, len(self.game.moves)), np.int16)
        decisions = sum(not self.game.moves.is_chance(move) for move in range(len(self.game.moves)))
        options = check_rows_of_codes(self.game, options, len(seeds))
        outset, limits = Outset(self._boxes(boxes), self.game.state.new(), options), (decisions, LONGEST_MATCH)
        states = self.game.state.new()
        plies = self._fuzz(states, outset, seats, seeds, limits, self.buffers(), left, found)
        if found[0] == playout.SOUND:
            return plies, None
        reason = playout.VIOLATIONS[found[0]] + (f" (audit {found[3]})" if found[3] else "")
        row = int(found[1])
        return plies, Violation(reason, int(seeds[row]), int(seats[row]), tuple(int(o) for o in options[row]), int(found[2]))
