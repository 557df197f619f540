"""All matches of an arena, summed up: standings, pairs, tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from londinium.arena.ratings import ratings
from londinium.arena.results import (
    Estimate,
    LostMoves,
    MatchResult,
    Pair,
    Rating,
    Settings,
    Standing,
    StoodIn,
    TableResult,
    TournamentResults,
)
from londinium.arena.schedule import Bots, distinct, tables
from londinium.arena.statistics import cluster_means, clustered_mean, distribution, paired, wilson
from londinium.bots.engines.away import BotFailure, has_given_up
from londinium.bots.engines.process import GIVEN_UP
from londinium.kernel.entries import entry


@entry
def win_share(match: MatchResult, seat: int) -> float:
    """1 for a sole winner; those who share first place have a part of it each."""
    return 1 / match.places.count(0) if match.places[seat] == 0 else 0.0


@entry
def summarise_arena(settings: Settings, matches: Sequence[MatchResult]) -> TournamentResults:
    bots = distinct(settings.bots)
    rated = ratings(matches) if settings.seats > 1 else {}
    played = {match.bots for match in matches}
    standings = [_standing(settings, bot, matches, rated.get(bot)) for bot in bots if any(bot in table for table in played)]
    standings.sort(key=lambda one: (-(one.rating.mu if one.rating else 0.0), -one.score.mean.mean))
    order = [standing.bot for standing in standings]
    met = [(first, second) for at, first in enumerate(order) for second in order[at + 1 :]]
    return TournamentResults(
        settings=settings,
        matches=len(matches),
        seeds=len({match.seed for match in matches}),
        standings=tuple(standings),
        pairs=tuple(_pair(matches, first, second) for first, second in met),
        tables=tuple(_tables(settings, matches)) if settings.seats > 1 else (),
        lost=tuple(moves_lost(matches)),
        stood_in=tuple(stood_in(matches)),
    )


def moves_lost(matches: Sequence[MatchResult]) -> Iterator[LostMoves]:
    """By bot and by what happened."""
    found: dict[tuple[str, str], list[tuple[int, BotFailure]]] = defaultdict(list)
    for match in matches:
        for failure in match.failures:
            if failure.kind != GIVEN_UP:
                found[failure.bot, failure.kind].append((match.number, failure))
    for (bot, kind), failures in sorted(found.items()):
        in_matches = len({number for number, _ in failures})
        seconds = sum(failure.seconds for _, failure in failures)
        yield LostMoves(bot, kind, len(failures), in_matches, failures[0][1].detail, seconds)


def stood_in(matches: Sequence[MatchResult]) -> Iterator[StoodIn]:
    """By bot, in how many matches random moves played for it, after it had failed too often."""
    for bot in sorted({failure.bot for match in matches for failure in match.failures}):
        seats = [
            [failure for failure in match.failures if failure.seat == seat]
            for match in matches
            for seat, name in enumerate(match.bots)
            if name == bot
        ]
        whole = sum(any(failure.kind == GIVEN_UP for failure in failures) for failures in seats)
        rest = sum(has_given_up(failures) for failures in seats) - whole
        if rest or whole:
            yield StoodIn(bot, rest, whole, len(seats))


def _standing(settings: Settings, bot: str, matches: Sequence[MatchResult], rating: Rating | None) -> Standing:
    own = [(match, seat) for match in matches for seat, name in enumerate(match.bots) if name == bot]
    alone = settings.seats == 1
    scores, seeds = [match.scores[seat] for match, seat in own], [match.seed for match, _ in own]
    by_seat = []
    for seat in range(settings.seats):
        here = [match for match, own_seat in own if own_seat == seat]
        wins = sum(win_share(match, seat) for match in here)
        found = clustered_mean([m.scores[seat] for m in here], [m.seed for m in here]) if alone else wilson(wins, len(here))
        by_seat.append(found)
    clocks = [match.clocks[seat] for match, seat in own if match.clocks]
    if clocks:
        seconds = sum(clock.seconds for clock in clocks) / max(1, sum(clock.decisions for clock in clocks))
    else:
        seconds = sum(match.seconds for match, _ in own) / max(1, sum(match.decisions for match, _ in own))
    return Standing(
        bot=bot,
        wins=None if alone else wilson(sum(win_share(match, seat) for match, seat in own), len(own)),
        place=None if alone else sum(_shared_place(match, seat) for match, seat in own) / len(own),
        score=distribution(scores, seeds),
        rating=rating,
        seconds_per_decision=seconds,
        longest_decision=max((clock.longest for clock in clocks), default=None),
        by_seat=tuple(by_seat),
    )


def _shared_place(match: MatchResult, seat: int) -> float:
    """A place from 1; those who share places have their mean."""
    place = match.places[seat]
    return 1 + place + (match.places.count(place) - 1) / 2


def _pair(matches: Sequence[MatchResult], first: str, second: str) -> Pair:
    """How often one is ahead of the other where they meet, and the difference of their mean scores on each seed."""
    ahead, meetings = 0.0, 0
    scores: dict[str, list[tuple[int, float]]] = {first: [], second: []}
    for match in matches:
        seats: dict[str, list[int]] = {name: [s for s, bot in enumerate(match.bots) if bot == name] for name in (first, second)}
        for name in (first, second):
            scores[name] += [(match.seed, float(match.scores[seat])) for seat in seats[name]]
        if seats[first] and seats[second]:
            duels = [(match.places[a], match.places[b]) for a in seats[first] for b in seats[second]]
            ahead += sum(1.0 if a < b else 0.5 if a == b else 0.0 for a, b in duels) / len(duels)
            meetings += 1
    by_seed = [cluster_means(scores[name]) for name in (first, second)]
    if meetings == 0:
        # Alone they never meet: they are compared on the same shuffle.
        both = [(by_seed[0][seed], by_seed[1][seed]) for seed in by_seed[0] if seed in by_seed[1]]
        ahead, meetings = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in both), len(both)
    return Pair(first, second, wilson(ahead, meetings), paired(*by_seed))


def _tables(settings: Settings, matches: Sequence[MatchResult]) -> list[TableResult]:
    groups: dict[Bots, list[MatchResult]] = defaultdict(list)
    for match in matches:
        groups[tuple(sorted(match.bots))].append(match)
    found = []
    for table in tables(settings.bots, settings.seats):
        wins: dict[str, Estimate] = {}
        scores: dict[str, Estimate] = {}
        for bot in distinct(table):
            own = [(match, s) for match in groups[tuple(sorted(table))] for s, name in enumerate(match.bots) if name == bot]
            wins[bot] = wilson(sum(win_share(match, seat) for match, seat in own), len(own))
            scores[bot] = clustered_mean([match.scores[seat] for match, seat in own], [match.seed for match, _ in own])
        found.append(TableResult(table, wins, scores))
    return found
