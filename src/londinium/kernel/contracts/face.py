"""How a game shows itself: the module `face` in its folder has the functions of `Face`.

Every game has those in `REQUIRED`; whatever else a game leaves out, the kernel says for it (`defaults/face.py`).
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
        """What one seat (None: a spectator; ALL_EYES: a viewer who sees everything) may know, built up from nothing."""

    def asks(self, position: Position) -> str:
        """The game's name for what is being decided now. Left out: `turn`."""

    def effect(self, position: Position, seat: int, move: int) -> msgspec.Struct:
        """What a legal move would bring, computed by the rules themselves. Left out: the points it gains at once."""

    def why_not(self, refusal: int) -> tuple[str, str] | None:
        """The rule a refusal rests on and the game's name for the reason; None if it is simply not the time for it.

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

    def what_follows(self, position: Position, seat: int, move: int) -> str | None:
        """AGAIN, PASSES, REVEALS or ENDS, if the game can say it of a legal move without making it; None: it is to be tried.

        Where several decide at once, the position is the one in which the others have not chosen. Left out: it is tried.
        """

    def beats(self, event: msgspec.Struct) -> float:
        """How long an event is worth looking at: 0 is shown together with what follows, 1 a move, 2 a round that is counted.

        Left out: 1.
        """

    def is_repeated(self, event: msgspec.Struct) -> bool:
        """Whether a seat does this several times in a row, and all of them are one thing to look at: cards taken one by one.

        Left out: never.
        """

    def halfway(self, before: Position, seat: int, move: int) -> Position | None:
        """Where a move has been made but what follows by itself has not, if that is worth a picture of its own: the last pawn
        stands on the wheel, the round has not ended yet. None: it is not. Left out: it never is.
        """

    def sound(self, event: msgspec.Struct) -> str:
        """What an event sounds like: `card`, `flip`, `pawn`, `coin`, `house`, `pencil`, `interchange`, `end`, or nothing.

        Left out: nothing.
        """

    def heading(self, position: Position) -> str:
        """The part of the match this is, for record files: `setup`, `round 3`. Left out: `match`."""

    def describe_heading(self, heading: str, language: Language) -> str:
        """A part of the match in words, for the log. Left out: `Round 3`, and nothing for what is not a round."""

    def tell(self, event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
        """An event in a sentence, with the names of those it is about."""

    def note(self, event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
        """An event in a few words that are right for every reader, whose own name is `You` in `names`.

        What a `seat` did is told without its name, which stands before it: `hostelry 20, strength 2`, and the log has the notes
        of a turn in one line, `Wat: …`. What is not about a seat is a sentence. Left out: nothing; the log has what `tell` says.
        """

    def turn(self, position: Position) -> int:
        """The number of the turn, where somebody may have several in succession: each has a line of its own in the log.

        Left out: 0, and all that somebody does in succession is one turn.
        """

    def lights(self, event: msgspec.Struct) -> tuple[str, ...]:
        """What an event is about: names that stand in the drawing as `data-part` or `data-key`. Left out: nothing."""

    def is_passing(self, event: msgspec.Struct) -> bool:
        """Whether an event is worth a line only until the next thing happens: somebody has decided face down. Left out: never."""

    def describe_points(self, count: int, language: Language) -> str:
        """Points with their unit: `£7`. Left out: `7 points`."""

    def ending(self, view: View, language: Language, names: Sequence[str]) -> str:
        """How a finished match ended for its viewer, in one sentence. Left out: the place, and how far it is from the winner."""

    def tie_rule(self, language: Language) -> str:
        """What decides between equal totals, in one sentence, told where it did. Left out: that the rules decide."""

    def keeping(self, language: Language) -> str:
        """The name of the player's setting by which a turn ends by itself although something could still be used
        (`OfferText.keeps`). Left out: there is none.
        """

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
