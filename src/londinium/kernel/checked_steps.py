"""Single steps for anybody: the same as the compiled ones, after a look at everything that is handed to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from londinium.kernel.cells import zeros
from londinium.kernel.checks import (
    check_boxes,
    check_buffer,
    check_codes,
    check_number,
    check_seat,
    check_seed,
    check_set_up,
    check_states,
)
from londinium.kernel.entries import entries
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE, MOST_SEATS, Game
from londinium.kernel.words.errors import N_, LondiniumError

if TYPE_CHECKING:
    from londinium.kernel.engine import UncheckedSteps


@entries
class CheckedSteps:
    """The steps of one game. `i` is which of the states is meant; `moves` and `weights` are filled, as `buffers` gives them."""

    game: Game
    unchecked: UncheckedSteps

    def setup(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], seats: int, options: Any) -> None:
        """Lay out a zeroed state."""
        check_states(self.game, states, i)
        codes = check_codes(self.game, options)
        self.unchecked.setup(states, i, check_boxes(self.game, boxes), self.game.check_seats(seats), codes)

    def to_act(self, states: FlatArray[Any], i: int) -> int:
        """A mask of the seats that decide now."""
        return int(self.unchecked.to_act(check_set_up(self.game, states, i), i))

    def legal(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], seat: int, moves: Any) -> int:
        """Fill in the legal moves of a seat, return how many: none if it does not decide."""
        self._look_at(states, i, boxes)
        check_seat(MOST_SEATS, seat)
        check_buffer("moves", moves, "int16", len(self.game.moves))
        if not self.unchecked.to_act(states, i) >> seat & 1:
            return 0
        return int(self.unchecked.legal(states, i, boxes, seat, moves))

    def refusal(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], seat: int, move: int) -> int:
        """0 if the move is legal, otherwise the game's number for why not."""
        self._look_at(states, i, boxes)
        check_seat(MOST_SEATS, seat)
        check_number("move", move, 0, len(self.game.moves) - 1)
        return int(self.unchecked.refusal(states, i, boxes, seat, move))

    def push(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], seat: int, move: int) -> None:
        """Make a move, in place. One that the rules do not allow changes nothing."""
        if not self._is_allowed(states, i, boxes, seat, move):
            text = self.game.moves.text(move)
            raise LondiniumError(N_("'{move}' is not legal for seat {seat}"), move=text, seat=seat)
        self.unchecked.push(states, i, boxes, seat, move)

    def _is_allowed(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], seat: int, move: int) -> bool:
        if seat != CHANCE:
            return self.refusal(states, i, boxes, seat, move) == 0 and bool(self.unchecked.to_act(states, i) >> seat & 1)
        check_number("move", move, 0, len(self.game.moves) - 1)
        moves = zeros(len(self.game.moves), "int16")
        return move in moves[: self.chance(states, i, boxes, moves, zeros(len(self.game.moves), "int16"))].tolist()

    def chance(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], moves: Any, weights: Any) -> int:
        """Fill in what may be revealed with its weights, return how many: nothing if nothing is revealed now."""
        self._look_at(states, i, boxes)
        check_buffer("moves", moves, "int16", len(self.game.moves))
        check_buffer("weights", weights, "int16", len(self.game.moves))
        return int(self.unchecked.chance(states, i, boxes, moves, weights)) if self._reveals(states, i) else 0

    def deck(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any]) -> int:
        """The deck that chance draws from, and the number of the draw from it."""
        self._look_at(states, i, boxes)
        self._require_reveal(states, i)
        return int(self.unchecked.deck(states, i, boxes))

    def reveal(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], seed: int, moves: Any, weights: Any) -> int:
        """What chance brings now, by the seed."""
        check_seed(seed)
        self.chance(states, i, boxes, moves, weights)
        self._require_reveal(states, i)
        return int(self.unchecked.reveal(states, i, boxes, seed, moves, weights))

    def scores(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any], points: Any, places: Any) -> None:
        """Fill in every seat's total and place, as if the match ended now."""
        self._look_at(states, i, boxes)
        seats = int(states[i].seats) if "seats" in self.game.state.fields else MOST_SEATS
        check_buffer("points", points, "int32", seats)
        check_buffer("places", places, "int32", seats)
        self.unchecked.scores(states, i, boxes, points, places)

    def audit(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any]) -> int:
        """0 if everything in the box is accounted for, otherwise the game's number for what is not."""
        self._look_at(states, i, boxes)
        return int(self.unchecked.audit(states, i, boxes))

    def _look_at(self, states: FlatArray[Any], i: int, boxes: FlatArray[Any]) -> None:
        check_set_up(self.game, states, i)
        check_boxes(self.game, boxes)

    def _reveals(self, states: FlatArray[Any], i: int) -> bool:
        return bool(self.unchecked.to_act(states, i) == 1 << CHANCE)

    def _require_reveal(self, states: FlatArray[Any], i: int) -> None:
        if not self._reveals(states, i):
            raise LondiniumError(N_("nothing is revealed in this state"))
