"""Measuring the bots of a game from the weakest to the strongest: how long a decision takes, how many points, a rating, and how
often each level beats the one below.

Points and seconds are those of an evaluation (`arena/evaluation.py`). For the ratings everybody meets the two bots below, on the
same seeds and in both seats: of bots far apart, the one that always wins says nothing new of either. They are Elo's, and those
under which the results are likeliest, whatever the order of the matches; `greedy`, which never changes, has 1000 in every game.

A step is measured for every number of seats: one of the stronger among the weaker ones, on each seat in turn. It beats each of
them that ends behind it, and half of one that shares its place; the share of those that it beats is the same whatever the number
of seats, if both are as strong there.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log, sqrt
from typing import Any

import msgspec
import numpy as np

from londinium.arena.evaluation import FULL_SEEDS, EvaluationTask, Measured, evaluate, evaluation_tasks
from londinium.arena.matches import play_task
from londinium.arena.results import Estimate, MatchResult, Planned
from londinium.arena.statistics import Z, cluster_means, student
from londinium.arena.summary import win_share
from londinium.arena.tournament import settings_for, tasks_for
from londinium.bots.levels import LEVELS, ability_of
from londinium.bots.measured import BotFigures, LevelStep, MeasuredBots
from londinium.bots.players import PLAYER_KINDS
from londinium.kernel.checks import check_number
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown
from londinium.work.pool import do_all

LADDER_SEED = 6_000_000
"""Seeds from here on are for ratings and steps. They are not those of an evaluation, and nothing should be learnt on them
either."""
RUNGS = 2
"""So many of the bots below everybody meets."""
TIMED_PART = 5
"""Bots that think for a time have this part of the seeds."""
LEAST_SEEDS = 2
MOST_HURRY = 1000
LOWEST = next(iter(LEVELS))
ANCHOR, ANCHOR_ELO = "greedy", 1000
LADDER = (*(bot for bot in PLAYER_KINDS if bot != ANCHOR), LOWEST, ANCHOR, *(bot for bot in LEVELS if bot != LOWEST))
"""All of our bots, the weakest first, as far as that is the same in every game."""
BELOW = {upper: lower for lower, upper in zip((PLAYER_KINDS[0], *LEVELS), LEVELS, strict=False)}
"""Whom each level should beat: the next weaker one, and the lowest one whoever moves at random."""
ELO_POINTS = 400 / log(10)
"""A bot that is this many points stronger is e times as likely to win as to lose."""
PRIOR_WIN = 0.5
"""Of each who met against the other, so that one that always won is not infinitely strong."""
NEWTON_STEPS = 100

LadderProgress = Callable[[int, int], None]


def ladder_bots(names: Sequence[str] = ()) -> tuple[str, ...]:
    """Our bots by these names, all if there are none, from the weakest to the strongest."""
    for name in names:
        if name not in LADDER:
            raise unknown(InvalidOption, N_("there is no bot '{name}'; choose one of: {known}"), name, LADDER, name=name)
    return tuple(bot for bot in LADDER if bot in names or not names)


def ladder_seats(game: Game, seats: Sequence[int] = ()) -> tuple[int, ...]:
    """These numbers of seats, all where nobody is named; nobody is beaten alone."""
    for count in seats:
        game.check_seats(count)
    return tuple(count for count in game.seats if count > 1 and (count in seats or not seats))


def is_timed(game: Game, bot: str) -> bool:
    return bot in LEVELS and ability_of(bot, game).seconds is not None


def ladder_seeds(game: Game, bot: str, seeds: int) -> int:
    return max(min(LEAST_SEEDS, seeds), seeds // TIMED_PART) if is_timed(game, bot) else seeds


def duels(game: Game, bots: Sequence[str], seeds: int) -> Iterator[Planned]:
    """Every bot against those next below it, seed by seed, so that ratings settle for all of them together."""
    pairs = [(bots[at - rung], bot) for at, bot in enumerate(bots) for rung in range(1, RUNGS + 1) if at >= rung]
    number = 0
    for seed in range(seeds):
        for lower, upper in pairs:
            if seed < min(ladder_seeds(game, lower, seeds), ladder_seeds(game, upper, seeds)):
                for line_up in ((lower, upper), (upper, lower)):
                    yield Planned(number, LADDER_SEED + seed, line_up)
                    number += 1


def steps_up(game: Game, bots: Sequence[str], seats: int, seeds: int) -> Iterator[Planned]:
    """One of each level among those of the one below, on each seat in turn; as many matches as with two seats."""
    number = 0
    for upper in bots:
        lower = BELOW.get(upper, upper)
        if lower == upper or lower not in bots:
            continue
        for seed in range(max(min(LEAST_SEEDS, seeds), 2 * ladder_seeds(game, upper, seeds) // seats)):
            for seat in range(seats):
                line_up = [lower] * seats
                line_up[seat] = upper
                yield Planned(number, LADDER_SEED + seed, tuple(line_up))
                number += 1


def measured_task(game: Game) -> EvaluationTask:
    """Where points are measured: alone where a game can be played alone, otherwise against greedy."""
    tasks = evaluation_tasks(game)
    return next((task for task in tasks if task.seats == 1 or task.opponent == "greedy"), tasks[0])


def measure_bots(
    game: Game,
    names: Sequence[str] = (),
    *,
    seeds: int = FULL_SEEDS,
    seats: Sequence[int] = (),
    hurry: int = 1,
    known: MeasuredBots | None = None,
    jobs: int = 1,
    command: str = "",
    told: LadderProgress = lambda done, planned: None,
) -> MeasuredBots:
    """Play all of it; `told` hears how many matches are done, and of how many. With `hurry`, bots that think for a time have
    this part of it. What is `known` stays as it is where nothing new is measured, of other bots and with other numbers of
    seats; points and seconds are measured where all seats are asked for, or those of `measured_task`.
    """
    check_number("seeds", seeds, 1, FULL_SEEDS)
    check_number("hurry", hurry, 1, MOST_HURRY)
    bots, task, counts = ladder_bots(names), measured_task(game), ladder_seats(game, seats)
    plans = {count: list(duels(game, bots, seeds) if count == 2 else steps_up(game, bots, count, seeds)) for count in counts}
    called = {bot: f"{bot}/{hurry}" if hurry > 1 and is_timed(game, bot) else bot for bot in bots}
    playing = LadderMatches(game, task, called, jobs, told)
    before = known.bots if known is not None else {}
    to_evaluate = [bot for bot in bots if bot not in before or not seats or task.seats in seats]
    playing.planned = sum(task.seats * ladder_seeds(game, bot, seeds) for bot in to_evaluate) + sum(map(len, plans.values()))
    found = dict(before)
    for bot in to_evaluate:
        found[bot] = _with_points(found.get(bot), playing.evaluated(bot, ladder_seeds(game, bot, seeds)))
    results = {count: playing.results(count, plan) for count, plan in plans.items()}
    anchor = next((bot for bot in (ANCHOR, *bots) if bot in bots and (bot == ANCHOR or bot in before)), bots[0])
    base = found[anchor].rating if anchor in before and anchor != ANCHOR else ANCHOR_ELO
    rated = ladder_ratings(bots, results.get(2, []), anchor, ANCHOR_ELO if base is None else base)
    for bot in bots:
        rating = None if bot == anchor != ANCHOR else rated.get(bot)
        part, is_fresh = hurry if called[bot] != bot else 1, bot in to_evaluate
        found[bot] = _with_matches(bot, found[bot], rating, results, part, is_fresh, _counts_of(game, bot))
    machine = f"{platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}"
    today = datetime.fromtimestamp(time.time(), UTC).date().isoformat()
    commands = "; ".join(dict.fromkeys((*(known.command.split("; ") if known is not None else ()), command)))
    figures = {bot: found[bot] for bot in LADDER if bot in found}
    return MeasuredBots(commands, today, machine, task.name, task.opponent, figures)


@dataclass
class LadderMatches:
    """Plays what is planned, and says how far it has come."""

    game: Game
    task: EvaluationTask
    called: Mapping[str, str]
    """Under which name each bot plays."""
    jobs: int
    told: LadderProgress
    planned: int = 0
    played: int = 0

    def evaluated(self, bot: str, seeds: int) -> Measured:
        def hears(done: int, of_one: int) -> None:
            self.told(self.played + done, self.planned)

        name = self.called[bot]
        found = evaluate(self.game, [name], seeds=seeds, tasks=[self.task], jobs=self.jobs, told=hears).measured[0]
        self.played += self.task.seats * seeds
        return found

    def results(self, seats: int, plan: Sequence[Planned]) -> list[MatchResult]:
        """The results of these matches, with the bots' own names."""
        if not plan:
            return []
        names = {name: bot for bot, name in self.called.items()}
        options = self.game.choose(variant=self.task.variant)
        settings, boxes = settings_for(self.game, self.called.values(), seats=seats, options=options, seed=LADDER_SEED)
        found: list[MatchResult] = []
        renamed = [msgspec.structs.replace(one, bots=tuple(self.called[bot] for bot in one.bots)) for one in plan]
        for done in do_all(play_task, tasks_for(settings, boxes, renamed), self.jobs):
            found += done.results
            self.told(self.played + len(found), self.planned)
        self.played += len(found)
        return [msgspec.structs.replace(one, bots=tuple(names[bot] for bot in one.bots)) for one in found]


