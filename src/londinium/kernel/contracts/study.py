"""What a game itself knows about judging its matches: the module `study` in its folder has the functions of `Study`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from londinium.kernel.match import Match
    from londinium.kernel.words.language import Language


@dataclass(frozen=True)
class Gap:
    """How the best move of a decision differs from the played one."""

    better: str
    """The best move in a few words, as a button names it."""
    lines: Mapping[str, float]
    """By line of the score sheet: how much more it brings in the end."""
    points: float
    """How much more it brings in all; below zero if it is better only because the others get less."""
    effect: Any
    """The game's effect of the best move at once, and of the played one."""
    played_effect: Any


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
    """By theme: what a player who misses it does, as one sentence to them: `You replace buildings too late.`"""

    def part_of(self, seat: int) -> str:
        """The part of the table that shows a seat's decisions to everybody, where it must be brought to the front."""

    def drawn_on(self, fragment: str, seat: int) -> str:
        """Where another viewer sees what a seat sees drawn on a fragment of its own table."""

    def preview(self, effect: Any) -> tuple[float, float]:
        """The gain that a table shows for a move, from its effect: the least and the most, where more is to be chosen."""

    def amount(self, points: float, words: Language) -> str:
        """Points with their unit: `£3.2`."""

    def reason(self, gap: Gap, words: Language) -> str:
        """One plain sentence: why the best move is better."""

    def theme(self, better: str, natural: str, gap: Gap) -> str:
        """What a puzzle is about, one of `THEMES`: which move is better, in notation, and which one looks natural."""
