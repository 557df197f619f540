"""What every player could expect during a match: the curve of an analysis.

All points of a curve are judged in one way (`bots/search/forecast.py`): by what lies open for everybody, with the same luck, and
exactly where the end can be computed. A judge that plays on better or worse from one move to the next would make
the curve jump for no reason. So positions between which nothing was revealed and no decision cost anything make a *stretch*. They
are worth the same to every player, and the last of them, which is known best, is judged for all.
"""

from __future__ import annotations

from collections.abc import Sequence

from londinium.bots.search.forecast import Forecast, has_face_down
from londinium.bots.search.foresight import is_alone
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.study.verdicts import Decision, Moment

Stretch = tuple[int, ...]
"""The plies of positions that are worth the same to every player."""


def stretches(match: Match, decisions: Sequence[Decision]) -> list[Stretch]:
    """The positions in which nothing lies face down, before the match is over, in stretches."""
    costly = {decision.ply for decision in decisions if decision.loss > 0}
    alone, found = is_alone(match.game), list[list[int]]()
    for ply in open_plies(match):
        since = found[-1][-1] if found else 0
        made = range(since, ply)
        turned_up = not alone and any(match.at(each).choice.is_simultaneous for each in made)
        if not found or turned_up or any(match.plies[each].seat == CHANCE or each in costly for each in made):
            found.append([])
        found[-1].append(ply)
    return [tuple(stretch) for stretch in found]


def open_plies(match: Match) -> list[int]:
    """The plies before the end at which nothing lies face down; of several reveals in a row only the first."""
    plies = []
    for ply in range(match.ply + 1):
        here = match.at(ply)
        goes_on = CHANCE in here.to_act and ply > 0 and match.plies[ply - 1].seat == CHANCE
        if not here.is_over and not goes_on and not has_face_down(here):
            plies.append(ply)
    return plies


def moments(match: Match, judged: Sequence[tuple[Stretch, Forecast]]) -> tuple[Moment, ...]:
    """The curve: all positions of all stretches, and the end."""
    found = [moment_of(ply, forecast, match.seats) for stretch, forecast in judged for ply in stretch]
    outcome = match.outcome
    if outcome is not None:
        firsts = [place == 0 for place in outcome.places]
        win = tuple(first / sum(firsts) for first in firsts) if match.seats > 1 else None
        found.append(Moment(match.ply, tuple(map(float, outcome.scores)), win, (0.0,) * match.seats))
    return tuple(found)


def moment_of(ply: int, forecast: Forecast, seats: int) -> Moment:
    chances = tuple(round(chance, 4) for chance in forecast.chances) if seats > 1 else None
    points, band = tuple(round(one, 2) for one in forecast.points), tuple(round(one, 4) for one in forecast.band)
    return Moment(ply, points, chances, band)
