"""Whether an analysis can be believed: weak players must lose more by it than strong ones, and random moves must be found.

Both are measured on matches played for the purpose; see `londinium sanity`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import mean

import msgspec

from londinium.bots.registry import Bot, bot
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.secrecy import before
from londinium.study.analysis import Effort, analyse, judge_move, judged_plies, new_judge
from londinium.study.data import SIZES

COSTLY = 3.0
"""Points or pounds: a random move that costs more should be called a mistake."""
DEEPER = 4
"""What a random move really costs is found with so many times the simulations."""

Report = Callable[[float], None]


class Contrast(msgspec.Struct, frozen=True):
    """What decisions of weak and of strong players cost on the average."""

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

    @property
    def share(self) -> float:
        return self.marked / max(1, self.costly)


def contrast(
    game: Game,
    matches: int,
    *,
    weak: str = "greedy",
    strong: str = "master",
    seats: int = 2,
    simulations: int | None = None,
    seed: int = 1,
    report: Report | None = None,
) -> Contrast:
    """Matches of weak against strong players, who change seats, each analysed whole."""
    losses: dict[str, list[float]] = {weak: [], strong: []}
    for number in range(matches):
        kinds = [(weak, strong)[(seat + number) % 2] for seat in range(seats)]
        found = analyse(play(game, kinds, seed + number), simulations, par_seconds=0)
        for one in found.decisions:
            losses[kinds[one.seat]].append(one.loss if one.is_significant else 0.0)
        if report is not None:
            report((number + 1) / matches)
    return Contrast(matches, weak, strong, round(mean(losses[weak]), 4), round(mean(losses[strong]), 4))


def blunders(
    game: Game,
    count: int,
    *,
    strong: str = "master",
    seats: int = 2,
    simulations: int | None = None,
    seed: int = 1,
    report: Report | None = None,
) -> Blunders:
    """At a random decision of a strong player's match another move, drawn at random: judged as an analysis does, and deeper."""
    tried = costly = marked = 0
    usual = Effort(simulations=simulations or game.lore.SIMULATIONS)
    deeper = Effort(simulations=DEEPER * (usual.simulations or 1))
    while tried < count:
        chance = Random(seed + tried)
        match = play(game, [strong] * seats, seed + tried)
        ply = chance.choice(judged_plies(match))
        here, seat = before(match, ply), match.plies[ply].seat
        move = chance.choice([move for move in here.legal(seat) if move != match.plies[ply].move])
        if judge_move(new_judge(match, deeper), here, seat, move, deeper, game.lore).decision.points_lost > COSTLY:
            costly += 1
            decision = judge_move(new_judge(match, usual), here, seat, move, usual, game.lore).decision
            marked += decision.size in SIZES[1:]
        tried += 1
        if report is not None:
            report(tried / count)
    return Blunders(tried, costly, marked)


def play(game: Game, kinds: Sequence[str], seed: int) -> Match:
    """A match between bots."""
    match = game.match(seats=len(kinds), seed=seed, names=[f"{kind} {seat}" for seat, kind in enumerate(kinds)])
    bots: list[Bot] = [bot(kind, game) for kind in kinds]
    while not match.is_over:
        seat = match.to_act[0]
        match.push(bots[seat].choose(match, seat), seat)
    return match