def ladder_ratings(
    bots: Sequence[str], results: Sequence[MatchResult], anchor: str = ANCHOR, base: int = ANCHOR_ELO
) -> dict[str, tuple[int, int]]:
    """By bot: its rating and half the width of the 95% interval, against the one whose rating is known. Bradley and Terry's
    model, fitted by Newton's method.
    """
    wins = np.zeros((len(bots), len(bots)))
    for result in results:
        first, second = (bots.index(bot) for bot in result.bots)
        wins[first, second] += win_share(result, 0)
        wins[second, first] += win_share(result, 1)
    wins += PRIOR_WIN * (wins + wins.T > 0)
    met = wins + wins.T
    fixed = bots.index(anchor) if anchor in bots else 0
    free = [at for at in range(len(bots)) if at != fixed and met[at].any()]
    strength, information = np.zeros(len(bots)), np.zeros((0, 0))
    for _ in range(NEWTON_STEPS if free else 0):
        ahead = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        weights = met * ahead * ahead.T
        information = (np.diag(weights.sum(axis=1)) - weights)[np.ix_(free, free)]
        step = np.linalg.solve(information, (wins - met * ahead).sum(axis=1)[free])
        strength[free] += np.clip(step, -1, 1)
    errors = Z * ELO_POINTS * np.sqrt(np.diag(np.linalg.inv(information)))
    found = {bots[at]: (base + round(ELO_POINTS * strength[at]), round(error)) for at, error in zip(free, errors, strict=True)}
    return {**found, bots[fixed]: (base, 0)} if found else {}


