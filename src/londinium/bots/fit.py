"""Fitting the weights of a game's outlook by play: what lets a quick player do best against the present one.

The cross-entropy method (Rubinstein 1999): draw sets of weights from a normal distribution, let each play the same matches, keep
the best few, and draw the next ones from around these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from londinium.bots.search.search import DEFAULT_SETTINGS
from londinium.bots.search.simulation import MOST_MARGIN, SEARCH_ROWS, SETTINGS, WIN, WORK, utility, weigh_moves, weighing
from londinium.kernel.engine import in_parts
from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.generic.names import legal, push, scores, setup, to_act
from londinium.kernel.generic.playout import Outset, lowest_seat, reveal
from londinium.kernel.rules import part
from londinium.kernel.seeds import split

ELITE = 0.25


@dataclass(frozen=True)
class FitProgress:
    """How a round of fitting went."""

    number: int
    best: float
    mean: float
    weights: tuple[int, ...]


@part
def fitted_choice(states: Any, box: Any, seat: int, weights: Cells, moves: Cells, worths: Cells) -> int:
    """The move with the best outlook at states[WORK], with these weights."""
    count = legal(states[WORK], box, seat, moves)
    weigh_moves(states, box, seat, moves, count, worths, weights)
    best = 0
    for k in range(1, count):
        if worths[k] > worths[best]:
            best = k
    return int(moves[best])


def trial(
    states: Any, outset: Outset, seats: int, seeds: Cells, weights: Cells, present: Cells, settings: Any, buffers: Any
) -> float:
    """The mean result of a quick player with these weights, on each seat in turn, against players with the present ones."""
    moves, odds, worths, points, places = buffers
    box = outset.boxes[0]
    result = 0.0
    for i in range(len(seeds)):
        on_trial = i % seats
        states[WORK] = outset.blank[0]
        setup(states[WORK], box, seats, outset.options[i])
        mask = to_act(states[WORK])
        while mask != 0:
            if mask == 1 << CHANCE:
                push(states[WORK], box, CHANCE, reveal(states[WORK], box, seeds[i], moves, odds))
            else:
                seat = lowest_seat(mask)
                its = weights if seat == on_trial else present
                push(states[WORK], box, seat, fitted_choice(states, box, seat, its, moves, worths))
            mask = to_act(states[WORK])
        scores(states[WORK], box, points, places)
        result += utility(points, places, seats, on_trial, settings)
    return result / len(seeds)


class Fitting:
    """Tries weights of a game's outlook."""

    def __init__(self, game: Game, seats: int, variants: list[dict[str, str]], threads: int = 1) -> None:
        self.game, self.engine, self.seats, self.threads = game, game.engine, seats, threads
        self.codes = np.array([game.option_codes(options) for options in variants], np.int8)
        assert game.outlook_weights is not None
        self.present = np.array(game.outlook_weights.weights, np.int64)
        self._trial = self.engine.bind(trial, **weighing(game))
        self.settings = np.zeros(SETTINGS)
        self.settings[WIN], self.settings[MOST_MARGIN] = DEFAULT_SETTINGS["win"], DEFAULT_SETTINGS["most_margin"]

    def result(self, weights: Any, seeds: Any) -> float:
        """What these weights reach in the matches of these seeds."""
        by_seat = (np.zeros(self.seats, np.int32), np.zeros(self.seats, np.int32))
        buffers = (*self.engine.buffers(), np.zeros(len(self.game.moves), np.int64), *by_seat)
        outset = self.engine.outset(self.codes[seeds // self.seats % len(self.codes)], rows=len(seeds))
        whole = np.asarray(np.rint(weights), np.int64)
        told = (self.seats, seeds, whole, self.present, self.settings, buffers)
        return float(self._trial(self.game.state.new(SEARCH_ROWS), outset, *told))

    def fit(self, rounds: int, population: int, games: int, seed: int, tell: Callable[[FitProgress], None]) -> tuple[int, ...]:
        """The best weights after the given number of rounds."""
        assert self.game.outlook_weights is not None
        dice = np.random.default_rng(seed)
        mean = np.array(self.game.outlook_weights.weights, float)
        fitted = np.arange(len(mean)) < self.game.outlook_weights.fitted  # what a point counts is known
        spread = fitted * np.maximum(np.abs(mean[fitted]).mean() / 8, np.abs(mean) * 0.5)  # a weight of nothing may grow too
        for number in range(rounds):
            seeds = np.arange(games, dtype=np.int64) + (split(seed, number) >> 24)
            tries = mean + spread * dice.standard_normal((population, len(mean)))
            tries[0] = mean
            results = np.zeros(population)

            def chunk(part: slice, tries: Any = tries, seeds: Any = seeds, results: Any = results) -> None:
                for k in range(part.start, part.stop):
                    results[k] = self.result(tries[k], seeds)

            in_parts(chunk, population, self.threads)
            best = tries[np.argsort(-results)[: max(2, int(population * ELITE))]]
            mean, spread = best.mean(axis=0), 0.7 * best.std(axis=0) + 0.3 * spread
            spread = fitted * np.maximum(spread, 0.3)
            tell(FitProgress(number + 1, float(results.max()), float(results.mean()), tuple(int(w) for w in np.rint(mean))))
        return tuple(int(weight) for weight in np.rint(mean))
