"""The line of best play: the better move, and what the search expects everybody to do after it, with the shuffle of the match.

Whoever decides in the line is given what their seat would know there, as in an analysis; only chance knows the shuffle.
"""

from __future__ import annotations

from collections.abc import Callable

from londinium.bots.search.comparison import Judge
from londinium.kernel.entries import entry
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.remarks import Remark, Variation, VariedMove
from londinium.study.analysis import Effort, new_judge
from londinium.study.verdicts import Analysis, Decision

LINE_DECISIONS = 4
"""How far a line goes, the better move included: what comes later is hardly more than a guess."""
LINE_SIMULATIONS = 400
"""For each decision of a line at the most; the better move itself has been compared with others already."""

LineFinder = Callable[[Match, Decision], Variation]


@entry
def line_finder(analysis: Analysis, match: Match, decisions: int = LINE_DECISIONS) -> LineFinder:
    """What finds the lines of an analysis: with as much effort as it made, but no more than a line is worth."""
    effort = Effort(simulations=min(analysis.simulations or LINE_SIMULATIONS, LINE_SIMULATIONS))
    judge = new_judge(match, effort)
    return lambda before, decision: best_line(judge, before, decision, effort, decisions)


@entry
def best_line(judge: Judge, before: Match, decision: Decision, effort: Effort, decisions: int = LINE_DECISIONS) -> Variation:
    """The best move of a decision and what is expected after it; `before` stands where the decision was made."""
    best, here = decision.best[0], before.copy()
    here.apply(best.move, decision.seat)
    for _ in range(decisions - 1):
        here.proceed()
        deciding = [seat for seat in here.to_act if seat != CHANCE]
        if not deciding:
            break  # the end, or cards that nobody knows
        here.apply(judge.think(here, deciding[0], effort.budget).best, deciding[0])
    first, *later = here.plies[before.ply :]
    return Variation(
        (
            VariedMove(first.seat, here.moves.text(first.move), Remark(points=best.points, win=best.win)),
            *(VariedMove(made.seat, here.moves.text(made.move)) for made in later),
        )
    )
