"""A game as data: what it is called, who can play it, what is in its box, and the functions that are its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from londinium.kernel.errors import N_, InvalidOption, listing
from londinium.kernel.notation import MoveTable
from londinium.kernel.plain import plain_of
from londinium.kernel.records import Batch, Record, fields_of

if TYPE_CHECKING:
    from londinium.kernel.drawing import Art
    from londinium.kernel.engine import Engine
    from londinium.kernel.features import Observation
    from londinium.kernel.language import Language
    from londinium.kernel.lore import Lore
    from londinium.kernel.match import Match
    from londinium.kernel.views import View

CHANCE = 7
"""The seat that reveals what is hidden. It comes after every player's seat in the mask of `to_act`."""


@dataclass(frozen=True)
class Functions:
    """The compiled functions of a game; nothing else is needed to simulate, search or learn.

    `s` is the state, `box` the printed material, `moves` a buffer that is filled.
    """

    setup: Callable[..., None]
    """setup(s, box, seats, options): lay out a zeroed state."""
    to_act: Callable[..., int]
    """to_act(s): a mask of the seats that decide now; several decide at once; 1 << CHANCE; 0 when it is over."""
    legal: Callable[..., int]
    """legal(s, box, seat, moves): fill in the legal moves of a seat, return how many."""
    refusal: Callable[..., int]
    """refusal(s, box, seat, move): 0 if the move is legal, otherwise the game's number for why not."""
    push: Callable[..., None]
    """push(s, box, seat, move): make a legal move, in place, unchecked."""
    chance: Callable[..., int]
    """chance(s, box, moves, weights): fill in what may be revealed with integer weights, return how many."""
    deck: Callable[..., int]
    """deck(s, box): which deck chance draws from and its how-manieth draw this is, as deck * 64 + draw."""
    scores: Callable[..., None]
    """scores(s, box, points, places): fill in every seat's total and place, as if the match ended now."""
    score_lines: Callable[..., None]
    """score_lines(s, box, lines): fill in every line of every seat's score sheet, as if the match ended now."""
    worth: Callable[..., int]
    """worth(s, box, seat): a simple opponent's idea of what the position is worth to a seat; more is better."""
    outlook: Callable[..., int]
    """outlook(s, box, seat, weights): what a search thinks a position is worth, promises included, if these weigh so much."""
    imagine: Callable[..., None]
    """imagine(s, box, seat, key): replace everything the seat cannot know by something it thinks possible; read none of it."""
    clock: Callable[..., int]
    """clock(s): how far the match has come, as a small number; a GPU lets threads that lag behind catch up."""
    audit: Callable[..., int]
    """audit(s, box): 0 if everything in the box is accounted for, otherwise the game's number for what is not."""
    weigh: Callable[..., None] | None = None
    """weigh(s, box, seat, moves, count, worths, weights): a quicker way to the outlooks after each of these moves of a seat, if
    a game has one: fill them in, all higher or lower by the same number if need be."""


@dataclass(frozen=True)
class Evaluation:
    """The weights of a game's `outlook`, as a file keeps them: what each weighs, its number, and how it was found."""

    file: Path
    names: tuple[str, ...]
    weights: tuple[int, ...]

    @classmethod
    def load(cls, file: Path, names: tuple[str, ...]) -> Evaluation:
        weights = tuple(int(weight) for weight in tomllib.loads(file.read_text(encoding="utf-8"))["weights"])
        if len(weights) != len(names):
            raise ValueError(f"{file} has {len(weights)} weights for {len(names)} promises")
        return cls(file, names, weights)


@dataclass(frozen=True)
class Option:
    """Something to settle before a match begins: one of a few named choices."""

    name: str
    choices: tuple[str, ...]
    default: str
    printed: str | None = None
    """The choice that is printed on the board, where the others are laid over it; a form says which it is."""


@dataclass(frozen=True)
class Position:
    """A state together with the box and the options it is to be read with."""

    states: Batch[Any]
    boxes: Batch[Any]
    seats: int
    options: Mapping[str, str]

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def box(self) -> Any:
        return self.boxes[0]

    @cached_property
    def plain(self) -> Any:
        """The state's fields as numbers and tuples, quickest to read from Python; rules want the state itself."""
        return plain_of(self.states)

    @cached_property
    def plain_box(self) -> Any:
        """The box's fields as numbers and tuples."""
        return plain_of(self.boxes)

    @cached_property
    def box_record(self) -> bytes:
        """The box as bytes, by which to keep what follows from it."""
        return self.boxes.tobytes()

    @cached_property
    def fields(self) -> Any:
        """The state's fields as arrays, for sums and slices over them."""
        return fields_of(self.states)

    @cached_property
    def box_fields(self) -> Any:
        """The box's fields as arrays."""
        return fields_of(self.boxes)


