"""How any game shows itself where it leaves something out. Nothing here may be used by a game that hides something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from londinium.kernel.cells import zeros
from londinium.kernel.defaults.endings import plain_ending
from londinium.kernel.flat import FlatArray
from londinium.kernel.words.language import Language

if TYPE_CHECKING:
    from londinium.kernel.game import Game, Position
    from londinium.kernel.views import View


class Gain(msgspec.Struct, frozen=True, gc=False):
    """What a move brings at once."""

    points: int


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A score sheet: what each line brings, and the total."""

    seat: int
    lines: dict[str, int]
    total: int
    place: int


class PlainFace:
    """The functions of `Face` that a game may leave out."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def asks(self, position: Position) -> str:
        return "turn"

    def effect(self, position: Position, seat: int, move: int) -> Gain:
        after = position.states
        self._game.engine.unchecked.push(after, 0, position.boxes, seat, move)
        now, then = (self._scores(states, position)[0] for states in (after, position.states))
        return Gain(now[seat] - then[seat])

    def why_not(self, refusal: int) -> tuple[str, str] | None:
        return None

    def score_sheets(self, position: Position) -> list[Sheet]:
        totals, places = self._scores(position.states, position)
        lines = zeros((position.seats, len(self._game.score_lines)), "int32")
        self._game.functions.score_lines(position.state, position.box, lines)
        named = [dict(zip(self._game.score_lines, row, strict=True)) for row in lines.tolist()]
        return [Sheet(seat, named[seat], totals[seat], places[seat]) for seat in range(position.seats)]

    def disguise(self, position: Position, seat: int, key: int) -> Position:
        return position

    def is_automatic(self, position: Position, seat: int, move: int) -> bool:
        return True

    def what_follows(self, position: Position, seat: int, move: int) -> str | None:
        return None

    def beats(self, event: msgspec.Struct) -> float:
        return 1

    def is_repeated(self, event: msgspec.Struct) -> bool:
        return False

    def halfway(self, before: Position, seat: int, move: int) -> Position | None:
        return None

    def sound(self, event: msgspec.Struct) -> str:
        return ""

    def heading(self, position: Position) -> str:
        return "match"

    def describe_heading(self, heading: str, language: Language) -> str:
        kind, _, number = heading.partition(" ")
        return language.text("Round {number}", number=number) if kind == "round" and number else ""

    def note(self, event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
        return ""

    def turn(self, position: Position) -> int:
        return 0

    def lights(self, event: msgspec.Struct) -> tuple[str, ...]:
        return ()

    def is_passing(self, event: msgspec.Struct) -> bool:
        return False

    def describe_points(self, count: int, language: Language) -> str:
        return language.plural("{count} point", "{count} points", count)

    def ending(self, view: View, language: Language, names: Sequence[str]) -> str:
        return plain_ending(view, self._game.face.describe_points, language, names)

    def tie_rule(self, language: Language) -> str:
        return language.text("equal totals, so the rules decide.")

    def keeping(self, language: Language) -> str:
        return ""

    def describe_refusal(self, reason: str, language: Language) -> str:
        return reason.lower().replace("_", " ")

    def describe_line(self, line: str, language: Language) -> str:
        return line

    def describe_option(self, option: str, choice: str | None, language: Language) -> str:
        return choice or option

    def draw_scores(self, sheets: Sequence[Any], language: Language, names: Sequence[str]) -> Any:
        from rich.table import Table

        table = Table(title=language.text("Final scoring"))
        for title in (language.text("Place"), language.text("Player"), language.text("Points")):
            table.add_column(title)
        for sheet in sorted(sheets, key=lambda sheet: int(sheet.place)):
            table.add_row(str(sheet.place + 1), names[sheet.seat], str(sheet.total))
        return table

    def _scores(self, states: FlatArray[Any], position: Position) -> tuple[list[int], list[int]]:
        """Totals and places, as if the match ended in this state."""
        points, places = zeros(position.seats, "int32"), zeros(position.seats, "int32")
        self._game.engine.unchecked.scores(states, 0, position.boxes, points, places)
        return points.tolist(), places.tolist()
