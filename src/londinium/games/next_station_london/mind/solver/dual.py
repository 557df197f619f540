"""The prices at which the bound is lowest, by steps against the conflicts that they leave (a subgradient method)."""

from __future__ import annotations

from typing import Any, NamedTuple

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, PART, SITES
from londinium.games.next_station_london.mind.solver.routes import LEG_KINDS, LEGS, NO_LEG, POINTS, VISITED, leads_to
from londinium.games.next_station_london.rules.components import LINES, SECTIONS, STATIONS, WORD, WORDS
from londinium.games.next_station_london.rules.lines import SIGHTSEEING
from londinium.games.next_station_london.rules.masks import has
from londinium.games.next_station_london.rules.scoring import INTERCHANGE_STEPS
from londinium.kernel.flat import Cells, Flat, FlatArray, int64
from londinium.kernel.rules import rule

CONFLICTS = 1024
MEMBERS = 8
"""Sections of one conflict, at most."""
VISITS = SITES + 1
VISIT_BITS = 3
PATIENCE = 8
"""Steps without progress before they become shorter."""
SHORTER = 0.65
PROGRESS = PART // 50
DIRECTION = 16
"""The length of one price in a direction, which is a whole number."""
FIRST_PRICE = PART * 6 // 5
HIGHEST_PRICE = PART * sum(INTERCHANGE_STEPS)
"""At this price it never pays to stop: for stations that the city does not have."""


class Prices(Flat):
    """What the stations of each line bring, and what its sections cost, in parts of a point."""

    stations: Cells = int64("price of each station for each line", LINES, STATIONS)
    conflicts: Cells = int64("price of each conflict", CONFLICTS)
    tolls: Cells = int64("minus the prices of all conflicts that a section is in", WORDS, WORD)


class Relaxed(Flat):
    """A best answer at given prices: four lines that need not fit together, and lines that stop where it pays."""

    best: Cells = int64("the best value of a line, by round and visits", LINES, VISITS)
    line: Cells = int64("which line that is", LINES, VISITS)
    visits: Cells = int64("how many visits the lines of the best answer have", LINES)
    stops: Cells = int64("which lines stop at each station, as bits", STATIONS)
    legs: Cells = int64("what each leg is worth to each line", LINES, LEG_KINDS)
    used: Cells = int64("how often each section is used", SECTIONS)
    reached: Cells = int64("the stations of each line, as bits", LINES)
    to_stations: Cells = int64("where the prices of stations go next", LINES, STATIONS)
    to_conflicts: Cells = int64("where the prices of conflicts go next", CONFLICTS)
    fixed: int = int64("all that does not depend on the lines")
    total: int = int64("the bound at these prices")


class Market(NamedTuple):
    """What has a price: lines, and the conflicts between them."""

    routes: Cells
    first: Cells
    """The lines of round i are routes[first[i]:first[i + 1]]."""
    cities: FlatArray[City]
    departures: Cells
    """Of each round."""
    conflicts: Cells


# ── The bound at given prices ────────────────────────────────────────────────


