"""How matches go: how long they are, how much there is to choose, who leads and for how long.

Standings are those as if the match ended there, and they are compared only where all have had equally many turns: the game's
module `balance` says when (`stage`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from londinium.arena.results import Estimate, MatchResult
from londinium.arena.statistics import mean, wilson
from londinium.arena.summary import win_share
from londinium.kernel.cells import zeros
from londinium.kernel.contracts.balance import Balance, FinishedMatch
from londinium.kernel.game import CHANCE, MOST_SEATS, Game

SeatPoints = tuple[int, ...]
"""The points of every seat at one moment."""


class MatchCourse(msgspec.Struct, frozen=True):
    """How one match went: the number of legal moves at every real choice, and the standings, the final one last."""

    options: tuple[int, ...]
    standings: tuple[SeatPoints, ...]


class CourseSummary(msgspec.Struct, frozen=True):
    """How many matches went. What needs several players is None for one."""

    choices: Estimate
    """Decisions of all players in a match in which more than one move was legal."""
    options: Estimate
    """Legal moves at such a decision: the branching factor."""
    stages: Estimate
    """How often all have had equally many turns."""
    lead_changes: Estimate | None = None
    """How often another player than before came to lead alone."""
    half_time: Estimate | None = None
    """How often whoever led alone at half-time won."""
    runaway: Estimate | None = None
    """The share of matches in which the winner led alone from half-time to the end."""
    comeback: Estimate | None = None
    """The share of matches in which the winner was last at half-time."""
    decided: Estimate | None = None
    """After which part of the match the winner led alone for good."""


def follow(game: Game, balance: Balance, played: FinishedMatch) -> MatchCourse:
    """Go through a finished match again."""
    engine, boxes, seats = game.engine, played.position.boxes, played.position.seats
    states, (moves, _) = game.state.new(), engine.buffers()
    engine.unchecked.setup(states, 0, boxes, seats, game.option_codes(played.position.options))
    points, places = zeros(MOST_SEATS, "int32"), zeros(MOST_SEATS, "int32")
    options: list[int] = []
    standings: list[SeatPoints] = []

    def note() -> None:
        engine.unchecked.scores(states, 0, boxes, points, places)
        standings.append(tuple(int(points[seat]) for seat in range(seats)))

    stage, has_decided = balance.stage(states[0]), False
    for seat, move in played.plies:
        if seat != CHANCE:
            has_decided = True
            count = engine.unchecked.legal(states, 0, boxes, seat, moves)
            if count > 1:
                options.append(count)
        engine.unchecked.push(states, 0, boxes, seat, move)
        now = balance.stage(states[0])
        if now != stage and has_decided:
            note()
            has_decided = False
        stage = now
    if has_decided or not standings:
        note()
    return MatchCourse(tuple(options), tuple(standings))


# ── Who leads ────────────────────────────────────────────────────────────────


def leader(standing: SeatPoints) -> int | None:
    """The seat that leads alone; None where several are level."""
    most = max(standing)
    return standing.index(most) if standing.count(most) == 1 else None


def leaders(course: MatchCourse, result: MatchResult) -> list[int | None]:
    """Who led alone after each stage. At the end the places count: a tie may be broken."""
    first = [seat for seat, place in enumerate(result.places) if place == 0]
    return [*map(leader, course.standings[:-1]), first[0] if len(first) == 1 else None]


def lead_changes(led: Sequence[int | None]) -> int:
    """How often somebody leads alone who is not the one that led alone before."""
    alone = [seat for seat in led if seat is not None]
    return sum(before != after for before, after in pairwise(alone))


def half_time(course: MatchCourse) -> int:
    """The number of the standing at half-time: half of the stages are over."""
    return max(0, len(course.standings) // 2 - 1)


def since(led: Sequence[int | None]) -> int:
    """From which standing on the last leader has led alone without a break."""
    at = len(led) - 1
    while at > 0 and led[at - 1] == led[-1]:
        at -= 1
    return at


def summarise_courses(courses: Sequence[MatchCourse], results: Sequence[MatchResult], seats: int) -> CourseSummary:
    told = list(zip(courses, results, strict=True))
    whole = {
        "choices": mean([len(course.options) for course in courses]),
        "options": mean([sum(course.options) / len(course.options) for course in courses if course.options]),
        "stages": mean([len(course.standings) for course in courses]),
    }
    if seats == 1:
        return CourseSummary(**whole)
    led = [(course, result, leaders(course, result)) for course, result in told]
    won = [(course, result, who) for course, result, who in led if who[-1] is not None]
    return CourseSummary(
        **whole,
        lead_changes=mean([lead_changes(who) for _, _, who in led]),
        half_time=mean(list(_wins_of_half_time(told))),
        runaway=wilson(sum(since(who) <= half_time(course) for course, _, who in won), len(led)),
        comeback=wilson(sum(_was_last(course, who[-1]) for course, _, who in won), len(led)),
        decided=mean([(since(who) + 1) / len(who) for _, _, who in won]),
    )


def _wins_of_half_time(told: Sequence[tuple[MatchCourse, MatchResult]]) -> Iterator[float]:
    """Of every match in which somebody led alone at half-time: their part of the win."""
    for course, result in told:
        ahead = leader(course.standings[half_time(course)])
        if ahead is not None:
            yield win_share(result, ahead)


def _was_last(course: MatchCourse, seat: int | None) -> bool:
    """Whether a seat had the fewest points at half-time, and somebody had more."""
    standing = course.standings[half_time(course)]
    return seat is not None and standing[seat] == min(standing) < max(standing)
