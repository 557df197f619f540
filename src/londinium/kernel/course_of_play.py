"""The course of play: where a match stands, what may be done there, and every move that led to it.

`Match` adds what people and programs look at: views, words, pictures, records, remarks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Self

import msgspec

from londinium.kernel.cells import zeros
from londinium.kernel.checks import check_actor, check_outset, check_states
from londinium.kernel.choice import Choice
from londinium.kernel.entries import entries
from londinium.kernel.flat import FlatArray, copy_of, shared
from londinium.kernel.game import CHANCE, Game, Position
from londinium.kernel.moves import Move
from londinium.kernel.remarks import Remark
from londinium.kernel.typed import BoardT, EffectT, SheetT
from londinium.kernel.views import Outcome
from londinium.kernel.words.errors import N_, IllegalMove, LondiniumError
from londinium.kernel.words.reasons import Reason

SEATS_IN = tuple(tuple(seat for seat in range(CHANCE + 1) if mask >> seat & 1) for mask in range(1 << CHANCE + 1))
"""The seats in every mask of `to_act`."""


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One move as it was made: who made it, what it was, and whether it was a decision (not chance, not the only possibility)."""

    seat: int
    move: int
    decided: bool


def default_name(seat: int) -> str:
    """What somebody without a name is called, in any language."""
    return f"P{seat}"


def _notes_before(notes: dict[int, Remark], ply: int) -> dict[int, Remark]:
    return {at: remark for at, remark in notes.items() if at < ply} if notes else {}


