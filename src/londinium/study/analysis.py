"""Every decision of a match judged by the search: what was best, what was played, and what it cost.

The search first looks for the best moves of a decision. Then the three best and the played one are simulated equally often and
with the same luck (`bots/search/comparison.py`), which says how much they differ and how sure that is. A decision is judged by
what its seat knew: the search is given nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

import msgspec

from londinium.bots.search.comparison import Judge, Samples
from londinium.bots.search.search import NODE_LIMIT, Budget
from londinium.bots.search.thinker import AtHand, Thinker, at_once
from londinium.kernel.checks import check_seconds
from londinium.kernel.contracts.study import Study
from londinium.kernel.entries import entry
from londinium.kernel.files import FileSource
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.study.expectations import Judged, expectations, with_chances
from londinium.study.verdicts import ANALYSIS_VERSION, MISTAKE_SIZES, NONE, SIGNIFICANT, Analysis, Decision, Par, WeighedMove

IDEAS_SHOWN = 3
"""How many of the best moves are reported."""
COMPARISON_SHARE = 0.4
"""How many simulations each of these moves gets, as a fraction of those in which they were found."""
LEAST_TRIES = 24
PAR_SECONDS = 40.0
"""Seconds of one core, for all seats together, to find the best totals."""
PAR_SHARE = 0.6
"""How much of the progress bar that is, where a game has it."""

AnalysisReport = Callable[[float], None]


@dataclass(frozen=True)
class Effort:
    """How much effort each decision gets."""

    simulations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> Budget:
        # Half of the time is for comparing.
        return Budget(self.simulations, None if self.seconds is None else self.seconds / 2)

    @property
    def samples(self) -> int:
        return max(LEAST_TRIES, int(COMPARISON_SHARE * self.simulations)) if self.simulations is not None else 10_000


@entry
def analyse(
    match: Match | FileSource,
    simulations: int | None = None,
    *,
    seconds: float | None = None,
    par_seconds: float = PAR_SECONDS,
    report: AnalysisReport | None = None,
) -> Analysis:
    """Judge every decision of a match, or of the one in a record file. A string is the file's path; `read_record` reads texts.

    Each decision gets `simulations` simulations, with the same result every time and on every machine; or all decisions together
    get about `seconds` seconds of one core. The default is the number of simulations set in the game's folder. `report` is called
    with the fraction done, from 0 to 1.
    """
    match = match if isinstance(match, Match) else load_record(match)
    check_seconds(seconds)
    check_seconds(par_seconds)
    if seconds is not None:
        effort = Effort(seconds=seconds / max(1, len(judged_plies(match))))
    else:
        effort = Effort(simulations=simulations or match.game.study.SIMULATIONS)
    return at_once(ask_analysis(AtHand(new_judge(match, effort)), match, effort, par_seconds, report))


async def ask_analysis(
    judge: Thinker, match: Match, effort: Effort, par_seconds: float = 0.0, report: AnalysisReport | None = None
) -> Analysis:
    """Have every decision of a match judged by a thinker that may be elsewhere."""
    started = time.perf_counter()
    study, plies, judged = match.game.study, judged_plies(match), []
    share = deciding_share(match, par_seconds)
    for number, ply in enumerate(plies):
        made = match.plies[ply]
        judged.append(await ask_judgement(judge, match.at(ply), made.seat, made.move, effort, study))
        if report is not None:
            report(share * (number + 1) / len(plies))
    pars = find_pars(match, par_seconds, report) if share < 1 else ()
    decisions = with_chances(judged, match.seats) if judge.is_alone and match.seats > 1 else [one.decision for one in judged]
    graph = expectations(match, judged, judge.is_alone)
    took = round(time.perf_counter() - started, 3)
    return Analysis(ANALYSIS_VERSION, effort.simulations, tuple(decisions), graph, pars, took, match.record, match)


def deciding_share(match: Match, par_seconds: float) -> float:
    """What fraction of an analysis its decisions take; the rest is the best possible, where it can be found."""
    # A solver looks for the best from the beginning of the game, which a match that began in a position does not have.
    solvable = match.is_over and match.game.study.find_par is not None and not match.is_set_up
    return 1 - PAR_SHARE if solvable and par_seconds > 0 else 1.0


def judged_plies(match: Match) -> list[int]:
    """The plies at which somebody chose between several moves."""
    return [ply for ply, made in enumerate(match.plies) if made.decided and len(match.at(ply).legal(made.seat)) > 1]


# ── One decision ─────────────────────────────────────────────────────────────


def new_judge(match: Match, effort: Effort) -> Judge:
    return Judge(match.game, nodes=tree_size(effort))


def tree_size(effort: Effort) -> int:
    """How many positions a judge keeps in mind."""
    few = effort.simulations
    return NODE_LIMIT if few is None else min(NODE_LIMIT, 8 * max(few, 256))


def judge_ply(judge: Judge, match: Match, ply: int, effort: Effort, study: Study) -> Judged:
    """Judge the decision that was made at a ply."""
    made = match.plies[ply]
    return judge_move(judge, match.at(ply), made.seat, made.move, effort, study)


def judge_move(judge: Judge, here: Match, seat: int, move: int, effort: Effort, study: Study) -> Judged:
    """Judge a move in the position in which a match stands."""
    return at_once(ask_judgement(AtHand(judge), here, seat, move, effort, study))


async def ask_judgement(judge: Thinker, here: Match, seat: int, move: int, effort: Effort, study: Study) -> Judged:
    """Ask a thinker that may be elsewhere to judge a move."""
    thoughts = await judge.think(here, seat, effort.budget)
    found = [here.moves.parse(idea.move) for idea in thoughts.ideas[:IDEAS_SHOWN]]
    # The best moves come in the same order whatever was played: a hint at this decision compares them in the same way.
    moves = found if move in found else [*found, move]
    samples = await judge.compare(here, seat, moves, effort.samples, None if effort.seconds is None else effort.seconds / 2)
    choices = [_choice(here, seat, samples, which, judge.is_alone) for which in range(len(moves))]
    played = moves.index(move)
    chosen = _chosen(samples, moves.index(found[0]))
    order = sorted(range(len(moves)), key=lambda which: (-choices[which].value, which))
    best = choices[order[0]]
    loss, error = mean_difference(samples.gains[chosen], samples.gains[played])
    decision = Decision(
        ply=here.ply,
        seat=seat,
        played=choices[played],
        best=tuple(choices[which] for which in order[:IDEAS_SHOWN]),
        loss=round(max(0.0, loss), 3),
        error=round(error, 3),
        points_lost=_lost(best.points, choices[played].points) or 0.0,
        win_lost=_lost(best.win, choices[played].win),
        size=size_of(loss, error, study),
    )
    own = {choice.move: samples.points[which][seat] for which, choice in enumerate(choices)}
    return Judged(decision, samples.points[played], samples.firsts[played], own, here.choice.open_to(seat))


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


def advise(judge: Judge, here: Match, seat: int, effort: Effort) -> tuple[Advised, ...]:
    """The best moves of a decision, measured as an analysis would measure it afterwards: the one to make, those that may be as
    good, and the others, each with how much less it is worth.
    """
    return at_once(ask_advice(AtHand(judge), here, seat, effort))


async def ask_advice(judge: Thinker, here: Match, seat: int, effort: Effort) -> tuple[Advised, ...]:
    """Ask a thinker that may be elsewhere for advice."""
    thoughts = await judge.think(here, seat, effort.budget)
    moves = [here.moves.parse(idea.move) for idea in thoughts.ideas[:IDEAS_SHOWN]]
    samples = await judge.compare(here, seat, moves, effort.samples, None if effort.seconds is None else effort.seconds / 2)
    chosen = _chosen(samples, 0)
    found = []
    for which in range(len(moves)):
        loss, error = mean_difference(samples.gains[chosen], samples.gains[which])
        found.append(Advised(_choice(here, seat, samples, which, judge.is_alone), round(loss, 3), round(error, 3)))
    first = found.pop(chosen)
    return (first, *sorted(found, key=lambda one: (not one.is_equal, one.loss)))


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
        more, error = mean_difference(samples.gains[other], samples.gains[chosen])
        if more > SIGNIFICANT * error:
            chosen = other
    return chosen


def _choice(here: Match, seat: int, samples: Samples, which: int, alone: bool) -> WeighedMove:
    gains = samples.gains[which]
    return WeighedMove(
        move=here.moves.text(samples.moves[which]),
        points=round(fmean(samples.points[which][seat]), 3),
        win=None if alone or here.seats == 1 else round(fmean(samples.firsts[which][seat]), 4),
        value=round(fmean(gains), 3),
        error=round(pstdev(gains) / sqrt(len(gains)), 3),
        lines=tuple(round(line, 3) for line in samples.lines[which]),
    )


def mean_difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The mean difference between two rows with the same luck, and its standard error."""
    differences = [first - second for first, second in zip(one, other, strict=True)]
    return fmean(differences), pstdev(differences) / sqrt(len(differences))


