"""Which of two networks plays better? The search plays the same matches with both, alone.

    python examples/compare_networks.py old.npz new.npz --games 2000 --simulations 400 --jobs 2

The seeds are none that `foresight.py` teaches with. Of each variant it prints what both reached, and the mean difference with its
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
from londinium.bots.search.search import NODE_LIMIT, Budget, Search
from londinium.work.pool import do_all


class Pair(msgspec.Struct, frozen=True):
    """A match that is played twice."""

    game: str
    variant: str
    seed: int
    simulations: int
    networks: tuple[str, str]


class Points(msgspec.Struct, frozen=True):
    """What both networks reached."""

    variant: str
    seed: int
    points: tuple[int, int]
    problem: str = ""


@cache
def search_with(game: str, network: str, simulations: int) -> Search:
    """As the bot `search-N` searches, with another network."""
    found = londinium.game(game)
    return Search(found, nodes=min(NODE_LIMIT, 8 * simulations), network=foresight.read_network(Path(network), found))


def play_pair(pair: Pair) -> Points:
    return Points(pair.variant, pair.seed, (points_with(pair, pair.networks[0]), points_with(pair, pair.networks[1])))


def points_with(pair: Pair, network: str) -> int:
    search = search_with(pair.game, network, pair.simulations)
    match = search.game.match(seats=1, seed=pair.seed, variant=pair.variant)
    while not match.is_over:
        legal = match.legal(0)
        match.push(legal[0] if len(legal) == 1 else search.choose(match, 0, Budget(pair.simulations)), 0)
    assert match.outcome is not None
    return int(match.outcome.scores[0])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Two networks play the same matches.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--game", default="next-station-london")
    parser.add_argument("--variants", default="base,both-modules")
    parser.add_argument("--games", type=int, default=1000, help="matches of each variant, played with both networks")
    parser.add_argument("--simulations", type=int, default=400, help="simulations of the search for each decision")
    parser.add_argument("--seed", type=int, default=1 << 45, help="the seed of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    given = parser.parse_args()
    if min(given.games - 1, given.simulations, given.jobs) < 1:
        parser.error("there must be two matches or more, simulations and processes")
    return given


def main() -> None:
    given = arguments()
    seeds, networks = range(given.seed, given.seed + given.games), (str(given.old), str(given.new))
    for variant in given.variants.split(","):
        pairs = [Pair(given.game, variant, seed, given.simulations, networks) for seed in seeds]
        points = np.array([played.points for played in do_all(play_pair, pairs, given.jobs)])
        more = points[:, 1] - points[:, 0]
        error = more.std(ddof=1) / sqrt(len(more))
        old, new = points.mean(axis=0)
        print(
            f"{variant}: {len(more)} matches, {given.simulations} simulations: {old:.2f} and {new:.2f} points,"
            f" difference {more.mean():+.2f} ± {error:.2f} (one standard error)",
            flush=True,
        )


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
