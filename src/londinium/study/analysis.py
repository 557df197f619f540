"""Every decision of a match judged by the search: what was best, what was played, and what it cost.

The search first looks for the best moves of a decision. Then the three best and the played one are simulated equally often and
with the same luck (`bots/search/comparison.py`), which says how much they differ and how sure that is. Where a game has a
network, it is asked as well (`bots/search/insight.py`). A decision is judged by what its seat knew: the search is given
nothing else.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev
from threading import Lock, local

import msgspec

from londinium.bots.search.comparison import LEAST_TRIES, Judge, Samples, ordered
from londinium.bots.search.forecast import Forecast
from londinium.bots.search.insight import ForeseeingJudge, has_insight
from londinium.bots.search.search import NODE_LIMIT, Budget
from londinium.bots.search.thinker import AtHand, Thinker, at_once
from londinium.kernel.checks import MOST_SIMULATIONS, MOST_THREADS, check_number, check_seconds, check_threads
from londinium.kernel.contracts.study import Study
from londinium.kernel.entries import entry
from londinium.kernel.files import FileSource
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.study.expectations import Stretch, moments, stretches
from londinium.study.verdicts import ANALYSIS_VERSION, MISTAKE_SIZES, NONE, SIGNIFICANT, Analysis, Decision, Par, WeighedMove

IDEAS_SHOWN = 3
"""How many of the best moves are reported."""
COMPARISON_SHARE = 0.4
"""How many simulations each of these moves gets, as a fraction of those in which they were found."""
FORECAST_SHARE = 0.16
"""How often the rest of the match is played for each point of the curve, likewise."""
LEAST_FORECASTS = 64
CURVE_SHARE = 0.2
"""How much of the progress bar of the decisions the curve is."""
PAR_SECONDS = 12.0
"""Seconds of one core, for all seats together, to find the best totals."""
PAR_SHARE = 0.6
"""How much of the progress bar that is, where a game has it."""

AnalysisReport = Callable[[float], None]


@dataclass(frozen=True)
class Effort:
    """How much effort each decision gets."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is not None:
            check_number("simulations", self.simulations, 1, MOST_SIMULATIONS)

    @property
    def budget(self) -> Budget:
        # Half of the time is for comparing.
        return Budget(self.simulations, None if self.seconds is None else self.seconds / 2)

    @property
    def forecasts(self) -> int:
        """How often the rest of the match is played for each point of the curve."""
        return LEAST_FORECASTS if self.simulations is None else max(LEAST_FORECASTS, int(FORECAST_SHARE * self.simulations))

    @property
    def samples(self) -> int:
        return max(LEAST_TRIES, int(COMPARISON_SHARE * self.simulations)) if self.simulations is not None else 10_000


@entry
def effort_of(game: Game, simulations: int | None = None) -> Effort:
    """So many simulations for each decision, by default the number set in the game's folder."""
    return Effort(simulations=game.study.SIMULATIONS if simulations is None else simulations)


@entry
def analyse(
    match: Match | FileSource,
    simulations: int | None = None,
    *,
    seconds: float | None = None,
    par_seconds: float = PAR_SECONDS,
    threads: int | None = None,
    report: AnalysisReport | None = None,
) -> Analysis:
    """Judge every decision of a match, or of the one in a record file. A string is the file's path; `read_record` reads texts.

    Each decision gets `simulations` simulations, with the same result every time and on every machine; or all decisions together
    get about `seconds` seconds of one core. The default is the number of simulations set in the game's folder. The work is shared
    by `threads` threads, by default one for each core; the result is the same. `report` is called with the fraction done, from 0
    to 1.
    """
    started = time.perf_counter()
    match = match if isinstance(match, Match) else load_record(match)
    check_seconds(seconds)
    check_seconds(par_seconds)
    check_threads(threads := usable_cores() if threads is None else threads)
    effort = effort_of(match.game, simulations)
    if seconds is not None:
        effort = Effort(seconds=seconds / max(1, len(judged_plies(match))))
    decisions, curve, pars = judge_together(match, effort, par_seconds, threads, SharedProgress(report))
    return concluded(match, effort, decisions, curve, pars, time.perf_counter() - started)


