"""A match: one playing of a game, from its first reveal to its score sheets.

    match = londinium.game("old-london-bridge").match(seats=3, seed=7)
    match.push("play 3")

| | |
| --- | --- |
| where it stands | `ply`, `to_act`, `is_over`, `position`, `outcome`, `score_sheets` |
| to look at | `view(seat)`, `str(match)`, `svg(seat)`, `position_text()` |
| moves | `legal_moves`, `legal_moves_of(seat)`, `parse(text)`, `is_legal(move, seat)`, `refusal(move, seat)`, `odds` |
| playing | `push(move, seat)`, `undo()`, `retract(seat)`, `go_to(ply)`; `apply` and `proceed` are the two halves of `push` |
| how it came about | `for step in match`, `plies`, `at(ply)`, `position_at(ply)`, `events()`, `log()`, `record` |
| what is said of it | `notes`, `comment`, `annotate(ply, ...)`, `variation(ply, number)`, `tags` |
| as a value | `copy()`, `copy.deepcopy`, `pickle`, `==` |

With a seed, chance draws by itself. Without one, somebody else is chance and pushes what was revealed, for instance
when the cardboard lies on a real table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from londinium.kernel.boxes import BoxFile, box_hash
from londinium.kernel.cells import zeros
from londinium.kernel.checks import check_actor, check_language, check_viewer
from londinium.kernel.contracts.drawing import Picture
from londinium.kernel.course_of_play import CourseOfPlay, Ply, default_name
from londinium.kernel.entries import entries
from londinium.kernel.files import FileSource
from londinium.kernel.game import CHANCE, Game, Position
from londinium.kernel.moves import Move
from londinium.kernel.pictures import Marks, picture_of, text_of
from londinium.kernel.remarks import Remark, Variation, Varied, new_remark, played_out
from londinium.kernel.sight import events_of, refusal_of, view_of
from londinium.kernel.typed import BoardT, EffectT, SheetT
from londinium.kernel.views import ALL_EYES, Refused, View
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.language import Language, language

__all__ = ["Match", "MatchStep", "Ply", "default_name"]


@dataclass(frozen=True)
class MatchStep(Generic[BoardT, EffectT, SheetT]):
    """A move of a match, with the match as it stood before."""

    whole: Match[BoardT, EffectT, SheetT]
    ply: int
    seat: int
    """Who made it; CHANCE for what was revealed."""
    move: Move
    decided: bool
    """Whether somebody chose it: not chance, not the only possibility."""

    @property
    def match(self) -> Match[BoardT, EffectT, SheetT]:
        """A separate match that stands before the move. It costs next to nothing, and only where it is asked for."""
        return self.whole.at(self.ply)

    @property
    def position(self) -> Position:
        """The position before the move."""
        return self.whole.position_at(self.ply)

    @property
    def remark(self) -> Remark:
        """What is said about it: a mark, an evaluation, a comment, variations."""
        return self.whole.notes.get(self.ply, Remark())

    def __repr__(self) -> str:
        return f"<MatchStep {self.ply}: {'chance' if self.seat == CHANCE else self.seat} {self.move}>"


@entries
class Match(CourseOfPlay[BoardT, EffectT, SheetT]):
    """The state of a match and how it came about. Every move is checked; a refused one changes nothing.

    Two matches are equal if they are the same match: game, seats, options, seed, box, names, moves, and where they began and
    stand. What is said of a match (`notes`, `comment`, `tags`) makes no difference. A match changes, so it has no hash.
    """

    __hash__ = None  # type: ignore[assignment]  # as every class does that can be changed and compared

    @classmethod
    def new(
        cls,
        game: Game[BoardT, EffectT, SheetT],
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        variant: str | None = None,
        box: FileSource | BoxFile | None = None,
        names: Sequence[str] = (),
    ) -> Match[BoardT, EffectT, SheetT]:
        """A match at its first decision (with a seed), or before its first reveal (without)."""
        seats = game.check_seats(seats if seats is not None else game.seats[-1])
        if len(names) > seats:
            raise InvalidOption(N_("there are {names} names for {seats} seats"), names=len(names), seats=seats)
        boxes, box_name = game.open_box(box)
        all_names = [*names, *(default_name(seat) for seat in range(len(names), seats))]
        match = cls(game, seats, game.choose(options, variant), seed, boxes, box_name, all_names)
        match.proceed()
        return match

    # ── Looking ──────────────────────────────────────────────────────────────

    @property
    def score_sheets(self) -> list[SheetT]:
        """A score sheet per seat, as if the match ended now."""
        return self.game.face.score_sheets(self.position)

    @property
    def score_lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line of every seat's score sheet as the game lists them, as if the match ended now."""
        lines = zeros((self.seats, len(self.game.score_lines)), "int32")
        self.game.functions.score_lines(self.position.state, self.position.box, lines)
        return tuple(map(tuple, lines.tolist()))

    @property
    def box_hash(self) -> str:
        """A short hash of the box, so that a record is never read with another."""
        return box_hash(self._boxes)

    def view(self, seat: int | None = None, *, refusals: bool = True, offers: bool = True) -> View[BoardT, EffectT]:
        """What one seat may know, with its legal moves and their effects; None is a spectator, ALL_EYES a viewer who sees all.

        Without refusals it is quicker; `refusal` then answers for one move. Without offers there is nothing to choose.
        """
        check_viewer(self.seats, seat)
        return view_of(self, seat, refusals=refusals, offers=offers)

    def refusal(self, move: str | int, seat: int) -> Refused | None:
        """Why a seat may not make a move; None if it may, or if it is simply not the time for such a move."""
        check_actor(self.seats, seat)
        number = self.moves.parse(move) if isinstance(move, str) else self.moves.checked(move)
        if seat not in self.to_act or self.moves.is_chance(number):
            return None
        return refusal_of(self, number, seat)

    def events(self, viewer: int | None = None, start: int = 0, stop: int | None = None) -> list[tuple[int, Any]]:
        """What happened, as far as a seat may know: (ply, event) for every event from one ply to another."""
        check_viewer(self.seats, viewer)
        stop = self.ply if stop is None else stop
        self._check_ply(start)
        self._check_ply(stop)
        return events_of(self, viewer, start, stop)

    @property
    def record(self) -> str:
        """The match as the text of a record file."""
        from londinium.kernel.record import write_record

        return write_record(self)

    def position_text(self, viewer: int | None = ALL_EYES) -> str:
        """The position as one line that `Game.position` reads; for a seat or a spectator without what others chose face down."""
        from londinium.kernel.position import position_text

        return position_text(self, viewer)

    def __iter__(self) -> Iterator[MatchStep[BoardT, EffectT, SheetT]]:
        """Every move that was made, chance's included, with the match as it stood before."""
        for ply, made in enumerate(self._plies):
            yield MatchStep(self, ply, made.seat, Move(self.moves.text(made.move), made.move, made.seat), made.decided)

    def halfway(self, ply: int) -> Match[BoardT, EffectT, SheetT] | None:
        """A match that stands between the move with this number and what follows by itself, if the game has a picture of that."""
        self._check_ply(ply + 1)
        there = self.game.face.halfway(self.position_at(ply), self._plies[ply].seat, self._plies[ply].move)
        earlier = None if there is None else self.at(ply)
        if there is not None and earlier is not None:
            earlier._states[-1] = there.states  # the same acts as before: nobody is asked halfway
        return earlier

    # ── As a value ───────────────────────────────────────────────────────────

    def __copy__(self) -> Match[BoardT, EffectT, SheetT]:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match[BoardT, EffectT, SheetT]:
        return self.copy()  # no move changes a state or a box

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, Match) else NotImplemented

    def _identity(self) -> tuple[Any, ...]:
        ends = (self._boxes.tobytes(), self._states[0].tobytes(), self._states[-1].tobytes())
        moves = [(made.seat, made.move) for made in self._plies]
        return self.game.slug, self.seats, self._options, self.seed, self.names, moves, *ends

    def __getstate__(self) -> dict[str, Any]:
        # The table of moves follows from the box, and the rest is found again when somebody asks.
        return {**self.__dict__, "moves": None, "_latest": None, "_choice": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.moves = self.game.moves_with(self._boxes)

    # ── What is said of it ───────────────────────────────────────────────────

    def annotate(
        self,
        ply: int,
        mark: str = "",
        *,
        points: float | None = None,
        win: float | None = None,
        comment: str = "",
        variations: Iterable[Variation | Sequence[Varied]] = (),
    ) -> None:
        """Say something about the move with this number, in place of what was said before; nothing takes it away.

        A mark is one of ! ? !! ?? !? ?!; `points` and `win` are what its seat may expect at the end. A variation is a list of
        moves that begins in place of this one; what follows by itself is put in between.
        """
        if not 0 <= ply < self.ply:
            raise LondiniumError(N_("this match has moves 0 to {last}, not {ply}"), last=self.ply - 1, ply=ply)
        said = new_remark(self, ply, mark, points, win, comment, variations)
        self.notes = {at: one for at, one in {**self.notes, ply: said}.items() if one}

    def variation(self, ply: int, number: int = 0) -> Match[BoardT, EffectT, SheetT]:
        """The match as it would stand after one of the variations of the move with this number."""
        tried = self.notes[ply].variations if ply in self.notes else ()
        if number not in range(len(tried)):
            raise LondiniumError(N_("move {ply} has no variation {number}"), ply=ply, number=number)
        return played_out(self.at(ply), tried[number])

    # ── Words ────────────────────────────────────────────────────────────────

    def words(self, code: str = "en") -> Language:
        """A language with this game's texts."""
        check_language(code)
        return language(code, self.game.folder)

    def log(self, code: str = "en", viewer: int | None = None, start: int = 0, stop: int | None = None) -> list[tuple[int, str]]:
        """What happened in words: (ply, sentence)."""
        words = self.words(code)
        return [(ply, self.game.face.tell(event, words, self.names)) for ply, event in self.events(viewer, start, stop)]

    # ── Pictures ─────────────────────────────────────────────────────────────

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """The position as one seat sees it (None: a spectator), drawn as text, and below it who decides what."""
        return text_of(self, seat, language)

    def svg(
        self,
        seat: int | None = None,
        language: str = "en",
        scheme: str = "light",
        *,
        last_move: bool = False,
        highlight: Iterable[str] = (),
        arrows: Iterable[str | tuple[str, str]] = (),
        size: int | None = None,
    ) -> Picture:
        """The position as one seat sees it (None: a spectator), as an SVG that shows itself in a notebook.

        `last_move` marks what the last decision changed. `highlight` marks moves and places by their names; `arrows` lead from
        one place to another, or along a move. `size` is the width in pixels. A scheme is `light` or `dark`.
        """
        marks = Marks(last_move, tuple(highlight), tuple(arrows))
        return picture_of(self, seat, language, scheme, marks, size)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Match of {self.game.slug}, {self.seats} seats, ply {self.ply}>"
