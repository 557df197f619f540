"""What every player can expect in a position that all of them know: points in the end, and the chance of first place.

It is a judgement of the position, not of a move, and knows what lies open for everybody. The rest of the match is played many
times by quick players who now and then do just anything (how often is set so that the chances come true: docs/study.md), and the
k-th time every stack is shuffled as a match with the k-th seed would have it. So two positions of one match are
judged with the same luck. A network that knows the match is asked as well, and each of the two opinions counts half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from londinium.bots.search.foresight import FIRST_PLACE, foresee, foresee_all
from londinium.bots.search.simulation import ALONE, FORESIGHT, WORK, Mind, Paper, quick_choice, start_over
from londinium.kernel.cells import zeros
from londinium.kernel.game import CHANCE
from londinium.kernel.generic.names import push, scores, to_act
from londinium.kernel.generic.playout import lowest_seat, reveal
from londinium.kernel.match import Match
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import split

FORECAST_KEY = 0xF0CA57
"""The luck of all forecasts: the same for all positions of all matches."""
CHOICE_BRANCH = 1 << 18
"""The branch of a simulation's key from which quick players choose; shuffles have branches of their own."""
SURER = 1.35
"""The mean of two opinions that hardly share an error is too cautious: it is raised to this power. Found on seeds 5000 to 5199 of
Old London Bridge, checked on others."""
NOT_ASKED = -1e9
ALMOST = 1e-9


class Playouts(NamedTuple):
    """What came of the simulations, a row for each and a column for each seat."""

    points: Any
    firsts: Any
    """The share of the first place."""
    foreseen: Any
    """What the network says where players decide for the first time: points where the others do not matter, else the chance of
    first place."""


def new_playouts(count: int, seats: int) -> Playouts:
    return Playouts(*(zeros((count, seats), "float64") for _ in Playouts._fields))


@part
def foresee_seats(mind: Mind, paper: Paper, box: Any, mask: int, told: Any) -> None:
    """What the network says of the points of every seat that decides at states[WORK]."""
    scores(paper.states[WORK], box, paper.points, paper.places)
    for seat in range(mind.seats):
        if mask >> seat & 1:
            told[seat] = paper.points[seat] + foresee(paper.states[WORK], box, seat, mind.foresight)


@part
def foresee_places(mind: Mind, paper: Paper, box: Any, mask: int, told: Any) -> None:
    """Instead of `foresee_seats`, where the others matter: the chances of first place, seen by the seat that decides."""
    foresee_all(paper.states[WORK], box, lowest_seat(mask), mind.seats, mind.foresight)
    total = 0.0
    for seat in range(mind.seats):
        told[seat] = min(max(mind.foresight.told[seat, FIRST_PLACE], 0.0), 1.0)
        total += told[seat]
    for seat in range(mind.seats):
        told[seat] = told[seat] / total if total > 0 else 1.0 / mind.seats


@rule
def share_first_place(places: Any, seats: int, firsts: Any) -> None:
    """Players who are first together share the first place."""
    count = 0
    for seat in range(seats):
        count += 1 if places[seat] == 0 else 0
    for seat in range(seats):
        firsts[seat] = 1.0 / count if places[seat] == 0 else 0.0


def play_forward(mind: Mind, paper: Paper, boxes: Any, key: int, ply: int, first: int, stop: int, playouts: Playouts) -> None:
    """The simulations of these numbers from the position on the paper, to which this many moves have led."""
    box, states = boxes[0], paper.states
    for k in range(first, stop):
        luck, told = split(key, k), playouts.foreseen[k]
        for seat in range(mind.seats):
            told[seat] = NOT_ASKED
        start_over(paper)
        at, is_asked = ply, mind.settings[FORESIGHT] == 0
        mask = to_act(states[WORK])
        while mask != 0:
            if mask == 1 << CHANCE:
                push(states[WORK], box, CHANCE, reveal(states[WORK], box, luck, paper.moves, paper.odds))
            else:
                if not is_asked:
                    foresee_seats(mind, paper, box, mask, told)
                    is_asked = True
                seat = lowest_seat(mask)
                push(states[WORK], box, seat, quick_choice(mind, paper, box, seat, split(luck, CHOICE_BRANCH + at)))
            at += 1
            mask = to_act(states[WORK])
        scores(states[WORK], box, paper.points, paper.places)
        share_first_place(paper.places, mind.seats, playouts.firsts[k])
        for seat in range(mind.seats):
            playouts.points[k, seat] = paper.points[seat]
            if told[seat] == NOT_ASKED:
                told[seat] = paper.points[seat] if mind.settings[ALONE] != 0 else playouts.firsts[k, seat]


def has_face_down(match: Match) -> bool:
    """Whether some have chosen already what the others may not see yet."""
    return match.choice.is_simultaneous and bool(match.choice.made)


@dataclass(frozen=True)
class Forecast:
    """What every seat can expect."""

    points: Sequence[float]
    chances: Sequence[float]
    """Of first place."""
    band: Sequence[float]
    """How far off it may be, by seat: the chance or, for a lone player, the points."""

    @property
    def is_exact(self) -> bool:
        return not any(self.band)


def forecast_of(playouts: Playouts, is_alone: bool, has_network: bool) -> Forecast:
    """What the simulations say; where a network was asked, each of the two opinions counts half."""
    points, played, foreseen = ([list(row) for row in zip(*rows.tolist(), strict=True)] for rows in playouts)
    firsts, shifts, surer = played, [0.0] * len(points), 1.0
    if not has_network:
        foreseen = played
    elif is_alone:
        # The simulations say how far results spread; the network has a say in where their middle is.
        shifts = [(fmean(told) - fmean(row)) / 2 for told, row in zip(foreseen, points, strict=True)]
        foreseen = shares([[one + 2 * shift for one in row] for row, shift in zip(points, shifts, strict=True)])
        points = [[one + shift for one in row] for row, shift in zip(points, shifts, strict=True)]
        firsts = shares(points)
    else:
        firsts, surer = [[(a + b) / 2 for a, b in zip(*rows, strict=True)] for rows in zip(played, foreseen, strict=True)], SURER
    if len(points) == 1:
        return Forecast([fmean(points[0])], [1.0], [band_of(points[0], shifts[0])])
    doubts = [(fmean(one) - fmean(other)) / 2 for one, other in zip(played, foreseen, strict=True)]
    bands = [surer * band_of(row, doubt) for row, doubt in zip(firsts, doubts, strict=True)]
    weights = [fmean(row) ** surer for row in firsts]
    return Forecast([fmean(row) for row in points], [weight / sum(weights) for weight in weights], bands)


def shares(points: Sequence[Sequence[float]]) -> list[list[float]]:
    """By seat, in every simulation: the share of the first place. What sums of fractions differ by is no difference."""
    rows = []
    for row in zip(*points, strict=True):
        top = max(row) - ALMOST
        count = sum(one >= top for one in row)
        rows.append([1 / count if one >= top else 0.0 for one in row])
    return [list(row) for row in zip(*rows, strict=True)]


def band_of(row: Sequence[float], doubt: float) -> float:
    """Two standard errors of the mean, and how far each of two opinions is from their middle. Never 0: even what came every
    time need not come the next time.
    """
    return hypot(2 * pstdev(row) / sqrt(len(row)), doubt, 1 / len(row))
