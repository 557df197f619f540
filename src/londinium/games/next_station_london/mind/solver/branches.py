"""A lower bound for all sheets by asking separately for those whose line of a round has a section, and those whose does not.

Every sheet is in one of the two parts, so the higher of their bounds holds for both. Each part gets prices of its own. The
part with the highest bound is always the next to be split. Where a line has a section, the others have neither it nor one that
crosses it: that is what prices alone cannot say, for they let every line have a bit of everything.

A part forgets the lines that cannot be in a sheet above a *floor*, so that parts become small quickly; the bound cannot fall
below the floor then. When it gets there, all begins again with a lower floor.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from londinium.games.next_station_london.mind.solver.bound import Bound, Part
from londinium.games.next_station_london.mind.solver.conflicts import crossings_of
from londinium.games.next_station_london.mind.solver.dual import sightseeing
from londinium.games.next_station_london.mind.solver.line_worth import PART
from londinium.games.next_station_london.mind.solver.routes import (
    LEGS,
    NO_LEG,
    POINTS,
    VISITED,
    count_sections,
    leads_to,
    mark_users,
)
from londinium.games.next_station_london.rules.components import LINES, SECTIONS, STATIONS
from londinium.games.next_station_london.rules.scoring import worth_of_interchange

LENGTHS = (0.3, 0.15)
"""How far the steps of the two descents of a part go."""
STEPS = 40
ACTIVE = 1000
"""How many of the best lines of a round join those that are looked at with every step."""
LARGE = 200_000
ABOVE = 3 * PART
"""How far above the floor the steps of a part aim."""
FREE = PART // 4
"""The doubt about a section that nobody else wants counts a little, too."""


def split_up(bound: Bound, goal: int, may_go_on: Callable[[], bool]) -> None:
    """Split while `may_go_on` allows, and once in any case, until nothing is left above the goal, a total that was reached."""
    floor = bound.aim(goal)
    while goal < bound.points and bound.inside > bound.outside:
        if not _Tree(bound, bound.floor_of(floor)).grow(may_go_on):
            return
        floor = (goal + floor) // 2


class _Tree:
    """All parts that are still open, above a floor."""

    def __init__(self, bound: Bound, floor: int) -> None:
        self.bound, self.floor = bound, floor
        self.exclude = crossings_of(bound.cities[0])
        root = bound.root
        self.parts: list[tuple[int, int, Part]] = []
        self.made = 0
        self._add(Part(list(root.lines), root.prices, root.bound))

    def grow(self, may_go_on: Callable[[], bool]) -> bool:
        """Split while there is something above the floor; returns whether all was settled."""
        is_first = True
        while self.parts:
            self.bound.inside = min(self.bound.inside, max(self.floor, -self.parts[0][0]))
            # A bound that is not above that of the lines left out need not fall further.
            if self.bound.inside <= self.bound.outside or not (is_first or may_go_on()):
                return False
            is_first = False
            part = heapq.heappop(self.parts)[2]
            doubtful = self._doubtful(part)
            if doubtful is None:
                if self._is_exact(part):
                    heapq.heappush(self.parts, (-part.bound, 0, part))
                    return False
                continue
            for child in self._children(part, *doubtful):
                self._add(child)
        self.bound.inside = min(self.bound.inside, self.floor)
        return True

    def _add(self, part: Part) -> None:
        """Settle a part, and keep it if it may have a sheet above the floor."""
        if self._settle(part):
            self.made += 1
            heapq.heappush(self.parts, (-part.bound, self.made, part))

    def _settle(self, part: Part) -> bool:
        """Prices of its own for a part; returns whether it may have a sheet above the floor."""
        if not all(map(len, part.lines)):
            return False
        values = self.bound.look_at(part, self.floor)
        active = [np.zeros(0, np.int32)] * LINES
        # Looking at all lines of a large part takes longer than all steps.
        is_large = sum(map(len, part.lines)) > LARGE
        for length in LENGTHS[:1] if is_large else LENGTHS:
            if part.bound <= self.floor or not all(map(len, part.lines)):
                return False
            active = self.bound.with_best(active, part.lines, values, ACTIVE)
            target = self.floor + ABOVE
            prices = self.bound.descend(part, active, part.prices, target, np.array([length]), STEPS, self.floor)
            values = self.bound.look_at(part, self.floor, prices)
        return part.bound > self.floor and all(map(len, part.lines))

    def _doubtful(self, part: Part) -> tuple[int, int] | None:
        """The round and the section that matter most among those that may be drawn or not; None if nothing is open."""
        tolls = -part.prices[0].tolls.reshape(-1)
        best, found = -1, None
        for i in range(LINES):
            counts = np.zeros(SECTIONS, np.int64)
            count_sections(self.bound.routes, part.lines[i], counts)
            doubt = np.minimum(part.uses[i], part.steps - part.uses[i]) * (FREE + tolls)
            doubt[(counts == 0) | (counts == len(part.lines[i]))] = -1
            section = int(np.argmax(doubt))
            if doubt[section] > best:
                best, found = int(doubt[section]), (i, section)
        return found

    def _is_exact(self, part: Part) -> bool:
        """Whether the bound of a part with only one sheet is what that is worth. If not, it comes back with that, or never."""
        lines = [self.bound.routes[numbers[0]] for numbers in part.lines]
        drawn = [line[:LEGS][line[:LEGS] != NO_LEG] // 2 for line in lines]
        if any(self.exclude[np.ix_(one, other)].any() for one, other in combinations(drawn, 2)):
            return False
        stops = np.zeros(STATIONS, np.int64)
        for line, departure in zip(lines, self.bound.departures, strict=True):
            stops[[int(departure), *(leads_to(self.bound.cities[0], int(leg)) for leg in line[:LEGS] if leg != NO_LEG)]] += 1
        points = sum(int(line[POINTS]) for line in lines) + sum(worth_of_interchange(int(count)) for count in stops)
        worth = points * PART + sightseeing(sum(int(line[VISITED]) for line in lines))
        if worth == part.bound:
            return True
        if worth > self.floor:
            part.bound = worth
            self.made += 1
            heapq.heappush(self.parts, (-worth, self.made, part))
        return False

    def _children(self, part: Part, i: int, section: int) -> tuple[Part, Part]:
        """The sheets of a part whose line of a round has a section, and those whose does not."""
        alone = np.zeros(SECTIONS, np.int64)
        alone[section] = 1
        has_it = self._users(part, i, alone)
        without, with_it = list(part.lines), list(part.lines)
        without[i], with_it[i] = part.lines[i][~has_it], part.lines[i][has_it]
        for other in range(LINES):
            if other != i:
                with_it[other] = part.lines[other][~self._users(part, other, self.exclude[section])]
        return Part(with_it, part.prices, part.bound), Part(without, part.prices, part.bound)

    def _users(self, part: Part, i: int, sections: Any) -> Any:
        """Which lines of a round have one of the sections marked."""
        uses = np.zeros(len(part.lines[i]), np.int8)
        mark_users(self.bound.routes, part.lines[i], sections, uses)
        return uses.astype(bool)
