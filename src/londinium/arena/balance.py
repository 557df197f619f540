"""What a designer wants to know: many matches between equals, and what those who did well had in common.

Everybody is played by the same bot, so differences come from seats, stairs, tiles and chance. That owners of a building did well
is an association; the building need not be the cause.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from londinium.arena.course import CourseSummary, MatchCourse, follow, summarise_courses
from londinium.arena.matches import MatchTask, boxes_from, play_out
from londinium.arena.results import Distribution, Estimate, MatchResult, Settings
from londinium.arena.schedule import schedule
from londinium.arena.skill import SkillStudy, check_rival, measure_skill
from londinium.arena.statistics import clustered_mean, distribution, mean, slope, wilson
from londinium.arena.summary import win_share
from londinium.arena.tournament import tasks_for
from londinium.kernel.checks import check_boxes
from londinium.kernel.contracts.balance import Balance, FactGroup, FactPlan, Facts, Kind
from londinium.kernel.entries import entry
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.work.pool import do_all

# What a section says about each of its items, by these names.
SHARE, AMOUNT, WINS, BY_SCORE, BY_MARGIN = "share", "amount", "wins", "score", "margin"
WITHOUT, WORTH, BY_LINE, BY_GAIN, LEAD = "without", "worth", "line", "gain", "lead"
SEAT_GROUP, LINE_GROUP = "seat", "score-line"


class BalanceRow(msgspec.Struct, frozen=True):
    """An item of a group with everything that was measured about it."""

    item: str
    values: dict[str, Estimate]


class Section(msgspec.Struct, frozen=True):
    """A group of facts, counted."""

    group: str
    kind: str
    columns: tuple[str, ...]
    main: str
    """The measure that is plotted and spoken about."""
    rows: tuple[BalanceRow, ...]
    title: str = ""
    """The game's words for it, with its note; those of every game are in the report."""
    note: str = ""
    line: str = ""
    dealt: bool = False


class BalanceStudy(msgspec.Struct, frozen=True):
    """What many matches between equals have shown about a box."""

    settings: Settings
    matches: int
    score: Distribution
    lead: Estimate | None
    """How far the first is ahead of the second."""
    decisions: float
    scores: dict[int, float]
    """The mean score on each seed, to compare boxes on the same shuffles."""
    sections: tuple[Section, ...]
    course: CourseSummary
    skill: SkillStudy | None = None
    """Against another bot, where that was asked for."""
    lost: int = 0
    """Moves that bots of somebody's own lost to random ones, those against the other bot included."""


class Observed(msgspec.Struct, frozen=True):
    """The outcome of a task."""

    results: tuple[MatchResult, ...]
    lines: tuple[Any, ...]
    facts: tuple[Facts, ...]
    courses: tuple[MatchCourse, ...] = ()
    problem: str = ""


SeenMatch = tuple[MatchResult, Any, Facts, MatchCourse]
"""One match: its result, its score sheets, what the game says about it, and how it went."""


@entry
def balance_of(game: Game) -> Balance:
    """A game's module `balance`."""
    found: Any = game.contract("balance")
    if found is None:
        raise LondiniumError(N_("{game} declares nothing that could be studied"), game=game.title)
    module: Balance = found
    return module


def observe_matches(task: MatchTask) -> Observed:
    """Play the matches of a task and read them."""
    game = find_game(task.settings.game)
    module, boxes = balance_of(game), boxes_from(game, task.box)
    results, lines, facts, courses = [], [], [], []
    try:
        for planned in task.matches:
            played, result = play_out(game, task.settings, planned, boxes)
            results.append(result)
            lines.append(played.lines)
            facts.append(module.facts(played))
            courses.append(follow(game, module, played))
    except LondiniumError as error:
        return Observed((), (), (), problem=str(error))
    return Observed(tuple(results), tuple(lines), tuple(facts), tuple(courses))


