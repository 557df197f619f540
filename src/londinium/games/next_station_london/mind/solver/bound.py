"""A total that no play can pass.

Think of the four lines as bought separately, on four empty sheets. Each gets its own points, and for each of its stations a
*price* that it is promised for the interchange there; for each of its sections it pays a *toll*. Three things are then to be
added so that no sheet is worth less than in the real game:

- for each station the most by which interchange points can exceed the promised prices, over all sets of lines;
- the tolls once, for on a real sheet a section, or one of two sections that cross, is drawn at most once;
- sightseeing for the visits of the four lines, and all objectives.

A real sheet is one of the possibilities, so the best of all possibilities is an upper bound, whatever the prices are. It is
computed exactly: every line that a round allows is known (pool.py), or is known to be worth less than a ceiling. The prices
are chosen so that the bound becomes low (dual.py), and it becomes lower still by asking separately for the sheets with
and without a certain stop (branches.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.budget import Budget
from londinium.games.next_station_london.mind.solver.dual import (
    CONFLICTS,
    FIRST_PRICE,
    HIGHEST_PRICE,
    VISITS,
    Demands,
    Market,
    Prices,
    Relaxed,
    combine,
    conflicts_of,
    descend,
    fill_rests,
    fill_values,
    relax,
)
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, PART, Outlook, outlook_of
from londinium.games.next_station_london.mind.solver.pool import Pool, Round, grow, grow_all
from londinium.games.next_station_london.rules.components import LINES, STATIONS
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS
from londinium.kernel.flat import FlatArray

ACTIVE = 2000
"""How many of the best lines of a round join those that are looked at with every step."""
STEPS = 60
"""Steps between two looks at all lines."""
FIRST_LENGTH, NEXT_LENGTH, LAST_LENGTH = 1.0, 0.1, 0.003
"""How far a step goes, as a part of the way that would close the gap if nothing else changed."""

BEAM = 100_000
"""Room of a beam search for rounds that cannot be grown in full."""
WORTHWHILE = 12 * PART
"""How much splitting may lower the bound: lines that can only make sheets below that need not be known."""


@dataclass
class Part:
    """A part of all sheets: what is demanded of its lines, prices for it, and the bound at these prices, in parts of a point."""

    demands: Any
    prices: Any
    active: list[Any]
    """The lines of each round that matter most at prices like these, by their numbers."""
    bound: int
    stays: Any = None
    """How often the best lines had each station on the way to these prices."""


class Bound:
    """The bound of one seat's match, with prices that get better the longer it works."""

    def __init__(self, rounds: Sequence[Round], pools: Sequence[Pool], cities: FlatArray[City], budget: Budget) -> None:
        self.rounds, self.cities, self.budget = rounds, cities, budget
        self.is_complete = [pool.is_complete for pool in pools]
        self.outside = NOTHING if all(self.is_complete) else -NOTHING
        """The bound of all sheets with a line that was left out."""
        self.objectives = bin(int(rounds[0].turns[0].objectives)).count("1") * OBJECTIVE_POINTS
        self._conflicts = np.array(conflicts_of(cities[0])[:CONFLICTS], np.int16)
        self._outlooks, self._relaxed, self._rest = Outlook.new(LINES), Relaxed.new(), np.zeros((LINES, VISITS), np.int64)
        self._collect([pool.lines for pool in pools])
        prices: Any = Prices.new()
        prices["stations"] = HIGHEST_PRICE
        prices["stations"][0, :, : int(cities[0].stations)] = FIRST_PRICE
        self.root = Part(Demands.new(), prices, [np.zeros(0, np.int64)] * LINES, -NOTHING)
        self.look_at_all(self.root)
        self.inside = self.root.bound
        """The bound of all other sheets."""

    def _collect(self, lines: Sequence[Any]) -> None:
        self._lines = np.concatenate(lines)
        self._first = np.cumsum([0, *map(len, lines)])

    def lines_of(self, i: int) -> Any:
        """The lines of a round."""
        return self._lines[self._first[i] : self._first[i + 1]]

    @property
    def points(self) -> int:
        """The bound in points."""
        return max(self.inside, self.outside) // PART + self.objectives

    # ── Prices ───────────────────────────────────────────────────────────────

    def improve(self, goal: int, may_go_on: Callable[[], bool], length: float, least: int = 0) -> None:
        """Look for better prices for all sheets together, at least this many times; the goal is a total that was reached."""
        lengths = np.array([length])
        best = self.root.prices
        self.root.bound = -NOTHING
        self.look_at_all(self.root)
        while lengths[0] > LAST_LENGTH and (least > 0 or may_go_on()):
            least -= 1
            before = self.root.bound
            self.descend(self.root, goal, lengths)
            self.look_at_all(self.root)
            best = self.root.prices if self.root.bound < before else best
        self.root.prices = best
        self.look_at_all(self.root)
        self.inside = self.root.bound

    def descend(self, part: Part, goal: int, lengths: Any) -> None:
        """Better prices for the active lines of a part."""
        some = [self.lines_of(i)[part.active[i]] for i in range(LINES)]
        first = np.cumsum([0, *map(len, some)])
        self.budget.count(STEPS * int(first[-1]))
        prices: Any = Prices.new(2)
        prices[0] = part.prices[0]
        part.stays = np.zeros((LINES, STATIONS), np.int64)
        points = (goal - self.objectives) * PART
        market = Market(np.concatenate(some), first, self._outlooks, self._conflicts)
        descend(market, prices, part.demands[0], self._relaxed[0], lengths, points, STEPS, part.stays)
        part.prices = prices[1:2].copy()

    def look_at_all(self, part: Part) -> None:
        """The bound of a part at its prices, over all lines there are; the best lines become active."""
        self.budget.count(2 * len(self._lines))
        market = Market(self._lines, self._first, self._outlooks, self._conflicts)
        part.bound = min(part.bound, int(relax(market, part.prices[0], part.demands[0], self._relaxed[0])))
        fill_rests(self._relaxed[0], self._rest)
        for i in range(LINES):
            part.active[i] = np.union1d(part.active[i], self._best_of(part, i, ACTIVE))

    def _best_of(self, part: Part, i: int, count: int) -> Any:
        lines = self.lines_of(i)
        values = np.empty(len(lines), np.int64)
        must, never = part.demands[0].must[i], part.demands[0].never[i]
        fill_values(lines, self._outlooks[i], must, never, self._rest[i], values)
        best = np.argpartition(-values, count)[:count] if count < len(values) else np.arange(len(values))
        return best[values[best] > NOTHING]

    def promising(self, count: int) -> list[Any]:
        """The best lines of each round at the current prices, and the one that is not drawn, as it always fits."""
        best = []
        for i in range(LINES):
            lines = self.lines_of(i)
            undrawn = np.flatnonzero(~lines["sections"].any(axis=1))[:1]
            best.append(lines[np.union1d(self._best_of(self.root, i, count), undrawn)])
        return best

    # ── Lines that were left out ─────────────────────────────────────────────

    def account_for_all(self, goal: int, room: int, may_go_on: Callable[[], bool]) -> bool:
        """Grow the rounds that had no room again, now at good prices: better lines, and a ceiling for all that are left out.

        Returns whether the lines are so much better that other prices are called for.
        """
        before = self.inside
        prices, rest = self.root.prices[0], self._rest.copy()
        outside = np.full((LINES, VISITS), NOTHING, np.int64)
        lines = [self.lines_of(i) for i in range(LINES)]
        need = max((goal - self.objectives) * PART, self.inside - WORTHWHILE)
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
            active = lines[i][self.root.active[i]]
            self.root.active[i] = np.arange(len(active))
            lines[i] = np.concatenate([active, pool.lines])
            outside[i] = pool.ceiling - rest[i]
        self._collect(lines)
        self.root.bound = -NOTHING
        self.look_at_all(self.root)
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
