"""How much better could anybody play a game in which everybody plays for themselves? An estimate, from one step of improvement.

    python examples/what_is_left.py --variants base,both-modules --games 120 --jobs 2

Matches are played by looking ahead exactly. At some of their decisions the few moves that look best are compared: after each, the
rest of the match is played many times by the network's own choice, always with the same luck, and what luck brought is taken out
(as AIVAT does for poker, Burch and others 2018). Nobody's match can be worth more than the network's own play by more than what
the best of these moves gain, added up over the decisions of the best player (the performance difference lemma, Kakade and
Langford 2002). The best player is not known, so the decisions that a good one meets stand in, and moves that look bad to it are
not tried: an estimate, not a bound.

Printed is, in points of a whole match, what is gained over the network's own moves by looking ahead, and by the moves that prove
best: once counted with other luck than they were chosen by, which is a little too low, and once with all luck, which is too high.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.foresight import Foresight, forget_position
from londinium.bots.search.plan import LEAF, LEAVES, Plan, make, open_frame, weigh_replies, worth_now
from londinium.bots.search.planner import Allowed, Looked, Planner, best_first
from londinium.kernel.game import CHANCE
from londinium.kernel.generic.names import push, to_act
from londinium.kernel.generic.playout import reveal
from londinium.kernel.match import Match
from londinium.kernel.rules import part
from londinium.work.pool import do_all

SEAT = 0
FRESH_LUCK = 1 << 50
"""The first seed of what is revealed after a move that is tried."""
CLOSE = 2.5
"""Moves that look worse than the best by more points than this are not tried."""
MOST_TRIED = 5
MOST_DECISIONS = 64
"""More than any match has."""


class Task(msgspec.Struct, frozen=True):
    """A match, and how its decisions are looked at."""

    game: str
    variant: str
    seed: int
    depth: int
    share: float
    times: int


class Decision(msgspec.Struct, frozen=True):
    """What is gained by other moves than the network's own, in points."""

    number: int
    tried: int
    by_looking: float
    by_best: float
    """Of the move that was best with one half of the luck, with the other half."""
    by_highest: float
    """Of the move that was best with all luck."""


class Found(msgspec.Struct, frozen=True):
    """A match with some of its decisions."""

    points: int
    decisions: int
    looked_at: list[Decision]
    problem: str = ""
    """A worker's answer has one; what could be wrong is found before."""


@part
def expected_after(box: Any, skip: int, paper: Plan, net: Foresight) -> float:
    """What the position in `paper.after[0]` is worth: each reveal as likely as it is, and then the best reply."""
    open_frame(0, box, paper)
    worth = 0.0
    for leaf in range(paper.frames[0, LEAVES]):
        paper.frames[0, LEAF] = leaf
        if to_act(paper.leaves[0, leaf]) >> SEAT & 1 == 0:
            best = worth_now(paper.leaves[0, leaf], box, SEAT, paper, net, False)
        else:
            count, best = weigh_replies(0, box, SEAT, skip, paper, net), -1e9
            for k in range(count):
                best = max(best, float(paper.worths[0, k]))
        worth += paper.odds[0, leaf] * best
    return worth


@part
def played_on(box: Any, seed: int, skip: int, paper: Plan, net: Foresight) -> float:
    """What the match in `paper.root` ends with if the network's own choice is played, without what this luck brought."""
    paper.after[0] = paper.root[0]
    worth = expected_after(box, skip, paper, net)
    while to_act(paper.root[0]) != 0:
        if to_act(paper.root[0]) == 1 << CHANCE:
            push(paper.root[0], box, CHANCE, reveal(paper.root[0], box, seed, paper.moves[1], paper.weights))
            continue
        paper.leaves[0, 0] = paper.root[0]
        paper.frames[0, LEAF] = 0
        count, best = int(weigh_replies(0, box, SEAT, skip, paper, net)), 0
        for k in range(1, count):
            best = k if paper.worths[0, k] > paper.worths[0, best] else best
        worth -= paper.worths[0, best]
        make(paper.root[0], box, SEAT, paper.moves[0, best], skip)
        paper.after[0] = paper.root[0]
        worth += expected_after(box, skip, paper, net)
    return worth


def play_on(starts: Any, boxes: Any, skip: int, moves: Any, seeds: Any, paper: Plan, net: Foresight, worths: Any) -> None:
    """Play each of these moves, and then the rest of the match with each of these seeds."""
    forget_position(net, 0, paper.near)
    for k in range(len(moves)):
        for number in range(len(seeds)):
            paper.root[0] = starts[0]
            make(paper.root[0], boxes[0], SEAT, moves[k], skip)
            worths[k, number] = played_on(boxes[0], seeds[number], skip, paper, net)


@cache
def planner_of(name: str) -> Planner:
    game = londinium.game(name)
    network = foresight.judgement_of(game)
    if network is None or not foresight.is_alone(game):
        sys.exit(f"Error: {game.title} has no network that judges for somebody alone")
    return Planner(game, network)


