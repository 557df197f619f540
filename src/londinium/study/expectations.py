"""What everybody could expect during a match: the graph, and chances where all play on sheets of their own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from statistics import fmean
from typing import Any

import msgspec

from londinium.kernel.match import Match
from londinium.study.verdicts import Decision, Moment, WeighedMove


@dataclass(frozen=True)
class Judged:
    """A decision with the samples from which the graph is made."""

    decision: Decision
    points: Sequence[Sequence[int]]
    """By seat, in every simulation after the played move."""
    firsts: Sequence[Sequence[float]]
    own: dict[str, Sequence[int]]
    """By move: the seat's own points in every simulation."""
    known: int
    """Before this ply, the deciding seat knew what everybody had done."""


# ── Sheets that do not touch each other ──────────────────────────────────────


def with_chances(judged: Sequence[Judged], seats: int) -> list[Decision]:
    """A seat's chances follow from its own points and from what the others could expect when it decided."""
    found = []
    for number, one in enumerate(judged):
        decision = one.decision
        expected = _open_points(judged[:number], one.known)
        # Before somebody's first decision they can expect what everybody can.
        rivals = [expected.get(seat, one.own[decision.played.move]) for seat in range(seats) if seat != decision.seat]

        def chanced(choice: WeighedMove, own: Mapping[str, Any] = one.own, rivals: list[Any] = rivals) -> WeighedMove:
            return msgspec.structs.replace(choice, win=round(chance_of_most(own[choice.move], rivals), 4))

        best, played = tuple(map(chanced, decision.best)), chanced(decision.played)
        found.append(msgspec.structs.replace(decision, best=best, played=played))
    return found


def _open_points(judged: Sequence[Judged], known: int) -> dict[int, Any]:
    """By seat: the points that its last open decision let it expect."""
    return {one.decision.seat: one.own[one.decision.played.move] for one in judged if one.decision.ply < known}


def chance_of_most(own: Sequence[int], rivals: Sequence[Sequence[int]]) -> float:
    """How often one row of results is above all others, where each is as likely as the next; a tie counts half."""
    orders = [sorted(rival) for rival in rivals]
    return fmean(
        prod((bisect_left(order, points) + bisect_right(order, points)) / (2 * len(order)) for order in orders) for points in own
    )


# ── The graph ────────────────────────────────────────────────────────────────


def expectations(match: Match, judged: Sequence[Judged], alone: bool) -> tuple[Moment, ...]:
    """After every judged decision, and at the end."""
    found = _on_own_sheets(judged, match.seats) if alone else _together(judged)
    outcome = match.outcome
    if outcome is not None:
        firsts = [place == 0 for place in outcome.places]
        win = tuple(first / sum(firsts) for first in firsts) if match.seats > 1 else None
        found.append(Moment(match.ply, tuple(map(float, outcome.scores)), win))
    return tuple(found)


def _together(judged: Sequence[Judged]) -> list[Moment]:
    return [Moment(one.decision.ply + 1, _means(one.points), _means(one.firsts, 4)) for one in judged]


def _on_own_sheets(judged: Sequence[Judged], seats: int) -> list[Moment]:
    """Everybody's own points change with their own decisions alone."""
    now: dict[int, Any] = {}
    for one in reversed(judged):
        now[one.decision.seat] = one.own[one.decision.played.move]
    found = []
    for one in judged:
        now[one.decision.seat] = one.own[one.decision.played.move]
        points = tuple(round(fmean(now.get(seat, (0,))), 2) for seat in range(seats))
        found.append(Moment(one.decision.ply + 1, points, _shares(now, seats) if len(now) == seats > 1 else None))
    return found


def _shares(now: Mapping[int, Any], seats: int) -> tuple[float, ...]:
    """Chances that add up to one."""
    chances = [chance_of_most(now[seat], [now[other] for other in range(seats) if other != seat]) for seat in range(seats)]
    return tuple(round(chance / max(1e-9, sum(chances)), 4) for chance in chances)


def _means(rows: Sequence[Sequence[float]], digits: int = 2) -> tuple[float, ...]:
    return tuple(round(fmean(row), digits) for row in rows)
