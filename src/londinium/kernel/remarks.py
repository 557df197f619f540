"""What somebody says about the moves of a match: marks, evaluations, comments, and variations that were not played.

A match keeps them in `Match.notes` by the number of the move they are about, and a record file keeps them with the match.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from londinium.kernel.entries import entry
from londinium.kernel.game import CHANCE
from londinium.kernel.words.errors import N_, InvalidOption, listing

if TYPE_CHECKING:
    from londinium.kernel.match import Match

MOVE_MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""The signs that chess players put after a move: good, bad, brilliant, a blunder, interesting, doubtful."""

Varied: TypeAlias = "str | tuple[int, str]"
"""A move of a variation as somebody writes it down: its notation, or its seat and its notation."""


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said about one move."""

    mark: str = ""
    """One of MOVE_MARKS, or nothing."""
    points: float | None = None
    """The evaluation: how many points whoever made the move may expect at the end."""
    win: float | None = None
    """The evaluation: their chance of first place, from 0 to 1."""
    comment: str = ""
    variations: tuple[Variation, ...] = ()
    """What could have been played instead."""

    def __bool__(self) -> bool:
        return self != NOTHING


class VariedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of a variation, with what is said about it."""

    seat: int
    move: str
    remark: Remark = msgspec.field(default_factory=Remark)


class Variation(msgspec.Struct, frozen=True):
    """Moves that were not played; the first stands in the place of a move that was."""

    moves: tuple[VariedMove, ...]

    def __str__(self) -> str:
        return ", ".join(f"{one.move}{' ' if one.remark.mark else ''}{one.remark.mark}" for one in self.moves)


NOTHING = Remark()


@entry
def tidy(comment: str) -> str:
    """A comment as a record keeps it: without space at the ends of lines, and without empty lines around it."""
    lines = [line.strip() for line in comment.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return "\n".join(lines).strip("\n")


@entry
def check_evaluation(points: float | None, win: float | None) -> None:
    if points is not None and not math.isfinite(points):
        raise InvalidOption(N_("an evaluation is a number of points, not {points}"), points=points)
    if win is not None and not 0 <= win <= 1:
        raise InvalidOption(N_("a chance of first place is a number from 0 to 1, not {win}"), win=win)


@entry
def new_remark(
    match: Match,
    ply: int,
    mark: str = "",
    points: float | None = None,
    win: float | None = None,
    comment: str = "",
    variations: Iterable[Variation | Sequence[Varied]] = (),
) -> Remark:
    """A remark on the move that a match made at a ply. InvalidOption says what is wrong, IllegalMove of a variation why."""
    if mark and mark not in MOVE_MARKS:
        raise InvalidOption(N_("'{mark}' is not a mark; choose one of: {known}"), mark=mark, known=listing(MOVE_MARKS))
    check_evaluation(points, win)
    tried = tuple(
        checked(match.at(ply), one) if isinstance(one, Variation) else variation(match.at(ply), one, match.plies[ply].seat)
        for one in variations
    )
    return Remark(mark, None if points is None else float(points), None if win is None else float(win), tidy(comment), tried)


@entry
def variation(before: Match, moves: Sequence[Varied], first: int) -> Variation:
    """The variation that makes these moves, and between them what follows by itself; `first` makes the first of them."""
    if isinstance(moves, str) or not len(moves):
        raise InvalidOption(N_("a variation is a list of at least one move"))
    here, start = before.copy(), before.ply
    for number, one in enumerate(moves):
        seat, text = one if isinstance(one, tuple) else (first if number == 0 else None, one)
        if number and here.to_act != (CHANCE,):
            here.proceed()
        here.apply(text, seat)
    return Variation(tuple(VariedMove(made.seat, here.moves.text(made.move)) for made in here.plies[start:]))


@entry
def checked(before: Match, tried: Variation) -> Variation:
    """The same variation, if it can be played from here."""
    here = before.copy()
    for one in tried.moves:
        here.apply(one.move, one.seat)
    return tried


@entry
def played_out(before: Match, tried: Variation) -> Match:
    """The match as it would stand after a variation, which begins where it stands."""
    here = before.copy()
    for one in tried.moves:
        here.apply(one.move, one.seat, decided=here.forced(one.seat) is None)
    return here
