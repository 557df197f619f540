"""The bound of the solver holds: against every line that there is, and against every sheet in matches that are short enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.mind.solver.bound import FIRST_LENGTH, Bound
from londinium.games.next_station_london.mind.solver.branches import split_up
from londinium.games.next_station_london.mind.solver.budget import Budget
from londinium.games.next_station_london.mind.solver.conflicts import conflicts_of, crossings_of
from londinium.games.next_station_london.mind.solver.dual import FIRST_PRICE, Prices, best_routes, fill_legs
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, PART, SITES, Outlook, outlook_of, value_of
from londinium.games.next_station_london.mind.solver.play_through import sections_in
from londinium.games.next_station_london.mind.solver.pool import Pool, Round, grow, grow_all
from londinium.games.next_station_london.mind.solver.routes import LEG_KINDS, routes_of
from londinium.games.next_station_london.mind.solver.search import Search
from londinium.games.next_station_london.mind.solver.solo import Alone, finished
from londinium.games.next_station_london.mind.solver.solution import solve
from londinium.games.next_station_london.rules.components import LINES, STATIONS, TWICE, WORD, WORDS
from londinium.games.next_station_london.rules.moves import PASS
from londinium.games.next_station_london.rules.state import DRAWING, State
from londinium.kernel.flat import FlatArray

pytestmark = pytest.mark.slow_interpreted

LONDON = GAME.standard_box()
VARIANTS = ("base", "objectives", "powers", "both-modules")
ROOM = 100_000


def rounds_of(seed: int, variant: str, turns: int = 10) -> tuple[list[Round], FlatArray[State], list[int]]:
    """The rounds of a player alone, as if each ended after this many turns, and an empty sheet."""
    alone = Alone(finished(GAME.match(seats=1, seed=seed, variant=variant)), 0)
    rounds, blank = alone.rounds()
    np.asarray(blank)["twice"][0, 0] = 0
    return [Round(one.pencil, first(one.turns, turns), one.cities) for one in rounds], blank, alone.pencils


def first(states: Any, count: int, start: int = 0) -> Any:
    """A copy of some states in a row."""
    return states[start : start + count].copy()


def outlook(one: Round, key: int | None = None, need: int = NOTHING) -> FlatArray[Outlook]:
    """An outlook with even prices, or with prices thrown by a key."""
    if key is None:
        return outlook_of(one.turns, LONDON, one.pencil, np.full(STATIONS, FIRST_PRICE), np.zeros((WORDS, WORD), np.int64))
    dice = np.random.default_rng(key)
    prices = dice.integers(-PART, 4 * PART, STATIONS)
    tolls = -dice.integers(0, 3 * PART, (WORDS, WORD)) * dice.integers(0, 2, (WORDS, WORD))
    rest = dice.integers(0, 8 * PART, SITES + 1)
    return outlook_of(one.turns, LONDON, one.pencil, prices, tolls, rest, need)


def walk(states: FlatArray[State], one: Round, turn: int) -> Iterator[frozenset[int]]:
    """Every line that the rules allow from a state on, straight from the rules, as often as there are ways to it."""
    engine = GAME.engine
    if turn == len(one.turns):
        yield frozenset(sections_in(LONDON[0], states[0].drawn[0, one.pencil]))
        return
    moves, _ = engine.buffers()
    for move in moves[: engine.legal(states, 0, LONDON, 0, moves)].tolist():
        after: Any = states.copy()
        engine.push(after, 0, LONDON, 0, move)
        if after[0].phase == DRAWING:
            yield from walk(after, one, turn)
            continue
        if turn + 1 < len(one.turns):
            # The next card comes: the state at its turn, with what is drawn and spent.
            card = first(one.turns, 1, turn + 1)
            for field in ("drawn", "blocked", "line", "ends", "spent"):
                card[field] = after[field]
            after = card
        yield from walk(after, one, turn + 1)


def names(pool: Pool) -> set[frozenset[int]]:
    return {frozenset(sections_in(LONDON[0], sections)) for sections in pool.lines["sections"]}


@pytest.mark.parametrize("seed", [0, 2])
def test_a_round_has_every_line_that_the_rules_allow(seed: int) -> None:
    for one in rounds_of(seed, "powers", turns=5)[0]:
        pool = grow(one, outlook(one), ROOM)
        assert pool.is_complete
        assert names(pool) == set(walk(first(one.turns, 1), one, 0))


@pytest.mark.parametrize("key", [0, 2, 3])
def test_no_line_is_left_out_that_is_worth_more_than_the_ceiling(key: int) -> None:
    """Whatever the prices are, no line is given up too early: what an unfinished line may become is never underrated."""
    for one in rounds_of(key, "powers", turns=7)[0]:
        every = grow(one, outlook(one, key), 10 * ROOM)
        assert every.is_complete
        ranks = every.lines["rank"][:-1]
        for wanted, room in ((0.999, ROOM), (0.9, ROOM), (0.9, 50), (0.0, 500)):
            need = int(np.quantile(ranks, wanted))
            some = grow_all(one, outlook(one, key, need), room, lambda: True)
            assert some.ceiling >= need
            assert some.ceiling == need or room < ROOM
            assert set(every.lines["rank"][:-1][ranks > some.ceiling]) <= set(some.lines["rank"].tolist())
            assert names(Pool(every.lines[:-1][ranks > some.ceiling], 0, 0)) <= names(some)


def test_a_round_that_is_not_finished_in_time_says_what_it_left_out() -> None:
    one = rounds_of(1, "base", turns=7)[0][0]
    every = grow(one, outlook(one, 1), ROOM)
    none = grow_all(one, outlook(one, 1, 0), ROOM, lambda: False)
    assert none.ceiling >= every.lines["rank"][:-1].max()


def best_of_all(pools: list[Pool], pencils: list[int], blank: FlatArray[State]) -> int:
    """The best total of all sheets, by trying every one of them."""
    search = Search([pool.lines for pool in pools], pencils, blank, LONDON, Budget(0, 1))

    def best_from(i: int, blocked: Any) -> int:
        if i == LINES:
            return search.total
        best = -1
        fitting = ~(pools[i].lines["sections"] & blocked).any(axis=1)
        for which in np.flatnonzero(fitting[:-1]):
            search.place(i, int(which))
            best = max(best, best_from(i + 1, blocked | pools[i].lines["blocked"][which]))
        return best

    return best_from(0, np.zeros(WORDS, np.int64))


@pytest.mark.parametrize("seed", [0, 1, 2, 5, 6, 7])
@pytest.mark.parametrize("room", [ROOM, 3])
def test_nothing_passes_the_bound_in_short_rounds(seed: int, room: int) -> None:
    """Every sheet of rounds with two turns each. With little room, most lines are left out at first."""
    rounds, blank, pencils = rounds_of(seed, VARIANTS[seed % 4], turns=2)
    pools = [grow(one, outlook(one), ROOM) for one in rounds]
    best = best_of_all(pools, pencils, blank)
    bound = Bound(rounds, [grow(one, outlook(one), room) for one in rounds], LONDON, Budget(0, 1))
    steps = iter(range(20))
    bound.improve(best, lambda: next(steps, None) is not None, FIRST_LENGTH)
    if room == 3:
        bound.account_for_all(best - 20, 1000, lambda: True)
    before = bound.points
    assert best <= before
    splits = iter(range(40))
    split_up(bound, best, lambda: next(splits, None) is not None)
    assert best <= bound.points <= before
    search = Search([pool.lines for pool in pools], pencils, blank, LONDON, Budget(0, 1))
    tries = iter(range(2000))
    assert search.run(lambda: next(tries, None) is not None)[0] == best


@pytest.mark.parametrize("seed", [0, 4, 8])
@pytest.mark.parametrize("missing", [0, 1, 7])
def test_splitting_gives_up_no_sheet_above_the_goal(seed: int, missing: int) -> None:
    """All is split until it is settled: then nothing is above the best sheet, and a goal below it does not hide it."""
    rounds, blank, pencils = rounds_of(seed, "base", turns=2)
    pools = [grow(one, outlook(one), ROOM) for one in rounds]
    best = best_of_all(pools, pencils, blank)
    bound = Bound(rounds, pools, LONDON, Budget(0, 1))
    bound.improve(best, lambda: False, FIRST_LENGTH, least=2)
    splits = iter(range(3000))
    split_up(bound, best - missing, lambda: next(splits, None) is not None)
    assert bound.points == best


def sheets_of(pools: list[Any], key: int, count: int) -> Iterator[list[int]]:
    """Lines that fit together, by chance: one after the other from those that still fit."""
    dice = np.random.default_rng(key)
    for _ in range(count):
        chosen, blocked = [0] * LINES, np.zeros(WORDS, np.int64)
        for i in dice.permutation(LINES):
            fitting = np.flatnonzero(~(pools[i]["sections"] & blocked).any(axis=1))
            chosen[i] = int(dice.choice(fitting[-len(fitting) // 3 :]))
            blocked |= pools[i]["blocked"][chosen[i]]
        yield chosen


@pytest.mark.parametrize("key", [0, 1, 2, 3])
def test_no_sheet_passes_the_bound_at_any_prices(key: int) -> None:
    """Sheets by chance, and the best that a search finds, against prices by chance."""
    rounds, blank, pencils = rounds_of(200 + key, VARIANTS[key], turns=5)
    pools = [grow(one, outlook(one), 10 * ROOM) for one in rounds]
    assert all(pool.is_complete for pool in pools)
    lines = [pool.lines for pool in pools]
    search = Search(lines, pencils, blank, LONDON, Budget(0, 1))
    totals = [search.run(lambda: False)[0]]
    for chosen in sheets_of(lines, key, 200):
        search.place_all(chosen)
        totals.append(search.total)
    bound, dice = Bound(rounds, pools, LONDON, Budget(0, 1)), np.random.default_rng(key)
    for spread in (0, 1, 3):
        bound.root.bound = -NOTHING
        bound.root.prices["stations"] = dice.integers(-spread * PART, spread * PART + 1, (1, LINES, STATIONS))
        bound.root.prices["conflicts"] = dice.integers(0, spread * PART + 1, bound.root.prices["conflicts"].shape)
        bound.look_at(bound.root)
        assert bound.in_points(bound.root.bound) >= max(totals)


def test_a_route_is_worth_what_its_line_is() -> None:
    """The bound adds up legs, growing adds up stations and sections: both come to the same."""
    for key, one in enumerate(rounds_of(6, "powers", turns=5)[0]):
        terms = outlook(one, key)
        pool = grow(one, terms, ROOM)
        departure = int(LONDON[0].departure[one.pencil])
        routes, dice = routes_of(pool.lines, LONDON[0], departure), np.random.default_rng(key)
        prices: Any = Prices.new()
        prices["stations"][0, 0] = dice.integers(-PART, 4 * PART, STATIONS)
        prices["tolls"] = -dice.integers(0, 3 * PART, (WORDS, WORD)) * dice.integers(0, 2, (WORDS, WORD))
        legs, best, which = np.zeros(LEG_KINDS, np.int64), np.zeros(SITES + 1, np.int64), np.zeros(SITES + 1, np.int64)
        fill_legs(prices[0], LONDON[0], 0, legs)
        for k in range(0, len(pool.lines), 37):
            best_routes(routes, k, k + 1, legs, best, which)
            visits = int(pool.lines[k].visits)
            assert best[visits] + prices[0].stations[0, departure] == value_of(pool.lines[k], terms[0])
            assert which[visits] == k


def test_conflicts_say_no_more_and_no_less_than_the_map() -> None:
    exclude, conflicts = crossings_of(LONDON[0]), conflicts_of(LONDON[0])
    together = np.zeros_like(exclude)
    for conflict in conflicts:
        members = conflict[conflict >= 0]
        together[np.ix_(members, members)] = 1
    assert (together == exclude).all()
    assert (conflicts >= 0).sum(axis=1).max() > 3, "four sections cross each other"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_lines_at_once_are_the_best_two(seed: int) -> None:
    """The pair that is chosen is as good as the best of all pairs."""
    rounds, blank, pencils = rounds_of(seed, VARIANTS[seed], turns=3)
    pools = [first(grow(one, outlook(one), ROOM).lines[::-1], 60) for one in rounds]
    search = Search(pools, pencils, blank, LONDON, Budget(0, 1))
    for chosen in sheets_of(pools, seed, 4):
        for i, j in ((0, 1), (3, 1), (2, 3)):
            best = -1
            fixed = [k for k in range(LINES) if k not in (i, j)]
            blocked = np.bitwise_or.reduce([pools[k]["blocked"][chosen[k]] for k in fixed])
            for a, b in np.ndindex(len(pools[i]), len(pools[j])):
                one, other = pools[i][a], pools[j][b]
                if not ((one["sections"] | other["sections"]) & blocked).any() and not (one["blocked"] & other["sections"]).any():
                    search.place_all([{i: a, j: b}.get(k, chosen[k]) for k in range(LINES)])
                    best = max(best, search.total)
            search.place_all(chosen)
            before = search.total
            assert search.replace_pair(i, j) == (best > before)
            assert search.total == best


def test_twice_is_used_where_there_is_room_for_it() -> None:
    """A line of the pencil with STATION ×2 counts one station more in a fullest district."""
    for one in rounds_of(0, "powers", turns=4)[0]:
        plain = Round(one.pencil, one.turns.copy(), one.cities)
        np.asarray(plain.turns)["power"] = -1
        with_power, without = grow(one, outlook(one), ROOM).lines, grow(plain, outlook(plain), ROOM).lines
        if one.turns[0].power[one.pencil] == TWICE:
            assert len(with_power) == len(without)
            assert (with_power["points"] > without["points"]).all()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_never_passes_the_bound(seed: int) -> None:
    match = GAME.match(seats=1 + seed % 4, seed=100 + seed, variant=VARIANTS[seed % 4])
    solution = solve(match, seed % match.seats, nodes=1_000_000 * (1 + seed % 6))
    assert solution.total <= solution.bound < 400


def test_passing_is_a_line_too() -> None:
    """A seat that never draws has four lines of one station."""
    rounds, blank, pencils = rounds_of(3, "base")
    pools = [grow(one, outlook(one), 1000).lines[-1:] for one in rounds]
    assert not any(pool["sections"].any() for pool in pools)
    search = Search(pools, pencils, blank, LONDON, Budget(0, 1))
    idle = GAME.match(seats=1, seed=3)
    while not idle.is_over:
        idle.push(PASS)
    assert idle.outcome is not None
    assert search.run(lambda: False)[0] == idle.outcome.scores[0]
