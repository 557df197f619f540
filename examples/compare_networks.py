"""Which of two networks plays better? Both play the same matches alone, looking ahead as far as they are told to.

    python examples/compare_networks.py old.npz new.npz --games 2000 --depth 2 --jobs 2

The seeds are none that `teach.py` teaches with. Of each variant it prints what both reached, and the mean difference with its
standard error, match by match.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from math import sqrt
from pathlib import Path

import msgspec
import numpy as np

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.planner import Allowed, Planner, best_first
from londinium.work.pool import do_all


class Pair(msgspec.Struct, frozen=True):
    """A match that is played twice."""

    game: str
    variant: str
    seed: int
    depth: int
    networks: tuple[str, str]


class Points(msgspec.Struct, frozen=True):
    """What both networks reached."""

    variant: str
    seed: int
    points: tuple[int, int]
    problem: str = ""
    """A worker's answer has one; what could be wrong is found before."""


@cache
def planner_with(game: str, network: str) -> Planner:
    found = londinium.game(game)
    return Planner(found, foresight.read_network(Path(network), found))


def play_pair(pair: Pair) -> Points:
    return Points(pair.variant, pair.seed, (points_with(pair, pair.networks[0]), points_with(pair, pair.networks[1])))


def points_with(pair: Pair, network: str) -> int:
    planner = planner_with(pair.game, network)
    match = planner.game.match(seats=1, seed=pair.seed, variant=pair.variant)
    while not match.is_over:
        found = planner.think(match, 0, match.states_known_to(0), Allowed(depth=pair.depth))
        match.push(best_first(found)[0][0], 0)
    assert match.outcome is not None
    return int(match.outcome.scores[0])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Two networks play the same matches.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--game", default="next-station-london")
    parser.add_argument("--variants", default="base,both-modules")
    parser.add_argument("--games", type=int, default=1000, help="matches of each variant, played with both networks")
    parser.add_argument("--depth", type=int, default=2, help="decisions to look ahead; 1: the network alone")
    parser.add_argument("--seed", type=int, default=1 << 45, help="the seed of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    given = parser.parse_args()
    if min(given.games - 1, given.depth, given.jobs) < 1:
        parser.error("there must be two matches or more, a decision and processes")
    return given


def main() -> None:
    given = arguments()
    seeds, networks = range(given.seed, given.seed + given.games), (str(given.old), str(given.new))
    variants = given.variants.split(",")
    for variant in variants:
        for network in networks:
            for seed in (seeds[0], seeds[-1]):
                planner_with(given.game, network).game.match(seats=1, seed=seed, variant=variant)
    for variant in variants:
        pairs = [Pair(given.game, variant, seed, given.depth, networks) for seed in seeds]
        points = np.array([played.points for played in do_all(play_pair, pairs, given.jobs)])
        more = points[:, 1] - points[:, 0]
        error = more.std(ddof=1) / sqrt(len(more))
        old, new = points.mean(axis=0)
        print(
            f"{variant}: {len(more)} matches, {given.depth} decisions far: {old:.2f} and {new:.2f} points,"
            f" difference {more.mean():+.2f} ± {error:.2f} (one standard error)",
            flush=True,
        )


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
