"""What must hold for what every game shows its agents.

    from londinium.envs.conformance import check_observations
    check_observations(match)

A violation is an AssertionError that says which match broke it and where.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from londinium.envs.batch import bound
from londinium.envs.compiled import steps
from londinium.kernel.conformance.rules import where
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.seeds import draw

OBSERVED_BRANCH = 500_000
"""The first of the branches of a match's seed from which these checks choose."""


class Eyes:
    """What the seats of a match are shown in any of its positions."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._look = bound(match.game, steps.observe_one)
        self._codes = match.game.option_codes(match.options)
        self._moves = match.game.engine.buffers()[0]
        self._actions = sum(not match.moves.is_chance(move) for move in range(len(match.moves)))
        self.highs = match.game.observation.highs(match.seats)

    def see(self, states: FlatArray[Any], seat: int) -> tuple[Any, Any]:
        """Observation and mask, written over whatever was there before."""
        row, mask = np.full(len(self.highs), 255, np.uint8), np.full(self._actions, -1, np.int8)
        self._look(states, self.match.boxes, self._codes, seat, row, mask, self._moves)
        return row, mask


def check_observations(match: Match) -> int:
    """All properties, on a match that was played to its end. Returns how often something hidden was changed."""
    eyes, changed = Eyes(match), 0
    for ply in range(match.ply + 1):
        here = match.at(ply)
        states = here.position.states
        for seat in range(match.seats):
            row, mask = eyes.see(states, seat)
            assert (row <= eyes.highs).all(), f"{where(here)}: features {np.flatnonzero(row > eyes.highs)} are too high"
            if here.to_act and here.to_act != (CHANCE,):
                assert np.flatnonzero(mask).tolist() == here.legal(seat), f"{where(here)}: the mask is not what is legal"
            hidden = here.game.face.disguise(
                here.position, seat, draw(match.seed or 0, OBSERVED_BRANCH + 8 * ply + seat, 1 << 30)
            ).states
            changed += hidden.tobytes() != states.tobytes()
            other_row, other_mask = eyes.see(hidden, seat)
            assert row.tobytes() == other_row.tobytes(), f"{where(here)}: the observation of seat {seat} leaks"
            assert mask.tobytes() == other_mask.tobytes(), f"{where(here)}: the mask of seat {seat} leaks"
        check_choices_are_not_observed(here, eyes)
    return changed


def check_choices_are_not_observed(match: Match, eyes: Eyes) -> None:
    """Where several decide at once, no seat's observation depends on what another has chosen face down."""
    if len(match.to_act) < 2:
        return
    chooser, viewer = match.to_act[:2]
    seen = set()
    for move in match.legal(chooser)[:6]:
        later = match.copy()
        later.apply(move, chooser)
        seen.add(eyes.see(later.position.states, viewer)[0].tobytes())
    assert len(seen) == 1, f"{where(match)}: seat {viewer} sees what seat {chooser} chose face down"
