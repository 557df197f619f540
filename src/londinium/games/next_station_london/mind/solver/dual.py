"""The prices at which the bound is lowest, by steps against the conflicts that they leave (a subgradient method)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, PART, SITES, Outlook, fill_prices, value_of
from londinium.games.next_station_london.rules.components import LINES, STATIONS, WORD, WORDS
from londinium.games.next_station_london.rules.lines import SIGHTSEEING
from londinium.games.next_station_london.rules.masks import has
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS
from londinium.kernel.flat import Cells, Flat, int64
from londinium.kernel.rules import rule

if TYPE_CHECKING:
    from londinium.games.next_station_london.mind.solver.lines import Line

CONFLICTS = 1024
VISITS = SITES + 1
PATIENCE = 12
"""Steps without progress before they become shorter."""
SHORTER = 0.7
FIRST_PRICE = PART * 6 // 5
HIGHEST_PRICE = PART * sum(INTERCHANGE_STEPS)
"""At this price it never pays to stop: for stations that the city does not have."""


class Prices(Flat):
    """What the stations of each line bring, and what its sections cost, in parts of a point."""

    stations: Cells = int64("price of each station for each line", LINES, STATIONS)
    conflicts: Cells = int64("price of each conflict", CONFLICTS)
    tolls: Cells = int64("minus the prices of all conflicts that a section is in", WORDS, WORD)


class Demands(Flat):
    """What is demanded of the lines of a part of all sheets, see branches.py."""

    must: Cells = int64("stations that the line of each round must have", LINES)
    never: Cells = int64("stations that it must not have", LINES)


class Relaxed(Flat):
    """A best answer at given prices: four lines that need not fit together, and lines that stop where it pays."""

    best: Cells = int64("the best value of a line, by round and visits", LINES, VISITS)
    line: Cells = int64("which line that is", LINES, VISITS)
    visits: Cells = int64("how many visits the lines of the best answer have", LINES)
    stops: Cells = int64("which lines stop at each station, as bits", STATIONS)
    used: Cells = int64("how often each section is used", WORDS, WORD)
    fixed: int = int64("all that does not depend on the lines")
    total: int = int64("the bound at these prices")


class Market(NamedTuple):
    """What has a price: lines, and the conflicts between them."""

    lines: Any
    first: Cells
    """The lines of round i are lines[first[i]:first[i + 1]]."""
    outlooks: Any
    """Of each round: what its lines are worth at the prices of the day."""
    conflicts: Cells


# ── The bound at given prices ────────────────────────────────────────────────


@rule(apart=True)
def spread_tolls(prices: Prices, conflicts: Cells) -> None:
    for word in range(WORDS):
        for bit in range(WORD):
            prices.tolls[word, bit] = 0
    for k in range(len(conflicts)):
        for end in range(2):
            section = conflicts[k, end]
            if section >= 0:
                prices.tolls[section // WORD, section % WORD] -= prices.conflicts[k]


@rule(apart=True)
def meets(line: Line, must: int, never: int) -> bool:
    """Whether a line has what it must, and nothing that it must not."""
    return bool(int(line.stations) & (must | never) == must)


@rule(apart=True)
def best_lines(lines: Any, first: int, last: int, outlook: Outlook, must: int, never: int, best: Cells, which: Cells) -> None:
    """The best value of the lines from first to last, by visits."""
    for visits in range(VISITS):
        best[visits] = NOTHING
        which[visits] = -1
    for i in range(first, last):
        if not meets(lines[i], must, never):
            continue
        value = value_of(lines[i], outlook)
        if value > best[lines[i].visits]:
            best[lines[i].visits] = value
            which[lines[i].visits] = i


@rule(apart=True)
def station_terms(prices: Prices, stops: Cells) -> int:
    """For each station the lines that should stop there: the interchange they make, minus the prices they are promised."""
    terms = 0
    for station in range(STATIONS):
        best = 0
        stops[station] = 0
        for lines in range(1, 1 << LINES):
            value, colours = 0, 0
            for i in range(LINES):
                if has(lines, i):
                    colours += 1
                    value += INTERCHANGE_STEPS[colours] * PART - prices.stations[i, station]
            if value > best:
                best = value
                stops[station] = lines
        terms += best
    return terms


@rule(apart=True)
def sightseeing(visits: int) -> int:
    return SIGHTSEEING[min(visits, len(SIGHTSEEING) - 1)] * PART


@rule(apart=True)
def combine(best: Cells, visits: Cells) -> int:
    """The best sum of four lines and their sightseeing, and the visits of each."""
    most = NOTHING
    for a in range(VISITS):
        for b in range(VISITS):
            for c in range(VISITS):
                three = best[0, a] + best[1, b] + best[2, c]
                for d in range(VISITS):
                    value = three + best[3, d] + sightseeing(a + b + c + d)
                    if value > most:
                        most = value
                        visits[0], visits[1], visits[2], visits[3] = a, b, c, d
    return most


@rule(apart=True)
def fixed_terms(prices: Prices, conflicts: int, relaxed: Relaxed) -> int:
    """What the bound has besides the lines: the stations, and the prices of the conflicts."""
    value = station_terms(prices, relaxed.stops)
    for k in range(conflicts):
        value += prices.conflicts[k]
    return value


@rule(apart=True)
def relax(market: Market, prices: Prices, demands: Demands, relaxed: Relaxed) -> int:
    """The bound at these prices over all lines of the market."""
    lines, first, outlooks, conflicts = market
    spread_tolls(prices, conflicts)
    for i in range(LINES):
        fill_prices(outlooks[i], prices.stations[i], prices.tolls)
        must, never = demands.must[i], demands.never[i]
        best_lines(lines, first[i], first[i + 1], outlooks[i], must, never, relaxed.best[i], relaxed.line[i])
    relaxed.fixed = fixed_terms(prices, len(conflicts), relaxed)
    relaxed.total = combine(relaxed.best, relaxed.visits) + int(relaxed.fixed)
    return int(relaxed.total)


@rule(apart=True)
def fill_rests(relaxed: Relaxed, rest: Cells) -> None:
    """What everything but the line of a round is worth at most, by the visits of that line."""
    for i in range(LINES):
        for visits in range(VISITS):
            rest[i, visits] = NOTHING
    for a in range(VISITS):
        for b in range(VISITS):
            for c in range(VISITS):
                for d in range(VISITS):
                    all_four = relaxed.best[0, a] + relaxed.best[1, b] + relaxed.best[2, c] + relaxed.best[3, d]
                    all_four += sightseeing(a + b + c + d) + int(relaxed.fixed)
                    rest[0, a] = max(int(rest[0, a]), all_four - relaxed.best[0, a])
                    rest[1, b] = max(int(rest[1, b]), all_four - relaxed.best[1, b])
                    rest[2, c] = max(int(rest[2, c]), all_four - relaxed.best[2, c])
                    rest[3, d] = max(int(rest[3, d]), all_four - relaxed.best[3, d])


@rule(apart=True)
def fill_values(lines: Any, outlook: Outlook, must: int, never: int, rest: Cells, values: Cells) -> None:
    """What each line is worth together with the rest; nothing, if it does not meet the demands."""
    for k in range(len(lines)):
        values[k] = NOTHING
        if meets(lines[k], must, never):
            values[k] = value_of(lines[k], outlook) + int(rest[lines[k].visits])


# ── Better prices ────────────────────────────────────────────────────────────


@rule(apart=True)
def count_used(lines: Any, relaxed: Relaxed) -> None:
    for word in range(WORDS):
        for bit in range(WORD):
            relaxed.used[word, bit] = 0
    for i in range(LINES):
        line = lines[relaxed.line[i, relaxed.visits[i]]]
        for word in range(WORDS):
            for bit in range(WORD):
                relaxed.used[word, bit] += (int(line.sections[word]) >> bit) & 1


@rule(apart=True)
def too_often(conflict: Cells, relaxed: Relaxed) -> int:
    """How often the sections of a conflict are used beyond once."""
    over = -1
    for end in range(2):
        if conflict[end] >= 0:
            over += relaxed.used[conflict[end] // WORD, conflict[end] % WORD]
    return over


@rule(apart=True)
def stations_chosen(lines: Any, relaxed: Relaxed, i: int) -> int:
    """The stations of a round's line in the best answer."""
    return int(lines[relaxed.line[i, relaxed.visits[i]]].stations)


