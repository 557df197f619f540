"""What a puzzle is about, and why its best move is better than another: from what its file keeps of that move."""

from __future__ import annotations

from londinium.bots.search.foresight import is_alone
from londinium.kernel.contracts.study import Gap
from londinium.kernel.match import Match
from londinium.study.puzzles.file import UNIT, Try
from londinium.study.reasons import gap_between


def gap_of_try(here: Match, seat: int, best: int, tried: Try) -> Gap:
    """How the best move differs from one that was tried. Puzzles are checked by simulations alone: what a move is worth besides
    its own points, it is worth by what the others get and by the first place.
    """
    worth, points = tried.cost / UNIT, tried.points / UNIT
    better, other = here.moves.text(best), here.moves.text(tried.move)
    lines, others = tried.gained(here.game), 0.0 if is_alone(here.game) or here.seats == 1 else round(worth - points, 1)
    return gap_between(here, seat, better, other, worth=worth, points=points, lines=lines, others=others)


def theme_of_try(here: Match, seat: int, best: int, tried: Try) -> str:
    """What a puzzle is about whose natural move is the one that was tried."""
    return here.game.study.theme(gap_of_try(here, seat, best, tried))