async def ask_analysis(judge: Thinker, match: Match, effort: Effort, report: AnalysisReport | None = None) -> Analysis:
    """Have every decision of a match judged by a thinker that may be elsewhere; the best possible is left out."""
    started = time.perf_counter()
    study, plies, progress = match.game.study, judged_plies(match), SharedProgress(report)
    decisions, curve = [], []
    for ply in plies:
        made = match.plies[ply]
        decisions.append(await ask_judgement(judge, match.at(ply), made.seat, made.move, effort, study))
        progress.tell(ply, (1 - CURVE_SHARE) / len(plies))
    found = stretches(match, decisions)
    for stretch in found:
        curve.append((stretch, await judge.forecast(match.at(stretch[-1]), effort.forecasts)))
        progress.tell(stretch, CURVE_SHARE / len(found))
    return concluded(match, effort, decisions, curve, (), time.perf_counter() - started)


def concluded(
    match: Match,
    effort: Effort,
    decisions: Sequence[Decision],
    curve: Sequence[tuple[Stretch, Forecast]],
    pars: tuple[Par, ...],
    seconds: float,
) -> Analysis:
    """An analysis from its parts."""
    graph, took = moments(match, curve), round(seconds, 3)
    return Analysis(ANALYSIS_VERSION, effort.simulations, tuple(decisions), graph, pars, took, match.record, match)


@entry
def deciding_share(match: Match, par_seconds: float) -> float:
    """What fraction of an analysis its decisions take; the rest is the best possible, where it can be found."""
    # A solver looks for the best from the beginning of the game, which a match that began in a position does not have.
    solvable = match.is_over and match.game.study.find_par is not None and not match.is_set_up
    return 1 - PAR_SHARE if solvable and par_seconds > 0 else 1.0


@entry
def judged_plies(match: Match) -> list[int]:
    """The plies at which somebody chose between several moves."""
    return [ply for ply, made in enumerate(match.plies) if made.decided and len(match.at(ply).legal(made.seat)) > 1]


# ── All decisions ────────────────────────────────────────────────────────────


def usable_cores() -> int:
    """How many threads can work at the same time."""
    if sys.platform == "emscripten":
        return 1
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(MOST_THREADS, found or 1)


class SharedProgress:
    """How much of an analysis is done, told as it grows by whoever does a part of it."""

    def __init__(self, report: AnalysisReport | None) -> None:
        self._report, self._parts, self._lock = report, dict[object, float](), Lock()

    def tell(self, what: object, part: float) -> None:
        """Say how much of the whole has been done of one thing."""
        if self._report is not None:
            with self._lock:
                self._parts[what] = part
                self._report(min(1.0, round(sum(self._parts.values()), 6)))


def judge_together(
    match: Match, effort: Effort, par_seconds: float, threads: int, progress: SharedProgress
) -> tuple[list[Decision], list[tuple[Stretch, Forecast]], tuple[Par, ...]]:
    """All decisions, the curve and the best totals, shared by threads: compiled code leaves the interpreter to the others."""
    plies, share = judged_plies(match), deciding_share(match, par_seconds)
    solved = range(match.seats if share < 1 else 0)
    own = local()

    def judge() -> Judge:
        if not hasattr(own, "judge"):
            own.judge = new_judge(match, effort)
        found: Judge = own.judge
        return found

    def judged(ply: int) -> Decision:
        found = judge_ply(judge(), match, ply, effort, match.game.study)
        progress.tell(ply, share * (1 - CURVE_SHARE) / len(plies))
        return found

    def foretold(stretch: Stretch) -> tuple[Stretch, Forecast]:
        found = judge().forecast(match.at(stretch[-1]), effort.forecasts)
        progress.tell(stretch, share * CURVE_SHARE / len(match.plies))
        return stretch, found

    def solve(seat: int) -> Par:
        part = (1 - share) / match.seats
        found = par_of(match, seat, par_seconds / match.seats, lambda done: progress.tell(("par", seat), part * min(1.0, done)))
        progress.tell(("par", seat), part)
        return found

    if threads == 1 or len(plies) < 2:
        decisions = [judged(ply) for ply in plies]
        curve = [foretold(stretch) for stretch in stretches(match, decisions)]
        pars = tuple(solve(seat) for seat in solved)
    else:
        decisions = [judged(plies[0])]  # compiles what all need
        with ThreadPoolExecutor(threads) as pool:
            try:
                solving, judging = [pool.submit(solve, seat) for seat in solved], [pool.submit(judged, ply) for ply in plies[1:]]
                decisions += [one.result() for one in judging]
                curve = list(pool.map(foretold, stretches(match, decisions)))
                pars = tuple(one.result() for one in solving)
            finally:
                pool.shutdown(cancel_futures=True)
    progress.tell("curve", 1.0)
    return decisions, curve, pars


