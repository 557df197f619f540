"""How a simulation ends where players play against each other and a network foresees the end for all of them.

The network is asked with the eyes of the seat that decides next: a simulation leaves the tree only where nothing lies face down
for that seat (`simulation.may_stop`). Where it is trusted wholly, nobody plays on to the end, and a simulation costs
a fraction of what it costs otherwise.
"""

from __future__ import annotations

from typing import Any

from londinium.bots.search.foresight import FIRST_PLACE, TO_COME, UTILITY, foresee_all
from londinium.bots.search.simulation import FORESIGHT, MOST_MARGIN, WIN, WORK, Mind, Paper, finish, settle_seats
from londinium.kernel.generic.names import scores, to_act
from londinium.kernel.generic.playout import lowest_seat
from londinium.kernel.rules import part, rule


@part
def conclude_for_all(mind: Mind, paper: Paper, box: Any, key: int) -> None:
    """Instead of `conclude`: what comes of the match at states[WORK] for every seat, as quick players play it and as a network
    foresees it.
    """
    states, points, places = paper.states, paper.points, paper.places
    mask = to_act(states[WORK])
    trust = mind.settings[FORESIGHT] if mask != 0 else 0.0
    if trust > 0:
        foresee_all(states[WORK], box, lowest_seat(mask), mind.seats, mind.foresight)
        scores(states[WORK], box, points, places)
        make_possible(mind, paper)
    if trust < 1:
        finish(mind, paper, box, key)
        scores(states[WORK], box, points, places)
        settle_seats(mind, paper)
    if trust > 0:
        trust_network(mind, paper, trust)


@rule
def make_possible(mind: Mind, paper: Paper) -> None:
    """Add the points that everybody has to those still to come, and keep what is foreseen within its bounds."""
    told, most = mind.foresight.told, mind.settings[MOST_MARGIN]
    for seat in range(mind.seats):
        told[seat, TO_COME] += paper.points[seat]
        told[seat, UTILITY] = min(max(told[seat, UTILITY], -most), most + mind.settings[WIN])
        told[seat, FIRST_PLACE] = min(max(told[seat, FIRST_PLACE], 0.0), 1.0)


@rule
def trust_network(mind: Mind, paper: Paper, trust: float) -> None:
    """Let what is foreseen have its share in the result; with full trust nothing was played."""
    told, played = mind.foresight.told, max(0.0, 1.0 - trust)
    for seat in range(mind.seats):
        gain, points, first = told[seat, UTILITY], told[seat, TO_COME], told[seat, FIRST_PLACE]
        paper.gains[seat] = gain if played == 0 else trust * gain + played * paper.gains[seat]
        paper.points[seat] = points if played == 0 else trust * points + played * paper.points[seat]
        paper.firsts[seat] = first if played == 0 else trust * first + played * paper.firsts[seat]
