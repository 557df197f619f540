"""A match: one playing of a game, from its first reveal to its score sheets.

    match = londinium.game("old-london-bridge").match(seats=3, seed=7)
    match.push("play 3")

With a seed, chance draws by itself. Without one, somebody else is chance and pushes what was revealed, for instance
when the cardboard lies on a real table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from londinium.kernel import checks
from londinium.kernel.boxes import BoxFile, box_hash
from londinium.kernel.cells import zeros
from londinium.kernel.choice import Choice
from londinium.kernel.contracts.drawing import Picture, Scene
from londinium.kernel.entries import entries
from londinium.kernel.flat import FlatArray, copy_of
from londinium.kernel.game import CHANCE, Game, Position
from londinium.kernel.views import ALL_EYES, Offer, Outcome, Refused, View
from londinium.kernel.words.errors import N_, IllegalMove, InvalidOption, LondiniumError
from londinium.kernel.words.language import Language, language
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


@entries
class Match:
    """The state of a match and how it came about. Every move is checked; a refused one changes nothing."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        seed: int | None,
        boxes: FlatArray[Any],
        box_name: str,
        names: Sequence[str],
    ) -> None:
        """Use `new`, which fills in what is left out; this lays out the first position."""
        checks.check_outset(game, seats, options, seed, boxes, names)
        self.game, self.seats, self.options, self.seed = game, seats, dict(options), seed
        self.boxes, self.box_name, self.names = boxes, box_name, tuple(names)
        self.moves = game.moves_with(boxes)
        self.tags: dict[str, str] = {}
        """Further headers of the record file: a date, a place, who played."""
        self.plies: list[Ply] = []
        self._states = [game.state.new()]
        game.engine.unchecked.setup(self._states[0], 0, boxes, seats, game.option_codes(options))
        self._masks = [game.engine.unchecked.to_act(self._states[0], 0)]
        """Who acts in each state, since this is asked all the time."""
        self._latest: Position | None = None
        self._choice: Choice | None = None

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        variant: str | None = None,
        box: Path | BoxFile | None = None,
        names: Sequence[str] = (),
    ) -> Match:
        """A match at its first decision (with a seed), or before its first reveal (without)."""
        seats = game.check_seats(seats if seats is not None else game.seats[-1])
        checks.check_seed(seed)
        if len(names) > seats:
            raise InvalidOption(N_("there are {names} names for {seats} seats"), names=len(names), seats=seats)
        boxes, box_name = game.open_box(box)
        all_names = [*names, *(default_name(seat) for seat in range(len(names), seats))]
        match = cls(game, seats, game.choose(options, variant), seed, boxes, box_name, all_names)
        match.proceed()
        return match

    # ── Looking ──────────────────────────────────────────────────────────────

    @property
    def rules(self) -> int:
        """The version of the rules it is played by: an older one if it began with that."""
        return self.game.rules_of(self.options)

    @property
    def ply(self) -> int:
        """How many moves were made, chance's included."""
        return len(self.plies)

    @property
    def position(self) -> Position:
        # One object as long as the state is the same: what one reader has read from it, the next need not read again.
        if self._latest is None or self._latest.states is not self._states[-1]:
            self._latest = self.position_at(self.ply)
        return self._latest

    def position_at(self, ply: int) -> Position:
        """The position before the move with this number."""
        self._check_ply(ply)
        return Position(self._states[ply], self.boxes, self.seats, self.options)

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
        if self._choice is None or self._choice.now is not self._states[-1]:
            self._choice = Choice.open(self.game, self.boxes, self._states, self._masks, self.plies)
        return self._choice

    def legal(self, seat: int) -> list[int]:
        """The ids of a seat's legal moves; for CHANCE, of everything that may be revealed."""
        if seat not in self.to_act:
            checks.check_actor(self.seats, seat)
            return []
        engine = self.game.engine
        moves, weights = engine.buffers()
        if seat == CHANCE:
            count = engine.unchecked.chance(self._states[-1], 0, self.boxes, moves, weights)
        else:
            count = engine.unchecked.legal(self._states[-1], 0, self.boxes, seat, moves)
        return [int(move) for move in moves[:count]]

    def forced(self, seat: int) -> int | None:
        """The move that a seat makes without being asked, if there is one: its only move, or what the seed reveals."""
        if seat == CHANCE:
            if self.seed is None or seat not in self.to_act:
                return None
            return int(self.game.engine.unchecked.reveal(self._states[-1], 0, self.boxes, self.seed, *self.game.engine.buffers()))
        legal = self.legal(seat)
        return legal[0] if len(legal) == 1 and self.game.face.is_automatic(self.position, seat, legal[0]) else None

    @property
    def legal_moves(self) -> list[str]:
        """The notation of all legal moves of the seat that decides (the first of them, where several decide at once)."""
        return [self.moves.text(move) for move in self.legal(self.to_act[0])] if self.to_act else []

    @property
    def odds(self) -> dict[str, int]:
        """What chance may bring now, with its weights."""
        if self.to_act != (CHANCE,):
            return {}
        moves, weights = self.game.engine.buffers()
        count = self.game.engine.unchecked.chance(self._states[-1], 0, self.boxes, moves, weights)
        return {self.moves.text(int(moves[i])): int(weights[i]) for i in range(count)}

    @property
    def outcome(self) -> Outcome | None:
        """Totals and places, once the match is over."""
        if not self.is_over:
            return None
        points, places = zeros(self.seats, "int32"), zeros(self.seats, "int32")
        self.game.engine.unchecked.scores(self._states[-1], 0, self.boxes, points, places)
        return Outcome(tuple(points.tolist()), tuple(places.tolist()))

    @property
    def score_sheets(self) -> list[Any]:
        """A score sheet per seat, as if the match ended now."""
        return self.game.face.score_sheets(self.position)

    @property
    def score_lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line of every seat's score sheet as the game lists them, as if the match ended now."""
        lines = zeros((self.seats, len(self.game.score_lines)), "int32")
        self.game.functions.score_lines(self.position.state, self.boxes[0], lines)
        return tuple(map(tuple, lines.tolist()))

    @property
    def box_hash(self) -> str:
        """A short hash of the box, so that a record is never read with another."""
        return box_hash(self.boxes)

    def view(self, seat: int | None = None, *, refusals: bool = True, offers: bool = True) -> View:
        """What one seat may know, with its legal moves and their effects; None is a spectator, ALL_EYES a viewer who sees all.

        Without refusals it is quicker; `refusal` then answers for one move. Without offers there is nothing to choose.
        """
        checks.check_viewer(self.seats, seat)
        position, plays = self.position, seat not in (None, ALL_EYES)
        return View(
            self.game.slug,
            self.rules,
            self.seats,
            seat if plays else None,
            self.ply,
            self.to_act,
            self.game.face.asks(position),
            self.game.face.board(position, seat),
            self._offers(seat) if offers and seat is not None and plays else (),
            self._refusals(seat) if refusals and plays else (),
            self.outcome,
        )

    def _offers(self, seat: int) -> tuple[Offer, ...]:
        position, face = self.position, self.game.face
        return tuple(Offer(self.moves.text(move), face.effect(position, seat, move)) for move in self.legal(seat))

    def _refusals(self, seat: int | None) -> tuple[Refused, ...]:
        """Every move of the decision at hand that is not allowed, with the reason."""
        if seat is None or seat not in self.to_act:
            return ()
        found = (self._refusal(move, seat) for move in range(len(self.moves)) if not self.moves.is_chance(move))
        return tuple(refused for refused in found if refused)

    def _refusal(self, move: int, seat: int) -> Refused | None:
        why = self.game.face.why_not(self.game.engine.unchecked.refusal(self._states[-1], 0, self.boxes, seat, move))
        return Refused(self.moves.text(move), *why) if why else None

    def refusal(self, move: str | int, seat: int) -> Refused | None:
        """Why a seat may not make a move; None if it may, or if it is simply not the time for such a move."""
        checks.check_actor(self.seats, seat)
        number = self.moves.parse(move) if isinstance(move, str) else self.moves.checked(move)
        if seat not in self.to_act or self.moves.is_chance(number):
            return None
        return self._refusal(number, seat)

    def events(self, viewer: int | None = None, start: int = 0, stop: int | None = None) -> list[tuple[int, Any]]:
        """What happened, as far as a seat may know: (ply, event) for every event from one ply to another."""
        found = []
        checks.check_viewer(self.seats, viewer)
        stop = self.ply if stop is None else self._check_ply(stop)
        for ply in range(self._check_ply(start), stop):
            made = self.plies[ply]
            before, after = self.position_at(ply), self.position_at(ply + 1)
            found += [(ply, event) for event in self.game.face.events(before, after, made.seat, made.move, viewer)]
        return found

    @property
    def record(self) -> str:
        """The match as the text of a record file."""
        from londinium.kernel.record import write_record

        return write_record(self)

    # ── Playing ──────────────────────────────────────────────────────────────

    def push(self, move: str | int, seat: int | None = None) -> None:
        """Make a move; then chance reveals and forced moves are made, up to the next decision.

        The seat is needed only where several decide at once and it is not the first of them.
        """
        self.apply(move, seat)
        self.proceed()

    def apply(self, move: str | int, seat: int | None = None, *, decided: bool = True) -> None:
        """Make one move and nothing else. IllegalMove or InvalidNotation change nothing."""
        number = self.moves.parse(move) if isinstance(move, str) else move
        if seat is None:
            seat = self.to_act[0] if self.to_act else 0
        if number not in self.legal(seat):
            raise self._illegal(number, seat)
        after = copy_of(self._states[-1])
        self.game.engine.unchecked.push(after, 0, self.boxes, seat, number)
        self._states.append(after)
        self._masks.append(self.game.engine.unchecked.to_act(after, 0))
        self.plies.append(Ply(seat, number, decided and seat != CHANCE))

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
            why = self.game.face.why_not(self.game.engine.unchecked.refusal(self._states[-1], 0, self.boxes, seat, move))
        legal = [self.moves.text(other) for other in self.legal(seat)]
        return IllegalMove(text, self.seat_name(seat), Reason(self.game, *why) if why else None, legal)

    def undo(self) -> None:
        """Take back the last decision, and everything that followed from it."""
        last = next((ply for ply in reversed(range(self.ply)) if self.plies[ply].decided), None)
        if last is None:
            raise LondiniumError(N_("there is no decision to take back"))
        self.go_to(last)

    def go_to(self, ply: int) -> None:
        """Forget every move from this ply on."""
        self._check_ply(ply)
        del self.plies[ply:], self._states[ply + 1 :], self._masks[ply + 1 :]

    def _check_ply(self, ply: int) -> int:
        if not 0 <= ply <= self.ply:
            raise LondiniumError(N_("this match has plies 0 to {last}, not {ply}"), last=self.ply, ply=ply)
        return ply

    def retract(self, seat: int) -> None:
        """Take back a seat's last decision while the choice it belongs to is open; what others chose at the same time stays."""
        choice = self.choice.last_of(seat)
        if choice is None:
            raise LondiniumError(N_("{seat} has no choice that can still be taken back"), seat=self.seat_name(seat))
        # What the seat then did without being asked goes with its choice.
        later = [ply for ply in self.plies[choice + 1 :] if ply.seat != seat]
        self.go_to(choice)
        for ply in later:
            self.apply(ply.move, ply.seat, decided=ply.decided)

    def may_retract(self, seat: int) -> bool:
        """Whether a seat has decided something that is still open: others have yet to choose, or nobody else was asked since."""
        return self.choice.last_of(seat) is not None

    def states_known_to(self, seat: int) -> FlatArray[Any]:
        """The state without the face-down choices of others."""
        return self.choice.known_to(seat)

    def plies_known_to(self, seat: int) -> list[Ply]:
        """All moves except the face-down choices of others."""
        choice = self.choice
        return self.plies[: choice.since] + [ply for ply in choice.made if not choice.hides(ply, seat)]

    # ── Elsewhere ────────────────────────────────────────────────────────────

    def at(self, ply: int) -> Match:
        """A separate match that stands where this one did before the move with this number.

        It shares the states, which no move changes, and so costs next to nothing.
        """
        self._check_ply(ply)
        earlier = object.__new__(type(self))
        earlier.__dict__.update(self.__dict__)
        earlier.tags, earlier.plies = dict(self.tags), self.plies[:ply]
        earlier._states, earlier._masks = self._states[: ply + 1], self._masks[: ply + 1]
        return earlier

    def copy(self) -> Match:
        """A separate match that stands where this one does."""
        return self.at(self.ply)

    def with_state(self, states: FlatArray[Any]) -> Match:
        """A match with the same moves that stands in another state: for what a seat thinks possible, and for tests of that."""
        other = self.copy()
        checks.check_states(self.game, states)
        other._states[-1] = copy_of(states)
        other._masks[-1] = self.game.engine.unchecked.to_act(states, 0)
        return other

    def halfway(self, ply: int) -> Match | None:
        """A match that stands between the move with this number and what follows by itself, if the game has a picture of that."""
        self._check_ply(ply + 1)
        there = self.game.face.halfway(self.position_at(ply), self.plies[ply].seat, self.plies[ply].move)
        earlier = None if there is None else self.at(ply)
        if there is not None and earlier is not None:
            earlier._states[-1] = there.states  # the same acts as before: nobody is asked halfway
        return earlier

    # ── Words ────────────────────────────────────────────────────────────────

    def words(self, code: str = "en") -> Language:
        """A language with this game's texts."""
        checks.check_language(code)
        return language(code, self.game.folder)

    def seat_name(self, seat: int) -> str | LondiniumError:
        if seat == CHANCE:
            return LondiniumError(N_("chance"))
        return self.names[seat] if 0 <= seat < self.seats else default_name(seat)

    def log(self, code: str = "en", viewer: int | None = None, start: int = 0, stop: int | None = None) -> list[tuple[int, str]]:
        """What happened in words: (ply, sentence)."""
        words = self.words(code)
        return [(ply, self.game.face.tell(event, words, self.names)) for ply, event in self.events(viewer, start, stop)]

    # ── Pictures ─────────────────────────────────────────────────────────────

    def svg(self, seat: int | None = None, code: str = "en", scheme: str = "light") -> Picture:
        """The position as one seat sees it (None: a spectator), as an SVG that shows itself in a notebook."""
        checks.check_scheme(scheme)
        view = self.view(seat, refusals=False)
        return Picture(self.game.drawing.picture(view, Scene(self.words(code), self.names), scheme))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Match of {self.game.slug}, {self.seats} seats, ply {self.ply}>"