# ── One decision ─────────────────────────────────────────────────────────────


@entry
def new_judge(match: Match, effort: Effort) -> Judge:
    """A judge as good as there is of this game."""
    return (ForeseeingJudge if has_insight(match.game) else Judge)(match.game, nodes=tree_size(effort))


@entry
def tree_size(effort: Effort) -> int:
    """How many positions a judge keeps in mind."""
    few = effort.simulations
    return NODE_LIMIT if few is None else min(NODE_LIMIT, 8 * max(few, 256))


@entry
def judge_ply(judge: Judge, match: Match, ply: int, effort: Effort, study: Study) -> Decision:
    """Judge the decision that was made at a ply."""
    made = match.plies[ply]
    return judge_move(judge, match.at(ply), made.seat, made.move, effort, study)


@entry
def judge_move(judge: Judge, here: Match, seat: int, move: int, effort: Effort, study: Study) -> Decision:
    """Judge a move in the position in which a match stands."""
    return at_once(ask_judgement(AtHand(judge), here, seat, move, effort, study))


async def ask_judgement(judge: Thinker, here: Match, seat: int, move: int, effort: Effort, study: Study) -> Decision:
    """Ask a thinker that may be elsewhere to judge a move."""
    samples = await _ask_samples(judge, here, seat, effort, move)
    moves = samples.moves
    choices = [_choice(here, samples, which, seat, judge.is_alone) for which in range(len(moves))]
    played = moves.index(move)
    chosen = _chosen(samples, 0)
    order = sorted(range(len(moves)), key=lambda which: (-choices[which].value, which))
    loss, error = samples.difference(chosen, played)
    return Decision(
        ply=here.ply,
        seat=seat,
        played=choices[played],
        best=tuple(choices[which] for which in order[:IDEAS_SHOWN]),
        loss=round(max(0.0, loss), 3),
        error=round(error, 3),
        size=size_of(loss, error, study),
    )


async def _ask_samples(judge: Thinker, here: Match, seat: int, effort: Effort, move: int | None = None) -> Samples:
    """What comes of the best moves, the one that a search would make first, and of another one; of all legal moves where the end
    of the match can be computed.
    """
    exact = await judge.settle(here, seat)
    if exact is not None:
        return ordered(exact)
    thoughts = await judge.think(here, seat, effort.budget)
    found = [here.moves.parse(idea.move) for idea in thoughts.ideas[:IDEAS_SHOWN]]
    # The best moves come in the same order whatever was played: a hint at this decision compares them in the same way.
    moves = found if move is None or move in found else [*found, move]
    return await judge.compare(here, seat, moves, effort.samples, None if effort.seconds is None else effort.seconds / 2)


class Advised(msgspec.Struct, frozen=True):
    """A good move for a decision still to be made, compared with the one advised first."""

    choice: WeighedMove
    loss: float
    """How much less it is worth than the first; 0 for the first itself, below 0 if it did better by chance."""
    error: float

    @property
    def is_equal(self) -> bool:
        """Whether it may be as good as the first: the difference may be chance."""
        return self.loss <= SIGNIFICANT * self.error