def tried_by(planner: Planner, match: Match, moves: Sequence[int], seeds: Any) -> Any:
    """What the match ends with after each move, by seed."""
    starts = match.states_known_to(SEAT)
    paper, net = planner.paper(match, planner.game.state.new()), planner.scratch(match)
    worths = np.zeros((len(moves), len(seeds)))
    planner.bound(play_on)(starts, match.boxes, planner.game.skip_move, np.array(moves, np.int64), seeds, paper, net, worths)
    return worths


def look_at(planner: Planner, match: Match, found: dict[int, Looked], own: int, number: int, task: Task) -> Decision:
    """What the moves that look best gain over the network's `own`."""
    ranked = [move for move, _ in best_first(found)]
    first = ranked[0]
    tried = [move for move in ranked if found[move].worth >= found[first].worth - CLOSE][:MOST_TRIED]
    tried += [own] if own not in tried else []
    if len(tried) == 1:
        return Decision(number, 1, 0.0, 0.0, 0.0)
    start = FRESH_LUCK + (task.seed % (1 << 20) * MOST_DECISIONS + number) * 2 * task.times
    worths = tried_by(planner, match, tried, np.arange(start, start + 2 * task.times, dtype=np.int64))
    gains = worths - worths[tried.index(own)]
    half = gains[:, : task.times].mean(axis=1), gains[:, task.times :].mean(axis=1)
    both = (half[0] + half[1]) / 2
    honest = (half[1][half[0].argmax()] + half[0][half[1].argmax()]) / 2
    return Decision(number, len(tried), float(both[tried.index(first)]), float(honest), float(both.max()))


def look_at_match(task: Task) -> Found:
    """Play a match by looking ahead, and look at some of its decisions."""
    planner = planner_of(task.game)
    match = planner.game.match(seats=1, seed=task.seed, variant=task.variant)
    drawn, number, looked = np.random.default_rng(task.seed), 0, []
    while not match.is_over:
        legal = match.legal(SEAT)
        if len(legal) == 1:
            match.push(legal[0], SEAT)
            continue
        states = match.states_known_to(SEAT)
        found = planner.think(match, SEAT, states, Allowed(depth=task.depth))
        if drawn.random() < task.share:
            own = best_first(planner.think(match, SEAT, states, Allowed(depth=1)))[0][0]
            looked.append(look_at(planner, match, found, own, number, task))
        number += 1
        match.push(best_first(found)[0][0], SEAT)
    assert match.outcome is not None
    return Found(int(match.outcome.scores[0]), number, looked)


def told(variant: str, matches: Sequence[Found]) -> str:
    """What was found in the matches of a variant."""
    points, each = [row.points for row in matches], float(np.mean([row.decisions for row in matches]))
    looked = [one for row in matches for one in row.looked_at]
    size = f"{len(matches)} matches of {np.mean(points):.1f} points and {each:.1f} decisions"
    lines = [f"{variant}: {size}, {len(looked)} of them looked at"]
    for kind, name in (("by looking ahead", "by_looking"), ("by the best move", "by_best"), ("at the highest", "by_highest")):
        gains = np.array([getattr(one, name) for one in looked])
        if len(gains):
            lines.append(
                f"  gained {kind:17} {each * gains.mean():+.2f} ± {each * gains.std() / sqrt(len(gains)):.2f} points a match"
            )
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Estimate how much better a game for one could be played. ± is one standard error."
    )
    parser.add_argument("--game", default="next-station-london", help="a game with a network that judges for somebody alone")
    parser.add_argument(
        "--variants", default="base,both-modules", help="options to play with, by name; several separated by commas"
    )
    parser.add_argument("--games", type=int, default=100, help="matches of each")
    parser.add_argument("--share", type=float, default=0.1, help="of how many of their decisions moves are compared, up to 1")
    parser.add_argument("--times", type=int, default=128, help="with how much luck each move is tried, two halves of it")
    parser.add_argument("--depth", type=int, default=3, help="how many decisions far matches are played")
    parser.add_argument("--seed", type=int, default=1 << 47, help="of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="matches at the same time")
    parser.add_argument("-o", "--output", type=Path, help="a file to which every match is added, a line each")
    given = parser.parse_args()
    if min(given.games, given.times, given.depth, given.jobs) < 1 or not 0 < given.share <= 1:
        parser.error("there must be some matches, decisions and luck")
    if given.output and not given.output.parent.is_dir():
        parser.error(f"{given.output} is not in an existing folder")
    return given


def main() -> None:
    given = arguments()
    variants = given.variants.split(",")
    for variant in variants:
        for seed in (given.seed, given.seed + given.games - 1):
            planner_of(given.game).game.match(seats=1, seed=seed, variant=variant)
    for variant in variants:
        tasks = [Task(given.game, variant, given.seed + k, given.depth, given.share, given.times) for k in range(given.games)]
        matches = []
        for found in do_all(look_at_match, tasks, given.jobs):
            matches.append(found)
            if given.output:
                with given.output.open("a", encoding="utf-8") as file:
                    file.write(f"{variant} {msgspec.json.encode(found).decode()}\n")
        print(told(variant, matches), flush=True)


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