class Face(Protocol):
    """How a game shows itself: what a seat may know, what happened, and the words for it."""

    def board(self, position: Position, viewer: int | None) -> msgspec.Struct:
        """What one seat (None: a spectator; ALL_EYES: one who sees everything) may know, built up from nothing."""

    def asks(self, position: Position) -> str:
        """The game's name for what is being decided now."""

    def effect(self, position: Position, seat: int, move: int) -> msgspec.Struct:
        """What a legal move would bring, computed by the rules themselves."""

    def why_not(self, refusal: int) -> tuple[str, str] | None:
        """The rule a refusal rests on and the game's name for the reason; None if it is only not the time for it."""

    def events(self, before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[msgspec.Struct]:
        """What happened in one move as far as a seat may know, from before and after."""

    def score_sheets(self, position: Position) -> list[Any]:
        """A score sheet per seat; totals and places are read from it."""

    def disguise(self, position: Position, seat: int, key: int) -> Position:
        """A position that differs in everything the seat may not know, and in nothing else."""

    def is_automatic(self, position: Position, seat: int, move: int) -> bool:
        """Whether a move is made without asking when it is the only one: it reveals nothing and costs nothing."""

    def heading(self, position: Position) -> str:
        """The part of the match this is, for record files: `setup`, `round 3`."""

    def tell(self, event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
        """An event in words."""

    def prompt(self, view: View, language: Language, names: Sequence[str]) -> str:
        """What to do now, or whom to wait for."""

    def describe_move(self, move: str, effect: msgspec.Struct | None, language: Language) -> str:
        """A move and what it brings, in words."""

    def describe_refusal(self, reason: str, language: Language) -> str:
        """Why a move is not allowed, in words."""

    def describe_line(self, line: str, language: Language) -> str:
        """A line of the score sheet in words."""

    def describe_option(self, option: str, choice: str | None, language: Language) -> str:
        """An option, or one of its choices, in words."""

    def draw_text(self, view: View, language: Language, names: Sequence[str]) -> Any:
        """The position for a terminal, as something rich can print."""

    def draw_scores(self, sheets: Sequence[Any], language: Language, names: Sequence[str]) -> Any:
        """The score sheets for a terminal."""


@dataclass(frozen=True)
class Game:
    """The identity card of a game. A folder with this in its `__init__` as GAME is all that a new game needs."""

    slug: str
    title: str
    credits: str
    seats: range
    rules_version: int
    state: type[Record]
    standard_box: Callable[[], Batch[Any]]
    load_box: Callable[[Path], Batch[Any]]
    box_word: str
    """What the players of this game call the printed material: box, city."""
    functions: Functions
    moves: MoveTable
    """The moves as the standard box names them."""
    options: tuple[Option, ...]
    variants: Mapping[str, Mapping[str, str]]
    """Named sets of options that people ask for together, such as an expansion."""
    score_lines: tuple[str, ...]
    """The names of the lines of a score sheet, in the order of the function `score_lines`."""
    chapters: Mapping[str, str]
    """Which module of the game holds which chapter of the rulebook."""
    face: Face
    module: str
    evaluation: Evaluation | None = None
    """The weights for `outlook`."""
    search: Mapping[str, float] = field(default_factory=dict)
    """Settings in which a search of this game differs from others; see `bots/search.py`."""
    name_moves: Callable[[Batch[Any]], MoveTable] | None = None
    """For a game whose box names the moves, as a map names its sections: the table of another box, with the same ids."""
    own_box: str = N_("Box file of your own")
    """What a form asks for where somebody may bring other printed material; a message of the game's catalogue, or of ours."""

    @cached_property
    def folder(self) -> Path:
        import sys

        return Path(sys.modules[self.module].__file__ or "").parent

    @cached_property
    def art(self) -> Art:
        """How the game is drawn: its module `drawing`, loaded when first needed."""
        from importlib import import_module

        art: Art = import_module(f"{self.module}.drawing")
        return art

    @cached_property
    def observation(self) -> Observation:
        """What learning agents are shown: from the game's module `observation`, loaded when first needed."""
        from importlib import import_module

        observation: Observation = import_module(f"{self.module}.observation").OBSERVATION
        return observation

    @cached_property
    def lore(self) -> Lore:
        """What the game knows about judging its matches: its module `study`, loaded when first needed."""
        from importlib import import_module

        lore: Lore = import_module(f"{self.module}.study")
        return lore

    def moves_with(self, boxes: Batch[Any]) -> MoveTable:
        """The moves as this box names them. An id is the same kind of move with every box."""
        return self.name_moves(boxes) if self.name_moves else self.moves

    @cached_property
    def engine(self) -> Engine:
        """The rules as compiled entry points for Python."""
        from londinium.kernel.engine import Engine

        return Engine(self)

    def choose(self, options: Mapping[str, str] | None = None, variant: str | None = None) -> dict[str, str]:
        """All options with a choice each; InvalidOption names what is unknown."""
        chosen = {option.name: option.default for option in self.options}
        if variant is not None:
            if variant not in self.variants:
                message = N_("{game} has no variant '{variant}'; there are: {known}")
                raise InvalidOption(message, game=self.title, variant=variant, known=listing(list(self.variants)))
            chosen.update(self.variants[variant])
        known = {option.name: option.choices for option in self.options}
        for name, choice in (options or {}).items():
            if name not in known:
                message = N_("{game} has no option '{option}'; there are: {known}")
                raise InvalidOption(message, game=self.title, option=name, known=listing(list(known)))
            if choice not in known[name]:
                message = N_("the option {option} cannot be '{choice}'; it is one of: {known}")
                raise InvalidOption(message, option=name, choice=choice, known=listing(known[name]))
            chosen[name] = choice
        return chosen

    def option_codes(self, chosen: Mapping[str, str]) -> Any:
        """The choices as small numbers, as `setup` takes them."""
        return np.array([option.choices.index(chosen[option.name]) for option in self.options], np.int8)

    def check_seats(self, seats: int) -> int:
        if seats not in self.seats:
            message = N_("{game} is for {least} to {most} players, not {seats}")
            raise InvalidOption(message, game=self.title, least=self.seats[0], most=self.seats[-1], seats=seats)
        return seats

    def match(self, **settings: Any) -> Match:
        """A new match; see `Match.new` for the settings."""
        from londinium.kernel.match import Match

        return Match.new(self, **settings)
