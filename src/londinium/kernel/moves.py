"""Moves as objects: a move is its notation, and knows beside it its number and whose it is.

    move = match.parse("place chapel")
    move.is_legal(match), move.id, move.seat
    match.push(move)

Since it is a text, it goes wherever notation goes, equals the text, and prints like it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from londinium.kernel.entries import entries
from londinium.kernel.game import CHANCE

if TYPE_CHECKING:
    from londinium.kernel.course_of_play import CourseOfPlay
    from londinium.kernel.game import Game


@entries
class Move(str):
    """A move of a game. Two moves with the same notation are equal, whoever makes them."""

    id: int
    """Its number in the table of moves, and in learning environments."""
    seat: int | None
    """Who makes it: a seat, CHANCE, or None where nobody was named."""

    def __new__(cls, text: str, id: int, seat: int | None = None) -> Move:
        move = super().__new__(cls, text)
        move.id, move.seat = id, seat
        return move

    @classmethod
    def parse(cls, text: str, of: Game | CourseOfPlay, seat: int | None = None) -> Move:
        """The move with this text; case and spacing do not matter. InvalidNotation names the first word that fits nothing.

        A game reads it as its standard box names the moves, a match as its own does.
        """
        number = of.moves.parse(text)
        if seat is None and of.moves.is_chance(number):
            seat = CHANCE
        return cls(of.moves.text(number), number, seat)

    @property
    def text(self) -> str:
        """The notation alone."""
        return str(self)

    @property
    def is_chance(self) -> bool:
        """Whether it is something that is revealed."""
        return self.seat == CHANCE

    def is_legal(self, match: CourseOfPlay) -> bool:
        """Whether its seat may make it now; without a seat, whether whoever decides first may."""
        return match.is_legal(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.id, self.seat)
