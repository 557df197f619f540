"""What a game brings for its workshop, where people look at its printed material, change it, check it and play with it.

The game's module `workshop` has the names of `Workshop`; a game that leaves it out has none. What lies on the bench is always the
text of a box file, right or wrong: every function takes one and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from londinium.kernel.game import Game
    from londinium.kernel.words.errors import InvalidBox
    from londinium.kernel.words.language import Language


@dataclass(frozen=True)
class PrintedValue:
    """One printed value that can be changed."""

    place: str
    """What it is called among all; an `InvalidBox` speaks of it by this name."""
    label: str
    value: str
    choices: Mapping[str, str] = field(default_factory=dict)
    """What it may be, and the words for that; nothing where it is typed."""
    wide: bool = False
    """Whether what is typed is a line rather than a number."""


@dataclass(frozen=True)
class Touch:
    """A place on a picture that a brush can touch."""

    place: str
    label: str
    """What is there, in words."""
    column: int
    row: int
    x: float
    y: float
    """Its middle, in hundredths of the picture's width and height."""
    size: float
    """Its width, in hundredths of the picture's."""


@dataclass(frozen=True)
class BoxPart:
    """Something that is printed: a tile, a track, a map. What is wrong with it stands beside it."""

    name: str
    title: str
    picture: str = ""
    """Markup that refers to the sprite of the game's drawing."""
    entries: tuple[PrintedValue, ...] = ()
    touches: tuple[Touch, ...] = ()


@dataclass(frozen=True)
class PartGroup:
    """Parts of one kind."""

    title: str
    parts: tuple[BoxPart, ...]
    note: str = ""


@dataclass(frozen=True)
class Brush:
    """What a touch puts down."""

    name: str
    label: str
    picture: str
    note: str = ""
    """How many there are and should be."""
    is_wrong: bool = False


@dataclass(frozen=True)
class Bench:
    """A box as the workshop shows it, in the reader's language."""

    groups: tuple[PartGroup, ...]
    brushes: tuple[Brush, ...] = ()


@dataclass(frozen=True)
class PrintedFact:
    """One thing that a box says, or that follows from what it says, in the reader's language."""

    part: str
    """What it belongs to: `Starting hand of stair A`."""
    name: str
    """What it is about, once in each part: `Value 2`, `d2`."""
    value: str


@dataclass(frozen=True)
class BoxChange:
    """Something that two boxes say differently; nothing stands where one of them does not say it."""

    part: str
    name: str
    before: str
    after: str

    @property
    def by(self) -> int | None:
        """By how much a whole number is larger; None of anything else."""
        whole = all(value.lstrip("-").isdecimal() for value in (self.before, self.after))
        return int(self.after) - int(self.before) if whole else None


@dataclass(frozen=True)
class Slider:
    """Something in which random boxes may differ: a whole number."""

    name: str
    label: str
    """A message of the game's catalogue."""
    least: int
    most: int
    usual: int
    step: int = 1


class Workshop(Protocol):
    """The workshop of a game: the module `workshop` in its folder."""

    TITLE: str
    """What is made there, a message: `Cities`."""
    ABOUT: str
    """One sentence about it, a message."""
    PRINTED: str
    """What the printed one is called, a message: `London`."""
    FILE: str
    """The name of a file that is kept: `city.txt`."""
    PROOF: bool
    """Whether what ships with the game is a reconstruction that people may compare with their own cardboard, part by part."""
    SLIDERS: Sequence[Slider]
    """How random boxes may differ. None: there are no random ones."""

    def printed(self) -> str:
        """The text that ships with the game."""

    def problems(self, text: str) -> list[InvalidBox]:
        """Everything that is wrong with a text, each with its `place`; nothing if it can be played."""

    def bench(self, text: str, words: Language) -> Bench:
        """What can be read of a text, to look at and to change."""

    def touch(self, text: str, brush: str, place: str) -> str:
        """The text after a brush has touched a place. What means nothing changes nothing."""

    def change(self, text: str, values: Mapping[str, str]) -> str:
        """The text with other values, by their places. What means nothing changes nothing."""

    def random_box(self, number: int, structure: Mapping[str, int]) -> str:
        """The random box with a number; `structure` has a value for each slider. The same numbers make the same box for ever."""

    def whole_file(self, text: str, notes: Sequence[str]) -> str:
        """A file to keep, with these lines as comments in it."""

    def facts(self, text: str, words: Language) -> Sequence[PrintedFact]:
        """All that a text that can be played says, in the order of its parts, and the numbers that follow from it. Texts that
        differ in their comments or in the order of what has none say the same.
        """

    def picture(self, text: str, words: Language, scheme: str = "light") -> str:
        """A text that can be played as one self-contained SVG: everything that is printed."""


def workshop_of(game: Game) -> Workshop | None:
    return cast("Workshop | None", game.contract("workshop"))


def bench_facts(bench: Bench, parts: Callable[[BoxPart], bool] = lambda part: True) -> list[PrintedFact]:
    """The values of some parts of a bench as facts; a choice is told by its words."""
    return [
        PrintedFact(part.title, entry.label, entry.choices.get(entry.value, entry.value))
        for group in bench.groups
        for part in group.parts
        if parts(part)
        for entry in part.entries
    ]


def box_changes(before: Sequence[PrintedFact], after: Sequence[PrintedFact]) -> list[BoxChange]:
    """What two boxes say differently, in the order of the first; what only the second says comes after its part."""
    old, new = ({(fact.part, fact.name): fact.value for fact in facts} for facts in (before, after))
    parts = {part: at for at, (part, _) in reversed(list(enumerate([*old, *new])))}
    keys = sorted(old | new, key=lambda key: parts[key[0]])
    return [BoxChange(*key, old.get(key, ""), new.get(key, "")) for key in keys if old.get(key, "") != new.get(key, "")]


def without_comments(text: str) -> str:
    """What a link needs of a file: the lines that say something, in so far as `#` begins a comment."""
    lines = (line.rstrip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.lstrip().startswith("#"))
