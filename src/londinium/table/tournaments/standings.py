"""How a tournament stands: everybody's rounds, totals and places, from how its tables ended.

Alone, the points of all rounds add up; of equals the better single round decides. At tables, everybody beaten is a point and an
equal half of one, bots included; of equals the sum of what was scored decides. Those still equal share the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from londinium.table.history.endings import Ending
from londinium.table.settings import PERSON
from londinium.table.tournaments.tournament import Entrant, Tournament


@dataclass(frozen=True)
class RoundResult:
    """What somebody achieved in a round."""

    table: str
    seat: int
    score: int
    place: int
    """At the table, from 0."""
    halves: int
    """Twice the points of the tournament for it, as half ones are given; nothing where everybody plays alone."""
    helped: bool
    """Whether a bot played for them for a while."""


@dataclass(frozen=True)
class Ranked:
    """Somebody's line in the standings."""

    entrant: Entrant
    place: int
    """From 0; several may share one."""
    rounds: tuple[RoundResult | None, ...]
    score: int
    halves: int

    @property
    def played(self) -> int:
        return sum(result is not None for result in self.rounds)


def result_of(it: Tournament, one: Entrant, round_no: int, endings: Mapping[str, Ending]) -> RoundResult | None:
    """What a round brought; None if it is not finished, came too late, or a bot played all of it."""
    sits = it.seat_in(round_no, one.number)
    ending = endings.get(it.tables.get(sits[0], "")) if sits else None
    if sits is None or ending is None or ending.ended_at > it.ends_at:
        return None
    seat, who = sits[1], ending.players[sits[1]].split(", ")
    if PERSON not in who:
        return None
    places = ending.places
    beaten = sum(other > places[seat] for other in places)
    equal = sum(other == places[seat] for other in places) - 1
    return RoundResult(ending.table, seat, ending.scores[seat], places[seat], 2 * beaten + equal, len(who) > 1)


def standings_of(it: Tournament, endings: Mapping[str, Ending]) -> list[Ranked]:
    """Everybody, the best first; those who have finished nothing come last, in the order in which they entered."""
    rows = []
    for one in it.entrants:
        rounds = tuple(result_of(it, one, round_no, endings) for round_no in range(it.rounds))
        done = [result for result in rounds if result is not None]
        score, halves = sum(result.score for result in done), sum(result.halves for result in done)
        best = max((result.score for result in done), default=0)
        rows.append((bool(done), *((score, best) if it.alone else (halves, score)), one, rounds, score, halves))
    rows.sort(key=lambda row: (*(-int(value) for value in row[:3]), row[3].number))
    keys = [row[:3] for row in rows]
    return [Ranked(row[3], keys.index(row[:3]), row[4], row[5], row[6]) for row in rows]


def finished_rounds(it: Tournament, one: Entrant, endings: Mapping[str, Ending]) -> int:
    """How many rounds somebody has behind them, no matter who played the last moves: the next one is theirs to play."""
    count = 0
    while count < it.rounds and (sits := it.seat_in(count, one.number)) and it.tables.get(sits[0]) in endings:
        count += 1
    return count


def is_complete(it: Tournament, endings: Mapping[str, Ending]) -> bool:
    """Whether everything is played that there is to play."""
    places = [place for round_no in range(it.rounds) for place in it.places(round_no)]
    return it.closed and bool(places) and all(it.tables.get(place) in endings for place in places)
