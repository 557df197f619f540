"""The choice that is open: who decides now, since when together, what each has chosen, and what others may know of it.

Several seats may decide at once. Each chooses face down, one move or several in a row, and nothing is turned up before
the last of them has chosen. A seat that decides alone makes a choice of its own, in the open: all that it decides in one go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from londinium.kernel.entries import entries
from londinium.kernel.flat import FlatArray, copy_of
from londinium.kernel.game import CHANCE, Game

if TYPE_CHECKING:
    from londinium.kernel.match import Ply


def is_several(mask: int) -> bool:
    """Whether a mask of `to_act` holds more than one seat."""
    return mask & (mask - 1) != 0


@dataclass(frozen=True, repr=False)
@entries
class Choice:
    """What is being chosen at one moment of a match. It does not change as the match continues."""

    game: Game
    _boxes: FlatArray[Any]
    since: int
    """The ply at which all who take part began to choose."""
    _begun: FlatArray[Any]
    asked: int
    """The mask of the seats that began to choose then."""
    waiting: int
    """The mask of those that have yet to choose."""
    made: tuple[Ply, ...]
    """What has been chosen since."""
    _now: FlatArray[Any]

    @classmethod
    def open(
        cls, game: Game, boxes: FlatArray[Any], states: Sequence[FlatArray[Any]], masks: Sequence[int], plies: Sequence[Ply]
    ) -> Choice:
        """The choice that is open after some plies, from the state before each and after the last, and who acted in it."""
        last = since = len(plies)
        # Somebody has yet to choose, nobody joins in who was not asked, and chance decides nothing.
        while masks[last] and since > 0 and plies[since - 1].seat != CHANCE and not masks[since] & ~masks[since - 1]:
            since -= 1
        while True:
            found = cls(game, boxes, since, states[since], masks[since], masks[last], tuple(plies[since:]), states[last])
            done = found._turned_up_at() if found.is_simultaneous else None
            if done is None:
                return found
            since = done

    @property
    def begun(self) -> FlatArray[Any]:
        """A copy of the state in which all who take part began to choose."""
        return copy_of(self._begun)

    @property
    def now(self) -> FlatArray[Any]:
        """A copy of the state to which led what was chosen since."""
        return copy_of(self._now)

    def is_at(self, states: FlatArray[Any]) -> bool:
        """Whether this state is where it led: this very one, not one like it."""
        return self._now is states

    def _turned_up_at(self) -> int | None:
        """The ply at which all had chosen, if they have: what was decided from there on is another choice."""
        chosen = {seat: self._chosen_alone(seat) for seat in range(CHANCE) if self.asked >> seat & 1}
        if all(owes for seat, (_, owes) in chosen.items() if self.waiting >> seat & 1):
            return None
        return max(ply for ply, _ in chosen.values())

    def _chosen_alone(self, seat: int) -> tuple[int, bool]:
        """The ply after the last choice that a seat has made here, and whether it owes another, as if nobody else had chosen.

        Only what it would be asked alone belongs to this choice: whatever it did after that, it knew more.
        """
        states, to_act, after = copy_of(self._begun), self.game.engine.unchecked.to_act, self.since
        for ply, made in enumerate(self.made, self.since):
            if made.seat != seat:
                continue
            if not to_act(states, 0) >> seat & 1:
                return after, False
            self.game.engine.unchecked.push(states, 0, self._boxes, seat, made.move)
            after = ply + 1
        return after, bool(to_act(states, 0) >> seat & 1)

    @property
    def is_simultaneous(self) -> bool:
        """Whether several began to choose at once, so that what one of them has chosen lies face down for the others."""
        return is_several(self.asked)

    def owes(self, seat: int) -> bool:
        """Whether a seat has yet to choose."""
        return seat >= 0 and bool(self.waiting >> seat & 1)

    def made_by(self, seat: int) -> tuple[Ply, ...]:
        """What a seat has chosen so far."""
        return tuple(ply for ply in self.made if ply.seat == seat)

    def last_of(self, seat: int) -> int | None:
        """The ply of a seat's last decision that belongs to this choice; it can still be taken back."""
        own = (self.since + i for i, ply in enumerate(self.made) if ply.seat == seat and ply.decided)
        return max(own, default=None)

    def hides(self, ply: Ply, viewer: int | None) -> bool:
        """Whether one of the moves of this choice lies face down for a seat, or for a spectator (None)."""
        return self.is_simultaneous and ply.seat != viewer

    def known_to(self, seat: int) -> FlatArray[Any]:
        """The state without what lies face down for a seat: as it was when all began to choose, with its own choices."""
        if not any(self.hides(ply, seat) for ply in self.made):
            return copy_of(self._now)
        states = copy_of(self._begun)
        for ply in self.made_by(seat):
            self.game.engine.unchecked.push(states, 0, self._boxes, seat, ply.move)
        return states

    def open_to(self, seat: int) -> int:
        """Up to which ply a seat knows every move."""
        return next((self.since + i for i, ply in enumerate(self.made) if self.hides(ply, seat)), self.since + len(self.made))
