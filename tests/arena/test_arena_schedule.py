"""Who plays whom: every bot sits everywhere equally often, on the same shuffles."""

from __future__ import annotations

from collections import Counter

import pytest

from londinium.arena.results import Settings
from londinium.arena.schedule import circles, matches_per_seed, schedule, seatings, tables
from londinium.kernel.words.errors import InvalidOption


def settings(bots: tuple[str, ...], seats: int, seed: int = 100) -> Settings:
    facts = {"game": "old-london-bridge", "rules": 1, "options": {}, "box": "standard", "box_hash": ""}
    return Settings(seats=seats, bots=bots, seed=seed, **facts)  # type: ignore[arg-type]  # plain facts


def test_tables() -> None:
    assert tables(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert tables(("a", "b", "c"), 3) == (("a", "b", "c"),)
    assert tables(("a", "b"), 3) == (("a", "a", "b"), ("a", "b", "b"))
    assert tables(("a", "b"), 4) == (("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b"))
    assert tables(("a", "b", "c"), 1) == (("a",), ("b",), ("c",))
    assert tables(("a",), 4) == (("a", "a", "a", "a"),)
    assert tables(("a", "b", "b", "b"), 4) == (("a", "b", "b", "b"),)


def test_a_bot_that_is_named_twice_needs_a_whole_table() -> None:
    with pytest.raises(InvalidOption, match="each of the 4 seats, not 2"):
        tables(("a", "a"), 4)
    with pytest.raises(InvalidOption, match="at least one bot"):
        tables((), 2)


@pytest.mark.parametrize(
    ("bots", "seats"),
    [("abcd", 4), ("abc", 3), ("ab", 2), ("abcde", 4), ("abcd", 2), ("ab", 4), ("abc", 4), ("ab", 3), ("abbb", 4), ("abc", 1)],
)
def test_every_bot_sits_everywhere_equally_often_on_every_seed(bots: str, seats: int) -> None:
    plan = schedule(settings(tuple(bots), seats), 250)
    assert [match.number for match in plan] == list(range(len(plan)))
    assert 250 <= len(plan) < 250 + matches_per_seed(tuple(bots), seats)
    per_seed = Counter(match.seed for match in plan)
    assert set(per_seed.values()) == {matches_per_seed(tuple(bots), seats)}
    assert sorted(per_seed) == list(range(100, 100 + len(per_seed)))
    for seed in per_seed:
        here = Counter((bot, seat) for match in plan if match.seed == seed for seat, bot in enumerate(match.bots))
        for bot in set(bots):
            assert len({here[bot, seat] for seat in range(seats)}) == 1, "a seat more often than another"


def test_all_seeds_are_played_by_the_same_tables() -> None:
    plan = schedule(settings(("a", "b", "c"), 2), 60)
    by_seed: dict[int, list[tuple[str, ...]]] = {}
    for match in plan:
        by_seed.setdefault(match.seed, []).append(tuple(sorted(match.bots)))
    assert len({tuple(sorted(found)) for found in by_seed.values()}) == 1


def test_neighbours_change_from_seed_to_seed() -> None:
    assert len(circles(("a", "b", "c", "d"))) == 6
    assert {seatings(("a", "b", "c", "d"), round_no)[0] for round_no in range(6)} == set(circles(("a", "b", "c", "d")))
    assert seatings(("a", "a"), 5) == (("a", "a"),), "twice the same match would say nothing new"


def test_more_matches_continue_the_same_plan() -> None:
    few, many = (schedule(settings(("a", "b", "c"), 2), games) for games in (30, 90))
    assert many[: len(few)] == few
