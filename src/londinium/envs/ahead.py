"""Looking ahead in many matches at once, on the processor: what each of many moves would lead to.

    ahead = Ahead(batch)
    seen, points = ahead.look(matches, moves)       # row i: move i in match i of these, as the seat that makes it sees it then

`gpu/ahead.py` does the same on a GPU. What is shown is the game's `sight`, which is what its network learns from.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from londinium.envs.batch import Batch
from londinium.envs.compiled.ahead import AS_IT_IS, see_rows
from londinium.kernel.checks import check_actions, check_number
from londinium.kernel.entries import entries
from londinium.kernel.words.errors import N_, InvalidOption


@entries
class Ahead:
    """The positions after moves in the matches of a batch, which stay as they are."""

    def __init__(self, batch: Batch) -> None:
        game = batch.setting.game
        self._batch = batch
        self._see = game.engine.bind(see_rows, observe=game.sight.see)
        self._trial = game.state.new()

    def look(self, matches: Any, moves: Any) -> tuple[Any, Any]:
        """What is seen after each move in its match, and all seats' points there; AS_IT_IS is the position before."""
        moves = check_actions(moves, len(moves) if hasattr(moves, "__len__") else 1)
        which = check_actions(matches, len(moves))
        setting, rows = self._batch.setting, self._batch.rows
        if len(which):
            check_number("matches", int(which.min()), 0, self._batch.count - 1)
            check_number("matches", int(which.max()), 0, self._batch.count - 1)
            inside = (moves >= AS_IT_IS) & (moves < setting.actions)
            if not (inside & ((moves == AS_IT_IS) | (rows.masks[which, np.where(inside, moves, 0)] != 0))).all():
                raise InvalidOption(N_("one of these moves is not legal in its match"))
        seen = np.zeros((len(which), setting.game.sight.room(setting.seats)), np.uint8)
        points, places = np.zeros((2, len(which), setting.seats), np.int32)
        found = (seen, points, places)
        self._see(rows.states, rows.seat, setting.boxes, setting.codes, which, moves, found, self._trial)
        return seen[:, : setting.game.sight.size], points
