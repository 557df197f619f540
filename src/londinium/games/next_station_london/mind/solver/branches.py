"""A lower bound for all sheets by asking separately for those whose line of a round stops at a station, and those whose does not.

Every sheet is in one of the two parts, so the higher of their bounds holds for both. Each part gets prices of its own. The
part with the highest bound is always the next to be split.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

import numpy as np

from londinium.games.next_station_london.mind.solver.bound import STEPS, Bound, Part
from londinium.games.next_station_london.mind.solver.line_worth import NOTHING, PART
from londinium.games.next_station_london.rules.components import LINES, STATIONS

LENGTHS = (0.15, 0.05)
"""How far the steps of the two descents of a part go."""


def split_up(bound: Bound, goal: int, may_go_on: Callable[[], bool]) -> None:
    """Split while `may_go_on` allows, until nothing is left above the goal, a total that was reached."""
    bound.descend(bound.root, goal, np.array([LENGTHS[-1]]))
    parts = [(-bound.inside, 0, bound.root)]
    made = 1
    while may_go_on() and _points(bound, parts) > goal:
        part = parts[0][2]
        doubtful = _doubtful(part)
        if doubtful is None:
            return
        i, station = doubtful
        children = [_child(bound, part, i, station, stops, goal) for stops in (False, True)]
        heapq.heappop(parts)
        for child in children:
            if child is not None:
                heapq.heappush(parts, (-child.bound, made, child))
                made += 1
        if not parts:
            bound.inside = NOTHING
            return
        bound.inside = -parts[0][0]


def _points(bound: Bound, parts: list[tuple[int, int, Part]]) -> int:
    return -parts[0][0] // PART + bound.objectives


def _doubtful(part: Part) -> tuple[int, int] | None:
    """The round and the station of which it is least clear whether the line should stop there, if there is any doubt."""
    doubt = np.minimum(part.stays, STEPS - part.stays)
    demanded = part.demands[0].must | part.demands[0].never
    for i in range(LINES):
        doubt[i, [station for station in range(STATIONS) if int(demanded[i]) >> station & 1]] = -1
    place = int(np.argmax(doubt))
    return divmod(place, STATIONS) if doubt.flat[place] > 0 else None


def _child(bound: Bound, part: Part, i: int, station: int, stops: bool, goal: int) -> Part | None:
    """The sheets of a part whose line of a round stops at a station, or does not; None if there are none."""
    demands = part.demands.copy()
    (demands[0].must if stops else demands[0].never)[i] |= 1 << station
    active = list(part.active)
    fitting = (bound.lines_of(i)["stations"][active[i]] >> station & 1).astype(bool)
    active[i] = active[i][fitting == stops]
    child = Part(demands, part.prices, active, part.bound)
    bound.look_at_all(child)
    if not all(len(active) for active in child.active):
        return None
    for length in LENGTHS:
        bound.descend(child, goal, np.array([length]))
    bound.look_at_all(child)
    return child
