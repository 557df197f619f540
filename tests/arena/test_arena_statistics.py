"""Intervals: known values, and that they hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from londinium.arena.ratings import ratings
from londinium.arena.results import Estimate, MatchResult
from londinium.arena.statistics import (
    cluster_means,
    clustered_mean,
    distribution,
    estimate_difference,
    is_clear,
    mean,
    paired,
    slope,
    student,
    wilson,
)


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def test_wilson_against_published_values() -> None:
    assert bounds(wilson(81, 263)) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998
    assert bounds(wilson(0, 20)) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert bounds(wilson(15, 148)) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 0).low is None


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)])
def test_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


def test_mean() -> None:
    assert bounds(mean([1.0, 2.0, 3.0, 4.0, 5.0])) == pytest.approx((3 - 1.963, 3 + 1.963), abs=0.01)
    assert mean([7.0]) == Estimate(7.0, None, None, 1)
    assert mean([]).count == 0


def test_clusters_that_repeat_a_number_say_it_only_once() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 5.0]
    once, often = mean(values), clustered_mean(np.repeat(values, 10), np.repeat(np.arange(5), 10))
    assert bounds(often) == pytest.approx(bounds(once), rel=1e-6)
    assert often.count == 50


def test_the_interval_of_a_slope_holds_the_truth_19_times_in_20() -> None:
    random = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        x = random.integers(0, 4, 200)
        shared = np.repeat(random.normal(size=50), 4)
        found = slope(x, 2.5 * x + shared + random.normal(size=200), np.repeat(np.arange(50), 4))
        assert found is not None
        low, high = bounds(found)
        held += low <= 2.5 <= high
    assert 0.91 < held / 400 < 0.985
    assert slope([1, 1, 1], [1, 2, 3], [0, 1, 2]) is None


def test_paired_differences_cancel_the_seed() -> None:
    luck = {seed: 100.0 * seed for seed in range(10)}
    found = paired({seed: value + 2 + seed % 2 for seed, value in luck.items()}, luck)
    assert found.mean == pytest.approx(2.5)
    assert is_clear(found)
    assert paired({1: 2.0}, {2: 3.0}).count == 0
    assert cluster_means([(1, 2.0), (1, 4.0), (2, 5.0)]) == {1: 3.0, 2: 5.0}


def test_difference_of_independent_estimates() -> None:
    found = estimate_difference(Estimate(10, 7, 13, 5), Estimate(4, 0, 8, 5))
    assert bounds(found) == (1.0, 11.0)
    assert is_clear(found)
    assert not is_clear(Estimate(1, None, None, 1))


def test_distribution() -> None:
    found = distribution([1, 2, 2, 3, 10], [0, 1, 2, 3, 4])
    assert (found.least, found.most, found.quantiles[2], found.histogram[2]) == (1, 10, 2.0, 2)


def result(number: int, bots: str, places: tuple[int, ...]) -> MatchResult:
    return MatchResult(number, number, tuple(bots), tuple(-place for place in places), places, 1, 0.0)


def test_ratings_order_and_ties() -> None:
    found = ratings(result(n, "abc" if n % 2 else "cba", (0, 1, 2) if n % 2 else (2, 1, 0)) for n in range(60))
    assert found["a"].mu > found["b"].mu > found["c"].mu
    assert found["a"].low > found["c"].high
    tied = ratings([result(0, "ab", (0, 0))])
    assert tied["a"].mu == pytest.approx(tied["b"].mu)


def test_a_bot_with_several_seats_has_one_rating() -> None:
    found = ratings(result(n, "abbb", (0, 1, 2, 3)) for n in range(20))
    assert set(found) == {"a", "b"}
    assert found["a"].mu > found["b"].mu
    assert ratings([result(0, "aaa", (0, 1, 2))]) == {}, "against oneself there is nothing to learn"