@entry
def study(
    settings: Settings,
    boxes: FlatArray[Any],
    games: int,
    *,
    rival: str | None = None,
    jobs: int = 1,
    ray: str | None = None,
    told: Callable[[int, int], None] = lambda played, planned: None,
) -> BalanceStudy:
    """Play this many matches between copies of one bot and count; as many again against a rival, to tell skill from luck."""
    check_boxes(find_game(settings.game), boxes)
    if rival:
        check_rival(settings, rival)  # before anything is played
    plan = schedule(settings, games)
    observed: list[SeenMatch] = []
    for answer in do_all(observe_matches, tasks_for(settings, boxes, plan), jobs, ray):
        if answer.problem:
            raise LondiniumError(answer.problem)
        observed += zip(answer.results, answer.lines, answer.facts, answer.courses, strict=True)
        told(len(observed), len(plan))
    observed.sort(key=lambda one: one[0].number)
    skill = measure_skill(settings, boxes, rival, games, jobs=jobs, ray=ray, told=told) if rival else None
    return count(find_game(settings.game), settings, boxes, observed, skill)


class Sample:
    """Every seat of every match as a row: its score, its lead over the mean of the others, its part of the win."""

    def __init__(self, settings: Settings, observed: Sequence[SeenMatch]) -> None:
        self.seats = settings.seats
        self.results = [result for result, _, _, _ in observed]
        self.facts = [facts for _, _, facts, _ in observed]
        self.points = np.array([result.scores for result in self.results], float)
        self.lines = np.array([lines for _, lines, _, _ in observed], float)
        self.wins = np.array([[win_share(result, seat) for seat in range(self.seats)] for result in self.results])
        if self.seats > 1:
            self.margins = (self.points - self.points.mean(axis=1, keepdims=True)) * self.seats / (self.seats - 1)
        else:
            self.margins = self.points - self.points.mean()
        self.matches = np.arange(len(self.results))
        self.clusters = np.repeat(self.matches, self.seats)

    def over(self, values: Any, chosen: Any) -> Estimate:
        """The mean of the chosen rows."""
        return clustered_mean(values.ravel()[chosen], self.clusters[chosen])

    def seat_row(self, item: str, chosen: Any) -> BalanceRow:
        """What is known about the seats that have an item."""
        values = {SHARE: wilson(int(chosen.sum()), len(chosen)), BY_SCORE: self.over(self.points, chosen)}
        if self.seats > 1:
            values[WINS] = wilson(float(self.wins.ravel()[chosen].sum()), int(chosen.sum()))
            values[BY_MARGIN] = self.over(self.margins, chosen)
        return BalanceRow(item, values)


def count(
    game: Game, settings: Settings, boxes: FlatArray[Any], observed: Sequence[SeenMatch], skill: SkillStudy | None = None
) -> BalanceStudy:
    sample = Sample(settings, observed)
    sections = [_seats(sample)] if sample.seats > 1 else []
    sections.append(_score_lines(game, sample))
    counters = {Kind.MATCH: _of_matches, Kind.SEAT: _of_seats, Kind.HELD: _of_holdings, Kind.MEASURE: _of_measures}
    for group in balance_of(game).groups(boxes, settings.options):
        section = counters[group.kind](game, sample, group)
        if section.rows:
            sections.append(section)
    ordered = np.sort(sample.points, axis=1)
    return BalanceStudy(
        settings=settings,
        matches=len(sample.results),
        score=distribution(sample.points.ravel().astype(int), sample.clusters),
        lead=mean(ordered[:, -1] - ordered[:, -2]) if sample.seats > 1 else None,
        decisions=float(np.mean([result.decisions for result in sample.results])),
        scores={result.seed: float(row.mean()) for result, row in zip(sample.results, sample.points, strict=True)},
        sections=tuple(sections),
        course=summarise_courses([course for *_, course in observed], sample.results, sample.seats),
        skill=skill,
        lost=sum(len(result.failures) for result in sample.results) + (skill.lost if skill else 0),
    )


def _seats(sample: Sample) -> Section:
    numbers = np.tile(np.arange(sample.seats), len(sample.results))
    rows = tuple(sample.seat_row(str(seat), numbers == seat) for seat in range(sample.seats))
    return Section(SEAT_GROUP, Kind.SEAT.value, (WINS, BY_SCORE, BY_MARGIN), WINS, rows)


def _score_lines(game: Game, sample: Sample) -> Section:
    """Every line of the score sheet: what it brings, and how much more it brings to winners than to the others."""
    rows = []
    for at, name in enumerate(game.score_lines):
        line = sample.lines[:, :, at]
        if not line.any():
            continue
        values = {BY_LINE: clustered_mean(line.ravel(), sample.clusters)}
        if sample.seats > 1:
            shares = sample.wins
            of_winners = (line * shares).sum(axis=1)
            of_others = (line * (1 - shares)).sum(axis=1) / (sample.seats - 1)
            values[BY_GAIN] = mean(of_winners - of_others)
        rows.append(BalanceRow(name, values))
    columns = (BY_LINE, BY_GAIN) if sample.seats > 1 else (BY_LINE,)
    return Section(LINE_GROUP, Kind.MATCH.value, columns, columns[-1], tuple(rows))


