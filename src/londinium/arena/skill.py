"""Skill against luck: which part of the variance of a result is the player, which the shuffle, which the seat.

Two bots play every shuffle in every seating, so everything that a result depends on is crossed with everything else: the seat,
who sits where, and the seed. For each seed s and each cell c (a line-up and a seat in it) there is one result y[s, c]. It is
taken as the sum of four things, and its variance as the sum of theirs:

- *seat*: how the mean result differs from seat to seat;
- *player*: how the mean result of a seat differs from line-up to line-up;
- *shuffle*: what a seed gives to a seat, whoever sits there;
- *rest*: what these players made of that shuffle. Moves answer moves, so it belongs to none of the others.

Seeds are a sample, so every plain sum of squares is too large by what the others bring into it; that is taken off (the usual
analysis of variance, with seats and line-ups as fixed effects), and no part is biased. Intervals are by the jackknife over seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from londinium.arena.matches import play_task
from londinium.arena.results import Estimate, MatchResult, Settings
from londinium.arena.schedule import schedule
from londinium.arena.statistics import paired, student
from londinium.arena.tournament import tasks_for
from londinium.bots.registry import check_name
from londinium.kernel.checks import check_boxes
from londinium.kernel.entries import entry
from londinium.kernel.flat import FlatArray
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.work.pool import do_all

FEWEST_SEEDS = 3


class VarianceShares(msgspec.Struct, frozen=True):
    """The parts of a variance; together they are 1. A part that is hardly there may be estimated a little below 0."""

    player: Estimate
    shuffle: Estimate
    seat: Estimate
    rest: Estimate


class SkillStudy(msgspec.Struct, frozen=True):
    """Two bots on the same shuffles, in every seating."""

    bots: tuple[str, str]
    matches: int
    seeds: int
    deviation: float
    """The standard deviation of the result: of the lead over the others, or of the score of one player."""
    ahead: Estimate
    """By how many points the first bot scores more than the second, on the same seeds."""
    shares: VarianceShares
    lost: int = 0
    """Moves that bots of somebody's own lost to random ones."""


@entry
def check_rival(settings: Settings, rival: str) -> None:
    """Whether skill can be measured against this bot."""
    check_name(rival)
    if rival in settings.bots:
        raise InvalidOption(N_("skill is measured between two different bots, and both are {bot}"), bot=rival)


@entry
def measure_skill(
    settings: Settings,
    boxes: FlatArray[Any],
    rival: str,
    games: int,
    *,
    jobs: int = 1,
    ray: str | None = None,
    told: Callable[[int, int], None] = lambda played, planned: None,
) -> SkillStudy:
    """Play the bot of these settings against another one: at least this many matches, and at least three seeds."""
    check_boxes(find_game(settings.game), boxes)
    check_rival(settings, rival)
    both = msgspec.structs.replace(settings, bots=(settings.bots[0], rival))
    per_seed = len(schedule(both, 1))
    plan = schedule(both, max(games, FEWEST_SEEDS * per_seed))
    found: list[MatchResult] = []
    for done in do_all(play_task, tasks_for(both, boxes, plan), jobs, ray):
        if done.problem:
            raise LondiniumError(done.problem)
        found += done.results
        told(len(found), len(plan))
    return skill_of(both, sorted(found, key=lambda result: result.number))


@entry
def skill_of(settings: Settings, results: Sequence[MatchResult]) -> SkillStudy:
    """What matches in every seating say; those of a seed follow each other, in the same order for every seed."""
    per_seed = len(schedule(settings, 1))
    if not len(results) or len(results) % per_seed:
        message = N_("skill is measured in whole seeds of {count} matches each, not in {given} matches")
        raise InvalidOption(message, count=per_seed, given=len(results))
    scores = np.array([result.scores for result in results], float)
    if settings.seats > 1:
        outcome = (scores - scores.mean(axis=1, keepdims=True)) * settings.seats / (settings.seats - 1)
    else:
        outcome = scores
    table = outcome.reshape(-1, per_seed * settings.seats)
    by_seat = np.tile(np.arange(settings.seats), per_seed)
    first, second = (_by_seed(results, bot) for bot in settings.bots)
    return SkillStudy(
        bots=(settings.bots[0], settings.bots[1]),
        matches=len(results),
        seeds=len(table),
        deviation=float(outcome.std()),
        ahead=paired(first, second),
        shares=variance_shares(table, by_seat),
        lost=sum(len(result.failures) for result in results),
    )


def _by_seed(results: Sequence[MatchResult], bot: str) -> dict[int, float]:
    """A bot's mean score on each seed, over the matches in which both sit somewhere or each sits alone."""
    found: dict[int, list[int]] = {}
    for result in results:
        own = [score for score, name in zip(result.scores, result.bots, strict=True) if name == bot]
        found.setdefault(result.seed, []).extend(own)
    return {seed: sum(own) / len(own) for seed, own in found.items() if own}


# ── The arithmetic ───────────────────────────────────────────────────────────


def variance_shares(table: Any, seats: Any) -> VarianceShares:
    """The parts of the variance of `table`, a row per seed and a column per cell; `seats` is the seat of each column."""
    y = np.asarray(table, float)
    y = y - y.mean()  # a variance knows no origin, and squares of small numbers are more exact
    seeds, cells = y.shape
    _, which, sizes = np.unique(np.asarray(seats), return_inverse=True, return_counts=True)
    # Each of these maps keeps less of a row: all of it, the mean of each seat, the mean of all; scaled so that squares are kept.
    maps = (np.eye(cells), np.eye(len(sizes))[which] / np.sqrt(sizes), np.full((cells, 1), 1 / sqrt(cells)))
    squares = np.stack([((y @ kept) ** 2).sum(axis=1) for kept in maps])
    whole = _parts(seeds, y.mean(axis=0)[None], squares.sum(axis=1)[:, None], maps)[0]
    if seeds < FEWEST_SEEDS:
        return VarianceShares(*(Estimate(float(share), None, None, seeds) for share in whole))
    # The same without each of the seeds in turn.
    others = _parts(seeds - 1, (y.sum(axis=0) - y) / (seeds - 1), squares.sum(axis=1)[:, None] - squares, maps)
    errors = np.sqrt((seeds - 1) / seeds * ((others - others.mean(axis=0)) ** 2).sum(axis=0))
    reach = student(seeds - 1) * errors
    return VarianceShares(
        *(
            Estimate(float(share), float(share - width), float(share + width), seeds)
            for share, width in zip(whole, reach, strict=True)
        )
    )


def _parts(seeds: int, means: Any, squares: Any, maps: Sequence[Any]) -> Any:
    """Player, shuffle, seat and rest as shares of their sum, a row per sample of seeds: `means` has its mean of every cell,
    `squares` the sums of squares under each of the maps.
    """
    of_means = np.stack([((means @ kept) ** 2).sum(axis=1) for kept in maps])
    # How rows vary from seed to seed under each map, and with that how much of the squares of means is chance.
    spreads = (squares - seeds * of_means) / (seeds - 1)
    all_means, seat_means, mean = of_means - spreads / seeds
    everything, whole_seats, _ = spreads
    lineups = means.shape[1] / maps[1].shape[1]
    # The mean of a seat over all line-ups still has some of the rest in it.
    rest = (everything - whole_seats) / (lineups - 1)
    parts = np.stack([all_means - seat_means, whole_seats - rest, seat_means - mean, lineups * rest], axis=1)
    total = parts.sum(axis=1, keepdims=True)
    return np.divide(parts, total, out=np.zeros_like(parts), where=total > 0)
