"""A game as data: what it is called, who can play it, what is in its box, and the functions that are its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Generic

from londinium.kernel.boxes import STANDARD_BOX, BoxFile, NoBox, read_box_once, read_no_box
from londinium.kernel.cells import cells
from londinium.kernel.checks import check_boxes, check_choice
from londinium.kernel.entries import check_whole, entries
from londinium.kernel.files import FileSource, source_name
from londinium.kernel.flat import Flat, FlatArray, copy_of, fields_of, unwritable_of
from londinium.kernel.functions import Functions, OutlookWeights, left_out
from londinium.kernel.notation import MoveTable
from londinium.kernel.plain import plain_of
from londinium.kernel.typed import BoardT, EffectT, SheetT
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.nearest import unknown

if TYPE_CHECKING:
    from londinium.kernel.contracts.drawing import Drawing
    from londinium.kernel.contracts.face import Face
    from londinium.kernel.contracts.levels import Ability
    from londinium.kernel.contracts.observation import Observation
    from londinium.kernel.contracts.sight import Sight
    from londinium.kernel.contracts.study import Study
    from londinium.kernel.engine import Engine
    from londinium.kernel.match import Match

__all__ = [
    "AGAIN",
    "CHANCE",
    "DECKS",
    "DRAWS",
    "ENDS",
    "MOST_SEATS",
    "PASSES",
    "REVEALS",
    "RULES",
    "Environment",
    "Functions",
    "Game",
    "NoBox",
    "Option",
    "OutlookWeights",
    "Position",
    "left_out",
    "read_no_box",
]

CHANCE = 7
"""The seat that reveals what is hidden. It comes after every player's seat in the mask of `to_act`."""
RULES = "rules"
"""Among a match's options: the version of the rules, if the match continues under an older one."""
MOST_SEATS = 4
"""The number of seats that have a shape, a colour and room in all arrays."""
DECKS = 64
"""The most decks that a game may draw from."""
DRAWS = 64
"""The most draws that one deck has; `deck` gives both in one number, deck * DRAWS + draw."""
AGAIN, PASSES, REVEALS, ENDS = "again", "passes", "reveals", "ends"
"""What follows a move: the same seat decides again, others decide, something is revealed, the match is over."""


@dataclass(frozen=True)
class Option:
    """Something to settle before a match begins: one of a few named choices."""

    name: str
    choices: tuple[str, ...]
    default: str
    printed: str | None = None
    """The choice that is printed on the board, where the others are laid over it; a form says which it is."""


@dataclass(frozen=True, repr=False)
class Position:
    """A state together with the box and the options it is to be read with.

    Matches share their positions, so whatever is read here is a copy, or cannot be written to.
    """

    _states: FlatArray[Any]
    _boxes: FlatArray[Any]
    seats: int
    _options: Mapping[str, str]

    @property
    def states(self) -> FlatArray[Any]:
        """A copy of the state, alone in an array, for rules that ask for one or make a move on it."""
        return copy_of(self._states)

    @property
    def boxes(self) -> FlatArray[Any]:
        """A copy of the box, alone in an array, for rules."""
        return copy_of(self._boxes)

    @property
    def options(self) -> dict[str, str]:
        """A copy of the options."""
        return dict(self._options)

    @cached_property
    def state(self) -> Any:
        """The state, for rules that only look."""
        return unwritable_of(self._states)[0]

    @cached_property
    def box(self) -> Any:
        """The box, for rules."""
        return unwritable_of(self._boxes)[0]

    @cached_property
    def plain(self) -> Any:
        """The state's fields as numbers and tuples, quickest to read from Python; rules want the state itself."""
        return plain_of(self._states)

    @cached_property
    def plain_box(self) -> Any:
        """The box's fields as numbers and tuples, quickest to read from Python."""
        return plain_of(self._boxes)

    @property
    def state_bytes(self) -> bytes:
        """The state as bytes, by which to keep what follows from it."""
        return self._states.tobytes()

    @cached_property
    def box_bytes(self) -> bytes:
        """The box as bytes, by which to keep what follows from it."""
        return self._boxes.tobytes()

    @cached_property
    def fields(self) -> Any:
        """The state's fields as arrays, for sums and slices over them."""
        return fields_of(self._states)

    @cached_property
    def box_fields(self) -> Any:
        """The box's fields as arrays."""
        return fields_of(self._boxes)

    def __repr__(self) -> str:
        return f"<Position of {self.seats} seats>"


