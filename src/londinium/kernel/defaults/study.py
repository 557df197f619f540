"""Judging the matches of any game: in points, and without anything that only the game itself can know."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.kernel.contracts.study import Gap, MoveClaim
from londinium.kernel.defaults.face import Gain
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

SIZES = {"inaccuracy": 0.5, "mistake": 1.5, "blunder": 4.0}
CLEARLY = 1.5
SIMULATIONS = 800
OWN = ()
find_par = draw_par = None
THEMES = {"best": N_("Find the better move")}
FAULTS = {"best": N_("You miss moves that gain more in the end.")}
OPPOSED = ()


def part_of(seat: int) -> str:
    return ""


def drawn_on(fragment: str, seat: int) -> str:
    return fragment


def preview(effect: Gain) -> tuple[float, float]:
    return effect.points, effect.points


def amount(points: float, words: Language) -> str:
    return words.text("{amount} points", amount=words.decimal(points))


def claims(gap: Gap) -> Sequence[MoveClaim]:
    return ()


def tell(claim: MoveClaim, words: Language) -> str:
    return claim.kind


def theme(gap: Gap) -> str:
    return next(iter(THEMES))


def called(gap: Gap, label: str, words: Language) -> str:
    return label