def step_over(bot: str, results: Sequence[MatchResult]) -> LevelStep | None:
    """How many of the bots of the level below this one has beaten, of those that it met; None if they never met. What belongs to
    one seed is averaged first, and the interval is over seeds.
    """
    met = [one for one in results if one.bots.count(bot) == 1 and set(one.bots) == {bot, BELOW.get(bot)}]
    if not met:
        return None
    shares = list(cluster_means((one.seed, beaten(one, one.bots.index(bot))) for one in met).values())
    return LevelStep(round(float(np.mean(shares)), 3), round(_reach(shares), 3), len(met))


def _reach(shares: Sequence[float]) -> float:
    """Half the width of the interval. Shares that are all the same say less than their spread: as many more are imagined as
    Agresti and Coull do, two won and two lost.
    """
    count, mean = len(shares), float(np.mean(shares))
    spread = float(np.var(shares, ddof=1)) if count > 1 else 0.25
    imagined = (mean * count + 2) / (count + 4)
    least = imagined * (1 - imagined) / (count + 4) if spread == 0 else 0.0
    return min(1.0, student(count - 1) * sqrt(max(spread / count, least)))


def beaten(match: MatchResult, seat: int) -> float:
    """The share of its rivals that a seat has left behind; of one that shares its place, half."""
    own, rivals = match.places[seat], [place for other, place in enumerate(match.places) if other != seat]
    return sum((place > own) + (place == own) / 2 for place in rivals) / len(rivals)


def _with_points(before: BotFigures | None, measured: Measured) -> BotFigures:
    new = BotFigures(
        seconds=float(f"{measured.seconds_per_decision:.2g}"),
        points=round(measured.points.mean, 1),
        matches=measured.matches,
        points_error=_half_width(measured.points),
    )
    same = ("rating", "rating_error", "duels", "beats", "longest", "hurry")
    return new if before is None else msgspec.structs.replace(new, **{name: getattr(before, name) for name in same})


def _counts_of(game: Game, bot: str) -> tuple[int, ...]:
    """The numbers of seats with which a bot plays: for ratings two, and for steps all."""
    return ladder_seats(game) if bot in {*BELOW, *BELOW.values()} else (2,)


def _with_matches(
    bot: str,
    before: BotFigures,
    rating: tuple[int, int] | None,
    results: Mapping[int, Sequence[MatchResult]],
    hurry: int,
    is_fresh: bool,
    counts: Sequence[int],
) -> BotFigures:
    """What is known of a bot after these matches. `is_fresh`: its points were measured now, too. What comes from matches with
    any number of seats is as it was now if all of `counts` were played again, and otherwise stays where it is more.
    """
    played = {seats: [one for one in some if bot in one.bots] for seats, some in results.items()}
    clocks = [(own, clock) for some in played.values() for one in some for own, clock in zip(one.bots, one.clocks, strict=False)]
    longest = [clock.longest for own, clock in clocks if own == bot]
    beats = {str(seats): step for seats, some in results.items() if (step := step_over(bot, some)) is not None}
    is_whole = bool(longest) and all(played.get(count) for count in counts)
    stays = not is_fresh or not beats.keys() >= before.beats.keys()
    stays = stays or (rating is None and before.rating is not None) or (not is_whole and before.longest is not None)
    new: dict[str, Any] = {"beats": {**before.beats, **beats}, "hurry": max(hurry, before.hurry) if stays else hurry}
    if longest:
        new["longest"] = float(f"{max(longest) if is_whole else max(*longest, before.longest or 0.0):.2g}")
    if rating is not None:
        duels = sum(bot in result.bots for result in results.get(2, []))
        new |= {"rating": rating[0], "rating_error": rating[1] or None, "duels": duels}
    return msgspec.structs.replace(before, **new)


def _half_width(estimate: Estimate) -> float | None:
    return None if estimate.high is None else round(estimate.high - estimate.mean, 1)
