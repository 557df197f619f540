"""A total that no play can pass.

Think of the four lines as bought separately, on four empty sheets. Each gets its own points, and for each of its stations a
*price* that it is promised for the interchange there; for each of its sections it pays a *toll*. Three things are then to be
added so that no sheet is worth less than in the real game:

- for each station the most by which interchange points can exceed the promised prices, over all sets of lines;
- the tolls once, for on a real sheet a section, or one of several that all cross each other, is drawn at most once;
- sightseeing for the visits of the four lines, and all objectives.

A real sheet is one of the possibilities, so the best of all possibilities is an upper bound, whatever the prices are. It is
computed exactly: every line that a round allows is known (pool.py), or is known to be worth less than a ceiling. The prices
are chosen so that the bound becomes low (dual.py), and it becomes lower still by asking separately for the sheets with
and without a certain section (branches.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.budget import Budget
from londinium.games.next_station_london.mind.solver.conflicts import conflicts_of
from londinium.games.next_station_london.mind.solver.dual import (
    FIRST_PRICE,
    HIGHEST_PRICE,
    VISITS,
    Market,
    Prices,
    Relaxed,
    combine,
    descend,
    keep_above,
    look,
)
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, PART, outlook_of
from londinium.games.next_station_london.mind.solver.pool import Pool, Round, grow, grow_all
from londinium.games.next_station_london.mind.solver.routes import routes_of
from londinium.games.next_station_london.rules.components import LINES, SECTIONS
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS
from londinium.kernel.flat import FlatArray

ACTIVE = 1500
"""How many of the best lines of a round join those that are looked at with every step."""
STEPS = 100
"""Steps between two looks at all lines."""
FIRST_LENGTH, NEXT_LENGTH, LAST_LENGTH = 1.0, 0.1, 0.003
"""How far a step goes, as a part of the way that would close the gap if nothing else changed."""

SAMPLED, SAMPLE = 20, 32
"""From how many times as many as are wanted the best are found by a sample of one in so many."""

BEAM = 100_000
"""Room of a beam search for rounds that cannot be grown in full."""
HOPED_FOR, KNOWN = 3, 5
"""Splitting is to leave one in so many points of the gap, and one in so many when it has time to begin again: lines that can only
make sheets below that need not be known.
"""


@dataclass
class Part:
    """A part of all sheets: the lines that they may have, prices for it, and the bound at these prices, in parts of a point."""

    lines: list[Any]
    """Of each round, by their numbers."""
    prices: Any
    bound: int
    uses: Any = None
    """How often the best line of each round had each section on the way to these prices."""
    steps: int = 0
    """How many best lines that were."""


class Bound:
    """The bound of one seat's match, with prices that get better the longer it works."""

    def __init__(self, rounds: Sequence[Round], pools: Sequence[Pool], cities: FlatArray[City], budget: Budget) -> None:
        self.rounds, self.cities, self.budget = rounds, cities, budget
        self.is_complete = [pool.is_complete for pool in pools]
        self.outside = NOTHING if all(self.is_complete) else -NOTHING
        """The bound of all sheets with a line that was left out."""
        self.objectives = bin(int(rounds[0].turns[0].objectives)).count("1") * OBJECTIVE_POINTS
        self.lines = [pool.lines for pool in pools]
        """The lines that every round began with."""
        self.departures = np.array([int(cities[0].departure[one.pencil]) for one in rounds])
        self._conflicts = conflicts_of(cities[0])
        self._relaxed, self._rest = Relaxed.new(), np.zeros((LINES, VISITS), np.int64)
        prices: Any = Prices.new()
        prices["stations"] = HIGHEST_PRICE
        prices["stations"][0, :, : int(cities[0].stations)] = FIRST_PRICE
        self.root = Part([], prices, -NOTHING)
        self._collect([self._routes_of(i, lines) for i, lines in enumerate(self.lines)])
        self.look_at(self.root)
        self.inside = self.root.bound
        """The bound of all other sheets."""

    def _routes_of(self, i: int, lines: Any) -> Any:
        return routes_of(lines, self.cities[0], int(self.departures[i]))

    def _collect(self, routes: Sequence[Any]) -> None:
        """Let the rounds have these lines."""
        self.routes = np.concatenate(routes)
        first = np.cumsum([0, *map(len, routes)])
        self.root.lines = [np.arange(start, end, dtype=np.int32) for start, end in pairwise(first)]

    def _market(self, lines: Sequence[Any]) -> Market:
        """A few lines of each round, by their numbers."""
        first = np.cumsum([0, *map(len, lines)])
        return Market(self.routes[np.concatenate(lines)], first, self.cities, self.departures, self._conflicts)

    @property
    def points(self) -> int:
        """The bound in points."""
        return self.in_points(max(self.inside, self.outside))

    def in_points(self, parts: int) -> int:
        return parts // PART + self.objectives

    def floor_of(self, total: int) -> int:
        """A bound in parts of a point that a sheet passes if it has more than this total."""
        return (total - self.objectives) * PART + PART - 1

    # ── Prices ───────────────────────────────────────────────────────────────

    def improve(self, goal: int, may_go_on: Callable[[], bool], length: float, least: int = 0) -> None:
        """Look for better prices for all sheets together, at least this many times; the goal is a total that was reached."""
        lengths = np.array([length])
        root, target = self.root, self.floor_of(goal)
        root.bound = -NOTHING
        values, prices = self.look_at(root), root.prices
        active = [np.zeros(0, np.int32)] * LINES
        while lengths[0] > LAST_LENGTH and (least > 0 or may_go_on()):
            least -= 1
            active = self.with_best(active, root.lines, values, ACTIVE)
            prices = self.descend(root, active, prices, target, lengths, STEPS)
            values = self.look_at(root, prices=prices)
        self.inside = root.bound

    def descend(
        self, part: Part, active: Sequence[Any], prices: Any, target: int, lengths: Any, steps: int, enough: int = NOTHING
    ) -> Any:
        """Better prices for the active lines of a part."""
        market = self._market(active)
        both: Any = Prices.new(2)
        both[0] = prices[0]
        part.uses = np.zeros((LINES, SECTIONS), np.int64)
        part.steps = int(descend(market, both, self._relaxed[0], lengths, target, enough, steps, part.uses))
        self.budget.count(part.steps * len(market.routes))
        return both[1:2].copy()

    def look_at(self, part: Part, floor: int = NOTHING, prices: Any = None) -> list[Any]:
        """The bound of a part over all its lines, at its prices or at others, which it takes over if they are better.

        Whatever the prices are, lines that cannot be in a sheet above the floor are not needed again. Returns what the lines
        that stay are worth, each with the best of the other rounds.
        """
        prices = part.prices if prices is None else prices
        numbers, first = np.concatenate(part.lines), np.cumsum([0, *map(len, part.lines)])
        worth = np.empty(len(numbers), np.int64)
        market = Market(self.routes, first, self.cities, self.departures, self._conflicts)
        self.budget.count(2 * len(numbers))
        found = int(look(market, numbers, prices[0], self._relaxed[0], self._rest, worth))
        if found < part.bound:
            part.bound, part.prices = found, prices
        if floor > NOTHING:
            keep_above(numbers, worth, first, floor)
            part.lines = [numbers[start:end].copy() for start, end in pairwise(first)]
        return [worth[start:end] for start, end in pairwise(first)]

    def with_best(self, active: Sequence[Any], lines: Sequence[Any], values: Sequence[Any], count: int) -> list[Any]:
        """The active lines of each round and the best ones of others."""
        return [
            np.union1d(already, some[_best(worth, count)]) for already, some, worth in zip(active, lines, values, strict=True)
        ]

    def promising(self, count: int) -> list[Any]:
        """The best lines of each round at the current prices, and the one that is not drawn, as it always fits."""
        best = []
        for lines, worth in zip(self.lines, self.look_at(self.root), strict=True):
            undrawn = np.flatnonzero(~lines["sections"].any(axis=1))[:1]
            best.append(lines[np.union1d(_best(worth, count), undrawn)])
        return best

    # ── Lines that were left out ─────────────────────────────────────────────

    def aim(self, goal: int, hoped_for: int = HOPED_FOR) -> int:
        """The total that splitting is to bring the bound down to."""
        return goal + max(0, self.in_points(self.inside) - goal) // hoped_for

    def account_for_all(self, goal: int, room: int, may_go_on: Callable[[], bool]) -> bool:
        """Grow the rounds that had no room again, now at good prices: better lines, and a ceiling for all that are left out.

        Returns whether the lines are so much better that other prices are called for.
        """
        # With the new lines the rest is worth a little more, so the ceiling is to lie a little lower.
        before, need = self.inside, self.floor_of(self.aim(goal, KNOWN)) - PART // 2
        self.look_at(self.root)
        prices, rest = self.root.prices[0], self._rest.copy()
        outside = np.full((LINES, VISITS), NOTHING, np.int64)
        routes = [self.routes[lines] for lines in self.root.lines]
        for i, one in enumerate(self.rounds):
            if self.is_complete[i]:
                continue
            terms = (one.turns, self.cities, one.pencil, prices.stations[i], prices.tolls, rest[i], need)
            pool = grow_all(one, outlook_of(*terms), room, may_go_on)
            if pool.ceiling > need:
                # Either there was no room, or no time; a beam search takes little and may have the lower ceiling then.
                beam = grow(one, outlook_of(*terms), min(room, BEAM))
                pool = min(pool, beam, key=lambda grown: grown.ceiling)
            self.budget.count(pool.looked_at)
            routes[i] = self._routes_of(i, pool.lines)
            outside[i] = pool.ceiling - rest[i]
        self._collect(routes)
        self.root.bound = -NOTHING
        self.look_at(self.root)
        self.inside = self.root.bound
        self.outside = self._bound_outside(outside)
        return self.inside > before + PART

    def _bound_outside(self, outside: Any) -> int:
        """The bound of sheets with a line that was left out, in one round or in several."""
        inside: Any = self._relaxed[0].best
        most = NOTHING
        for left_out in product((False, True), repeat=LINES):
            if any(left_out):
                best = np.where(np.array(left_out)[:, None], outside, inside)
                most = max(most, int(combine(best, np.zeros(LINES, np.int64))))
        return most + int(self._relaxed[0].fixed)


def _best(values: Any, count: int) -> Any:
    """Where the best values are."""
    if count >= len(values):
        return np.arange(len(values))
    among = np.arange(len(values))
    if len(values) > SAMPLED * count:
        # A sample tells roughly how good they are, so that few have to be put in order.
        sample = np.sort(values[::SAMPLE])
        enough = values >= sample[-(2 * count // SAMPLE + 2)]
        among = np.flatnonzero(enough) if np.count_nonzero(enough) >= count else among
    return among[np.argpartition(-values[among], count - 1)[:count]]
