"""The mistakes of one seat by what they are about, and over many matches: what costs somebody most, with the positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from londinium.kernel.contracts.study import Gap
from londinium.kernel.match import Match
from londinium.study.verdicts import Analysis, Decision

TOLD_LINES = 3
"""How many lines of the score sheet a game is given when it is asked what a mistake is about."""


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
    """Mistakes that are about the same thing; the costliest first."""

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
    """What a mistake is about: the game's own word for what the best move has and the played one lacks."""
    here, best, played = match.at(decision.ply), decision.best[0], decision.played
    effects = {offer.move: offer.effect for offer in here.view(decision.seat, refusals=False).offers}
    more = zip(match.game.score_lines, (b - p for b, p in zip(best.lines, played.lines, strict=True)), strict=True)
    lines = dict(sorted(more, key=lambda line: -abs(line[1]))[:TOLD_LINES])
    gap = Gap(best.move, lines, best.points - played.points, effects[best.move], effects[played.move])
    return match.game.study.theme(best.move, played.move, gap)


def habits(found: Iterable[Slip]) -> list[Habit]:
    """Mistakes grouped by what they are about; the costliest group first."""
    by_theme: dict[str, list[Slip]] = {}
    for slip in found:
        by_theme.setdefault(slip.theme, []).append(slip)
    together = [Habit(theme, tuple(sorted(same, key=lambda slip: -slip.loss))) for theme, same in by_theme.items()]
    return sorted(together, key=lambda habit: (-habit.loss, habit.theme))


def written_slips(found: Sequence[Slip]) -> bytes:
    return msgspec.json.encode(found)


def read_slips(data: bytes) -> list[Slip]:
    return msgspec.json.decode(data, type=list[Slip])
