"""Teach the network of a game that everybody plays for themselves, on a few processor cores.

    pip install 'londinium[rl,train]'
    python examples/rehearse.py next-station-london -o judgement.npz --minutes 60
    python examples/rehearse.py next-station-london -o tiny.npz --matches 24 --updates 3 --width 32 --narrow 16   # to see it run

`teach.py` plays hundreds of millions of moves on a GPU, and luck evens out. Here there are fewer, so each must say more: what a
position is worth is averaged exactly over everything that chance may reveal next, and the luck of the match is taken out of what
is learnt from later positions (see `envs/rehearsal.py`). The network that plays is the mean of those of the last minutes.
What was played a while ago is learnt again beside what is new. It may begin by learning from another network, a *teacher*, which
may see something else.
"""

from __future__ import annotations

import argparse
import copy
import os
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

try:
    import torch
    from torch import Tensor
except ImportError:
    sys.exit("This example needs PyTorch: pip install 'londinium[rl,train]'")

import numpy as np
from teach import PACKED, Lessons, Teacher, Worth, filled_up, some_rows

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.foresight import Network
from londinium.envs.rehearsal import Rehearsal
from londinium.kernel.game import Game

FRESH = 1 << 40
"""The first seed of the matches that show what was learnt."""


class Kept(NamedTuple):
    """What was played a while ago, to be learnt again."""

    seen: Tensor
    aims: Tensor


class Pupil:
    """A network that learns, and the mean of what it was lately, which plays."""

    def __init__(self, worth: Worth, given: argparse.Namespace) -> None:
        self.worth, self.mean, self._given = worth, copy.deepcopy(worth), given
        self._optimiser = torch.optim.Adam(worth.parameters(), lr=given.rate, eps=1e-5)
        self._teacher = Teacher(worth, [], Lessons(minibatch=given.minibatch))
        self._kept: list[Kept] = []
        self.steps = 0

    def learn(self, seen: Tensor, points: Tensor, rate: float) -> float:
        """From what was just played, and as often from what was played before."""
        given, aims = self._given, points[:, None] / self.worth.unit
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        rows = [Kept(seen, aims), *self._drawn(given.again * len(seen))]
        both = Kept(*(torch.cat(column) for column in zip(*rows, strict=True)))
        self._kept = [*self._kept, Kept(seen, aims)]
        while sum(len(some.aims) for some in self._kept) > given.room:
            self._kept.pop(0)
        lots, met = self._teacher.lots(both.seen)
        total = 0.0
        for lot in lots:
            total += self._step(some_rows(both.seen, lot), both.aims[lot], met)
        return total / len(lots)

    def _drawn(self, count: int) -> list[Kept]:
        if not self._kept:
            return []
        each = count // len(self._kept)
        chosen = [(some, torch.randint(len(some.aims), (each,))) for some in self._kept]
        return [Kept(some.seen[rows], some.aims[rows]) for some, rows in chosen]

    def _step(self, seen: Tensor, aims: Tensor, met: Tensor) -> float:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._given.quick):
            told = self.worth(seen)
        loss = ((told.float() - aims).square() * met[:, None, None]).mean()
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.worth.parameters(), 1.0)
        self._optimiser.step()
        self.steps += 1
        share = max(1 / self.steps, 1 / self._given.lately)
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.worth.parameters(), strict=True):
                mean.lerp_(now, share)
        return float(loss.detach())

    def network(self) -> Network:
        """What was learnt, without the numbers of what was never seen, which mean nothing."""
        network, ever = self.mean.network(), self._teacher.ever[:, : self.mean.size, None]
        return network._replace(first=network.first * ever.numpy())

    @property
    def usual(self) -> Any:
        return self._teacher.usually()

    def remember(self, network: Network) -> None:
        self.worth.remember(network)
        self.mean.remember(network)
        self._teacher.ever |= (self.worth.first != 0).any(2)


