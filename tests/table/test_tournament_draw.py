"""Who meets whom, and where everybody sits, for any number of players, seats and rounds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from londinium.table.tournaments.draw import BOT_SEAT, DrawnRound, drawn_rounds

Draw = tuple[DrawnRound, ...]
PLAYERS = some.lists(some.integers(0, 200), min_size=2, max_size=20, unique=True)


def meetings(draw: Draw) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for tables in draw:
        for table in tables:
            found.update(combinations(sorted(player for player in table if player != BOT_SEAT), 2))
    return found


@settings(max_examples=80, deadline=None)
@given(players=PLAYERS, seats=some.integers(2, 4), rounds=some.integers(1, 9), seed=some.integers(0, 2**32))
def test_everybody_plays_every_round_and_seats_rotate(players: list[int], seats: int, rounds: int, seed: int) -> None:
    draw = drawn_rounds(players, seats, rounds, seed)
    assert len(draw) == rounds
    for tables in draw:
        assert all(len(table) == seats for table in tables), "all tables of a round are alike, so that play is duplicate"
        assert sorted(player for table in tables for player in table if player != BOT_SEAT) == sorted(players)
        persons = [seats - table.count(BOT_SEAT) for table in tables]
        assert min(persons) >= 1
        assert max(persons) - min(persons) <= 1, "bots are spread"
    for first in range(0, rounds, seats):
        taken = Counter(
            (player, seat)
            for tables in draw[first : first + seats]
            for table in tables
            for seat, player in enumerate(table)
            if player != BOT_SEAT
        )
        assert max(taken.values()) == 1, "nobody has a seat twice before they had all"


@settings(max_examples=40, deadline=None)
@given(players=PLAYERS, rounds=some.integers(1, 12), seed=some.integers(0, 2**32))
def test_at_tables_of_two_everybody_meets_everybody_first(players: list[int], rounds: int, seed: int) -> None:
    draw = drawn_rounds(players, 2, rounds, seed)
    around = len(players) - 1 if len(players) % 2 == 0 else len(players)
    for first in range(0, rounds, around):
        assert max(meetings(draw[first : first + around]).values()) == 1
    if rounds >= around:
        assert len(meetings(draw[:around])) == len(players) * (len(players) - 1) // 2


@settings(max_examples=60, deadline=None, derandomize=True)
@given(count=some.integers(5, 20), seats=some.integers(3, 4), rounds=some.integers(1, 8), seed=some.integers(0, 2**32))
def test_opponents_vary_at_larger_tables(count: int, seats: int, rounds: int, seed: int) -> None:
    met = meetings(drawn_rounds(range(count), seats, rounds, seed))
    evenly = sum(met.values()) / (count * (count - 1) / 2)
    assert max(met.values()) <= evenly + 2, "no two meet much more often than any two must"


def test_sixteen_in_fives_is_solved_without_anybody_meeting_twice() -> None:
    met = meetings(drawn_rounds(range(16), 4, 5, 5))
    assert set(met.values()) == {1}
    assert len(met) == 120, "and everybody has met everybody"


def test_a_draw_follows_from_its_seed_alone() -> None:
    assert drawn_rounds(range(9), 4, 5, 1) == drawn_rounds(range(9), 4, 5, 1)
    assert drawn_rounds(range(9), 4, 5, 1) != drawn_rounds(range(9), 4, 5, 2)


@pytest.mark.parametrize("count", [5, 6, 7, 9, 10])
def test_everybody_has_bots_about_equally_often(count: int) -> None:
    draw = drawn_rounds(range(count), 4, 4, 7)
    short = Counter(player for tables in draw for table in tables if BOT_SEAT in table for player in table if player != BOT_SEAT)
    assert max(short.values()) - min(short.get(player, 0) for player in range(count)) <= 2
