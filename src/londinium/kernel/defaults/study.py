"""Judging the matches of any game: in points, and without anything that only the game itself can know."""

from __future__ import annotations

from londinium.kernel.contracts.study import Gap
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

LEAST = 0.05
"""Fewer points than this are not worth mentioning."""


def part_of(seat: int) -> str:
    return ""


def drawn_on(fragment: str, seat: int) -> str:
    return fragment


def preview(effect: Gain) -> tuple[float, float]:
    return effect.points, effect.points


def amount(points: float, words: Language) -> str:
    return words.text("{amount} points", amount=words.decimal(points))


def reason(gap: Gap, words: Language) -> str:
    if gap.points < LEAST:
        return words.text("{better} hardly gains more itself, but it leaves the others less.", better=gap.better)
    return words.text("{better} gains more in the end: {amount}.", better=gap.better, amount=amount(gap.points, words))


def theme(better: str, natural: str, gap: Gap) -> str:
    return next(iter(THEMES))
