"""Whether an analysis can be believed: weak players must lose more by it than strong ones, and random moves must be found.

Both are measured on matches played for the purpose, in one process or in several; see `londinium sanity`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import mean

import msgspec

from londinium.bots.line_up import play
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.study.analysis import Effort, analyse, effort_of, judge_move, judged_plies, new_judge
from londinium.study.expectations import open_plies
from londinium.study.verdicts import MISTAKE_SIZES
from londinium.work.pool import do_all

COSTLY = 3.0
"""Points or pounds: a random move that costs more should be called a mistake."""
DEEPER_BY = 4
"""What a random move really costs is found with this many times the simulations."""
POSITIONS_PER_MATCH = 12
"""Positions of one match of which is asked how likely each player is to win."""
PER_MATCH = 5
"""Random moves that are tried in one match of strong players, each by itself."""

SanityReport = Callable[[float], None]


class SanitySetting(msgspec.Struct, frozen=True):
    """Who plays what, and how deeply it is judged."""

    game: str
    weak: str = "greedy"
    strong: str = "master"
    seats: int = 2
    simulations: int | None = None


class Contrast(msgspec.Struct, frozen=True):
    """What decisions of weak and of strong players cost on average."""

    matches: int
    weak: str
    strong: str
    weak_loss: float
    strong_loss: float

    @property
    def ratio(self) -> float:
        return self.weak_loss / max(1e-9, self.strong_loss)


class Blunders(msgspec.Struct, frozen=True):
    """Random moves put into matches of a strong player: how many were costly, and how many of these were called mistakes."""

    tried: int
    costly: int
    marked: int
    problem: str = ""

    @property
    def share(self) -> float:
        return self.marked / max(1, self.costly)


class Calibration(msgspec.Struct, frozen=True):
    """Of positions in which a player was said to win as often as this, how many were won."""

    said: float
    won: float
    """A shared first place counts as its share."""
    count: int


# ── Weak against strong ──────────────────────────────────────────────────────


class Losses(msgspec.Struct, frozen=True):
    """What the decisions of one match cost."""

    weak: list[float]
    strong: list[float]
    problem: str = ""


def contrast(setting: SanitySetting, matches: int, seed: int = 1, jobs: int = 1, report: SanityReport | None = None) -> Contrast:
    """Matches of weak against strong players, who change seats, each analysed whole."""
    weak, strong = list[float](), list[float]()
    for done, losses in enumerate(do_all(losses_of_match, [(setting, seed + number) for number in range(matches)], jobs), 1):
        weak += losses.weak
        strong += losses.strong
        if report is not None:
            report(done / matches)
    return Contrast(matches, setting.weak, setting.strong, round(mean(weak), 4), round(mean(strong), 4))


def losses_of_match(task: tuple[SanitySetting, int]) -> Losses:
    setting, seed = task
    kinds = [(setting.weak, setting.strong)[(seat + seed) % 2] for seat in range(setting.seats)]
    found = analyse(bot_match(find_game(setting.game), kinds, seed), setting.simulations, par_seconds=0, threads=1)
    costs = [(kinds[one.seat], one.loss if one.is_significant else 0.0) for one in found.decisions]
    weak, strong = ([cost for kind, cost in costs if kind == wanted] for wanted in (setting.weak, setting.strong))
    return Losses(weak, strong)


# ── Random moves ─────────────────────────────────────────────────────────────


def blunders(setting: SanitySetting, count: int, seed: int = 1, jobs: int = 1, report: SanityReport | None = None) -> Blunders:
    """At random decisions of a strong player's match other moves, drawn at random: judged as an analysis does, and deeper."""
    tasks = [(setting, seed + number, min(PER_MATCH, count - first)) for number, first in enumerate(range(0, count, PER_MATCH))]
    found = Blunders(0, 0, 0)
    for one in do_all(blunders_of_match, tasks, jobs):
        found = Blunders(found.tried + one.tried, found.costly + one.costly, found.marked + one.marked)
        if report is not None:
            report(found.tried / count)
    return found


def blunders_of_match(task: tuple[SanitySetting, int, int]) -> Blunders:
    setting, seed, count = task
    game, chance = find_game(setting.game), Random(seed)
    usual = effort_of(game, setting.simulations)
    deeper = Effort(simulations=DEEPER_BY * (usual.simulations or 1))
    match = bot_match(game, [setting.strong] * setting.seats, seed)
    costly = marked = 0
    for ply in chance.choices(judged_plies(match), k=count):
        here, seat = match.at(ply), match.plies[ply].seat
        move = chance.choice([move for move in here.legal(seat) if move != match.plies[ply].move])
        judged = judge_move(new_judge(match, deeper), here, seat, move, deeper, game.study)
        if judged.best[0].points - judged.played.points > COSTLY:
            costly += 1
            decision = judge_move(new_judge(match, usual), here, seat, move, usual, game.study)
            marked += decision.size in MISTAKE_SIZES[1:]
    return Blunders(count, costly, marked)


# ── Chances ──────────────────────────────────────────────────────────────────


def calibration(
    setting: SanitySetting, matches: int, seed: int = 1, jobs: int = 1, report: SanityReport | None = None
) -> list[Calibration]:
    """Matches between strong players: what the curve of an analysis said of positions, in tenths, and how they ended."""
    cells: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    tasks = [(setting, seed + number) for number in range(matches)]
    for done, chances in enumerate(do_all(chances_of_match, tasks, jobs), 1):
        for said, won in zip(chances.said, chances.won, strict=True):
            cells[min(9, int(10 * said))].append((said, won))
        if report is not None:
            report(done / matches)
    rows = [([said for said, _ in cell], [won for _, won in cell]) for cell in cells if cell]
    return [Calibration(round(mean(said), 4), round(mean(won), 4), len(said)) for said, won in rows]


class Chances(msgspec.Struct, frozen=True):
    """What was said of every seat in some positions of a match, and what share of the first place each had in the end."""

    said: list[float]
    won: list[float]
    problem: str = ""


def chances_of_match(task: tuple[SanitySetting, int]) -> Chances:
    setting, seed = task
    match = bot_match(find_game(setting.game), [setting.strong] * setting.seats, seed)
    effort = effort_of(match.game, setting.simulations)
    judge, plies = new_judge(match, effort), open_plies(match)
    assert match.outcome is not None
    firsts = [place == 0 for place in match.outcome.places]
    won = [first / sum(firsts) for first in firsts]
    positions = Random(seed).sample(plies, min(POSITIONS_PER_MATCH, len(plies)))
    said = [chance for ply in positions for chance in judge.forecast(match.at(ply), effort.forecasts).chances]
    return Chances(said, won * len(positions))


def bot_match(game: Game, kinds: Sequence[str], seed: int) -> Match:
    """A match between bots."""
    return play(game, list(kinds), seed=seed, names=[f"{kind} {seat}" for seat, kind in enumerate(kinds)])
