"""A seat's match as if it sat alone: the same pencils in the same rounds, the same cards, and nobody else.

Nobody can get in another's way, as everybody draws on their own sheet. So the best that a seat can do is the best that a player
alone can do who holds the same pencils.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from londinium.games.next_station_london.mind.solver.pool import Round
from londinium.games.next_station_london.rules.components import LINES, ROUNDS, UNDECIDED
from londinium.games.next_station_london.rules.moves import OBJECTIVE, PASS, RING_PENCIL
from londinium.games.next_station_london.rules.pencils import pencils_of
from londinium.games.next_station_london.rules.state import DRAWING, State
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, LondiniumError


def finished(match: Match) -> Match:
    """The match to its end; players still to decide draw nothing more. The seed knows the cards that are still to come."""
    end = match.copy()
    while not end.is_over:
        seat = end.to_act[0]
        if seat != CHANCE:
            legal = end.legal(seat)
            end.apply(PASS if PASS in legal else legal[0], seat)
        elif end.seed is not None:
            end.proceed()
        else:
            raise LondiniumError(N_("the cards of this match are not all known: it is not over, and it has no seed"))
    return end


@dataclass(frozen=True)
class Alone:
    """One seat of a finished match."""

    match: Match
    seat: int

    @cached_property
    def pencils(self) -> list[int]:
        """The pencil of each round."""
        return pencils_of(self.match.position.state, self.seat)

    @cached_property
    def reveals(self) -> list[int]:
        """All that chance decides: the pencils of this seat instead of the ring; objectives, powers and cards as they came."""
        dealt = [made.move for made in self.match.plies if made.seat == CHANCE and made.move >= OBJECTIVE]
        return [RING_PENCIL + pencil for pencil in self.pencils[: LINES - 1]] + dealt

    def begin(self) -> Match:
        """A match of a player alone before its first reveal."""
        match = self.match
        options = {**match.options, "order": "random"}
        return Match(match.game, 1, options, None, match.boxes, match.box_name, [match.names[self.seat]])

    def rounds(self) -> tuple[list[Round], FlatArray[State]]:
        """The rounds on an empty sheet, and the state at the end if nothing is ever drawn."""
        idle, reveals = self.begin(), iter(self.reveals)
        turns: list[list[Any]] = [[] for _ in range(ROUNDS)]
        while not idle.is_over:
            fields = idle.position.fields
            if fields.phase == DRAWING and fields.choice[0, 0] == UNDECIDED:
                turns[fields.round_no - 1].append(idle.position.states)
            seat = idle.to_act[0]
            idle.apply(next(reveals) if seat == CHANCE else PASS, seat)
        rounds = [
            Round(pencil, np.concatenate(states), self.match.boxes) for pencil, states in zip(self.pencils, turns, strict=True)
        ]
        return rounds, idle.position.states.copy()