@rule(apart=True)
def step(lines: Any, relaxed: Relaxed, prices: Prices, conflicts: Cells, length: float, goal: int) -> None:
    """Lower the price of a station for a line that stops there too often, raise the price of a conflict that is ignored."""
    count_used(lines, relaxed)
    norm = 0
    for i in range(LINES):
        stations = stations_chosen(lines, relaxed, i)
        for station in range(STATIONS):
            norm += 1 if has(stations, station) != has(relaxed.stops[station], i) else 0
    for k in range(len(conflicts)):
        over = too_often(conflicts[k], relaxed)
        norm += over * over if over > 0 or prices.conflicts[k] > 0 else 0
    if norm == 0:
        return
    far = length * max(int(relaxed.total) - goal, PART) / norm
    for i in range(LINES):
        stations = stations_chosen(lines, relaxed, i)
        for station in range(STATIONS):
            excess = (1 if has(stations, station) else 0) - (1 if has(relaxed.stops[station], i) else 0)
            prices.stations[i, station] -= round(far * excess)
    for k in range(len(conflicts)):
        prices.conflicts[k] = max(0, int(prices.conflicts[k]) + round(far * too_often(conflicts[k], relaxed)))


@rule(apart=True)
def descend(
    market: Market, prices: Any, demands: Demands, relaxed: Relaxed, lengths: Cells, goal: int, steps: int, stays: Cells
) -> int:
    """Take this many steps from prices[0]. Leaves the best prices in prices[1], the length of a step in lengths[0], and counts
    in `stays` how often the best line of a round had a station.
    """
    best = relax(market, prices[0], demands, relaxed)
    prices[1] = prices[0]
    waited = 0
    for _ in range(steps):
        step(market.lines, relaxed, prices[0], market.conflicts, lengths[0], goal)
        total = relax(market, prices[0], demands, relaxed)
        for i in range(LINES):
            for station in range(STATIONS):
                stays[i, station] += 1 if has(stations_chosen(market.lines, relaxed, i), station) else 0
        waited = 0 if total < best - PART // 50 else waited + 1
        if total < best:
            best = total
            prices[1] = prices[0]
        if waited > PATIENCE:
            waited = 0
            lengths[0] *= SHORTER
            prices[0] = prices[1]
            relax(market, prices[0], demands, relaxed)
    return best


def conflicts_of(city: City) -> list[tuple[int, int]]:
    """What can happen at most once on a sheet: a section alone (with -1), or one of two that cross."""
    alone = [(section, -1) for section in range(city.sections)]
    crossing = [
        (section, other)
        for section in range(city.sections)
        for other in range(section + 1, city.sections)
        if has(int(city.crossing[section, other // WORD]), other % WORD)
    ]
    return alone + crossing
