"""Matches that a network plays to learn from, for any game that everybody plays for themselves.

What a position after a move is worth is what its best replies are worth, averaged exactly over everything that chance may reveal
before them: so no luck disturbs what is to be learnt. That alone would only repeat what the network believes. Therefore what was
found further on in the same match counts, too: by how much the network was wrong about each later position, as long as the best
moves were made, and less the further away it is. (Temporal differences with exact expectations, as in "expected" SARSA; that the
luck of the match is taken out again is what AIVAT does for poker, Burch and others 2018.)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np

from londinium.bots.search import foresight
from londinium.bots.search.foresight import Foresight, Network, forget_position
from londinium.bots.search.plan import LEAF, LEAVES, Plan, make, open_frame, weigh_replies, worth_now
from londinium.bots.search.planner import Planner
from londinium.envs.compiled.ahead import AS_IT_IS, see_rows
from londinium.envs.setting import Setting
from londinium.kernel.engine import in_parts
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.generic.names import push, scores, setup, to_act
from londinium.kernel.generic.playout import reveal
from londinium.kernel.rules import part
from londinium.kernel.seeds import below, split

MOST_DECISIONS = 96
"""Decisions of one match that are noted at most: more than there are."""
TASTE = 1 << 21
"""The branch of a seed that says which moves are tried."""
FINE = 1 << 24
SEAT = 0


class Rehearsed(NamedTuple):
    """What was noted of a number of matches; a row for each, and in it a place for each decision."""

    states: Any
    """The position after the move, before anything is revealed."""
    aims: Any
    """How many points were still to come from there on: what is to be learnt."""
    points: Any
    """How many there were already."""
    said: Any
    """What the network said that all points will be, before the move."""
    found: Any
    """What they are, if everything that may be revealed is averaged."""
    is_best: Any
    """Whether the network liked no other move better."""
    decisions: Any
    """By match: how many were noted."""
    totals: Any
    """By match: with how many points it ended."""

    def rows(self, part: slice) -> Rehearsed:
        return Rehearsed(*(array[part] for array in self))


@part
def expected_after(box: Any, skip: int, paper: Plan, net: Foresight) -> float:
    """What the position in `paper.after[0]` is worth: each reveal as likely as it is, and then the best reply."""
    open_frame(0, box, paper)
    worth = 0.0
    for leaf in range(paper.frames[0, LEAVES]):
        paper.frames[0, LEAF] = leaf
        if to_act(paper.leaves[0, leaf]) >> SEAT & 1 == 0:
            best = worth_now(paper.leaves[0, leaf], box, SEAT, paper, net)
        else:
            count, best = weigh_replies(0, box, SEAT, skip, paper, net), -1e9
            for k in range(count):
                best = max(best, float(paper.worths[0, k]))
        worth += paper.odds[0, leaf] * best
    return worth


@part
def weigh_every_move(box: Any, skip: int, paper: Plan, net: Foresight) -> int:
    """What the network says of all moves in the position in `paper.root`."""
    paper.leaves[0, 0] = paper.root[0]
    paper.frames[0, LEAF] = 0
    return int(weigh_replies(0, box, SEAT, skip, paper, net))


@part
def rehearse_match(
    box: Any, seed: int, skip: int, warmth: float, paper: Plan, net: Foresight, notes: Rehearsed, row: int
) -> None:
    """Play a match that was laid out in `paper.root` to its end, and note every decision."""
    count, taste = 0, split(seed, TASTE)
    while to_act(paper.root[0]) != 0 and count < MOST_DECISIONS:
        if to_act(paper.root[0]) == 1 << CHANCE:
            push(paper.root[0], box, CHANCE, reveal(paper.root[0], box, seed, paper.moves[1], paper.weights))
            continue
        moves = weigh_every_move(box, skip, paper, net)
        best, chosen, highest = 0, 0, -1e18
        for k in range(moves):
            best = k if paper.worths[0, k] > paper.worths[0, best] else best
            luck = (below(split(taste, count * 1024 + k), FINE) + 0.5) / FINE
            wish = paper.worths[0, k] - warmth * log(-log(luck))
            if wish > highest:
                highest, chosen = wish, k
        notes.is_best[row, count] = chosen == best
        notes.said[row, count] = paper.worths[0, best]
        make(paper.root[0], box, SEAT, paper.moves[0, chosen], skip)
        notes.states[row, count] = paper.root[0]
        scores(paper.root[0], box, paper.points, paper.places)
        notes.points[row, count] = paper.points[SEAT]
        paper.after[0] = paper.root[0]
        notes.found[row, count] = expected_after(box, skip, paper, net)
        count += 1
    scores(paper.root[0], box, paper.points, paper.places)
    notes.totals[row], notes.decisions[row] = paper.points[SEAT], count


@part
def look_back(notes: Rehearsed, row: int, trace: float) -> None:
    """From the last decision to the first: what should have been said."""
    surprise = 0.0
    for k in range(notes.decisions[row] - 1, -1, -1):
        aim = notes.found[row, k] + trace * surprise
        notes.aims[row, k] = aim - notes.points[row, k]
        # A match that goes on with another move than the best says nothing about the best.
        surprise = aim - notes.said[row, k] if notes.is_best[row, k] else 0.0


def rehearse(
    outset: Any, seeds: Any, skip: int, warmths: Any, trace: float, paper: Plan, net: Foresight, notes: Rehearsed
) -> None:
    """A match with each of these seeds."""
    box = outset.boxes[0]
    forget_position(net, 0, paper.seen, paper.key)
    for row in range(len(seeds)):
        paper.root[0] = outset.blank[0]
        setup(paper.root[0], box, 1, outset.options)
        rehearse_match(box, seeds[row], skip, warmths[row], paper, net, notes, row)
        look_back(notes, row, trace)


class Rehearsal:
    """Plays matches of one game by a network, on several threads."""

    def __init__(self, game: Game, threads: int) -> None:
        self.game, self._threads = game, threads

    def play(self, network: Network, variant: str, seeds: Sequence[int], warmths: Any, trace: float) -> tuple[Any, Any, Any, Any]:
        """Play a match with each seed; `warmths` says how often other moves than the best are tried, in points. By decision: what
        is seen after it, and how many points are still to come. By match: how many points it ended with, and its decisions.
        """
        setting, notes = self.noted(network, variant, seeds, warmths, trace)
        return (*self._seen(setting, notes), notes.totals, notes.decisions)

    def noted(
        self, network: Network, variant: str, seeds: Sequence[int], warmths: Any, trace: float
    ) -> tuple[Setting, Rehearsed]:
        """The same matches, and all that was noted of them."""
        game, count = self.game, len(seeds)
        setting = Setting.of(game, 1, variant=variant)
        match, keys = game.match(seats=1, seed=0, variant=variant), np.asarray(seeds, np.int64)
        places = (count, MOST_DECISIONS)
        states: Any = game.state.new(count * MOST_DECISIONS)
        aims, points, said, found = np.zeros((4, *places))
        counts, totals = np.zeros(count, np.int64), np.zeros(count)
        notes = Rehearsed(states.reshape(places), aims, points, said, found, np.zeros(places, np.bool_), counts, totals)
        outset = game.engine.outset(setting.codes)
        play = game.engine.bind(rehearse, observe=foresight.sight_for(network, game).see)

        def chunk(rows: slice) -> None:
            paper = Planner(game, network).paper(match, game.state.new())
            net = foresight.with_scratch(network, match)
            play(outset, keys[rows], game.skip_move, warmths[rows], trace, paper, net, notes.rows(rows))

        in_parts(chunk, count, self._threads)
        return setting, notes

    def _seen(self, setting: Setting, notes: Rehearsed) -> tuple[Any, Any]:
        """What is seen after each decision, and what it turned out to be worth."""
        there = (np.arange(MOST_DECISIONS)[None] < notes.decisions[:, None]).nonzero()
        states, aims = notes.states[there], notes.aims[there]
        count, game = len(aims), self.game
        see = game.engine.bind(see_rows, observe=game.sight.see)
        seen, (points, places) = np.zeros((count, game.sight.size), np.uint8), np.zeros((2, count, 1), np.int32)
        seats, which, moves = np.zeros(count, np.int8), np.arange(count), np.full(count, AS_IT_IS)

        def chunk(rows: slice) -> None:
            found = (seen[rows], points[rows], places[rows])
            trial = game.state.new()
            see(states[rows], seats[rows], setting.boxes, setting.codes, which[: len(seen[rows])], moves[rows], found, trial)

        in_parts(chunk, count, self._threads)
        return seen, aims