@rule(apart=True)
def spread_tolls(prices: Prices, conflicts: Cells) -> None:
    for word in range(WORDS):
        for bit in range(WORD):
            prices.tolls[word, bit] = 0
    for k in range(len(conflicts)):
        for member in range(MEMBERS):
            section = conflicts[k, member]
            if section >= 0:
                prices.tolls[section // WORD, section % WORD] -= prices.conflicts[k]


@rule(apart=True)
def fill_legs(prices: Prices, city: City, i: int, legs: Cells) -> None:
    """What each leg is worth to the line of a round: the price of its station, minus the toll of its section."""
    for section in range(city.sections):
        toll = int(prices.tolls[section // WORD, section % WORD])
        legs[2 * section] = toll + prices.stations[i, city.second_end[section]]
        legs[2 * section + 1] = toll + prices.stations[i, city.first_end[section]]
    legs[NO_LEG] = 0


@rule(apart=True)
def best_routes(routes: Cells, first: int, last: int, legs: Cells, best: Cells, which: Cells) -> None:
    """The best value of the routes from first to last, by visits."""
    for visits in range(VISITS):
        best[visits] = NOTHING
        which[visits] = -1
    for k in range(first, last):
        value = int(routes[k, POINTS]) * PART
        for leg in range(LEGS):
            value += legs[routes[k, leg] & (LEG_KINDS - 1)]
        visits = routes[k, VISITED]
        if value > best[visits]:
            best[visits] = value
            which[visits] = k


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
def fixed_terms(market: Market, prices: Prices, relaxed: Relaxed) -> int:
    """What the bound has besides the lines: the stations, the prices of the conflicts, and those of the departure stations."""
    value = station_terms(prices, relaxed.stops)
    for k in range(len(market.conflicts)):
        value += prices.conflicts[k]
    for i in range(LINES):
        value += prices.stations[i, market.departures[i]]
    return value


@rule(apart=True)
def relax(market: Market, prices: Prices, relaxed: Relaxed) -> int:
    """The bound at these prices over all lines of the market."""
    spread_tolls(prices, market.conflicts)
    for i in range(LINES):
        fill_legs(prices, market.cities[0], i, relaxed.legs[i])
        best_routes(market.routes, market.first[i], market.first[i + 1], relaxed.legs[i], relaxed.best[i], relaxed.line[i])
    relaxed.fixed = fixed_terms(market, prices, relaxed)
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
def weigh(routes: Cells, numbers: Cells, legs: Cells, best: Cells, worth: Cells, first: int, last: int) -> None:
    """The value of each route with these numbers, with its visits in the lowest bits, and the best value by visits."""
    for visits in range(VISITS):
        best[visits] = NOTHING
    for k in range(first, last):
        row = numbers[k]
        value = int(routes[row, POINTS]) * PART
        for leg in range(LEGS):
            value += legs[routes[row, leg] & (LEG_KINDS - 1)]
        visits = int(routes[row, VISITED])
        worth[k] = value << VISIT_BITS | visits
        best[visits] = max(int(best[visits]), value)


@rule(apart=True)
def look(market: Market, numbers: Cells, prices: Prices, relaxed: Relaxed, rest: Cells, worth: Cells) -> int:
    """The bound at these prices over the lines with these numbers, and what each of them is worth together with the rest."""
    spread_tolls(prices, market.conflicts)
    for i in range(LINES):
        fill_legs(prices, market.cities[0], i, relaxed.legs[i])
        first, last = market.first[i], market.first[i + 1]
        weigh(market.routes, numbers, relaxed.legs[i], relaxed.best[i], worth, first, last)
    relaxed.fixed = fixed_terms(market, prices, relaxed)
    relaxed.total = combine(relaxed.best, relaxed.visits) + int(relaxed.fixed)
    fill_rests(relaxed, rest)
    for i in range(LINES):
        for k in range(market.first[i], market.first[i + 1]):
            value = int(worth[k])
            worth[k] = (value >> VISIT_BITS) + rest[i, value & ((1 << VISIT_BITS) - 1)]
    return int(relaxed.total)


@rule(apart=True)
def keep_above(numbers: Cells, worth: Cells, first: Cells, floor: int) -> None:
    """Leave only the numbers that are worth more than the floor, and what they are worth; `first` tells where rounds begin."""
    count, start = 0, first[0]
    for i in range(LINES):
        end = first[i + 1]
        for k in range(start, end):
            if worth[k] > floor:
                numbers[count] = numbers[k]
                worth[count] = worth[k]
                count += 1
        first[i + 1] = count
        start = end


# ── Better prices ────────────────────────────────────────────────────────────


@rule(apart=True)
def read_answer(market: Market, relaxed: Relaxed, uses: Cells) -> None:
    """The sections and stations of the best answer; `uses` counts the sections of each line over many answers."""
    for section in range(SECTIONS):
        relaxed.used[section] = 0
    for i in range(LINES):
        relaxed.reached[i] = 1 << int(market.departures[i])
        k, leg = relaxed.line[i, relaxed.visits[i]], 0
        while market.routes[k, leg] != NO_LEG:
            drawn = int(market.routes[k, leg])
            relaxed.reached[i] |= 1 << leads_to(market.cities[0], drawn)
            relaxed.used[drawn // 2] += 1
            uses[i, drawn // 2] += 1
            leg += 1


@rule(apart=True)
def half(number: int) -> int:
    """Half a number, rounded towards zero."""
    return number // 2 if number >= 0 else -(-number // 2)


@rule(apart=True)
def turn(market: Market, relaxed: Relaxed, prices: Prices) -> int:
    """Turn towards lower prices of stations for lines that stop there too often, and higher ones of conflicts that are ignored.

    Half of the old direction is kept, or the steps would go to and fro. Returns the square of the direction's length.
    """
    norm = 0
    for i in range(LINES):
        for station in range(STATIONS):
            wanted = (1 if has(relaxed.stops[station], i) else 0) - (1 if has(relaxed.reached[i], station) else 0)
            relaxed.to_stations[i, station] = DIRECTION * wanted + half(relaxed.to_stations[i, station])
            norm += relaxed.to_stations[i, station] ** 2
    for k in range(len(market.conflicts)):
        over = -1
        for member in range(MEMBERS):
            if market.conflicts[k, member] >= 0:
                over += relaxed.used[market.conflicts[k, member]]
        relaxed.to_conflicts[k] = DIRECTION * over + half(relaxed.to_conflicts[k])
        if prices.conflicts[k] <= 0:
            relaxed.to_conflicts[k] = max(0, int(relaxed.to_conflicts[k]))
        norm += relaxed.to_conflicts[k] ** 2
    return norm


@rule(apart=True)
def forget_direction(relaxed: Relaxed) -> None:
    for i in range(LINES):
        for station in range(STATIONS):
            relaxed.to_stations[i, station] = 0
    for k in range(CONFLICTS):
        relaxed.to_conflicts[k] = 0


@rule(apart=True)
def step(market: Market, relaxed: Relaxed, prices: Prices, length: float, goal: int, norm: int) -> None:
    """Go in the direction; with length 1 as far as would reach the goal if nothing else changed."""
    far = length * DIRECTION * max(int(relaxed.total) - goal, PART) / norm
    for i in range(LINES):
        for station in range(STATIONS):
            prices.stations[i, station] += round(far * relaxed.to_stations[i, station])
    for k in range(len(market.conflicts)):
        prices.conflicts[k] = max(0, int(prices.conflicts[k]) + round(far * relaxed.to_conflicts[k]))


@rule(apart=True)
def descend(
    market: Market, prices: Any, relaxed: Relaxed, lengths: Cells, goal: int, enough: int, steps: int, uses: Cells
) -> int:
    """Take this many steps from prices[0], or fewer if the bound comes down to what is enough.

    Leaves the best prices in prices[1], the length of a step in lengths[0], and counts in `uses` how often the best line of a
    round had a section. Returns how many steps were taken.
    """
    best = relax(market, prices[0], relaxed)
    prices[1] = prices[0]
    forget_direction(relaxed)
    waited = 0
    for taken in range(steps):
        read_answer(market, relaxed, uses)
        norm = turn(market, relaxed, prices[0])
        if norm == 0 or best <= enough:
            return taken + 1
        step(market, relaxed, prices[0], lengths[0], goal, norm)
        total = relax(market, prices[0], relaxed)
        waited = 0 if total < best - PROGRESS else waited + 1
        if total < best:
            best = total
            prices[1] = prices[0]
        if waited > PATIENCE:
            waited = 0
            lengths[0] *= SHORTER
            prices[0] = prices[1]
            forget_direction(relaxed)
            relax(market, prices[0], relaxed)
    return steps