def _section(group: FactGroup, columns: tuple[str, ...], main: str, rows: Sequence[BalanceRow]) -> Section:
    return Section(group.name, group.kind.value, columns, main, tuple(rows), group.title, group.note, group.line, group.dealt)


def _of_matches(game: Game, sample: Sample, group: FactGroup) -> Section:
    items = np.array([facts.match.get(group.name, "") for facts in sample.facts])
    ordered = np.sort(sample.points, axis=1)
    rows = []
    for item in group.items:
        chosen = items == item
        if not chosen.any():
            continue
        everyone = np.repeat(chosen, sample.seats)
        values = {SHARE: wilson(int(chosen.sum()), len(chosen)), BY_SCORE: sample.over(sample.points, everyone)}
        if sample.seats > 1:
            values[LEAD] = mean((ordered[:, -1] - ordered[:, -2])[chosen])
        if group.line:
            values[BY_LINE] = sample.over(sample.lines[:, :, game.score_lines.index(group.line)], everyone)
        rows.append(BalanceRow(item, values))
    columns = [name for name in (SHARE, BY_SCORE, BY_LINE, LEAD) if rows and name in rows[0].values]
    return _section(group, tuple(columns), BY_SCORE, rows if len(rows) > 1 else ())


def _of_seats(_: Game, sample: Sample, group: FactGroup) -> Section:
    items = np.array([facts.seats[seat].get(group.name, "") for facts in sample.facts for seat in range(sample.seats)])
    known = items != ""
    rows = []
    for item in group.items:
        if (items == item).any():
            row = sample.seat_row(item, items == item)
            rows.append(BalanceRow(item, {**row.values, SHARE: wilson(int((items == item).sum()), int(known.sum()))}))
    columns = (SHARE, WINS, BY_SCORE, BY_MARGIN) if sample.seats > 1 else (SHARE, BY_SCORE)
    return _section(group, columns, WINS if sample.seats > 1 else BY_SCORE, rows)


def _of_holdings(_: Game, sample: Sample, group: FactGroup) -> Section:
    """Of each item: how many have it, how they end and how the others do, and what one more goes along with."""
    place = {item: at for at, item in enumerate(group.items)}
    amounts = np.zeros((len(sample.clusters), len(place)), np.int32)
    for match, facts in enumerate(sample.facts):
        for seat in range(sample.seats):
            for item, number in facts.held[seat].get(group.name, {}).items():
                amounts[match * sample.seats + seat, place[item]] = number
    rows = []
    everyone = np.ones(len(amounts), bool)
    for item, at in place.items():
        own = amounts[:, at]
        values = {
            SHARE: sample.over((own > 0).astype(float), everyone),
            AMOUNT: sample.over(own.astype(float), everyone),
            BY_MARGIN: sample.over(sample.margins, own > 0),
            WITHOUT: sample.over(sample.margins, own == 0),
        }
        worth = slope(own, sample.margins.ravel(), sample.clusters)
        if worth is not None:
            values[WORTH] = worth
        rows.append(BalanceRow(item, values))
    return _section(group, (SHARE, AMOUNT, BY_MARGIN, WITHOUT, WORTH), WORTH, rows)


def _of_measures(_: Game, sample: Sample, group: FactGroup) -> Section:
    found: dict[tuple[str, str], tuple[list[float], list[int]]] = {}
    for match, facts in enumerate(sample.facts):
        for name, item, column, value in facts.measures:
            if name == group.name:
                values, clusters = found.setdefault((item, column), ([], []))
                values.append(value)
                clusters.append(match)
    rows = []
    for item in group.items:
        cells = {column: clustered_mean(*found[item, column]) for column in group.columns if (item, column) in found}
        if cells:
            rows.append(BalanceRow(item, cells))
    return _section(group, group.columns, group.columns[0], rows)


def fact_plan_of(game: Game, boxes: FlatArray[Any]) -> FactPlan | None:
    return balance_of(game).plan(boxes)
