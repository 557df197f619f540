"""Simple players, compiled, for any game: random, busy (random, but never passing without need) and greedy.

A player sees what its seat may know: face-down choices of others are not in the state it is given.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from londinium.kernel.engine import MOST_SEATS, Engine, Results, in_parts
from londinium.kernel.errors import N_, InvalidOption, listing
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.playout import PLAYERS
from londinium.kernel.records import Batch, Cells
from londinium.kernel.seeds import below, split
from londinium.kernel.unbound import (
    choose_as,
    legal,
    lowest_seat,
    push,
    reveal,
    score_lines,
    scores,
    setup,
    to_act,
    worth,
)

RANDOM, BUSY, GREEDY = range(3)
KINDS = ("random", "busy", "greedy")

# The rows of a match's workspace: the state itself, scratch paper, and what each seat knows while all choose at once.
TABLE, SCRATCH, KNOWN = 0, 1, 2
ROWS = KNOWN + MOST_SEATS


def _choose_as(kind: int, states: Any, i: int, box: Any, seat: int, key: int, moves: Cells, last_resort: int) -> int:
    """One player's choice at states[i]; states[SCRATCH] is scratch paper. `last_resort` is the id of `pass`."""
    count = legal(states[i], box, seat, moves)
    if kind == GREEDY:
        # The best immediate worth; among equals the draw decides.
        best, best_worth, equals = 0, 0, 0
        for k in range(count):
            states[SCRATCH] = states[i]
            push(states[SCRATCH], box, seat, moves[k])
            value = worth(states[SCRATCH], box, seat)
            if equals == 0 or value > best_worth:
                best, best_worth, equals = k, value, 1
            elif value == best_worth:
                equals += 1
                if below(split(key, k), equals) == 0:
                    best = k
        return int(moves[best])
    if kind == BUSY and count > 1 and moves[count - 1] == last_resort:
        count -= 1
    return int(moves[below(key, count)])


def _run_players(
    states: Any,
    boxes: Batch[Any],
    blank: Batch[Any],
    seats: int,
    options: Cells,
    seeds: Cells,
    kinds: Cells,
    results: tuple[Any, Any, Any, Any],
    buffers: tuple[Any, Any],
    last_resort: int,
) -> None:
    """One match per seed between the players in `kinds`, by seat."""
    points, places, lengths, lines = results
    moves, weights = buffers
    box = boxes[0]
    for i in range(len(seeds)):
        states[TABLE] = blank[0]
        setup(states[TABLE], box, seats, options)
        players = split(seeds[i], PLAYERS)
        choosing = 0
        mask = to_act(states[TABLE])
        while mask != 0:
            if mask == 1 << CHANCE:
                push(states[TABLE], box, CHANCE, reveal(states[TABLE], box, seeds[i], moves, weights))
                mask = to_act(states[TABLE])
                continue
            seat = lowest_seat(mask)
            if choosing == 0 and mask != 1 << seat:
                choosing = mask
                for other in range(seats):
                    states[KNOWN + other] = states[TABLE]
            row = TABLE
            if choosing != 0:
                # While others choose face down, a seat knows only its own choices; once it has made them, they are revealed.
                if (to_act(states[KNOWN + seat]) >> seat) & 1:
                    row = KNOWN + seat
                else:
                    choosing = 0
                    continue
            move = choose_as(kinds[seat], states, row, box, seat, split(players, lengths[i]), moves, last_resort)
            push(states[TABLE], box, seat, move)
            if row != TABLE:
                push(states[row], box, seat, move)
            lengths[i] += 1
            mask = to_act(states[TABLE])
        scores(states[TABLE], box, points[i], places[i])
        score_lines(states[TABLE], box, lines[i])


class Players:
    """The simple players of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine: Engine = game.engine
        self.engine.functions["choose_as"] = self.engine.bind(_choose_as)
        self._run = self.engine.bind(_run_players)
        texts = list(game.moves)
        self.last_resort = texts.index("pass") if "pass" in texts else -1

    def choose(self, kind: str, match: Match, seat: int) -> int:
        """The move that a player of this kind makes for a seat now; the same match gives the same choice."""
        states = self.game.state.new(KNOWN)
        states[0:1] = match.states_known_to(seat)  # type: ignore[index]  # a NumPy array underneath
        # Keys are 64 bits wide, more than Numba takes from a plain Python integer.
        own: Any = np.uint64(split(match.seed or 0, PLAYERS + 1 + seat))
        key = np.uint64(split(own, match.ply))
        moves, _ = self.engine.buffers()
        choose = self.engine.functions["choose_as"]
        return int(choose(kind_number(kind), states, 0, match.boxes[0], seat, key, moves, self.last_resort))

    def play(self, kinds: list[str], seeds: Any, options: Any, boxes: Batch[Any] | None = None, threads: int = 1) -> Results:
        """One match per seed between players of these kinds, by seat; the same results whatever the number of threads."""
        seeds = np.asarray(seeds, np.int64)
        table = self.game.standard_box() if boxes is None else boxes
        results = self.engine.results(len(seeds))
        numbers = np.array([kind_number(kind) for kind in kinds], np.int64)

        def chunk(part: slice) -> None:
            rows = (results.points[part], results.places[part], results.decisions[part], results.lines[part])
            states, blank, buffers = self.game.state.new(ROWS), self.engine.blank, self.engine.buffers()
            self._run(states, table, blank, len(kinds), options, seeds[part], numbers, rows, buffers, self.last_resort)

        in_parts(chunk, len(seeds), threads)
        return results


def kind_number(kind: str) -> int:
    if kind not in KINDS:
        raise InvalidOption(N_("there is no player '{kind}'; there are: {known}"), kind=kind, known=listing(KINDS))
    return KINDS.index(kind)