def _lost(best: float | None, played: float | None) -> float | None:
    return None if best is None or played is None else round(max(0.0, best - played), 4)


def size_of(loss: float, error: float, study: Study) -> str:
    """The class of a loss; one that may be due to chance is `none`."""
    if loss <= SIGNIFICANT * error:
        return NONE
    return next((size for size in reversed(MISTAKE_SIZES) if loss >= study.SIZES[size]), NONE)


# ── The best possible ────────────────────────────────────────────────────────


def find_pars(match: Match, seconds: float, report: AnalysisReport | None) -> tuple[Par, ...]:
    """The best totals with the same cards, seat by seat: the rest of an analysis."""
    if match.is_set_up:
        return ()
    found = []
    outcome, study, done = match.outcome, match.game.study, deciding_share(match, seconds)
    assert outcome is not None
    assert study.find_par is not None
    for seat in range(match.seats):
        heard = _part_of(report, done + (1 - done) * seat / match.seats, (1 - done) / match.seats)
        total, bound, record = study.find_par(match, seat, seconds / match.seats, heard)
        found.append(Par(seat, total, bound, outcome.scores[seat], record))
    return tuple(found)


def _part_of(report: AnalysisReport | None, start: float, share: float) -> AnalysisReport | None:
    return None if report is None else lambda part: report(start + share * min(1.0, part))
