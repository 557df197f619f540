"""Playing matches: one function that does the same in this process, in another one, and on another machine.

A match is a function of game, options, box, seed and line-up alone, if its bots decide by them alone: the simple ones do, and
searches with a budget in simulations. A search with a budget in seconds sees more on a faster machine.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from londinium.arena.results import MatchResult, Planned, Settings, ThinkingTime
from londinium.bots.engines.away import MOST_MATCHES_LOST, EngineBot, StandIn, failures_of, has_given_up
from londinium.bots.players import PLAYER_KINDS, Players
from londinium.bots.registry import bot as make_bot
from londinium.bots.registry import is_ours
from londinium.kernel.contracts.balance import FinishedMatch
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE, Game, Position
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError


class MatchTask(msgspec.Struct, frozen=True):
    """Matches to be played in one go, with all that is needed on a machine that has Londinium and no files of ours."""

    settings: Settings
    box: bytes
    matches: tuple[Planned, ...]
    records: bool = False
    lines: bool = False
    run: str = ""
    """Tasks of the same run give up a bot together, in each process that plays them."""


class Done(msgspec.Struct, frozen=True):
    """The outcome of a task: the results, and the record files if they were asked for."""

    results: tuple[MatchResult, ...]
    records: tuple[str, ...] = ()
    lines: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """The score sheets, by match, seat and line, if they were asked for."""
    problem: str = ""
    """Why it could not be played; our errors do not travel between processes."""


def boxes_from(game: Game, data: bytes) -> FlatArray[Any]:
    """The box that a task carries."""
    array: Any = game.standard_box()
    boxes: FlatArray[Any] = np.frombuffer(bytearray(data), array.dtype)
    return boxes


def is_simple(bots: Sequence[str]) -> bool:
    """Whether a match can be played in one compiled call."""
    return all(name in PLAYER_KINDS for name in bots)


def play_task(task: MatchTask) -> Done:
    """Play the matches of a task."""
    try:
        return _play_task(task)
    except LondiniumError as error:
        return Done((), problem=str(error))


def _play_task(task: MatchTask) -> Done:
    settings = task.settings
    game = find_game(settings.game)
    if game.rules_of(settings.options) != settings.rules:
        message = N_("this machine has version {here} of the rules of {game}; the arena plays version {wanted}")
        raise LondiniumError(message, here=game.rules_of(settings.options), game=game.title, wanted=settings.rules)
    boxes = boxes_from(game, task.box)
    if not task.lines and all(is_simple(planned.bots) for planned in task.matches):
        return _play_simple(game, task, boxes)
    failed = _failed_in(task.run)
    results, records, lines = list[MatchResult](), list[str](), list[tuple[tuple[int, ...], ...]]()
    for planned in task.matches:
        result, match = play_match(game, settings, planned, boxes, failed)
        results.append(result)
        if task.records:
            records.append(match.record)
        if task.lines:
            lines.append(match.score_lines)
    return Done(tuple(results), tuple(records), tuple(lines))


def _new_match(game: Game, settings: Settings, planned: Planned, boxes: FlatArray[Any]) -> Match:
    return Match(game, settings.seats, settings.options, planned.seed, boxes, settings.box, planned.bots)


_failed: dict[str, Counter[str]] = {}
"""In how many matches of the latest run each bot was given up, in this process."""


def _failed_in(run: str) -> Counter[str]:
    if run not in _failed or not run:
        _failed.clear()
    return _failed.setdefault(run, Counter())


def play_match(
    game: Game, settings: Settings, planned: Planned, boxes: FlatArray[Any], failed: Counter[str] | None = None
) -> tuple[MatchResult, Match]:
    """One match in which every seat has a bot of its own, with the processor time that each of them takes. `failed` counts in how
    many matches a bot was given up; after MOST_MATCHES_LOST of them random moves play for it.
    """
    failed = Counter() if failed is None else failed
    match = _new_match(game, settings, planned, boxes)
    match.proceed()
    bots = [
        StandIn(name, seat) if failed[name] >= MOST_MATCHES_LOST else make_bot(name, game)
        for seat, name in enumerate(planned.bots)
    ]
    _warm_up(match, planned.bots)
    times: list[list[float]] = [[] for _ in bots]
    # Ours think in this thread: its processor time is the same on a crowded machine. Those of others think elsewhere.
    clocks = [time.thread_time if is_ours(name) else time.perf_counter for name in planned.bots]
    while not match.is_over:
        seat = match.to_act[0]
        start = clocks[seat]()
        move = bots[seat].choose(match, seat)
        times[seat].append(clocks[seat]() - start)
        match.push(move, seat)
    outcome = match.outcome
    assert outcome is not None
    thinking = tuple(ThinkingTime(len(own), sum(own), max(own, default=0.0)) for own in times)
    decisions = sum(ply.seat != CHANCE for ply in match.plies)
    seconds = sum(one.seconds for one in thinking)
    lost = failures_of(bots)
    failed.update({one.name for one in bots if isinstance(one, EngineBot) and has_given_up(one.failures)})
    result = MatchResult(
        planned.number, planned.seed, planned.bots, outcome.scores, outcome.places, decisions, seconds, thinking, lost
    )
    return result, match


_warm: set[tuple[str, str]] = set()
"""Games and bots of ours that have decided something in this process."""


def _warm_up(match: Match, names: Sequence[str]) -> None:
    """Let a bot of each name decide once before it is timed: the first decision fetches compiled code, or compiles it.

    It is another bot than the one that plays: that one must not have thought before.
    """
    for name in dict.fromkeys(names):
        known = (match.game.slug, name)
        if known not in _warm and is_ours(name) and not match.is_over:
            make_bot(name, match.game).choose(match.copy(), match.to_act[0])
            _warm.add(known)


def _play_simple(game: Game, task: MatchTask, boxes: FlatArray[Any]) -> Done:
    """Matches between simple players, all of one line-up in one compiled call."""
    settings = task.settings
    codes, players = game.option_codes(settings.options), Players(game)
    by_lineup: dict[tuple[str, ...], list[Planned]] = {}
    for planned in task.matches:
        by_lineup.setdefault(planned.bots, []).append(planned)
    results = []
    for bots, matches in by_lineup.items():
        players.play(list(bots), [], codes, boxes)  # compiles, so that the time below is the playing
        start = time.perf_counter()
        played = players.play(list(bots), [planned.seed for planned in matches], codes, boxes)
        seconds = (time.perf_counter() - start) / len(matches)
        for row, planned in enumerate(matches):
            scores, places = (tuple(part[row, : settings.seats].tolist()) for part in (played.points, played.places))
            results.append(MatchResult(planned.number, planned.seed, bots, scores, places, int(played.decisions[row]), seconds))
    records = tuple(_record(game, settings, planned, boxes) for planned in task.matches) if task.records else ()
    return Done(tuple(sorted(results, key=lambda result: result.number)), records)


def _record(game: Game, settings: Settings, planned: Planned, boxes: FlatArray[Any]) -> str:
    """The record of a match between simple players, played again."""
    plies, _ = Players(game).trace(list(planned.bots), planned.seed, game.option_codes(settings.options), boxes)
    match = _new_match(game, settings, planned, boxes)
    for seat, move in plies.tolist():
        match.apply(move, seat, decided=match.forced(seat) is None)
    return match.record


def play_out(game: Game, settings: Settings, planned: Planned, boxes: FlatArray[Any]) -> tuple[FinishedMatch, MatchResult]:
    """A match with everything that a designer may ask of it."""
    if not is_simple(planned.bots):
        result, match = play_match(game, settings, planned, boxes)
        return FinishedMatch(match.position, [(ply.seat, ply.move) for ply in match.plies], match.score_lines), result
    plies, found = Players(game).trace(list(planned.bots), planned.seed, game.option_codes(settings.options), boxes)
    position = Position(found.states, boxes, settings.seats, settings.options)
    scores, places = (tuple(part[0, : settings.seats].tolist()) for part in (found.points, found.places))
    result = MatchResult(planned.number, planned.seed, planned.bots, scores, places, int(found.decisions[0]), 0.0)
    return FinishedMatch(position, [tuple(ply) for ply in plies.tolist()], found.lines[0, : settings.seats].tolist()), result
