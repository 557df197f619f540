"""Skill against luck: the parts of a variance, from results that were made of known parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from londinium.arena.results import Estimate, MatchResult, Settings
from londinium.arena.schedule import schedule
from londinium.arena.skill import VarianceShares, measure_skill, skill_of, variance_shares
from londinium.arena.tournament import settings_for
from londinium.kernel.registry import game
from londinium.kernel.words.errors import InvalidOption

PLAYER, SHUFFLE, SEAT, REST = 2.0, 3.0, 1.0, 4.0
KNOWN = np.array([PLAYER**2, SHUFFLE**2, SEAT**2 * 2 / 3, REST**2])
KNOWN /= KNOWN.sum()


def made_up(draw: np.random.Generator, seeds: int, rest: float = REST) -> tuple[Any, list[int]]:
    """Three seats, six line-ups in which each seat has each player three times: effects that are known, and noise."""
    cells = [(line_up, seat) for line_up in range(6) for seat in range(3)]
    shuffles = draw.normal(0, SHUFFLE, (seeds, 3))
    columns = [
        50 + SEAT * (seat - 1) + PLAYER * (1 if (line_up + seat) % 2 else -1) + shuffles[:, seat] + draw.normal(0, rest, seeds)
        for line_up, seat in cells
    ]
    return np.stack(columns, axis=1), [seat for _, seat in cells]


def parts(found: VarianceShares) -> list[Estimate]:
    return [found.player, found.shuffle, found.seat, found.rest]


def test_known_parts_are_found() -> None:
    found = parts(variance_shares(*made_up(np.random.default_rng(1), 4000)))
    assert [one.mean for one in found] == pytest.approx(KNOWN, abs=0.02)
    assert sum(one.mean for one in found) == pytest.approx(1)
    assert all(one.low is not None and one.high is not None and one.high - one.low < 0.06 for one in found)


def test_no_part_is_biased_with_few_seeds_and_intervals_hold() -> None:
    draw = np.random.default_rng(2)
    trials = [parts(variance_shares(*made_up(draw, 30))) for _ in range(300)]
    means = np.array([[one.mean for one in found] for found in trials])
    assert means.mean(axis=0) == pytest.approx(KNOWN, abs=0.015)
    held = np.mean([[one.low <= true <= one.high for one, true in zip(found, KNOWN, strict=True)] for found in trials], axis=0)
    assert held.min() > 0.85, held


def test_two_seats_that_win_what_the_other_loses() -> None:
    """The lead of one is minus that of the other: there is still a shuffle to tell from the rest."""
    draw = np.random.default_rng(3)
    shuffle, rows = draw.normal(0, 3, 3000), []
    for player in (2, -2):
        lead = 1 + player + shuffle + draw.normal(0, 4, 3000)
        rows += [lead, -lead]
    found = parts(variance_shares(np.stack(rows, axis=1), [0, 1, 0, 1]))
    assert [one.mean for one in found] == pytest.approx(np.array([4, 9, 1, 16]) / 30, abs=0.02)


def test_pure_skill_pure_luck_and_nothing_at_all() -> None:
    always = variance_shares([[1.0, 2.0]] * 5, [0, 0])
    assert (always.player.mean, always.shuffle.mean) == (1, 0)
    luck = variance_shares([[1.0, 1.0], [2.0, 2.0], [5.0, 5.0], [9.0, 9.0]], [0, 0])
    assert luck.player.mean == pytest.approx(0)
    assert luck.shuffle.mean == pytest.approx(1)
    nothing = variance_shares(np.ones((4, 2)), [0, 0])
    assert [one.mean for one in parts(nothing)] == [0, 0, 0, 0]
    assert variance_shares([[1.0, 2.0], [1.0, 3.0]], [0, 0]).player.low is None, "two seeds have no interval"


def settings(seats: int, bots: tuple[str, ...]) -> Settings:
    return Settings(game="x", rules=1, seats=seats, bots=bots, options={}, seed=0, box="standard", box_hash="")


def test_results_are_laid_out_by_line_up_and_seat() -> None:
    """`a` has ten points more than `b` in every seat and on every shuffle: everything is the player."""
    both = settings(3, ("a", "b"))
    results = [
        MatchResult(one.number, one.seed, one.bots, tuple(10 if bot == "a" else 0 for bot in one.bots), (0, 0, 0), 1, 0.0)
        for one in schedule(both, 24)
    ]
    found = skill_of(both, results)
    assert (found.seeds, found.matches) == (4, 24)
    assert found.shares.player.mean == pytest.approx(1)
    assert found.ahead.mean == 10


def test_a_seat_that_is_better_is_found() -> None:
    both = settings(2, ("a", "b"))
    results = [MatchResult(one.number, one.seed, one.bots, (7, 3), (0, 1), 1, 0.0) for one in schedule(both, 10)]
    assert skill_of(both, results).shares.seat.mean == pytest.approx(1)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(("slug", "seats", "seeds"), [("old-london-bridge", 2, 10), ("next-station-london", 1, 10)])
def test_greedy_is_not_random(slug: str, seats: int, seeds: int) -> None:
    found = measure_skill(*settings_for(game(slug), ["greedy"], seats=seats), "random", 20)
    assert (found.seeds, found.matches) == (seeds, 20)
    assert found.ahead.low is not None
    assert found.ahead.low > 0
    assert found.shares.player.mean > 0.5
    with pytest.raises(InvalidOption, match="two different bots"):
        measure_skill(*settings_for(game(slug), ["greedy"], seats=seats), "greedy", 4)
