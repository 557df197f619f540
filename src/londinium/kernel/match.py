"""A match: one playing of a game, from its first reveal to its score sheets.

    match = londinium.game("old-london-bridge").match(seats=3, seed=7)
    match.push("play 3")

With a seed, chance draws by itself. Without one, somebody else is chance: whoever reveals pushes what came, for instance
when the cardboard lies on a real table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from londinium.kernel.drawing import Picture, Scene
from londinium.kernel.errors import N_, IllegalMove, InvalidOption, LondiniumError
from londinium.kernel.game import CHANCE, Game, Position
from londinium.kernel.language import Language, language
from londinium.kernel.reasons import Reason
from londinium.kernel.records import Batch, copy_of
from londinium.kernel.views import ALL_EYES, Offer, Outcome, Refused, View

SEEDS = 1 << 63
STANDARD_BOX = "standard"
SEATS_IN = tuple(tuple(seat for seat in range(CHANCE + 1) if mask >> seat & 1) for mask in range(1 << CHANCE + 1))
"""The seats in every mask of `to_act`."""


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One move as it was made: by whom, what, and whether somebody decided it (not chance, not the only possibility)."""

    seat: int
    move: int
    decided: bool


def check_seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed < SEEDS:
        raise InvalidOption(N_("a seed is a whole number from 0 to {most}, not {seed}"), most=SEEDS - 1, seed=seed)
    return seed


def default_name(seat: int) -> str:
    """What somebody without a name is called, in any language."""
    return f"P{seat}"


