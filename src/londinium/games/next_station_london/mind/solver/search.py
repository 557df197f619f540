"""Looking for four lines that fit together: one or two at a time are replaced by the best ones that fit the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.budget import Budget
from londinium.games.next_station_london.mind.solver.line_worth import SITES
from londinium.games.next_station_london.mind.solver.lines import Line
from londinium.games.next_station_london.rules.components import LINES, WORDS
from londinium.games.next_station_london.rules.lines import SIGHTSEEING, stops_of_lines, visits
from londinium.games.next_station_london.rules.masks import size
from londinium.games.next_station_london.rules.objectives import OBJECTIVE_POINTS, objective_points
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS, total
from londinium.games.next_station_london.rules.state import State
from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.rules import rule
from londinium.kernel.seeds import below, split

ABSENT = -1
SEED = 0
NO_KEY = np.uint64(0)
NOISES = 12
"""How many points a line may seem better than it is when something new is tried, at most."""
NEARLY = 4
"""A sheet that is less than so many points below the best is looked at more closely."""
PATIENCE = 60
"""Vain attempts after which it begins again with an empty sheet."""


class Pair(NamedTuple):
    """The lines of two rounds that fit a sheet, by their numbers, and what each brings by itself."""

    pencil: int
    lines: Any
    fitting: Cells
    worth: Cells
    others_pencil: int
    others: Any
    others_fitting: Cells
    others_worth: Cells
    starts: Cells
    """Where the others with each number of visits begin."""


@rule(apart=True)
def put_line(s: State, pencil: int, line: Line) -> None:
    """Put a line on a sheet, whatever else is drawn."""
    s.line[0, pencil] = line.stations
    for word in range(WORDS):
        s.drawn[0, pencil, word] = line.sections[word]


@rule(apart=True)
def take_line(s: State, pencil: int) -> None:
    """Take a line off a sheet, with its departure station."""
    s.line[0, pencil] = 0
    for word in range(WORDS):
        s.drawn[0, pencil, word] = 0


@rule(apart=True)
def fits(line: Line, blocked: Cells) -> bool:
    for word in range(WORDS):
        if int(line.sections[word]) & int(blocked[word]):
            return False
    return True


@rule(apart=True)
def best_fitting(lines: Any, sheets: Any, city: City, pencil: int, blocked: Cells, key: int, noise: int) -> int:
    """The line that brings most to sheets[0], which has no line of this pencil. With noise, one that nearly does."""
    s = sheets[0]
    one, two, three = stops_of_lines(s, city, 0, 1), stops_of_lines(s, city, 0, 2), stops_of_lines(s, city, 0, 3)
    seen = visits(s, city, 0)
    bonus = size(s.objectives) * OBJECTIVE_POINTS
    best, most = -1, -1
    for i in range(len(lines)):
        if not fits(lines[i], blocked):
            continue
        stations = int(lines[i].stations)
        value = int(lines[i].points) + SIGHTSEEING[min(seen + int(lines[i].visits), len(SIGHTSEEING) - 1)]
        value += INTERCHANGE_STEPS[2] * size(stations & one)
        value += (INTERCHANGE_STEPS[3] - INTERCHANGE_STEPS[2]) * size(stations & two)
        value += (INTERCHANGE_STEPS[4] - INTERCHANGE_STEPS[3]) * size(stations & three)
        if noise:
            value += below(split(key, i), noise + 1)
        if value + bonus <= most:
            continue
        if bonus:
            put_line(s, pencil, lines[i])
            value += objective_points(s, city, 0)
        if value > most:
            best, most = i, value
    take_line(s, pencil)
    return best


@rule(apart=True)
def fill_fitting(lines: Any, sheets: Any, city: City, blocked: Cells, fitting: Cells, worth: Cells) -> int:
    """The lines that fit a sheet, and what each brings without sightseeing and objectives; returns how many there are."""
    s = sheets[0]
    one, two = stops_of_lines(s, city, 0, 1), stops_of_lines(s, city, 0, 2)
    count = 0
    for i in range(len(lines)):
        if fits(lines[i], blocked):
            stations = int(lines[i].stations)
            fitting[count] = i
            worth[count] = int(lines[i].points) + INTERCHANGE_STEPS[2] * size(stations & one)
            worth[count] += (INTERCHANGE_STEPS[3] - INTERCHANGE_STEPS[2]) * size(stations & two)
            count += 1
    return count


@rule(apart=True)
def meeting(both: int, one: int) -> int:
    """What stations of two lines bring beyond what each line brings by itself; `one` has another line already."""
    steps = INTERCHANGE_STEPS[3] - INTERCHANGE_STEPS[2]
    return steps * size(both) + (INTERCHANGE_STEPS[2] - steps) * size(both & ~one)


@rule(apart=True)
def best_pair(pair: Pair, sheets: Any, city: City, most: int, chosen: Cells) -> int:
    """The two lines that bring most to sheets[0], which has the other two, if it is more than this; else nothing is chosen.

    The fitting lines of the second round stand in the order of their visits, then the best first.
    """
    s = sheets[0]
    one = stops_of_lines(s, city, 0, 1)
    seen = visits(s, city, 0)
    bonus = size(s.objectives) * OBJECTIVE_POINTS
    for a in range(len(pair.fitting)):
        first = pair.lines[pair.fitting[a]]
        stations = int(first.stations)
        meets_at_most = int(pair.worth[a]) + meeting(stations, one) + bonus
        for group in range(len(pair.starts) - 1):
            if pair.starts[group] == pair.starts[group + 1]:
                continue
            sights = SIGHTSEEING[min(seen + int(first.visits) + group, len(SIGHTSEEING) - 1)]
            for b in range(pair.starts[group], pair.starts[group + 1]):
                if meets_at_most + sights + pair.others_worth[b] <= most:
                    break
                second = pair.others[pair.others_fitting[b]]
                value = pair.worth[a] + pair.others_worth[b] + sights + meeting(stations & int(second.stations), one)
                if value + bonus <= most or not fits(second, first.blocked):
                    continue
                if bonus:
                    put_line(s, pair.pencil, first)
                    put_line(s, pair.others_pencil, second)
                    value += objective_points(s, city, 0)
                    take_line(s, pair.pencil)
                    take_line(s, pair.others_pencil)
                if value > most:
                    most = value
                    chosen[0], chosen[1] = pair.fitting[a], pair.others_fitting[b]
    return most


@rule(apart=True)
def shared_of(sheets: Any, city: City) -> int:
    """What sightseeing and objectives bring."""
    s = sheets[0]
    return SIGHTSEEING[min(visits(s, city, 0), len(SIGHTSEEING) - 1)] + objective_points(s, city, 0)


@rule(apart=True)
def total_of(sheets: Any, city: City) -> int:
    return total(sheets[0], city, 0)


@rule(apart=True)
def put(sheets: Any, pencil: int, lines: Any, which: int) -> None:
    put_line(sheets[0], pencil, lines[which])


@rule(apart=True)
def take_off(sheets: Any, pencil: int) -> None:
    take_line(sheets[0], pencil)


def branch(key: Any, number: int) -> Any:
    """A branch of a key. Keys are 64 bits wide, more than Numba takes from a plain Python integer."""
    return np.uint64(split(np.uint64(key), number))  # type: ignore[arg-type]  # as wide as it must be


class Search:
    """Sheets of one match, from the lines that each round offers."""

    def __init__(
        self, pools: Sequence[Any], pencils: Sequence[int], blank: FlatArray[State], cities: FlatArray[City], budget: Budget
    ) -> None:
        self.pools, self.pencils, self.cities, self.budget = pools, pencils, cities, budget
        self.sheet = blank.copy()
        self.chosen = [ABSENT] * LINES
        for pencil in pencils:
            take_off(self.sheet, pencil)

    @property
    def total(self) -> int:
        return int(total_of(self.sheet, self.cities[0]))

    @property
    def lines(self) -> list[Any]:
        return [pool[which : which + 1].copy() for pool, which in zip(self.pools, self.chosen, strict=True)]

    def place(self, i: int, which: int) -> None:
        """Choose a line of a round, or none."""
        self.chosen[i] = which
        if which == ABSENT:
            take_off(self.sheet, self.pencils[i])
        else:
            put(self.sheet, self.pencils[i], self.pools[i], which)

    def place_all(self, chosen: Sequence[int]) -> None:
        for i, which in enumerate(chosen):
            self.place(i, which)

    def _blocked(self, i: int) -> Any:
        """The sections that lines of other rounds leave no room for."""
        blocked = np.zeros(WORDS, np.int64)
        for other, which in enumerate(self.chosen):
            if other != i and which != ABSENT:
                blocked |= self.pools[other]["blocked"][which]
        return blocked

    def replace(self, i: int, key: Any = NO_KEY, noise: int = 0) -> None:
        """Choose the best line of a round that fits the others; a line without sections always does."""
        blocked = self._blocked(i)
        self.place(i, ABSENT)
        self.budget.count(len(self.pools[i]))
        self.place(i, int(best_fitting(self.pools[i], self.sheet, self.cities[0], self.pencils[i], blocked, key, noise)))

    def _fitting(self, i: int) -> tuple[Any, Any]:
        """The lines of a round that fit the sheet, and what each brings by itself, the best first."""
        pool, blocked = self.pools[i], self._blocked(i)
        fitting, worth = np.empty(len(pool), np.int64), np.empty(len(pool), np.int64)
        count = int(fill_fitting(pool, self.sheet, self.cities[0], blocked, fitting, worth))
        self.budget.count(len(pool))
        order = np.argsort(-worth[:count], kind="stable")
        return fitting[order], worth[order]

    def replace_pair(self, i: int, j: int) -> bool:
        """Choose the best two lines of two rounds that fit the others; returns whether that is better."""
        before, chosen = self.total, list(self.chosen)
        self.place(i, ABSENT)
        self.place(j, ABSENT)
        (fitting, worth), (others, others_worth) = self._fitting(i), self._fitting(j)
        seen = self.pools[j]["visits"][others]
        order = np.argsort(seen, kind="stable")
        starts = np.searchsorted(seen[order], np.arange(SITES + 2))
        pair = Pair(
            self.pencils[i], self.pools[i], fitting, worth,
            self.pencils[j], self.pools[j], others[order], others_worth[order], starts,
        )  # fmt: skip
        apart = self.total - int(shared_of(self.sheet, self.cities[0]))
        better = np.array([chosen[i], chosen[j]])
        best_pair(pair, self.sheet, self.cities[0], before - apart, better)
        self.place(i, int(better[0]))
        self.place(j, int(better[1]))
        return self.total > before

    def polish(self) -> int:
        """Replace two lines at once until no two can be replaced by better ones."""
        while any(self.replace_pair(i, j) for i, j in combinations(range(LINES), 2)):
            self.climb()
        return self.total

    def climb(self, first: int = 0) -> int:
        """Replace one line after the other until no single one can be replaced by a better one."""
        most, settled, i = -1, 0, first
        while settled < LINES:
            self.replace(i)
            settled = 1 if self.total > most else settled + 1
            most = self.total
            i = (i + 1) % LINES
        return most

    def start(self, key: Any) -> int:
        """A sheet from nothing."""
        self.place_all([ABSENT] * LINES)
        first = below(branch(key, 0), LINES)
        for k in range(LINES):
            self.replace((first + k) % LINES, branch(key, 1 + k), NOISES)
        return self.climb()

    def shake(self, key: Any) -> int:
        """Replace two lines, one of them by something new, and climb from there."""
        i = below(branch(key, 0), LINES)
        j = (i + 1 + below(branch(key, 1), LINES - 1)) % LINES
        self.place(j, ABSENT)
        self.replace(i, branch(key, 2), 1 + below(branch(key, 3), NOISES))
        self.replace(j)
        return self.climb((j + 1) % LINES)

    def run(self, may_go_on: Callable[[], bool], known: Sequence[int] | None = None, attempts: int = 0) -> tuple[int, list[int]]:
        """The best total found, and its lines. Begins with a known sheet, if there is one; makes at least this many attempts."""
        best, best_chosen, attempt = -1, [ABSENT] * LINES, 0
        polished: set[tuple[int, ...]] = set()
        while best < 0 or may_go_on():
            if known is not None and best < 0:
                self.place_all(known)
                current = self.climb()
            else:
                current = self.start(branch(SEED, attempt))
            at, waited = list(self.chosen), 0
            while True:
                if current > best - NEARLY and tuple(at) not in polished and (attempt < attempts or may_go_on()):
                    self.place_all(at)
                    current, at = self.polish(), list(self.chosen)
                    polished.add(tuple(at))
                if current > best:
                    best, best_chosen = current, list(at)
                if waited >= PATIENCE or not (attempt < attempts or may_go_on()):
                    break
                attempt, waited = attempt + 1, waited + 1
                self.place_all(at)
                found = self.shake(branch(SEED, attempt))
                if found >= current:
                    waited = waited if found == current else 0
                    current, at = found, list(self.chosen)
        return best, best_chosen
