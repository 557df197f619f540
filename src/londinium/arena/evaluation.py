"""An evaluation that anybody can repeat: fixed seeds, settings and opponents, every bot measured in the same way.

For each game the protocol has a few tasks: alone where the game can be played alone, otherwise against fixed opponents. On every
seed the bot sits once in each seat, so that neither shuffle nor seat favours it; matches of one seed belong together, and
intervals are over seeds. `docs/evaluation.md` says it for readers.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from londinium.arena.matches import play_task
from londinium.arena.results import Estimate, MatchResult, Planned, Settings
from londinium.arena.statistics import cluster_means, mean, wilson
from londinium.arena.summary import moves_lost, stood_in, win_share
from londinium.arena.tournament import new_run, settings_for, tasks_for
from londinium.kernel.checks import check_number
from londinium.kernel.entries import entry
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, listing
from londinium.work.pool import do_all

PROTOCOL_VERSION = 2
"""Goes up when a figure of an earlier version could not be compared with a new one."""
FIRST_SEED = 7_000_000
"""Seeds from here on are kept for evaluation: nothing should be learnt on them."""
FULL_SEEDS = 200
"""The number of seeds of a full evaluation. Fewer are the first of them."""
OPPONENTS = ("random", "greedy", "builder")
"""Whom everybody meets, from weak to strong."""


class EvaluationTask(msgspec.Struct, frozen=True):
    """One setting of the protocol."""

    name: str
    seats: int
    opponent: str = ""
    """What sits on all other seats; empty where nobody does."""
    variant: str = "base"


class Measured(msgspec.Struct, frozen=True):
    """How a bot did in one task."""

    task: EvaluationTask
    bot: str
    seeds: int
    matches: int
    points: Estimate
    wins: Estimate | None
    """The share of matches won; a shared first place counts in parts. None alone."""
    rank: Estimate | None
    """The mean of the reward `rank`, from -1 to 1."""
    lead: Estimate | None
    """Points ahead of the best rival."""
    seconds_per_decision: float
    seconds: float
    """What the whole task took, opponents included."""
    failures: int = 0
    """Moves that a bot of somebody's own lost to random ones."""
    not_its_own: int = 0
    """Matches that random moves played for it, whole or after it had failed too often."""


class Evaluation(msgspec.Struct, frozen=True):
    """Everything that was measured, and how."""

    protocol: int
    game: str
    rules: int
    first_seed: int
    full: bool
    """Whether these are all seeds of the protocol."""
    machine: str
    measured: tuple[Measured, ...]


@entry
def evaluation_tasks(game: Game) -> tuple[EvaluationTask, ...]:
    """The tasks of a game: alone with and without everything, or with few against each opponent and with many against greedy."""
    found: list[EvaluationTask] = []
    variants = list(dict.fromkeys((next(iter(game.variants)), list(game.variants)[-1])))
    if game.seats[0] == 1:
        found += [EvaluationTask(f"alone, {variant}", 1, variant=variant) for variant in variants]
    several = [seats for seats in game.seats if seats > 1]
    if several:
        few, many = several[0], several[-1]
        found += [EvaluationTask(f"{few} seats against {name}", few, name, variants[0]) for name in OPPONENTS]
        if many > few:
            found.append(EvaluationTask(f"{many} seats against greedy", many, "greedy", variants[0]))
    return tuple(found)


@entry
def chosen_tasks(game: Game, names: Sequence[str]) -> tuple[EvaluationTask, ...]:
    """Some of a game's tasks by their numbers from 1, as the table lists them; all where none is named."""
    tasks = evaluation_tasks(game)
    found = []
    for name in names:
        if not (name.isdigit() and 1 <= int(name) <= len(tasks)):
            known = listing([f"{number} ({task.name})" for number, task in enumerate(tasks, 1)])
            raise InvalidOption(N_("there is no task '{name}'; choose one of: {known}"), name=name, known=known)
        found.append(tasks[int(name) - 1])
    return tuple(found) or tasks


@entry
def plan_task(task: EvaluationTask, bot: str, seeds: int) -> list[Planned]:
    """Every seed with the bot in every seat, one after the other: match n has it in seat n modulo seats."""
    check_number("seeds", seeds, 1, FULL_SEEDS)
    plan: list[Planned] = []
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        for seat in range(task.seats):
            bots = [task.opponent] * task.seats
            bots[seat] = bot
            plan.append(Planned(len(plan), seed, tuple(bots)))
    return plan


@entry
def settings_of(game: Game, task: EvaluationTask, bot: str) -> tuple[Settings, FlatArray[Any]]:
    bots = (bot,) if task.seats == 1 else tuple(dict.fromkeys((bot, task.opponent)))
    return settings_for(game, bots, seats=task.seats, options=game.choose(variant=task.variant), seed=FIRST_SEED)