class Course(NamedTuple):
    """How far teaching has come."""

    started: float
    minutes: float
    updates: int | None

    def left(self, made: int) -> float:
        """How much is left, from 1 to 0."""
        if self.updates:
            return 1 - made / self.updates
        return 1 - (time.perf_counter() - self.started) / (60 * self.minutes)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Teach a game's network on a processor, by exact expectations.")
    parser.add_argument("game", help="a game that everybody plays for themselves, such as next-station-london")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write the network, a file ending in .npz")
    parser.add_argument("--start", type=Path, help="a network of the same shape to begin with")
    parser.add_argument("--teacher", type=Path, help="a network of any shape to learn from first")
    parser.add_argument(
        "--taught", type=float, default=0.15, help="for which part of the time the teacher plays, if there is one"
    )
    parser.add_argument(
        "--variants", default="", help="options to play with, by name, several separated by commas (default: all)"
    )
    parser.add_argument("--matches", type=int, default=1800, help="matches between two rounds of learning")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to learn")
    parser.add_argument("--updates", type=int, help="play and learn this many times instead")
    parser.add_argument("--width", type=int, default=384, help="cells of the first hidden layer")
    parser.add_argument("--narrow", type=int, default=64, help="cells of the second")
    parser.add_argument(
        "--rate", type=float, default=1e-3, help="the learning rate; without a teacher it falls from the beginning"
    )
    parser.add_argument("--last-rate", type=float, default=1e-5, help="the learning rate in the end")
    parser.add_argument("--minibatch", type=int, default=4096, help="positions that are learnt from at once")
    parser.add_argument("--trace", type=float, default=0.75, help="lambda: how much later positions count")
    parser.add_argument("--warmth", type=float, default=1.5, help="how often other moves are tried, in points, at most")
    parser.add_argument("--again", type=int, default=1, help="how many old positions are learnt again for each new one")
    parser.add_argument("--room", type=int, default=1_500_000, help="how many old positions are kept")
    parser.add_argument("--lately", type=int, default=500, help="the mean of how many steps is what plays")
    parser.add_argument("--quick", action="store_true", help="learn with half precision, where the processor is quicker so")
    parser.add_argument("--fresh", type=int, default=8192, help="fresh matches that show in the end what was learnt")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if min(given.matches, given.width, given.narrow, given.minibatch, given.updates or 1, given.fresh, given.threads) < 1:
        parser.error("there must be some matches, cells, threads and lessons")
    if given.minutes <= 0:
        parser.error("there must be some time to learn")
    if not given.output.parent.is_dir() or given.output.suffix != ".npz":
        parser.error(f"{given.output} is not a file ending in .npz in an existing folder")
    return given


def teach(game: Game, pupil: Pupil, given: argparse.Namespace, variants: list[str], commands: list[str]) -> None:
    rehearsal, course = Rehearsal(game, given.threads), Course(time.perf_counter(), given.minutes, given.updates)
    teacher = foresight.read_network(given.teacher, game) if given.teacher else None
    made, decisions, next_seed, told, left, taught = 0, 0, given.seed, 0.0, 1.0, given.taught if teacher else 0.0
    each = max(1, given.matches // len(variants))
    warmths = given.warmth * np.linspace(-0.34, 1, each).clip(0) ** 2
    alone = warmths == 0
    while left > 0:
        player = teacher if teacher is not None and left > 1 - taught else pupil.network()
        rows = []
        totals: dict[str, list[float]] = {}
        for variant in variants:
            seeds = range(next_seed, next_seed + each)
            next_seed += each
            seen, aims, points, _ = rehearsal.play(player, variant, seeds, warmths, given.trace)
            filled = np.pad(seen, ((0, 0), (0, filled_up(seen.shape[1]) - seen.shape[1])))
            rows.append((torch.from_numpy(filled), torch.from_numpy(aims).float()))
            totals.setdefault(variant, []).append(points[alone].mean())
        seen, aims = (torch.cat(column) for column in zip(*rows, strict=True))
        falling = min(1.0, left / (1 - taught))
        loss = pupil.learn(seen, aims, given.last_rate + (given.rate - given.last_rate) * falling)
        made, decisions, left = made + 1, decisions + len(seen), course.left(made + 1)
        passed = time.perf_counter() - course.started
        if passed - told > 30 or made == 1 or left <= 0:
            told = passed
            means = ", ".join(f"{variant} {np.mean(some):.1f}" for variant, some in totals.items())
            print(f"{passed:5.0f} s {made:5} {decisions:>11,} decisions, off by {loss:.4f}, points: {means}", flush=True)
            foresight.write(given.output, pupil.network(), "\n".join(commands), packed=PACKED, usual=pupil.usual)


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    game = londinium.game(given.game)
    if not foresight.is_alone(game):
        sys.exit(f"Error: in {game.title} the others matter; teach.py teaches its network")
    variants = [name for name in given.variants.split(",") if name] or list(game.variants)
    pupil = Pupil(Worth(game.sight, 1, given.width, given.narrow), given)
    commands = [" ".join(["python", *sys.argv])]
    if given.start:
        pupil.remember(foresight.read_network(given.start, game))
        with np.load(given.start) as kept:
            commands.insert(0, str(kept["command"]))
    teach(game, pupil, given, variants, commands)
    rehearsal, network = Rehearsal(game, given.threads), foresight.read_network(given.output, game)
    for variant in dict.fromkeys(variants):
        seeds = range(FRESH, FRESH + given.fresh)
        points = rehearsal.play(network, variant, seeds, np.zeros(given.fresh), 0.0)[2]
        error = points.std() / len(points) ** 0.5
        print(
            f"{variant}: {points.mean():.2f} ± {error:.2f} points in {len(points)} fresh matches, by the network alone",
            flush=True,
        )


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
