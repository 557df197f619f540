"""What a game brings for its daily challenges: the kinds of days, and which day is of which. Left out: all are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from londinium.kernel.words.errors import N_

if TYPE_CHECKING:
    from londinium.kernel.game import Game
    from londinium.kernel.words.language import Language

PLAIN_DAY = "plain"
"""The kind that every game has: all options as they are, the printed box. Days from before there were kinds are of this one."""


@dataclass(frozen=True)
class DayKind:
    """How a challenge is played."""

    title: str
    """A message of the game's catalogue, or of ours."""
    options: Mapping[str, str] = field(default_factory=dict)
    names: str = ""
    """The option whose choice the title names: `Scoring of the expansion: Longest line`."""
    random_box: bool = False
    """Whether the box is made for the day; the game has a `random_box` then."""


PLAIN_KINDS: Mapping[str, DayKind] = {PLAIN_DAY: DayKind(N_("The basic game"))}


@dataclass(frozen=True)
class Calendar:
    """The days of a game: the contents of its module `days`."""

    kinds: Mapping[str, DayKind]
    week: Sequence[Sequence[str]]
    """By day of the week, Monday first: the kinds that take turns on it, week by week."""
    random_box: Callable[[int], str] | None = None
    """random_box(seed): the text of a box file. The same seed makes the same box for ever."""

    def kind_on(self, day: date) -> str:
        """The name of the kind of a day. It follows from the date alone."""
        week, weekday = divmod(day.toordinal() - 1, 7)
        turns = self.week[weekday]
        return turns[week % len(turns)]


def calendar_of(game: Game) -> Calendar:
    found = game.contract("days")
    if found is None:
        return Calendar(PLAIN_KINDS, ((PLAIN_DAY,),) * 7)
    return Calendar(found.KINDS, found.WEEK, found.random_box)


def kind_title(game: Game, kind: DayKind, words: Language) -> str:
    title = words.text(kind.title)
    if not kind.names:
        return title
    return words.named(title, game.face.describe_option(kind.names, kind.options[kind.names], words))
