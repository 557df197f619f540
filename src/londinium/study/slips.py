"""The mistakes of one seat by what they are about, and over many matches: what costs somebody most, with the positions.

One mistake is no habit: advice needs several of a kind, and none that says the contrary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from londinium.kernel.match import Match
from londinium.study.reasons import gap_of
from londinium.study.verdicts import Analysis, Decision

LEAST_CASES = 3
"""Fewer mistakes about the same thing are no habit."""
PREVAILS = 2
"""Of two themes that contradict each other, one prevails that has this many times as many mistakes."""


class Slip(msgspec.Struct, frozen=True):
    """One mistake."""

    table: str
    ply: int
    seat: int
    theme: str
    loss: float
    size: str


@dataclass(frozen=True)
class Habit:
    """Several mistakes that are about the same thing; the costliest first."""

    theme: str
    slips: tuple[Slip, ...]

    @property
    def loss(self) -> float:
        return sum(slip.loss for slip in self.slips)


def slips(analysis: Analysis, match: Match, seat: int, table: str = "") -> list[Slip]:
    """What a seat did wrong, mistake by mistake."""
    return [
        Slip(table, one.ply, seat, theme_of(one, match), one.loss, one.size)
        for one in analysis.mistakes(seat)
        if one.best[0].move != one.played.move
    ]


def theme_of(decision: Decision, match: Match) -> str:
    """What a mistake is about: the game's own word for what is true of the best move and not of the played one."""
    gap = gap_of(decision.best[0], decision.played, match.at(decision.ply), decision.seat)
    return match.game.study.theme(gap)


def habits(found: Iterable[Slip], opposed: Sequence[tuple[str, str]]) -> tuple[list[Habit], list[Slip]]:
    """What is advised: mistakes of which there are several about the same thing, the costliest group first. Then all other
    mistakes, the costliest first. Of two themes that contradict each other one is advised, if it clearly prevails, or none.
    """
    by_theme: dict[str, list[Slip]] = {}
    for slip in sorted(found, key=lambda slip: (-slip.loss, slip.table, slip.ply)):
        by_theme.setdefault(slip.theme, []).append(slip)
    advised = {theme for theme, same in by_theme.items() if len(same) >= LEAST_CASES}
    for pair in opposed:
        for theme, contrary in (pair, pair[::-1]):
            if len(by_theme.get(theme, [])) < PREVAILS * len(by_theme.get(contrary, [])):
                advised.discard(theme)
    together = [Habit(theme, tuple(same)) for theme, same in by_theme.items() if theme in advised]
    rest = [slip for theme, same in by_theme.items() if theme not in advised for slip in same]
    return sorted(together, key=lambda habit: (-habit.loss, habit.theme)), sorted(rest, key=lambda slip: -slip.loss)


def written_slips(found: Sequence[Slip]) -> bytes:
    return msgspec.json.encode(found)


def read_slips(data: bytes) -> list[Slip]:
    return msgspec.json.decode(data, type=list[Slip])
