"""What is a game's network worth to the search? One player has it, and the others think for as long without it.

    python examples/with_and_without.py --seats 4 --seconds 0.1 --matches 100 --jobs 2

The one who has it searches as the levels do that judge by it, the others as `master` did before there was a network: they play
every simulation to the end, and look at every move. Seats and variants take turns, and the seeds are none that a network learnt
with.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from math import sqrt

import msgspec

import londinium
from londinium.bots.levels import ability_of
from londinium.bots.search.foresight import judgement_of
from londinium.bots.search.search import Budget, Search
from londinium.work.pool import do_all

FRESH = 1 << 46
"""The seed of the first match."""


class Task(msgspec.Struct, frozen=True):
    """A match to be played, and who has the network in it."""

    game: str
    variant: str
    seed: int
    seats: int
    seat: int
    seconds: float


class Won(msgspec.Struct, frozen=True):
    """The part of the first place that the network got, its points and the mean of the others'."""

    first: float
    points: float
    others: float
    problem: str = ""


@cache
def minds(game: str) -> tuple[Search, Search]:
    """With the network, and without."""
    found = londinium.game(game)
    knowing = Search(found, settings=dict(ability_of("architect", found).settings), network=judgement_of(found))
    return knowing, Search(found, settings={"foresight": 0.0})


def play(task: Task) -> Won:
    knowing, simple = minds(task.game)
    match = knowing.game.match(seats=task.seats, seed=task.seed, variant=task.variant)
    budget = Budget(seconds=task.seconds, settles=True)
    while not match.is_over:
        seat = match.to_act[0]
        legal = match.legal(seat)
        mind = knowing if seat == task.seat else simple
        match.push(legal[0] if len(legal) == 1 else mind.choose(match, seat, budget), seat)
    assert match.outcome is not None
    scores, winners = match.outcome.scores, match.outcome.winners
    first = 1 / len(winners) if task.seat in winners else 0.0
    return Won(first, scores[task.seat], (sum(scores) - scores[task.seat]) / (task.seats - 1))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A search with a network against searches without one.")
    parser.add_argument("--game", default="old-london-bridge")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.1, help="the time for a decision of anybody's")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=FRESH, help="the seed of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    given = parser.parse_args()
    if min(given.matches, given.jobs) < 1 or given.seconds <= 0 or given.seats < 2:
        parser.error("there must be somebody to play against, and matches, time and processes to play with")
    return given


def main() -> None:
    given = arguments()
    game = londinium.game(given.game)
    game.check_seats(given.seats)
    variants = list(game.variants)
    tasks = [
        Task(given.game, variants[k // given.seats % len(variants)], given.seed + k, given.seats, k % given.seats, given.seconds)
        for k in range(given.matches)
    ]
    played: list[Won] = []
    for won in do_all(play, tasks, given.jobs):
        played.append(won)
        if len(played) % 10 == 0 or len(played) == len(tasks):
            share = sum(one.first for one in played) / len(played)
            error = 1.96 * sqrt(max(share * (1 - share), 1 / len(played)) / len(played))
            own, others = (sum(getattr(one, name) for one in played) / len(played) for name in ("points", "others"))
            print(
                f"{len(played)} matches of {given.seats}, {given.seconds:g} s a decision: {share:.1%} ± {error:.1%} first places"
                f" (even: {1 / given.seats:.0%}), {own:.1f} points against {others:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
