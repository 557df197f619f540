"""What a game tells its designer: the contract between a game's module `balance` and the code that counts over many matches.

A game says which groups of facts there are (`groups`) and what a finished match says about each (`facts`). What is done with
them, means, intervals, sentences, plots, does not depend on the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from londinium.kernel.flat import FlatArray

if TYPE_CHECKING:
    from londinium.kernel.game import Position
    from londinium.kernel.words.language import Language


class Kind(Enum):
    """What a group of facts is about."""

    MATCH = "match"
    """The whole match has one item of the group: a scoring tile that is in play."""
    SEAT = "seat"
    """Every seat has one item of the group: the stair it began on."""
    HELD = "held"
    """Every seat has some number of each item: buildings, cards, tiles; sections drawn."""
    MEASURE = "measure"
    """A number for an item and a column, to be averaged: the points of a line, by pencil and round."""


@dataclass(frozen=True)
class FactGroup:
    """A group of facts, with its items in the order in which people expect them."""

    name: str
    title: str
    kind: Kind
    items: tuple[str, ...]
    note: str = ""
    """What a reader must know to read the numbers; title and note are texts for the catalogue."""
    line: str = ""
    """The line of the score sheet that the group decides about, if there is one."""
    columns: tuple[str, ...] = ()
    """For measures."""
    dealt: bool = False
    """Whether chance alone decides who has which item: then a difference is an effect, and not only an association."""


@dataclass(frozen=True)
class FinishedMatch:
    """A finished match: its last position, every (seat, move) with chance's, and the score sheets by seat and line."""

    position: Position
    plies: Sequence[tuple[int, int]]
    lines: Sequence[Sequence[int]]


@dataclass
class Facts:
    """What one match says about the groups, by their names."""

    match: dict[str, str] = field(default_factory=dict)
    """Of the whole match: an item by group."""
    seats: list[dict[str, str]] = field(default_factory=list)
    """Of each seat: an item by group."""
    held: list[dict[str, Mapping[str, int]]] = field(default_factory=list)
    """Of each seat: how many of each item, by group; what is left out is none."""
    measures: list[tuple[str, str, str, float]] = field(default_factory=list)
    """A group, an item, a column and a number."""


@dataclass(frozen=True)
class Spot:
    """A place on a plan."""

    item: str
    x: float
    y: float
    mark: str = "circle"
    """What is printed there: circle, triangle, square, pentagon or star."""
    sign: str = ""
    """A letter that is printed in it."""
    is_ringed: bool = False
    """Whether it is marked out among its like."""


@dataclass(frozen=True)
class PlanArea:
    """A rectangle of a plan, an item of `FactPlan.area_group`; neighbours are shaded differently."""

    item: str
    x: float
    y: float
    width: float
    height: float
    shaded: bool = False


@dataclass(frozen=True)
class FactPlan:
    """A plan on which the items of two groups lie: places, and what connects them. The y axis points down."""

    spots: tuple[Spot, ...]
    links: tuple[tuple[str, int, int], ...]
    """An item and the two spots it connects, by their number."""
    spot_group: str
    link_group: str
    areas: tuple[PlanArea, ...] = ()
    """What the places lie in; later ones lie over earlier ones."""
    area_group: str = ""
    river: tuple[tuple[float, float], ...] = ()
    """The corners of what flows through it."""


class Balance(Protocol):
    """A game's module `balance`."""

    def groups(self, boxes: FlatArray[Any], options: Mapping[str, str]) -> list[FactGroup]:
        """What can be said about matches with this box and these options."""

    def facts(self, played: FinishedMatch) -> Facts:
        """What a finished match says."""

    def describe_item(self, group: str, item: str, language: Language) -> str:
        """An item, or a column of a measure, in words."""

    def plan(self, boxes: FlatArray[Any]) -> FactPlan | None:
        """Where the items lie, for a game that is played on a map."""

    def stage(self, state: Any) -> int:
        """How far a match has come: it rises whenever all have had equally many turns, and standings are compared there."""
