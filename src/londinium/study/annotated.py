"""An analysis as remarks on the moves of its match: marks, evaluations, a comment, and the better move as a variation.

A record keeps them, and whatever replays the record shows them.
"""

from __future__ import annotations

from londinium.kernel.match import Match
from londinium.kernel.remarks import Remark, Variation, VariedMove
from londinium.kernel.words.language import Language
from londinium.study.graph import SIZE_NAMES
from londinium.study.notes import cost, named, why
from londinium.study.verdicts import BLUNDER, INACCURACY, MISTAKE, Analysis, Decision, WeighedMove

SIZE_MARKS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
"""What chess players write after mistakes of each size."""


def annotated(analysis: Analysis, match: Match, code: str = "en") -> Match:
    """The match with what the analysis says about its decisions. What was said about a move before stays in its place."""
    words, here = match.words(code), match.copy()
    for decision in analysis.decisions:
        here.notes[decision.ply] = _joined(match.notes.get(decision.ply, Remark()), _remark(decision, match, words))
    return here


def _joined(before: Remark, judged: Remark) -> Remark:
    """Somebody's own words and mark come first; an analysis that was there already is not repeated."""
    comments = [before.comment, judged.comment if judged.comment not in before.comment else ""]
    more = tuple(tried for tried in judged.variations if tried not in before.variations)
    return Remark(
        before.mark or judged.mark,
        judged.points,
        judged.win,
        "\n".join(comment for comment in comments if comment),
        before.variations + more,
    )


def _remark(decision: Decision, match: Match, words: Language) -> Remark:
    """Every decision has its evaluation; a mistake also its mark, what it cost and why, and what would have been better."""
    played, best = decision.played, decision.best[0]
    if not decision.is_mistake or best.move == played.move:
        return Remark(points=played.points, win=played.win)
    told, effects = named(match.at(decision.ply), decision.seat, words)
    price = f"{words.text(SIZE_NAMES[decision.size])} {cost(decision, match, words)}"
    comment = words.named(price[0].upper() + price[1:], why(decision, match, words, told, effects))
    return Remark(SIZE_MARKS[decision.size], played.points, played.win, comment, (_better(decision.seat, best),))


def _better(seat: int, best: WeighedMove) -> Variation:
    return Variation((VariedMove(seat, best.move, Remark(points=best.points, win=best.win)),))
