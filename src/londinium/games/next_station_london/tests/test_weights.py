"""`weigh` says of every move what `outlook` says after it, up to one number per decision."""

from __future__ import annotations

import numpy as np
import pytest

import londinium
from londinium.games.next_station_london.mind.outlook import OF_SHEET, PROMISES
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw

GAME = londinium.game("next-station-london")
WEIGHTS = np.arange(7, 7 + len(PROMISES) + len(OF_SHEET), dtype=np.int64)
"""All different and none of them 0, so that nothing is left out unseen."""


@pytest.mark.parametrize(("seats", "variant"), [(1, "base"), (1, "both-modules"), (2, "both-modules"), (4, "both-modules")])
@pytest.mark.parametrize("seed", range(10 if COMPILED else 1))
def test_weighing_agrees_with_the_outlook(seats: int, variant: str, seed: int) -> None:
    match, engine = GAME.match(seats=seats, seed=seed, variant=variant), GAME.engine
    weigh, outlook = GAME.functions.weigh, GAME.functions.outlook
    assert weigh is not None
    assert len(WEIGHTS) == len(GAME.outlook_weights.names if GAME.outlook_weights else ())
    (moves, _), worths, after = engine.buffers(), np.zeros(len(GAME.moves), np.int64), GAME.state.new()
    step = 0
    while not match.is_over:
        seat = match.to_act[draw(seed, 2 * step, len(match.to_act))]
        states = match.states_known_to(seat)
        count = engine.legal(states, 0, match.boxes, seat, moves)
        weigh(states[0], match.boxes[0], seat, moves, count, worths, WEIGHTS)
        differences = set()
        for k in range(count):
            after[0:1] = states
            engine.push(after, 0, match.boxes, seat, int(moves[k]))
            differences.add(int(worths[k]) - int(outlook(after[0], match.boxes[0], seat, WEIGHTS)))
        assert len(differences) == 1, (match.ply, match.moves.text(int(moves[0])))
        match.push(int(moves[draw(seed, 2 * step + 1, count)]), seat)
        step += 1
