"""What a game itself knows about judging its matches: the module `study` in its folder has the functions of `Study`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from londinium.kernel.game import Position
    from londinium.kernel.match import Match
    from londinium.kernel.words.language import Language


@dataclass(frozen=True)
class Gap:
    """How a move of a decision differs from one that is worth less."""

    position: Position
    """Where both could be made, and by whom:"""
    seat: int
    better: str
    """The two moves in notation, as numbers, and the game's effects of them."""
    other: str
    moves: tuple[int, int]
    effect: Any
    other_effect: Any
    worth: float
    """How much more the better one is worth: the lead and the first place, or points where sheets do not touch each other."""
    points: float
    """How many more points of its own it brings in the end; below zero if it is better only by what the others get."""
    lines: Mapping[str, float]
    """The same by line of the score sheet."""
    others: float
    """How much of its worth is what the others get less, and the greater chance of the first place."""


@dataclass(frozen=True)
class MoveClaim:
    """Something that is so after the whole turn of the better move, however its player completes the turn without spending
    anything more, and that is not so after the turn of the other move, however that is completed.
    """

    kind: str
    amount: int = 0
    """By how much the moves differ at least, where that is a number."""
    about: str = ""
    at_least: bool = False
    """Whether the amount depends on what is decided later in the turn."""


class Study(Protocol):
    """How a game's matches are judged."""

    SIZES: Mapping[str, float]
    """The loss from which a decision is an `inaccuracy`, a `mistake`, a `blunder`."""
    CLEARLY: float
    """By this much the best move of a puzzle is better than every other."""
    SIMULATIONS: int
    """Of each decision, for an analysis within the time that people wait for one."""
    OWN: tuple[str, ...]
    """The fragments of a table that show only what belongs to the player sitting there."""
    find_par: Callable[[Match, int, float, Callable[[float], None] | None], tuple[int, int, str]] | None
    """find_par(match, seat, seconds, report): the best total with the same cards, a bound above it, and the record of a player
    alone who reaches it; None where nobody can say."""
    draw_par: Callable[[Match, Match, int, Language], str] | None
    """draw_par(match, best, seat, words): a seat's match and the best one side by side, in HTML that needs no style sheet."""

    THEMES: Mapping[str, str]
    """What puzzles of this game can be about: a name, and the words for it, a message of the game's catalogue or of ours."""

    FAULTS: Mapping[str, str]
    """By theme: what a player who misses it does, as one sentence to them: `You open new districts too late.`"""
    OPPOSED: Sequence[tuple[str, str]]
    """Pairs of themes whose sentences contradict each other."""

    def part_of(self, seat: int) -> str:
        """The part of the table that shows a seat's decisions to everybody, where it must be brought to the front."""

    def drawn_on(self, fragment: str, seat: int) -> str:
        """Where another viewer sees what a seat sees drawn on a fragment of its own table."""

    def preview(self, effect: Any) -> tuple[float, float]:
        """The gain that a table shows for a move, from its effect: the least and the most, where more is to be chosen."""

    def amount(self, points: float, words: Language) -> str:
        """Points with their unit: `£3.2`."""

    def claims(self, gap: Gap) -> Sequence[MoveClaim]:
        """What is true of the better move and not of the other, the most important first."""

    def tell(self, claim: MoveClaim, words: Language) -> str:
        """A claim as half a sentence about the better move: `it crosses the Thames`."""

    def theme(self, gap: Gap) -> str:
        """What a mistake or a puzzle is about, one of `THEMES`."""

    def called(self, gap: Gap, label: str, words: Language) -> str:
        """What a sentence calls the better move, whose button says `label`, so that it is told from the other one."""
