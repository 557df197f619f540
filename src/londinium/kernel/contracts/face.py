"""How a game shows itself: the module `face` in its folder has the functions of `Face`.

Those in `REQUIRED` every game has; what else a game leaves out, the kernel says for it (`defaults/face.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from londinium.kernel.game import Position
    from londinium.kernel.views import View
    from londinium.kernel.words.language import Language

REQUIRED = ("board", "events", "tell", "prompt", "describe_move", "draw_text")
REQUIRED_OF_SECRETS = ("disguise", "effect")
"""What a game that hides something must say itself: the kernel would give its secrets away."""


class Face(Protocol):
    """How a game shows itself: what a seat may know, what happened, and the words for it."""

    def board(self, position: Position, viewer: int | None) -> msgspec.Struct:
        """What one seat (None: a spectator; ALL_EYES: one who sees everything) may know, built up from nothing."""

    def asks(self, position: Position) -> str:
        """The game's name for what is being decided now. Left out: `turn`."""

    def effect(self, position: Position, seat: int, move: int) -> msgspec.Struct:
        """What a legal move would bring, computed by the rules themselves. Left out: the points it gains at once."""

    def why_not(self, refusal: int) -> tuple[str, str] | None:
        """The rule a refusal rests on and the game's name for the reason; None if it is only not the time for it.

        Left out: there is never more to say than that a move is not legal.
        """

    def events(self, before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[msgspec.Struct]:
        """What happened in one move as far as a seat may know, from before and after."""

    def score_sheets(self, position: Position) -> list[Any]:
        """A score sheet per seat; totals and places are read from it. Left out: the lines, as the rules count them."""

    def disguise(self, position: Position, seat: int, key: int) -> Position:
        """A position that differs in everything the seat may not know, and in nothing else. Left out: nothing is hidden."""

    def is_automatic(self, position: Position, seat: int, move: int) -> bool:
        """Whether a move is made without asking when it is the only one: it reveals nothing and costs nothing.

        Left out: always.
        """

    def heading(self, position: Position) -> str:
        """The part of the match this is, for record files: `setup`, `round 3`. Left out: `match`."""

    def tell(self, event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
        """An event in words."""

    def prompt(self, view: View, language: Language, names: Sequence[str]) -> str:
        """What to do now, or whom to wait for."""

    def describe_move(self, move: str, effect: msgspec.Struct | None, language: Language) -> str:
        """A move and what it brings, in words."""

    def describe_refusal(self, reason: str, language: Language) -> str:
        """Why a move is not allowed, in words. Left out: the name of the reason."""

    def describe_line(self, line: str, language: Language) -> str:
        """A line of the score sheet in words. Left out: its name."""

    def describe_option(self, option: str, choice: str | None, language: Language) -> str:
        """An option, or one of its choices, in words. Left out: its name."""

    def draw_text(self, view: View, language: Language, names: Sequence[str]) -> Any:
        """The position for a terminal, as something rich can print."""

    def draw_scores(self, sheets: Sequence[Any], language: Language, names: Sequence[str]) -> Any:
        """The score sheets for a terminal. Left out: a row of totals and places."""
