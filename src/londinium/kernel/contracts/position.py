"""How a game says a whole position in one line: its module `face.position` has the names of `PositionText`.

A text is words `name=value` in groups: the match, what lies on the table, then a group for each seat. A `PositionPart` writes
and reads one of these words. A word that is left out says what is usual, which the part itself knows. What follows from other
words (what is left in a stack, what the bank has paid) is not written; `complete` fills it in, so that nobody has to count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from londinium.kernel.plain import plain_of
from londinium.kernel.words.errors import N_, InvalidPosition, LondiniumError, listing

if TYPE_CHECKING:
    from londinium.kernel.flat import FlatArray
    from londinium.kernel.game import Game, Position

ON_TABLE = -1
"""Where a seat is named: the words about the table, which are about no seat."""
_WHOLE = re.compile(r"-?\d{1,19}")


class FaceDown(NamedTuple):
    """A move that lies face down: it is made again when a match begins here, so that nobody learns it who may not."""

    seat: int
    move: str
    part: str


@dataclass
class Draft:
    """A position on its way from a text into a state: first zero everywhere, then filled part by part."""

    game: Game
    seats: int
    options: Mapping[str, str]
    boxes: FlatArray[Any]
    states: FlatArray[Any]
    chosen: list[FaceDown] = field(default_factory=list)
    """What is chosen face down; the state is the one before that."""

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def box(self) -> Any:
        return self.boxes[0]

    @cached_property
    def plain_box(self) -> Any:
        """The box's fields as numbers and tuples, quickest to read from Python."""
        return plain_of(self.boxes)

    def wrong(self, part: str, problem: str, seat: int = ON_TABLE, /, **facts: object) -> InvalidPosition:
        """The error for a problem with a part (nothing: with the whole)."""
        return InvalidPosition(LondiniumError(problem, **facts), part=part, seat=None if seat == ON_TABLE else seat)

    def number(self, part: str, seat: int, value: str, least: int, most: int) -> int:
        if not _WHOLE.fullmatch(value) or not least <= int(value) <= most:
            message = N_("'{value}' should be a whole number from {least} to {most}")
            raise self.wrong(part, message, seat, value=value, least=least, most=most)
        return int(value)

    def one_of(self, part: str, seat: int, value: str, names: Sequence[str]) -> int:
        """The number of a name."""
        if value not in names:
            raise self.wrong(part, N_("'{value}' should be one of: {known}"), seat, value=value, known=listing(names, most=20))
        return names.index(value)

    def seat_of(self, part: str, value: str) -> int:
        return self.number(part, ON_TABLE, value, 0, self.seats - 1)


@dataclass(frozen=True)
class PositionPart:
    """One word of a text. `seat` is ON_TABLE where the word is not about a seat."""

    name: str
    meaning: str
    """What it says, in a few words of the catalogue."""
    write: Callable[[Position, int], str]
    """write(position, seat): the value, or nothing where it is what is usual."""
    read: Callable[[Draft, int, str], None]
    """read(draft, seat, value): into the state; the value is empty where the word is left out. InvalidPosition: what is wrong."""


def number_part(name: str, meaning: str, field: str, most: int, usual: int = 0) -> PositionPart:
    """A number from 0 that stands in a field of the state as it is."""

    def write(position: Position, seat: int) -> str:
        value = getattr(position.plain, field)
        value = value if seat == ON_TABLE else value[seat]
        return "" if value == usual else str(value)

    def read(draft: Draft, seat: int, value: str) -> None:
        number = draft.number(name, seat, value, 0, most) if value else usual
        if seat == ON_TABLE:
            setattr(draft.state, field, number)
        else:
            getattr(draft.state, field)[seat] = number

    return PositionPart(name, meaning, write, read)


class PositionText(Protocol):
    """How a game writes its positions, and what it asks of them."""

    TABLE: Sequence[PositionPart]
    """The words about the table, in the order in which they are written and read."""
    SEAT: Sequence[PositionPart]
    """The words about each seat."""

    def complete(self, draft: Draft) -> None:
        """Fill in what follows from what was read. InvalidPosition names the count that cannot be."""

    def check(self, draft: Draft) -> None:
        """InvalidPosition if the rules do not lead to such a position, with the number of the rule or the count it breaks."""


def position_text_of(game: Game) -> PositionText:
    """What a game says about its positions. Left out: every field of the state under its name."""
    from londinium.kernel.contracts.rooms import room
    from londinium.kernel.defaults.position import PlainPosition

    given: Any = room(game, "face.position")
    found: PositionText = PlainPosition(game) if given is None else given
    return found
