"""What an analysis says of a match: plain data without a word of any language, kept with the match."""

from __future__ import annotations

import msgspec

from londinium.kernel.match import Match
from londinium.kernel.record import read_record

ANALYSIS_VERSION = 7
"""Of these classes and of how their numbers are found; asked for, an analysis of another version is made again."""
READABLE_ANALYSES = (ANALYSIS_VERSION, 6, 5, 4, 3)
"""Versions that these classes can hold, the newest first: until an analysis is made again, it says what a player loses by."""

NONE, INACCURACY, MISTAKE, BLUNDER = "none", "inaccuracy", "mistake", "blunder"
MISTAKE_SIZES = (INACCURACY, MISTAKE, BLUNDER)
"""The classes of mistakes, the smallest first. Each game says in its folder `study` how large they are."""


class WeighedMove(msgspec.Struct, frozen=True):
    """A move, and what is expected of it for the seat that decides."""

    move: str
    points: float
    """Its points at the end of the match."""
    win: float | None
    """Its chance of first place; None for a lone player."""
    value: float
    """What it maximises: its lead and the first place, or its points where sheets do not touch each other. Where a network was
    asked, half of this is what it foresees."""
    error: float
    """The value is known this well: one standard error."""
    lines: tuple[float, ...]
    """Every line of its score sheet, in the game's order; together they are its points."""
    rivals: float | None = None
    """The points of the best of the others; None where sheets do not touch each other."""


class Decision(msgspec.Struct, frozen=True):
    """A decision and what it cost."""

    ply: int
    """How many moves had been made before."""
    seat: int
    played: WeighedMove
    best: tuple[WeighedMove, ...]
    """The three best moves, or as many as there were, by their value. The played one may be among them."""
    loss: float
    """How much less the played move is worth than the one that the search would have made; never negative. The one measure of
    mistakes, on every page (`worth.py`)."""
    error: float
    """The loss is known this well: one standard error. Both moves were tried with the same luck."""
    size: str
    """`none`, `inaccuracy`, `mistake` or `blunder`."""

    @property
    def is_significant(self) -> bool:
        """Whether the loss is more than chance."""
        return self.loss > SIGNIFICANT * self.error

    @property
    def is_mistake(self) -> bool:
        return self.size != NONE


SIGNIFICANT = 2.0
"""A loss of this many standard errors is not put down to chance."""


class Moment(msgspec.Struct, frozen=True):
    """What everybody could expect in a position that all of them know, for the graph."""

    ply: int
    points: tuple[float, ...]
    """By seat."""
    win: tuple[float, ...] | None
    """By seat; None for a lone player."""
    band: tuple[float, ...] = ()
    """By seat, how far off the chance may be, or a lone player's points; 0 where the end could be computed."""


class Par(msgspec.Struct, frozen=True):
    """The best total that a seat could have reached with the same cards."""

    seat: int
    total: int
    bound: int
    """No play can bring more than this."""
    played: int
    record: str
    """The play that brings it, as the record of a lone player."""


class Analysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every decision of a match, judged."""

    version: int
    simulations: int | None
    """Of each decision; None: as many as the time allowed."""
    decisions: tuple[Decision, ...]
    graph: tuple[Moment, ...]
    par: tuple[Par, ...]
    """By seat, for a game in which it can be found and a match that is over."""
    seconds: float
    record: str
    """The match itself."""
    match: Match | None = None
    """The same match where it is at hand. It is not written: an analysis is kept with its match, and the record says the rest."""

    def mistakes(self, seat: int | None = None) -> tuple[Decision, ...]:
        """The decisions that were mistakes of any size, of one seat or of all."""
        return tuple(d for d in self.decisions if d.is_mistake and (seat is None or d.seat == seat))

    def mean_loss(self, seat: int) -> float:
        """What a seat's decisions cost on average; a loss that may be chance counts as none."""
        losses = [d.loss if d.is_significant else 0.0 for d in self.decisions if d.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0

    def to_json(self) -> bytes:
        """The whole analysis as data, without the match itself."""
        return msgspec.json.encode(msgspec.structs.replace(self, match=None))

    def _repr_html_(self) -> str:
        from londinium.study.report import report

        return report(self, self.match or read_record(self.record))

    def __repr__(self) -> str:
        return f"<Analysis of {len(self.decisions)} decisions, {len(self.mistakes())} mistakes>"


def read_analysis(data: bytes, match: Match | None = None) -> Analysis:
    """An analysis from its JSON, of a match that is at hand or from its own record."""
    return msgspec.structs.replace(msgspec.json.decode(data, type=Analysis), match=match)