@entry
def evaluate(
    game: Game,
    bots: Sequence[str],
    *,
    seeds: int = FULL_SEEDS,
    tasks: Sequence[EvaluationTask] | None = None,
    jobs: int = 1,
    told: Callable[[int, int], None] = lambda played, planned: None,
) -> Evaluation:
    """Let each bot do every task on the first of the protocol's seeds."""
    if not 1 <= seeds <= FULL_SEEDS:
        raise InvalidOption(N_("an evaluation has {most} seeds: ask for 1 to {most}, not {seeds}"), most=FULL_SEEDS, seeds=seeds)
    wanted = evaluation_tasks(game) if tasks is None else tuple(tasks)
    all_settings = {(bot, task): settings_of(game, task, bot) for bot in bots for task in wanted}
    planned = sum(task.seats * seeds for _, task in all_settings)
    measured, played, run = [], 0, new_run()
    for (bot, task), (settings, boxes) in all_settings.items():
        results: list[MatchResult] = []
        begun = time.perf_counter()
        for done in do_all(play_task, tasks_for(settings, boxes, plan_task(task, bot, seeds), run=run), jobs):
            results += done.results
            told(played + len(results), planned)
        played += len(results)
        results.sort(key=lambda result: result.number)
        measured.append(measure(task, bot, results, time.perf_counter() - begun))
    machine = f"{platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}"
    return Evaluation(PROTOCOL_VERSION, game.slug, game.rules_version, FIRST_SEED, seeds == FULL_SEEDS, machine, tuple(measured))


@entry
def joined(evaluations: Sequence[Evaluation]) -> Evaluation:
    """Several evaluations as one, if they are of the same game and protocol. What was measured twice counts as it was last."""
    if not len(evaluations):
        raise InvalidOption(N_("there are no results to join"))
    first = evaluations[0]
    for other in evaluations[1:]:
        if (other.protocol, other.game, other.rules) != (first.protocol, first.game, first.rules):
            message = N_("these results are of {theirs}, version {theirs_version}, not of {ours}, version {ours_version}")
            theirs, ours = (f"{one.protocol} (rules {one.rules})" for one in (other, first))
            facts = {"theirs": other.game, "theirs_version": theirs, "ours": first.game, "ours_version": ours}
            raise InvalidOption(message, **facts)
    rows = {(one.task.name, one.bot): one for evaluation in evaluations for one in evaluation.measured}
    order = [task.name for task in evaluation_tasks(find_game(first.game))]
    sorted_rows = sorted(rows.values(), key=lambda one: order.index(one.task.name) if one.task.name in order else len(order))
    machines = "; ".join(dict.fromkeys(evaluation.machine for evaluation in evaluations))
    full = all(evaluation.full for evaluation in evaluations)
    return msgspec.structs.replace(first, full=full, machine=machines, measured=tuple(sorted_rows))


@entry
def measure(task: EvaluationTask, bot: str, results: Sequence[MatchResult], seconds: float) -> Measured:
    """The matches of a task, summed up. What belongs to one seed is averaged first, and the interval is over seeds."""
    own = [(result, result.number % task.seats) for result in results]

    def over_seeds(value: Callable[[MatchResult, int], float]) -> Estimate:
        return mean(list(cluster_means((result.seed, value(result, seat)) for result, seat in own).values()))

    alone = task.seats == 1
    return Measured(
        task=task,
        bot=bot,
        seeds=len({result.seed for result in results}),
        matches=len(results),
        points=over_seeds(lambda result, seat: float(result.scores[seat])),
        wins=None if alone else _share(own),
        rank=None if alone else over_seeds(rank_of),
        lead=None if alone else over_seeds(lead_of),
        seconds_per_decision=_thinking(own),
        seconds=seconds,
        failures=sum(one.moves for one in moves_lost(results) if one.bot == bot),
        not_its_own=sum(one.rest + one.whole for one in stood_in(results) if one.bot == bot),
    )


def _share(own: Sequence[tuple[MatchResult, int]]) -> Estimate:
    """The share of wins, with Wilson's interval over seeds: it is no point where all matches are won."""
    shares = cluster_means((result.seed, win_share(result, seat)) for result, seat in own)
    return wilson(sum(shares.values()), len(shares))


@entry
def rank_of(match: MatchResult, seat: int) -> float:
    """The reward `rank` of the environments: the share of rivals behind a seat minus the share ahead of it."""
    own = match.places[seat]
    return sum((place > own) - (place < own) for place in match.places) / (len(match.places) - 1)


@entry
def lead_of(match: MatchResult, seat: int) -> float:
    """The points ahead of the best rival: the reward `margin`."""
    return float(match.scores[seat] - max(score for other, score in enumerate(match.scores) if other != seat))


def _thinking(own: Sequence[tuple[MatchResult, int]]) -> float:
    """Seconds per decision; where matches were played in one compiled call, of all seats together."""
    clocks = [result.clocks[seat] for result, seat in own if result.clocks]
    if clocks:
        return sum(clock.seconds for clock in clocks) / max(1, sum(clock.decisions for clock in clocks))
    return sum(result.seconds for result, _ in own) / max(1, sum(result.decisions for result, _ in own))
