"""A total that no play can pass.

Think of the four lines as bought separately, on four empty sheets. Each gets its own points, and for each of its stations a
*price* that it is promised for the interchange there; for each of its sections it pays a *toll*. Three things are then to be
added so that no sheet is worth less than in the real game:

- for each station the most by which interchange points can exceed the promised prices, over all sets of lines;
- the tolls once, for on a real sheet a section, or one of two sections that cross, is drawn at most once;
- sightseeing for the visits of the four lines, and all objectives.

A real sheet is one of the possibilities, so the best of all possibilities is an upper bound, whatever the prices are. It is
computed exactly: every line that a round allows is known (pool.py), or is known to be worth less than a ceiling. The prices
are chosen so that the bound becomes low (dual.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from londinium.games.next_station_london.city import City
from londinium.games.next_station_london.components import LINES
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS
from londinium.games.next_station_london.solver.budget import Budget
from londinium.games.next_station_london.solver.dual import (
    CONFLICTS,
    FIRST_PRICE,
    HIGHEST_PRICE,
    VISITS,
    Prices,
    Relaxed,
    combine,
    conflicts_of,
    descend,
    fill_rests,
    fill_values,
    relax,
)
from londinium.games.next_station_london.solver.outlook import NOTHING, PART, Outlook, outlook_of
from londinium.games.next_station_london.solver.pool import Pool, Round, grow
from londinium.kernel.records import Batch

ACTIVE = 2000
"""How many of the best lines of a round join those that are looked at with every step."""
STEPS = 60
"""Steps between two looks at all lines."""
FIRST_LENGTH, NEXT_LENGTH, LAST_LENGTH = 1.0, 0.1, 0.003
"""How far a step goes, as a part of the way that would close the gap if nothing else changed."""
BELOW = 6 * PART
"""How far below the bound lines are still wanted when a round is grown again."""


class Bound:
    """The bound of one seat's match, with prices that get better the longer it works."""

    def __init__(self, rounds: Sequence[Round], pools: Sequence[Pool], cities: Batch[City], budget: Budget) -> None:
        self.rounds, self.cities, self.budget = rounds, cities, budget
        self.lines = [pool.lines for pool in pools]
        self.is_complete = [pool.is_complete for pool in pools]
        self.active: list[Any] = [np.zeros(0, np.int64)] * LINES
        self.objectives = bin(int(rounds[0].turns[0].objectives)).count("1") * OBJECTIVE_POINTS
        self._conflicts = np.array(conflicts_of(cities[0])[:CONFLICTS], np.int16)
        self._outlooks, self._relaxed, self._rest = Outlook.new(LINES), Relaxed.new(), np.zeros((LINES, VISITS), np.int64)
        # Prices to step from, the best prices of a descent, and the best prices for all lines.
        self._prices: Any = Prices.new(3)
        self._prices["stations"][0] = HIGHEST_PRICE
        self._prices["stations"][0, :, : int(cities[0].stations)] = FIRST_PRICE
        self._prices[2] = self._prices[0]
        self._lowest = self._look_at_all()
        self.proven: int | None = None
        """The lowest bound so far in which every line is accounted for, in parts of a point; without objectives."""
        if all(self.is_complete):
            self.proven = self._lowest

    @property
    def points(self) -> int:
        """The bound in points."""
        assert self.proven is not None
        return self.proven // PART + self.objectives

    # ── Prices ───────────────────────────────────────────────────────────────

    def improve(self, goal: int, may_go_on: Callable[[], bool], length: float = FIRST_LENGTH) -> None:
        """Look for better prices; the goal is a total that was reached."""
        lengths = np.array([length])
        while lengths[0] > LAST_LENGTH and may_go_on():
            self._descend((goal - self.objectives) * PART, lengths)
            total = self._look_at_all()
            if total < self._lowest:
                self._lowest = total
                self._prices[2] = self._prices[0]
        self._prices[0] = self._prices[2]
        self._look_at_all()
        if all(self.is_complete):
            self.proven = self._lowest if self.proven is None else min(self.proven, self._lowest)

    def _descend(self, goal: int, lengths: Any) -> None:
        """Better prices for the active lines."""
        some = [lines[active] for lines, active in zip(self.lines, self.active, strict=True)]
        first = np.cumsum([0, *map(len, some)])
        self.budget.count(STEPS * int(first[-1]))
        conflicts, relaxed = self._conflicts, self._relaxed[0]
        descend(
            np.concatenate(some), first, self._outlooks, self._prices, conflicts, len(conflicts), relaxed, lengths, goal, STEPS
        )
        self._prices[0] = self._prices[1]

    def _look_at_all(self) -> int:
        """The bound at the prices at hand, over all lines there are; the best lines become active."""
        first = np.cumsum([0, *map(len, self.lines)])
        self.budget.count(2 * int(first[-1]))
        conflicts = self._conflicts
        total = relax(
            np.concatenate(self.lines), first, self._outlooks, self._prices[0], conflicts, len(conflicts), self._relaxed[0]
        )
        fill_rests(self._relaxed[0], self._rest)
        for i in range(LINES):
            self.active[i] = np.union1d(self.active[i], self._best_of(i, ACTIVE))
        return int(total)

    def _best_of(self, i: int, count: int) -> Any:
        values = np.empty(len(self.lines[i]), np.int64)
        fill_values(self.lines[i], self._outlooks[i], self._rest[i], values)
        return np.argpartition(-values, count)[:count] if count < len(values) else np.arange(len(values))

    def promising(self, count: int) -> list[Any]:
        """The best lines of each round at the prices at hand, and the one that is not drawn, for it always fits."""
        undrawn = [np.flatnonzero(~lines["sections"].any(axis=1))[:1] for lines in self.lines]
        return [lines[np.union1d(self._best_of(i, count), undrawn[i])] for i, lines in enumerate(self.lines)]

    # ── Lines that were left out ─────────────────────────────────────────────

    def account_for_all(self, room: int) -> bool:
        """Grow the rounds that had no room again, now at good prices; return whether that brought better lines."""
        best = self._relaxed[0].best.copy()  # type: ignore[attr-defined]  # a NumPy array underneath
        need = self._lowest - BELOW
        news: list[Any] = [None] * LINES
        for i, one in enumerate(self.rounds):
            if self.is_complete[i]:
                continue
            prices: Any = self._prices[0]
            outlook = outlook_of(one.turns, self.cities, one.pencil, prices.stations[i], prices.tolls, self._rest[i], need)
            pool = grow(one, outlook, room)
            self.budget.count(pool.looked_at)
            news[i] = pool.lines
            for visits in range(VISITS):
                ranks = pool.lines["rank"][pool.lines["visits"] == visits]
                most = max(pool.ceiling, int(ranks.max(initial=NOTHING)))
                best[i, visits] = max(int(best[i, visits]), most - int(self._rest[i, visits]))
        total = int(combine(best, np.zeros(LINES, np.int64))) + int(self._relaxed[0].fixed)
        self.proven = total if self.proven is None else min(self.proven, total)
        is_news = any(len(lines) for lines in news if lines is not None) and total > self._lowest + PART // 10
        for i, lines in enumerate(news):
            if lines is not None:
                self.lines[i] = np.concatenate([self.lines[i], lines])
        self._lowest = self._look_at_all()
        return is_news