@entries
class CourseOfPlay(Generic[BoardT, EffectT, SheetT]):
    """The state of a match and how it came about. Every move is checked; a refused one changes nothing."""

    def __init__(
        self,
        game: Game[BoardT, EffectT, SheetT],
        seats: int,
        options: Mapping[str, str],
        seed: int | None,
        boxes: FlatArray[Any],
        box_name: str,
        names: Sequence[str],
        start: FlatArray[Any] | None = None,
    ) -> None:
        """Use `Match.new`, which fills in what is left out. It begins at the beginning, or where a position was set up."""
        check_outset(game, seats, options, seed, boxes, names)
        self.game, self.seats, self._options, self.seed = game, seats, dict(options), seed
        self._boxes, self.box_name, self.names = shared(boxes), box_name, tuple(names)
        self.moves = game.moves_with(boxes)
        self.tags: dict[str, str] = {}
        """Further headers of the record file: a date, a place, who played. A record refuses what it could not be read with."""
        self.comment = ""
        """What is said of it before its first move."""
        self.notes: dict[int, Remark] = {}
        """What is said of its moves, by their number; `annotate` adds to it."""
        self._plies: list[Ply] = []
        self._told: tuple[Ply, ...] | None = ()
        """The plies as they are handed out, once somebody has asked."""
        self.is_set_up = start is not None
        """Whether it began in a position that somebody set up, and not at the beginning of the game."""
        self._states = [game.state.new() if start is None else copy_of(check_states(game, start))]
        if start is None:
            game.engine.unchecked.setup(self._states[0], 0, boxes, seats, game.option_codes(options))
        self._masks = [game.engine.unchecked.to_act(self._states[0], 0)]
        """Who acts in each state, since this is asked all the time."""
        self._latest: Position | None = None
        self._choice: Choice | None = None

    # ── Looking ──────────────────────────────────────────────────────────────

    @property
    def options(self) -> dict[str, str]:
        """What was settled before the match, as a copy: it stays as it is."""
        return dict(self._options)

    @property
    def boxes(self) -> FlatArray[Any]:
        """A copy of the box it is played with, as rules take it."""
        return copy_of(self._boxes)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Every move that was made, chance's included."""
        if self._told is None:
            self._told = tuple(self._plies)
        return self._told

    @property
    def rules(self) -> int:
        """The version of the rules it is played by: an older one if it began with that."""
        return self.game.rules_of(self._options)

    @property
    def ply(self) -> int:
        """How many moves were made, chance's included."""
        return len(self._plies)

    @property
    def position(self) -> Position:
        # One object as long as the state is the same: what one reader has read from it, the next need not read again.
        if self._latest is None or self._latest._states is not self._states[-1]:
            self._latest = self.position_at(self.ply)
        return self._latest

    def position_at(self, ply: int) -> Position:
        """The position before the move with this number; the latest one has the number `ply`."""
        self._check_ply(ply)
        return Position(self._states[ply], self._boxes, self.seats, self._options)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide now: several at once if they decide simultaneously, CHANCE to reveal, none at the end."""
        return SEATS_IN[self._masks[-1]]

    @property
    def is_over(self) -> bool:
        return not self.to_act

    @property
    def choice(self) -> Choice:
        """What is being chosen now: by whom, since when, and what each of them may know of it."""
        # It is kept as long as the state is the same: a table asks for every seat.
        if self._choice is None or not self._choice.is_at(self._states[-1]):
            self._choice = Choice.open(self.game, self._boxes, self._states, self._masks, self._plies)
        return self._choice

    def legal(self, seat: int) -> list[int]:
        """The ids of a seat's legal moves; for CHANCE, of everything that may be revealed."""
        if seat not in self.to_act:
            check_actor(self.seats, seat)
            return []
        engine = self.game.engine
        moves, weights = engine.buffers()
        if seat == CHANCE:
            count = engine.unchecked.chance(self._states[-1], 0, self._boxes, moves, weights)
        else:
            count = engine.unchecked.legal(self._states[-1], 0, self._boxes, seat, moves)
        return [int(move) for move in moves[:count]]

    def forced(self, seat: int) -> int | None:
        """The move that a seat makes without being asked, if there is one: its only move, or what the seed reveals."""
        if seat == CHANCE:
            if self.seed is None or seat not in self.to_act:
                return None
            return int(
                self.game.engine.unchecked.reveal(self._states[-1], 0, self._boxes, self.seed, *self.game.engine.buffers())
            )
        legal = self.legal(seat)
        return legal[0] if len(legal) == 1 and self.game.face.is_automatic(self.position, seat, legal[0]) else None

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves of the seat that decides (the first of them, where several decide at once)."""
        return self.legal_moves_of(self.to_act[0]) if self.to_act else []

    def legal_moves_of(self, seat: int) -> list[Move]:
        """All legal moves of a seat; none where it does not decide now. For CHANCE, everything that may be revealed."""
        check_actor(self.seats, seat)
        return [Move(self.moves.text(move), move, seat) for move in self.legal(seat)]

    def parse(self, text: str, seat: int | None = None) -> Move:
        """The move with this notation. InvalidNotation names the first word that fits nothing."""
        return Move.parse(text, self, seat)

    def is_legal(self, move: str | int, seat: int | None = None) -> bool:
        """Whether a seat may make a move now: the seat given, else the move's own, else the first of those that decide."""
        number, seat = self._meant(move, seat)
        return number in self.legal(check_actor(self.seats, seat))

    @property
    def odds(self) -> dict[str, int]:
        """What chance may bring now, with its weights."""
        if self.to_act != (CHANCE,):
            return {}
        moves, weights = self.game.engine.buffers()
        count = self.game.engine.unchecked.chance(self._states[-1], 0, self._boxes, moves, weights)
        return {self.moves.text(int(moves[i])): int(weights[i]) for i in range(count)}

    @property
    def outcome(self) -> Outcome | None:
        """Totals and places, once the match is over."""
        if not self.is_over:
            return None
        points, places = zeros(self.seats, "int32"), zeros(self.seats, "int32")
        self.game.engine.unchecked.scores(self._states[-1], 0, self._boxes, points, places)
        return Outcome(tuple(points.tolist()), tuple(places.tolist()))

    # ── Playing ──────────────────────────────────────────────────────────────

    def push(self, move: str | int, seat: int | None = None) -> None:
        """Make a move; then chance reveals and forced moves are made, up to the next decision.

        The seat is needed only where several decide at once, it is not the first of them, and the move does not know it.
        """
        self.apply(move, seat)
        self.proceed()

    def apply(self, move: str | int, seat: int | None = None, *, decided: bool = True) -> None:
        """Make one move and nothing else. IllegalMove or InvalidNotation change nothing."""
        number, seat = self._meant(move, seat)
        if number not in self.legal(seat):
            raise self._illegal(number, seat)
        after = copy_of(self._states[-1])
        self.game.engine.unchecked.push(after, 0, self._boxes, seat, number)
        self._states.append(after)
        self._masks.append(self.game.engine.unchecked.to_act(after, 0))
        self._plies.append(Ply(seat, number, decided and seat != CHANCE))
        self._told = None

    def _meant(self, move: str | int, seat: int | None) -> tuple[int, int]:
        """The number of a move and its seat: the one given, else the move's own, else the first of those that decide."""
        if isinstance(move, Move):
            seat = move.seat if seat is None else seat
        if seat is None:
            seat = self.to_act[0] if self.to_act else 0
        return self.moves.parse(move) if isinstance(move, str) else move, seat

    def proceed(self) -> None:
        """Let chance reveal, if there is a seed, and make the forced moves."""
        while (step := self._next_forced()) is not None:
            self.apply(*step, decided=False)

    def _next_forced(self) -> tuple[int, int] | None:
        """The first move that is made without asking anybody, and its seat."""
        found = ((self.forced(seat), seat) for seat in self.to_act)
        return next(((move, seat) for move, seat in found if move is not None), None)

    def _illegal(self, move: int, seat: int) -> IllegalMove:
        known = 0 <= move < len(self.moves)
        text = self.moves.text(move) if known else str(move)
        why = None
        if known and seat != CHANCE:
            why = self.game.face.why_not(self.game.engine.unchecked.refusal(self._states[-1], 0, self._boxes, seat, move))
        legal = [self.moves.text(other) for other in self.legal(seat)]
        return IllegalMove(text, self.seat_name(seat), Reason(self.game, *why) if why else None, legal)

    def undo(self) -> None:
        """Take back the last decision, and everything that followed from it."""
        last = next((ply for ply in reversed(range(self.ply)) if self._plies[ply].decided), None)
        if last is None:
            raise LondiniumError(N_("there is no decision to take back"))
        self.go_to(last)

    def go_to(self, ply: int) -> None:
        """Forget every move from this ply on."""
        self._check_ply(ply)
        del self._plies[ply:], self._states[ply + 1 :], self._masks[ply + 1 :]
        self._told = None
        self.notes = _notes_before(self.notes, ply)

    def _check_ply(self, ply: int) -> None:
        if not 0 <= ply <= self.ply:
            raise LondiniumError(N_("this match has plies 0 to {last}, not {ply}"), last=self.ply, ply=ply)

    def retract(self, seat: int) -> None:
        """Take back a seat's last decision while the choice it belongs to is open; what others chose at the same time stays."""
        choice = self.choice.last_of(seat)
        if choice is None:
            raise LondiniumError(N_("{seat} has no choice that can still be taken back"), seat=self.seat_name(seat))
        # What the seat then did without being asked goes with its choice.
        later = [ply for ply in self._plies[choice + 1 :] if ply.seat != seat]
        self.go_to(choice)
        for ply in later:
            self.apply(ply.move, ply.seat, decided=ply.decided)

    def may_retract(self, seat: int) -> bool:
        """Whether a seat has decided something that is still open: others have yet to choose, or nobody else was asked since."""
        return self.choice.last_of(seat) is not None

    def states_known_to(self, seat: int) -> FlatArray[Any]:
        """The state without the face-down choices of others."""
        return self.choice.known_to(seat)

    def plies_known_to(self, seat: int) -> tuple[Ply, ...]:
        """All moves except the face-down choices of others."""
        choice = self.choice
        return (*self._plies[: choice.since], *(ply for ply in choice.made if not choice.hides(ply, seat)))

    # ── Elsewhere ────────────────────────────────────────────────────────────

    def at(self, ply: int) -> Self:
        """A separate match that stands where this one did before the move with this number.

        It shares the states, which no move changes, and so costs next to nothing.
        """
        self._check_ply(ply)
        earlier = object.__new__(type(self))
        earlier.__dict__.update(self.__dict__)
        earlier.tags, earlier.notes, earlier._plies = dict(self.tags), _notes_before(self.notes, ply), self._plies[:ply]
        earlier._told = None
        earlier._states, earlier._masks = self._states[: ply + 1], self._masks[: ply + 1]
        return earlier

    def copy(self) -> Self:
        """A separate match that stands where this one does."""
        return self.at(self.ply)

    def with_state(self, states: FlatArray[Any]) -> Self:
        """A match with the same moves that stands in another state: for what a seat thinks possible, and for tests of that."""
        other = self.copy()
        check_states(self.game, states)
        other._states[-1] = copy_of(states)
        other._masks[-1] = self.game.engine.unchecked.to_act(states, 0)
        return other

    def seat_name(self, seat: int) -> str | LondiniumError:
        if seat == CHANCE:
            return LondiniumError(N_("chance"))
        return self.names[seat] if 0 <= seat < self.seats else default_name(seat)