@entry
def advise(judge: Judge, here: Match, seat: int, effort: Effort) -> tuple[Advised, ...]:
    """The best moves of a decision, measured as an analysis would measure it afterwards: the one to make, those that may be as
    good, and the others, each with how much less it is worth.
    """
    return at_once(ask_advice(AtHand(judge), here, seat, effort))


async def ask_advice(judge: Thinker, here: Match, seat: int, effort: Effort) -> tuple[Advised, ...]:
    """Ask a thinker that may be elsewhere for advice."""
    samples = await _ask_samples(judge, here, seat, effort)
    chosen = _chosen(samples, 0)
    found = []
    for which in range(min(IDEAS_SHOWN, len(samples.moves))):
        loss, error = samples.difference(chosen, which)
        found.append(Advised(_choice(here, samples, which, seat, judge.is_alone), round(loss, 3), round(error, 3)))
    first = found.pop(chosen)
    return (first, *sorted(found, key=lambda one: (not one.is_equal, one.loss)))


@entry
def try_advice(game: Game) -> None:
    """Compile what advice and analyses need, or fetch it from disk, before the first request."""
    match, effort = game.match(seats=game.seats[-1], seed=1), Effort(simulations=1)
    advise(new_judge(match, effort), match, match.to_act[0], effort)


def _chosen(samples: Samples, chosen: int) -> int:
    """The move by which a decision is measured: the search's own choice, unless another one was clearly better when they were
    compared.

    The move with the highest mean is often only the luckiest. Measured by it, even somebody who played well would seem to
    have lost something.
    """
    for other in range(len(samples.moves)):
        more, error = samples.difference(other, chosen)
        if more > SIGNIFICANT * error:
            chosen = other
    return chosen


def _choice(here: Match, samples: Samples, which: int, seat: int, alone: bool) -> WeighedMove:
    gains, points = samples.gains[which], samples.points[which]
    others = [row for other, row in enumerate(points) if other != seat]
    return WeighedMove(
        move=here.moves.text(samples.moves[which]),
        points=round(fmean(points[seat]), 3),
        win=None if alone or here.seats == 1 else round(fmean(samples.firsts[which][seat]), 4),
        value=round(fmean(gains), 3),
        error=round(pstdev(gains) / sqrt(len(gains)), 3),
        lines=tuple(round(line, 3) for line in samples.lines[which]),
        rivals=None if alone or here.seats == 1 else round(fmean(map(max, zip(*others, strict=True))), 3),
    )


def size_of(loss: float, error: float, study: Study) -> str:
    """The class of a loss; one that may be due to chance is `none`."""
    if loss <= SIGNIFICANT * error:
        return NONE
    return next((size for size in reversed(MISTAKE_SIZES) if loss >= study.SIZES[size]), NONE)


# ── The best possible ────────────────────────────────────────────────────────


@entry
def find_pars(match: Match, seconds: float, report: AnalysisReport | None) -> tuple[Par, ...]:
    """The best totals with the same cards, seat by seat: the rest of an analysis whose decisions somebody else judges."""
    check_seconds(seconds)
    done = deciding_share(match, seconds)
    if done == 1:
        return ()
    part = (1 - done) / match.seats
    return tuple(
        par_of(match, seat, seconds / match.seats, _part_of(report, done + part * seat, part)) for seat in range(match.seats)
    )


def par_of(match: Match, seat: int, seconds: float, report: AnalysisReport | None) -> Par:
    """The best total of one seat, in a match that is over and of a game with a solver."""
    outcome, find = match.outcome, match.game.study.find_par
    assert outcome is not None
    assert find is not None
    total, bound, record = find(match, seat, seconds, report)
    return Par(seat, total, bound, outcome.scores[seat], record)


def _part_of(report: AnalysisReport | None, start: float, share: float) -> AnalysisReport | None:
    return None if report is None else lambda part: report(start + share * min(1.0, part))
