"""An analysis as remarks on the moves of its match: marks, evaluations, a comment, and the line of best play as a variation.

A record keeps them, and whatever replays the record shows them.
"""

from __future__ import annotations

from londinium.kernel.entries import entry
from londinium.kernel.match import Match
from londinium.kernel.remarks import Remark
from londinium.kernel.words.language import Language
from londinium.study.best_line import LineFinder, line_finder
from londinium.study.notes import named, why
from londinium.study.verdicts import BLUNDER, INACCURACY, MISTAKE, Analysis, Decision
from londinium.study.worth import mistake_words

SIZE_MARKS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
"""What chess players write after mistakes of each size."""


@entry
def annotated(analysis: Analysis, match: Match, code: str = "en") -> Match:
    """The match with what the analysis says about its decisions. What was said about a move before stays in its place."""
    words, here, find_line = match.words(code), match.copy(), line_finder(analysis, match)
    for decision in analysis.decisions:
        judged = _remark(decision, match, words, find_line)
        here.notes[decision.ply] = _joined(match.notes.get(decision.ply, Remark()), judged)
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


def _remark(decision: Decision, match: Match, words: Language, find_line: LineFinder) -> Remark:
    """Every decision has its evaluation; a mistake also its mark, what it cost and why, and how best play would have gone on."""
    played, best = decision.played, decision.best[0]
    if not decision.is_mistake or best.move == played.move:
        return Remark(points=played.points, win=played.win)
    before = match.at(decision.ply)
    told = named(before, decision.seat, words)
    price = mistake_words(decision.size, decision.loss, match.game, words)
    comment = words.named(price[0].upper() + price[1:], why(decision, match, words, told))
    return Remark(SIZE_MARKS[decision.size], played.points, played.win, comment, (find_line(before, decision),))