@dataclass(frozen=True)
class Environment:
    """How libraries for learning agents know a game: `gymnasium.make("londinium/NextStation-v1")`."""

    name: str = ""
    """Left out: the words of the slug, each with a capital."""
    seats: int | None = None
    """How many play where nobody says so. Left out: as many as the game allows."""


@dataclass(frozen=True, repr=False)
@entries
class Game(Generic[BoardT, EffectT, SheetT]):
    """The identity card of a game. A folder with this in its `__init__` as GAME is all that a new game needs.

    `Game[Board, Effect, ScoreSheet]` says what its boards, effects and score sheets are, to whoever checks types.

    Beside it the folder has a module `face`, and optionally the others that `contract` finds. What is wrong with a game is said
    when it is made, in an InvalidGame that names the field.
    """

    slug: str
    """Lower-case words with hyphens, under which everybody finds the game: `old-london-bridge`."""
    title: str
    seats: range
    """How many can play; at most MOST_SEATS."""
    state: type[Flat]
    functions: Functions
    moves: MoveTable
    """The moves as the standard box names them: first those of players, then what chance reveals."""
    module: str
    """`__name__`: where the folder is."""
    rules_version: int = 1
    """Goes up when an earlier record would play out differently."""
    older_rules: tuple[int, ...] = ()
    """Earlier versions by which matches that began with them continue, the newest first; see `settled`."""
    authors: tuple[str, ...] = ()
    publisher: str = ""
    year: int | None = None
    hides: bool = False
    """Whether somebody knows something that another does not. A game that hides something gives `imagine` and `disguise`."""
    skip: str | None = None
    """The move that declines to do anything, if there is one: the last of the players' moves in the table."""
    standard_box: Callable[[], FlatArray[Any]] = NoBox.new
    read_box: Callable[[str, str], FlatArray[Any]] = read_no_box
    """read_box(text, source): the box that the text of a file describes; InvalidBox names the source, the line and the reason."""
    box_word: str = "box"
    """What the players of this game call the printed material: box, city."""
    options: tuple[Option, ...] = ()
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: {"base": {}})
    """Named sets of options that people ask for together, such as an expansion."""
    score_lines: tuple[str, ...] = ("points",)
    """The names of the lines of a score sheet, in the order of the function `score_lines`."""
    chapters: Mapping[str, str] = field(default_factory=dict)
    """Which module of the game holds which chapter of the rulebook."""
    environment: Environment = Environment()
    outlook_weights: OutlookWeights | None = None
    """The weights for `outlook`."""
    search: Mapping[str, float] = field(default_factory=dict)
    """Settings in which a search of this game differs from others; see `bots/search/search.py`."""
    name_moves: Callable[[FlatArray[Any]], MoveTable] | None = None
    """For a game whose box names the moves, as a map names its sections: the table of another box, with the same ids."""
    standard_box_name: str = N_("the standard box")
    """What a report calls the printed material that lies in every box; a message of the game's catalogue, or of ours."""
    own_box: str = N_("Your own box file")
    """What a form asks for where somebody may bring other printed material; a message of the game's catalogue, or of ours."""

    def __post_init__(self) -> None:
        from londinium.kernel.defaults.functions import completed_functions
        from londinium.kernel.game_checks import check_game

        check_game(self)
        object.__setattr__(self, "functions", completed_functions(self.functions, self.module))
        # All matches share it, so nothing of it can be changed from here on.
        self.moves.close()
        for name in ("search", "chapters"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        sets = {name: MappingProxyType(dict(chosen)) for name, chosen in self.variants.items()}
        object.__setattr__(self, "variants", MappingProxyType(sets))

    @cached_property
    def folder(self) -> Path:
        import sys

        return Path(sys.modules[self.module].__file__ or "").parent

    @property
    def credits(self) -> str:
        """Whose game it is: `Gabriele Bubola, Leo Colovini; Queen Games 2022`."""
        published = " ".join(str(fact) for fact in (self.publisher, self.year) if fact)
        return "; ".join(filter(None, (", ".join(self.authors), published)))

    @property
    def reads_boxes(self) -> bool:
        """Whether it can be played with your own printed material."""
        return self.read_box is not read_no_box

    @cached_property
    def skip_move(self) -> int:
        """The id of the move that declines; -1, which is not a move, where there is none."""
        return -1 if self.skip is None else self.moves.parse(self.skip)

    # ── The rooms of the folder ──────────────────────────────────────────────

    def contract(self, name: str) -> ModuleType | None:
        """A module of the game's folder by its name, loaded when first needed; None if the game leaves it out."""
        from londinium.kernel.contracts.rooms import room

        return room(self, name)

    @cached_property
    def face(self) -> Face:
        """How the game shows itself: its module `face`, with what any game says about itself where that leaves something out."""
        from londinium.kernel.contracts.rooms import face_of

        return face_of(self)

    @cached_property
    def drawing(self) -> Drawing:
        """How the game is drawn: its module `drawing`. Left out: its text in a frame, with its moves as buttons."""
        from londinium.kernel.contracts.rooms import drawing_of

        return drawing_of(self)

    @cached_property
    def observation(self) -> Observation:
        """What learning agents are shown: from the module `observation`. Left out: the whole state, where nothing is hidden."""
        from londinium.kernel.contracts.rooms import observation_of

        return observation_of(self)

    @cached_property
    def levels(self) -> Mapping[str, Ability]:
        """What the levels of bots can do here: from the module `levels`. Left out: what they do in any game."""
        from londinium.kernel.contracts.rooms import levels_of

        return levels_of(self)

    @cached_property
    def sight(self) -> Sight:
        """What a network in the search is shown: from the module `mind.sight`. Left out: what a learning agent sees alone."""
        from londinium.kernel.contracts.rooms import sight_of

        return sight_of(self)

    @cached_property
    def study(self) -> Study:
        """What the game knows about judging its matches: its module `study`. Left out: points, and nothing else."""
        from londinium.kernel.contracts.rooms import study_of

        return study_of(self)

    def load_box(self, file: FileSource) -> FlatArray[Any]:
        """The box in a file, by its name or its path, or in one that is open. InvalidBox names the line and the reason."""
        return self.open_box(file)[0]

    def open_box(self, box: FileSource | BoxFile | None = None) -> tuple[FlatArray[Any], str]:
        """The box of a file that lies somewhere or is at hand, or the standard one; and what record files call it."""
        if box is None:
            return self.standard_box(), STANDARD_BOX
        if not self.reads_boxes:
            self.read_box("", box.name if isinstance(box, BoxFile) else source_name(box))
        file = box if isinstance(box, BoxFile) else BoxFile.load(box)
        # A text may come from anywhere; its lines end as they do when a file is read.
        text = file.text.replace("\r\n", "\n").replace("\r", "\n")
        return read_box_once(self.read_box, text, file.name), file.name

    def moves_with(self, boxes: FlatArray[Any]) -> MoveTable:
        """The moves as this box names them. An id is the same kind of move with every box."""
        check_boxes(self, boxes)
        table = self.name_moves(boxes) if self.name_moves else self.moves
        table.close()
        return table

    @cached_property
    def engine(self) -> Engine:
        """The rules as compiled entry points for Python."""
        from londinium.kernel.engine import Engine

        return Engine(self)

    @cached_property
    def settled(self) -> tuple[Option, ...]:
        """Everything that `setup` is told, in its order: the options, then the version of the rules where there are several.

        Nobody is asked for a version: it stands in records and in the first event of a table.
        """
        if not self.older_rules:
            return self.options
        versions = tuple(map(str, (self.rules_version, *self.older_rules)))
        return (*self.options, Option(RULES, versions, versions[0]))

    def rules_of(self, options: Mapping[str, str]) -> int:
        """The version of the rules that a match with these options is played by."""
        version = options.get(RULES)
        return self.rules_version if version is None else self.check_rules(int(version) if version.isdecimal() else 0)

    def check_rules(self, version: int) -> int:
        if version not in (self.rules_version, *self.older_rules):
            message = N_("version {theirs} of the rules cannot be played here; this is version {ours}")
            raise LondiniumError(message, theirs=version, ours=self.rules_version)
        return version

    def choose(self, options: Mapping[str, str] | None = None, variant: str | None = None) -> dict[str, str]:
        """All options with a choice each, and the version of the rules if it is an older one.

        InvalidOption names what is unknown.
        """
        chosen = {option.name: option.default for option in self.options}
        if variant is not None:
            if variant not in self.variants:
                message = N_("{game} has no variant '{variant}'; choose one of: {known}")
                raise unknown(InvalidOption, message, variant, self.variants, game=self.title, variant=variant)
            chosen.update(self.variants[variant])
        known = {option.name: option.choices for option in self.settled}
        for name, choice in (options or {}).items():
            if (name, choice) == (RULES, str(self.rules_version)):
                continue
            if name not in known:
                message = N_("{game} has no option '{option}'; choose one of: {known}")
                names = [each.name for each in self.options]
                raise unknown(InvalidOption, message, name, names, game=self.title, option=name)
            check_choice(name, choice, known[name])
            chosen[name] = choice
        return chosen

    def option_codes(self, chosen: Mapping[str, str]) -> Any:
        """The choices as small numbers, as `setup` takes them."""
        named = ((option, chosen.get(option.name, option.default)) for option in self.settled)
        return cells([check_choice(option.name, choice, option.choices) for option, choice in named], "int8")

    def check_seats(self, seats: int) -> int:
        if check_whole("seats", seats) not in self.seats:
            message = N_("{game} is for {least} to {most} players, not {seats}")
            raise InvalidOption(message, game=self.title, least=self.seats[0], most=self.seats[-1], seats=seats)
        return seats

    def match(
        self,
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        variant: str | None = None,
        box: FileSource | BoxFile | None = None,
        names: Sequence[str] = (),
    ) -> Match[BoardT, EffectT, SheetT]:
        """A new match at its first decision (with a seed), or before its first reveal (without).

        `options` are those in `Game.options`, by their names; `variant` is a set of them that has a name. `box` is a box or
        city file of your own.
        """
        from londinium.kernel.match import Match

        return Match.new(self, seats=seats, seed=seed, options=options, variant=variant, box=box, names=names)

    def position(
        self,
        text: str,
        *,
        seed: int | None = None,
        names: Sequence[str] = (),
        box: FileSource | BoxFile | None = None,
    ) -> Match[BoardT, EffectT, SheetT]:
        """A match that begins in the position a text says; see `read_position` for the settings."""
        from londinium.kernel.position import read_position_of

        return read_position_of(self, text, seed=seed, names=names, box=box)

    def __repr__(self) -> str:
        return f"londinium.game({self.slug!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled by its name, and found again where it is read."""
        from londinium.kernel.registry import found_again

        return found_again, (self.slug, self.module)

    def __copy__(self) -> Game[BoardT, EffectT, SheetT]:
        return self  # nobody changes a game

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[BoardT, EffectT, SheetT]:
        return self