class Match:
    """The state of a match and how it came about. Every move is checked; a refused one changes nothing."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        seed: int | None,
        boxes: Batch[Any],
        box_name: str,
        names: Sequence[str],
    ) -> None:
        """Use `new`, which checks everything; this lays out the first position."""
        self.game, self.seats, self.options, self.seed = game, seats, dict(options), seed
        self.boxes, self.box_name, self.names = boxes, box_name, tuple(names)
        self.moves = game.moves_with(boxes)
        self.tags: dict[str, str] = {}
        """Further headers of the record file: a date, a place, who played."""
        self.plies: list[Ply] = []
        self._states = [game.state.new()]
        game.engine.setup(self._states[0], 0, boxes, seats, game.option_codes(options))
        self._masks = [game.engine.to_act(self._states[0], 0)]
        """Who acts in each state, since everybody asks that all the time."""
        self._latest: Position | None = None

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        variant: str | None = None,
        box: Path | None = None,
        names: Sequence[str] = (),
    ) -> Match:
        """A match at its first decision (with a seed), or before its first reveal (without)."""
        seats = game.check_seats(seats if seats is not None else game.seats[-1])
        check_seed(seed)
        if len(names) > seats:
            raise InvalidOption(N_("there are {names} names for {seats} seats"), names=len(names), seats=seats)
        boxes = game.load_box(box) if box else game.standard_box()
        all_names = [*names, *(default_name(seat) for seat in range(len(names), seats))]
        match = cls(game, seats, game.choose(options, variant), seed, boxes, box.name if box else STANDARD_BOX, all_names)
        match.proceed()
        return match

    # ── Looking ──────────────────────────────────────────────────────────────

    @property
    def ply(self) -> int:
        """How many moves were made, chance's included."""
        return len(self.plies)

    @property
    def position(self) -> Position:
        # One object as long as the state is the same: what somebody has read from it, the next one need not read again.
        if self._latest is None or self._latest.states is not self._states[-1]:
            self._latest = self.position_at(self.ply)
        return self._latest

    def position_at(self, ply: int) -> Position:
        """The position before the move of this number."""
        return Position(self._states[ply], self.boxes, self.seats, self.options)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide now: several at once if they decide simultaneously, CHANCE to reveal, none at the end."""
        return SEATS_IN[self._masks[-1]]

    @property
    def is_over(self) -> bool:
        return not self.to_act

    def legal(self, seat: int) -> list[int]:
        """The ids of a seat's legal moves; for CHANCE, of everything that may be revealed."""
        if seat not in self.to_act:
            return []
        engine = self.game.engine
        moves, weights = engine.buffers()
        if seat == CHANCE:
            count = engine.chance(self._states[-1], 0, self.boxes, moves, weights)
        else:
            count = engine.legal(self._states[-1], 0, self.boxes, seat, moves)
        return [int(move) for move in moves[:count]]

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
        count = self.game.engine.chance(self._states[-1], 0, self.boxes, moves, weights)
        return {self.moves.text(int(moves[i])): int(weights[i]) for i in range(count)}

    @property
    def outcome(self) -> Outcome | None:
        """Totals and places, once the match is over."""
        if not self.is_over:
            return None
        points, places = np.zeros(self.seats, np.int32), np.zeros(self.seats, np.int32)
        self.game.engine.scores(self._states[-1], 0, self.boxes, points, places)
        return Outcome(tuple(points.tolist()), tuple(places.tolist()))

    @property
    def score_sheets(self) -> list[Any]:
        """A score sheet per seat, as if the match ended now."""
        return self.game.face.score_sheets(self.position)

    def view(self, seat: int | None = None, *, refusals: bool = True, offers: bool = True) -> View:
        """What one seat may know, with its legal moves and their effects; None is a spectator, ALL_EYES one who sees everything.

        Without refusals it is quicker; `refusal` then answers for one move. Without offers there is nothing to choose.
        """
        position, plays = self.position, seat not in (None, ALL_EYES)
        return View(
            self.game.slug,
            self.game.rules_version,
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
        found = (self._refusal(seat, move) for move in range(len(self.moves)) if not self.moves.is_chance(move))
        return tuple(refused for refused in found if refused)

    def _refusal(self, seat: int, move: int) -> Refused | None:
        why = self.game.face.why_not(self.game.engine.refusal(self._states[-1], 0, self.boxes, seat, move))
        return Refused(self.moves.text(move), *why) if why else None

    def refusal(self, seat: int, move: str) -> Refused | None:
        """Why a seat may not make a move; None if it may, or if it is only not the time for such a move."""
        number = self.moves.parse(move)
        if seat not in self.to_act or self.moves.is_chance(number):
            return None
        return self._refusal(seat, number)

    def events(self, viewer: int | None = None, start: int = 0, stop: int | None = None) -> list[tuple[int, Any]]:
        """What happened, as far as a seat may know: (ply, event) for every event from one ply to another."""
        found = []
        for ply in range(start, self.ply if stop is None else stop):
            made = self.plies[ply]
            before, after = self.position_at(ply), self.position_at(ply + 1)
            found += [(ply, event) for event in self.game.face.events(before, after, made.seat, made.move, viewer)]
        return found

    @property
    def record(self) -> str:
        """The match as the text of a record file."""
        from londinium.kernel.record_files import write_record

        return write_record(self)

    # ── Playing ──────────────────────────────────────────────────────────────

    def push(self, move: str | int, seat: int | None = None) -> None:
        """Make a move; then chance reveals and what leaves no choice happens, up to the next decision.

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
        self.game.engine.push(after, 0, self.boxes, seat, number)
        self._states.append(after)
        self._masks.append(self.game.engine.to_act(after, 0))
        self.plies.append(Ply(seat, number, decided and seat != CHANCE))

    def proceed(self) -> None:
        """Let chance reveal, if there is a seed, and make the moves that leave no choice."""
        while True:
            move, seat = self._automatic()
            if move is None:
                return
            self.apply(move, seat, decided=False)

    def _automatic(self) -> tuple[int | None, int]:
        for seat in self.to_act:
            if seat == CHANCE:
                if self.seed is None:
                    return None, seat
                return self.game.engine.reveal(self._states[-1], 0, self.boxes, self.seed, *self.game.engine.buffers()), seat
            legal = self.legal(seat)
            if len(legal) == 1 and self.game.face.is_automatic(self.position, seat, legal[0]):
                return legal[0], seat
        return None, 0

    def _illegal(self, move: int, seat: int) -> IllegalMove:
        known = 0 <= move < len(self.moves)
        text = self.moves.text(move) if known else str(move)
        why = None
        if known and seat != CHANCE:
            why = self.game.face.why_not(self.game.engine.refusal(self._states[-1], 0, self.boxes, seat, move))
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
        if not 0 <= ply <= self.ply:
            raise LondiniumError(N_("this match has plies 0 to {last}, not {ply}"), last=self.ply, ply=ply)
        del self.plies[ply:], self._states[ply + 1 :], self._masks[ply + 1 :]

    def retract(self, seat: int) -> None:
        """Take back a seat's simultaneous choice while others are still deciding; their choices stay."""
        choice = self._open_choice(seat)
        if choice is None:
            raise LondiniumError(N_("{seat} has no choice that could still be taken back"), seat=self.seat_name(seat))
        # What the seat then did without being asked goes with its choice.
        later = [ply for ply in self.plies[choice + 1 :] if ply.seat != seat]
        self.go_to(choice)
        for ply in later:
            self.apply(ply.move, ply.seat, decided=ply.decided)

    def may_retract(self, seat: int) -> bool:
        """Whether a seat has chosen while others are still deciding."""
        return self._open_choice(seat) is not None

    def _open_choice(self, seat: int) -> int | None:
        """The ply of a seat's last choice, if it is one of several that are being made at the same time."""
        decided = (ply for ply in reversed(range(self.ply)) if self.plies[ply].seat == seat and self.plies[ply].decided)
        choice = next(decided, None)
        return choice if choice is not None and self._is_choosing_since(self._beginning_of_choice(choice)) else None

    def states_known_to(self, seat: int) -> Batch[Any]:
        """The state without the face-down choices of others: as it was when all began to choose, with only this seat's made."""
        return self._with_own_moves(self._start_of_open_choice(), seat)

    def plies_known_to(self, seat: int) -> list[Ply]:
        """All moves but the face-down choices of others."""
        start = self._start_of_open_choice()
        return self.plies[:start] + [made for made in self.plies[start:] if made.seat == seat]

    def _start_of_open_choice(self) -> int:
        """Where all began to choose at the same time, if they still do; else now."""
        start = self.ply
        while start > 0 and self._is_choosing_since(start - 1):
            start -= 1
        return start

    def _beginning_of_choice(self, ply: int) -> int:
        """The ply at which all who decide simultaneously at this one began to."""
        start = ply
        while start > 0 and self.plies[start - 1].seat != CHANCE:
            if self._masks[start] & ~self._masks[start - 1]:
                break
            start -= 1
        together = self._masks[start]
        return start if together & (together - 1) else ply

    def _is_choosing_since(self, ply: int) -> bool:
        """Whether everything since then was one simultaneous decision that is not over yet."""
        together = self._masks[ply]
        seats = {made.seat for made in self.plies[ply:]} | set(self.to_act)
        if not self.to_act or any(seat == CHANCE or not together >> seat & 1 for seat in seats):
            return False
        # Whoever is to act must owe a choice also if nobody else has chosen: otherwise the choices are revealed already.
        return all(self._owes_choice(ply, seat) for seat in self.to_act)

    def _owes_choice(self, ply: int, seat: int) -> bool:
        """Whether a seat has still to choose at a ply, after what it has chosen since and if nobody else has."""
        states, to_act = copy_of(self._states[ply]), self.game.engine.to_act
        for made in self.plies[ply:]:
            if made.seat == seat and to_act(states, 0) >> seat & 1:
                self.game.engine.push(states, 0, self.boxes, seat, made.move)
            elif made.seat == seat:
                return False  # it had chosen, and what it did next was another decision
        return bool(to_act(states, 0) >> seat & 1)

    def _with_own_moves(self, ply: int, seat: int) -> Batch[Any]:
        """The state at a ply with what one seat has done since, and nobody else."""
        states = copy_of(self._states[ply])
        for made in self.plies[ply:]:
            if made.seat == seat:
                self.game.engine.push(states, 0, self.boxes, seat, made.move)
        return states

    def replace_state(self, states: Batch[Any]) -> None:
        """Stand in another state, with the same moves before it: for tests of what a seat may know."""
        self._states[-1] = copy_of(states)
        self._masks[-1] = self.game.engine.to_act(states, 0)

    def copy(self) -> Match:
        """A match of its own that stands where this one does."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.plies, other.tags = list(self.plies), dict(self.tags)
        other._states, other._masks = [copy_of(state) for state in self._states], list(self._masks)
        return other

    # ── Words ────────────────────────────────────────────────────────────────

    def words(self, code: str = "en") -> Language:
        """A language with this game's texts."""
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
        view = self.view(seat, refusals=False)
        return Picture(self.game.art.picture(view, Scene(self.words(code), self.names), scheme))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Match of {self.game.slug}, {self.seats} seats, ply {self.ply}>"
