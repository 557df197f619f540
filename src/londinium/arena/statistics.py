"""Means, shares and differences with honest intervals. Matches of one seed, and seats of one match, are not independent:
where that matters, the numbers of a seed or match are first averaged, and the interval is over those averages.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, TypeVar

import numpy as np

from londinium.arena.results import Distribution, Estimate
from londinium.kernel.checks import whole_numbers
from londinium.kernel.entries import WrongType, entry, shortened
from londinium.kernel.words.errors import N_, InvalidOption

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
K = TypeVar("K", bound=Hashable)
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def _numbers(name: str, values: Any, count: int | None = None) -> Any:
    """Numbers in a row, as many as there should be."""
    try:
        found = np.asarray(values, float)
    except (ValueError, TypeError, OverflowError):  # rows of different lengths, and what is no number
        found = np.zeros(())
    if found.ndim != 1:
        raise WrongType(N_("{name} must be numbers in a row, not {given}"), name=name, given=shortened(values))
    if count is not None and len(found) != count:
        raise InvalidOption(N_("{name} must be {count} numbers, not {given}"), name=name, count=count, given=len(found))
    return found


@entry
def student(freedom: int) -> float:
    """How many standard errors an interval reaches to each side with few observations (Cornish and Fisher's expansion)."""
    if freedom <= 2:
        return (12.706, 4.303)[max(freedom, 1) - 1]
    z, v = Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


@entry
def wilson(successes: float, count: int) -> Estimate:
    """A share with Wilson's interval, which stays within 0 and 1 and is right for few observations too."""
    if count == 0:
        return Estimate(0.0, None, None, 0)
    if not 0 <= successes <= count:
        raise InvalidOption(N_("there cannot be {successes} successes in {count} trials"), successes=successes, count=count)
    share = successes / count
    centre = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return Estimate(share, max(0.0, centre - reach), min(1.0, centre + reach), count)


@entry
def mean(values: Sequence[float] | Any) -> Estimate:
    """The mean of independent numbers."""
    array = _numbers("values", values)
    if len(array) == 0:
        return Estimate(0.0, None, None, 0)
    centre = float(array.mean())
    if len(array) == 1:
        return Estimate(centre, None, None, 1)
    reach = student(len(array) - 1) * float(array.std(ddof=1)) / sqrt(len(array))
    return Estimate(centre, centre - reach, centre + reach, len(array))


def cluster_means(values: Iterable[tuple[K, float]]) -> dict[K, float]:
    """The mean of each cluster, in the order in which the clusters first occur."""
    sums: dict[K, list[float]] = {}
    for cluster, value in values:
        known = sums.setdefault(cluster, [0.0, 0.0])
        known[0] += value
        known[1] += 1
    return {cluster: total / count for cluster, (total, count) in sums.items()}


@entry
def clustered_mean(values: Sequence[float] | Any, clusters: Sequence[int] | Any) -> Estimate:
    """The mean of numbers of which those of one cluster belong together; the interval is robust to that."""
    y = _numbers("values", values)
    groups = _numbers("clusters", clusters, len(y))
    if len(y) == 0:
        return Estimate(0.0, None, None, 0)
    centre = float(y.mean())
    _, which = np.unique(groups, return_inverse=True)
    sums = np.bincount(which, y - centre)
    return _robust(centre, sums, float(len(y)), len(y))


@entry
def slope(x: Sequence[float] | Any, y: Sequence[float] | Any, clusters: Sequence[int] | Any) -> Estimate | None:
    """By how much y is larger where x is larger by one (least squares); None where x is always the same."""
    xs = _numbers("x", x)
    ys, groups = _numbers("y", y, len(xs)), _numbers("clusters", clusters, len(xs))
    spread = xs - xs.mean() if len(xs) else xs
    total = float((spread * spread).sum())
    if total == 0.0:
        return None
    incline = float((spread * ys).sum()) / total
    errors = ys - ys.mean() - incline * spread
    _, which = np.unique(groups, return_inverse=True)
    return _robust(incline, np.bincount(which, spread * errors), total, len(xs))


def _robust(centre: float, sums: Any, total: float, count: int) -> Estimate:
    """An interval from what the errors of each cluster come to."""
    clusters = len(sums)
    if clusters < 2:
        return Estimate(centre, None, None, count)
    error = sqrt(float((sums * sums).sum()) * clusters / (clusters - 1)) / total
    reach = student(clusters - 1) * error
    return Estimate(centre, centre - reach, centre + reach, count)


@entry
def paired(first: Mapping[K, float], second: Mapping[K, float]) -> Estimate:
    """The mean difference of two numbers that exist for the same seeds: what the seeds have in common cancels out."""
    return mean([value - second[cluster] for cluster, value in first.items() if cluster in second])


@entry
def estimate_difference(first: Estimate, second: Estimate) -> Estimate:
    """The difference of two independent estimates, first minus second."""
    centre = first.mean - second.mean
    count = min(first.count, second.count)
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(centre, None, None, count)
    reach = sqrt(((first.high - first.low) / 2) ** 2 + ((second.high - second.low) / 2) ** 2)
    return Estimate(centre, centre - reach, centre + reach, count)


@entry
def is_clear(estimate: Estimate, reference: float = 0.0) -> bool:
    """Whether an interval leaves out a reference: chance alone would hardly explain the distance."""
    return estimate.low is not None and estimate.high is not None and not estimate.low <= reference <= estimate.high


@entry
def distribution(scores: Sequence[int] | Any, clusters: Sequence[int] | Any) -> Distribution:
    """How scores lie, one or more of them; the mean as `clustered_mean` has it."""
    array = whole_numbers("scores", scores)
    if array.ndim != 1 or not len(array):
        raise WrongType(N_("{name} must be whole numbers, not {given}"), name="scores", given=shortened(scores))
    values, counts = np.unique(array, return_counts=True)
    return Distribution(
        mean=clustered_mean(array, clusters),
        deviation=float(array.std(ddof=1)) if len(array) > 1 else 0.0,
        least=int(array.min()),
        most=int(array.max()),
        quantiles=tuple(float(q) for q in np.quantile(array, QUANTILES)),
        histogram={int(value): int(count) for value, count in zip(values, counts, strict=True)},
    )
