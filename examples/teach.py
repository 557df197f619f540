"""Teach a game's network what positions are worth, from nothing, by temporal differences.

    pip install 'londinium[rl,train,gpu]'
    python examples/teach.py next-station-london -o judgement.npz --minutes 18 --matches 524288 --horizon 12 --width 768
    python examples/teach.py old-london-bridge -o judgement.npz --minutes 9 --matches 131072 --horizon 32 --trace 0.85
    python examples/teach.py next-station-london -o tiny.npz --device cpu --matches 256 --updates 20     # to see it run

Thousands of matches are played at the same time. Every player makes the move whose position *after the move*, before anything is
revealed, the network values most; now and then another one. What a position turned out to be worth is what the network says about
the next one, and in the end the result (TD(lambda), Sutton 1988, as in Tesauro's TD-Gammon, 1992). It learns from positions after
a move, as its player sees them, and from those before a decision, because a search reaches both.

Alone, the worth is the points still to come. With several players it is, for every seat, what a search maximises (the margin, and
more for first place), the points still to come, and the chance of first place.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    sys.exit("This example needs PyTorch: pip install 'londinium[rl,train]'")

import numpy as np

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.foresight import Network
from londinium.bots.search.search import DEFAULT_SETTINGS
from londinium.envs.ahead import Ahead
from londinium.envs.batch import AUTORESET, Batch
from londinium.envs.compiled.ahead import AS_IT_IS, filled_up
from londinium.envs.setting import Setting
from londinium.kernel.contracts.sight import Sight
from londinium.kernel.game import Game

SEATS = 4
UTILITY, POINTS, FIRST = range(3)
"""What the network says about each seat, the observer's first."""
UNITS = (20.0, 10.0, 0.5)
"""How much of each counts as 1 while it learns."""
FRESH = 1 << 40
"""The first seed of the matches that show what was learnt."""
BEFORE_EVERY = 4
"""Searches ask more often what a position after a move is worth than before one: of these, one in so many is learnt from."""
PACKED = ("first",)
"""The table that is nearly all of a network's file. With eight bits instead of sixteen it plays as well (docs/benchmarks.md)."""


class Lessons(NamedTuple):
    """How it learns."""

    horizon: int = 40  # decisions in every match between two rounds of learning
    trace: float = 0.7  # lambda: how far results reach back
    warmth: float = 2.0  # how often players try other moves, in units of worth; every match has its own, up to this
    rate: float = 1e-3  # the learning rate at the beginning; it falls to a hundredth
    minibatch: int = 32768
    steepest: float = 1.0  # longest gradient


# ── Where matches are played ─────────────────────────────────────────────────


class World(Protocol):
    """Matches of one setting, whose arrays are tensors on one device."""

    seats: int
    masks: Tensor
    seat: Tensor
    terminated: Tensor
    points: Tensor
    places: Tensor

    def step(self, moves: Tensor) -> None: ...

    def look(self, matches: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """What is seen after each of these moves, filled up with what does not matter, and the points of all seats there; valid
        until the next look.
        """


class Processor:
    """Matches on a processor core."""

    def __init__(self, game: Game, count: int, seats: int, variant: str, seed: int) -> None:
        self.seats = seats
        self._batch = Batch(Setting.of(game, seats, variant=variant), count, autoreset=AUTORESET.index("SameStep"))
        self._batch.reset(np.arange(seed, seed + count))
        self._ahead, rows = Ahead(self._batch), self._batch.rows
        self.masks, self.seat, self.terminated, self.points, self.places = (
            torch.from_numpy(array) for array in (rows.masks, rows.seat, rows.terminated, rows.points, rows.places)
        )

    def step(self, moves: Tensor) -> None:
        self._batch.step(moves.numpy())

    def look(self, matches: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        seen, points = self._ahead.look(matches.numpy(), moves.numpy())
        filled = np.zeros((len(seen), filled_up(seen.shape[1])), np.uint8)
        filled[:, : seen.shape[1]] = seen
        return torch.from_numpy(filled), torch.from_numpy(points)


class Graphics:
    """Matches on a GPU; nothing of them is ever copied."""

    def __init__(self, game: Game, count: int, seats: int, variant: str, seed: int) -> None:
        from londinium.envs.gpu import GpuVector
        from londinium.envs.gpu.ahead import GpuAhead

        self.seats = seats
        self._envs = envs = GpuVector(game, count, seats=seats, variant=variant, autoreset_mode="SameStep")
        envs.reset(seed=seed)
        self.room = max(1 << 16, 12 * count)
        self._ahead, self._width = GpuAhead(envs, self.room), filled_up(game.sight.size)
        self.masks, self.seat, self.terminated, self.points, self.places = (
            torch.from_dlpack(array) for array in (envs.action_mask, envs.seat, envs.terminated, envs.points, envs.places)
        )
        self._seen, self._counted = torch.from_dlpack(self._ahead.seen), torch.from_dlpack(self._ahead.points)

    def step(self, moves: Tensor) -> None:
        self._envs.step(moves)

    def look(self, matches: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        self._ahead.look(matches, moves)
        return self._seen[: len(moves), : self._width], self._counted[: len(moves)]


def some_rows(seen: Tensor, which: Tensor) -> Tensor:
    """Rows of bytes, eight bytes at a time."""
    return seen.view(torch.int64)[which].view(torch.uint8)


# ── The network ──────────────────────────────────────────────────────────────


class Worth(nn.Module):
    """Two hidden layers between what is seen and what it is worth, by period, as `bots/search/foresight.py` calculates it."""

    def __init__(self, sight: Sight, seats: int, width: int, narrow: int) -> None:
        super().__init__()
        self.scale: Tensor
        self.unit: Tensor
        self.periods, self.size = sight.periods, sight.size
        inputs = filled_up(sight.size)
        scale = 1 / torch.as_tensor(sight.highs).float().clamp(min=1)
        self.register_buffer("scale", nn.functional.pad(scale, (0, inputs - sight.size)))
        self.register_buffer("unit", torch.tensor([10.0] if seats == 1 else UNITS * SEATS))
        self.first, self.first_bias = self._layer(inputs, width, (2 / inputs) ** 0.5)
        self.second, self.second_bias = self._layer(width, narrow, (2 / width) ** 0.5)
        self.worth, self.worth_bias = self._layer(narrow, len(self.unit), 0.01)

    def _layer(self, inputs: int, cells: int, spread: float) -> tuple[nn.Parameter, nn.Parameter]:
        weights = spread * torch.randn(self.periods, inputs, cells)
        return nn.Parameter(weights), nn.Parameter(torch.zeros(self.periods, 1, cells))

    def forward(self, seen: Tensor) -> Tensor:
        """In units: what is learnt. The same number of rows for each period."""
        inner = torch.relu(torch.baddbmm(self.first_bias, seen * self.scale, self.first))
        outer = torch.relu(torch.baddbmm(self.second_bias, inner, self.second))
        return torch.baddbmm(self.worth_bias, outer, self.worth)

    def period_of(self, seen: Tensor) -> Tensor:
        return seen[:, 0] if self.periods > 1 else torch.zeros(len(seen), dtype=torch.uint8, device=seen.device)

    @torch.no_grad()
    def quick(self, seen: Tensor) -> Tensor:
        """The worth itself, with half precision inside where that is quicker. Rows of all periods, in any order."""
        if self.periods == 1:
            return self._quick_in(0, seen) * self.unit
        period = self.period_of(seen)
        order, stops = period.argsort(), torch.bincount(period, minlength=self.periods).cumsum(0).tolist()
        rows, told, start = some_rows(seen, order), torch.empty(len(seen), len(self.unit), device=seen.device), 0
        for number, stop in enumerate(stops):
            told[order[start:stop]] = self._quick_in(number, rows[start:stop])
            start = stop
        return told * self.unit

    def _quick_in(self, period: int, seen: Tensor) -> Tensor:
        if self._half is None:
            kind = torch.float32 if seen.device.type == "cpu" else torch.float16
            first = (self.first * self.scale[:, None] * 16).to(kind), (self.first_bias * 16).to(kind)
            self._half = (*first, (self.second / 16).to(kind), self.second_bias.to(kind))
        w1, b1, w2, b2 = (array[period] for array in self._half)
        inner = torch.addmm(b1, seen.to(w1.dtype), w1).relu_()
        outer = torch.addmm(b2, inner, w2).relu_()
        return torch.addmm(self.worth_bias[period], outer.float(), self.worth[period])

    _half: Any = None

    def forget_half(self) -> None:
        """After learning: the other form is made anew."""
        self._half = None

    @torch.no_grad()
    def remember(self, network: Network) -> None:
        """Begin with what another network knows. Where it has fewer cells, the others count for nothing at first."""
        first, first_bias, second, second_bias, worth = (torch.from_numpy(array) for array in network)
        width, narrow = second.shape[1:]
        worth = worth.view(self.periods, len(self.unit), -1) / self.unit.cpu()[:, None]
        self.first[:, :, :width] = 0
        self.first[:, : self.size, :width] = (first / self.scale[: self.size].cpu()[:, None]).to(self.first.device)
        self.first_bias[:, 0, :width] = first_bias.to(self.first.device)
        self.second[:, width:, :narrow] = 0
        self.second[:, :width, :narrow] = second.to(self.first.device)
        self.second_bias[:, 0, :narrow] = second_bias.to(self.first.device)
        self.worth[:] = 0
        self.worth[:, :narrow] = worth[:, :, :-1].transpose(1, 2).to(self.first.device)
        self.worth_bias[:, 0] = worth[:, :, -1].to(self.first.device)

    @torch.no_grad()
    def network(self) -> Network:
        """As a search uses it."""
        worth = torch.cat([self.worth, self.worth_bias], 1).transpose(1, 2) * self.unit[:, None]
        first = (self.first * self.scale[:, None])[:, : self.size]
        arrays = (first, self.first_bias[:, 0], self.second, self.second_bias[:, 0])
        arrays = (*arrays, worth[:, 0] if len(self.unit) == 1 else worth)
        return Network(*(array.float().cpu().numpy() for array in arrays))


# ── Playing ──────────────────────────────────────────────────────────────────


def results_of(points: Tensor, places: Tensor) -> Tensor:
    """What a result is worth to every seat, as `simulation.utility` says, with the points and the first place."""
    if points.shape[1] == 1:
        return points[:, :, None].float()
    points = points.float()
    others = points[:, None, :].repeat(1, points.shape[1], 1)
    others.diagonal(dim1=1, dim2=2).fill_(-torch.inf)
    most = DEFAULT_SETTINGS["most_margin"]
    first = (places == 0).float()
    margin = (points - others.amax(2)).clamp(-most, most)
    return torch.stack([margin + DEFAULT_SETTINGS["win"] * first, points, first], 2)


class Played(NamedTuple):
    """Some decisions: what was seen, by whom, how many points everybody had then, and what it was worth to each seat."""

    seen: Tensor
    seat: Tensor
    points: Tensor
    worth: Tensor


class Decided(NamedTuple):
    """A move in every match: whose it is, which, what is expected of the best one, and whether it is the best one."""

    seat: Tensor
    moves: Tensor
    expected: Tensor
    is_best: Tensor


class Players:
    """They play all matches of a world by one network, and note what they see and expect."""

    def __init__(self, world: World, worth: Worth, warmth: float) -> None:
        self.world, self.worth = world, worth
        device, count = world.masks.device, len(world.masks)
        self.all = torch.arange(count, device=device)
        # A quarter of the matches is played without any experiment.
        self._warmth = warmth * (torch.linspace(-0.34, 1, count, device=device).clamp(min=0) ** 2)
        self.as_it_is = torch.full_like(self.all, AS_IT_IS)

    def expected(self, seen: Tensor, points: Tensor, seat: Tensor) -> Tensor:
        """What each seat will have in the end: rows, seats, kinds."""
        return self.in_turn(self.worth.quick(seen).float(), seat) + self.so_far(points)

    def in_turn(self, worth: Tensor, seat: Tensor) -> Tensor:
        """From the observer's order to the order of the seats."""
        seats = self.world.seats
        if seats == 1:
            return worth[:, :, None]
        place = (torch.arange(seats, device=worth.device)[None] - seat[:, None]) % seats
        return worth.view(len(worth), SEATS, 3).gather(1, place[:, :, None].expand(-1, -1, 3))

    def so_far(self, points: Tensor) -> Tensor:
        """What has been reached already and is no longer to come: points."""
        if self.world.seats == 1:
            return points[:, :, None].float()
        nothing = torch.zeros_like(points, dtype=torch.float32)
        return torch.stack([nothing, points.float(), nothing], 2)

    def decide(self) -> Decided:
        """A move in every match."""
        world, count, seat = self.world, len(self.all), self.world.seat.long()
        which, moves = (world.masks != 0).nonzero(as_tuple=True)
        room = getattr(world, "room", len(which)) or 1
        parts = []
        for some, tried in zip(which.split(room), moves.split(room), strict=True):
            seen, points = world.look(some, tried)
            parts.append(self.expected(seen, points, seat[some]))
        expected = torch.cat(parts)
        own = expected[torch.arange(len(which), device=which.device), seat[which], UTILITY]
        best = row_of_highest(own, which, count)
        luck = -torch.log(-torch.log(torch.rand_like(own).clamp(1e-9, 1 - 1e-7)))
        chosen = row_of_highest(own + self._warmth[which] * luck, which, count)
        return Decided(seat, moves[chosen], expected[best], chosen == best)

    @torch.no_grad()
    def play(self, horizon: int, trace: float) -> tuple[list[Played], Tensor, Tensor]:
        """So many decisions in each match, with what came of them; then the points of matches that ended, and their number."""
        world, notes = self.world, []
        total, ends = torch.zeros((), device=self.all.device), torch.zeros((), device=self.all.device)
        for k in range(horizon):
            decided = self.decide()
            before = copied(world.look(self.all, self.as_it_is)) if k % BEFORE_EVERY == 0 else None
            after = copied(world.look(self.all, decided.moves))
            world.step(decided.moves)
            over, result = world.terminated.clone(), results_of(world.points, world.places)
            total += (world.points.float().mean(1) * over).sum()
            ends += over.sum()
            notes.append((decided, before, after, over, result))
        worth, played = self.decide().expected, []
        for decided, before, after, over, result in reversed(notes):
            worth = torch.where(over[:, None, None], result, worth)
            played.append(Played(after[0], decided.seat, after[1], worth))
            # A match that goes on with another move than the best says nothing about the best.
            mixed = trace * worth + (1 - trace) * decided.expected
            worth = torch.where(decided.is_best[:, None, None], mixed, decided.expected)
            if before:
                played.append(Played(before[0], decided.seat, before[1], worth))
        return played, total, ends


def copied(looked: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """A copy that stays."""
    seen, points = (part.clone(memory_format=torch.contiguous_format) for part in looked)
    return seen, points


def row_of_highest(values: Tensor, groups: Tensor, count: int) -> Tensor:
    """For each group the row with its highest value."""
    highest = torch.full((count,), -torch.inf, device=values.device).scatter_reduce(0, groups, values, "amax")
    rows = torch.arange(len(values), device=values.device)
    found = torch.zeros(count, dtype=torch.long, device=values.device)
    at = values >= highest[groups]
    found[groups[at]] = rows[at]
    return found


# ── Learning ─────────────────────────────────────────────────────────────────


class Teacher:
    """Lets players play, and the network learn from what they played."""

    def __init__(self, worth: Worth, players: Sequence[Players], lessons: Lessons) -> None:
        self.worth, self.players, self.lessons = worth, players, lessons
        self.optimiser = torch.optim.Adam(worth.parameters(), lr=lessons.rate, eps=1e-5, fused=worth.scale.is_cuda)
        self.decisions = 0
        self.usual = torch.zeros(worth.periods, len(worth.scale), device=worth.scale.device)
        self.ever = torch.zeros_like(self.usual, dtype=torch.bool)

    def aims(self, players: Players, played: Played) -> tuple[Tensor, Tensor]:
        """What the network should have said, in its order and units, and which of it there is."""
        still = played.worth - players.so_far(played.points)
        seats = players.world.seats
        if seats == 1:
            return still[:, 0] / self.worth.unit, torch.ones_like(still[:, 0], dtype=torch.bool)
        place = (torch.arange(SEATS, device=still.device)[None] + played.seat[:, None]) % seats
        aims = still.gather(1, place[:, :, None].expand(-1, -1, 3)).flatten(1) / self.worth.unit
        there = (torch.arange(SEATS, device=still.device) < seats).repeat_interleave(3)
        return aims, there[None].expand_as(aims)

    def learn_once(self, left: float) -> dict[str, float]:
        """Play on in all worlds, and learn from it. `left` is how much of the time is left, from 1 to 0."""
        lessons, rows, told = self.lessons, [], {}
        for number, players in enumerate(self.players):
            played, total, ended = players.play(lessons.horizon, lessons.trace)
            told[f"{number}"] = float(total / ended) if ended else float("nan")
            for some in played:
                rows.append((some.seen, *self.aims(players, some)))
            self.decisions += lessons.horizon * len(players.all)
        seen, aims, there = (torch.cat(column) for column in zip(*rows, strict=True))
        del rows
        for group in self.optimiser.param_groups:
            group["lr"] = lessons.rate * max(0.01, left)
        squares, (lots, met) = torch.zeros((), device=seen.device), self.lots(seen)
        for lot in lots:
            off = (self.worth(some_rows(seen, lot)) - aims[lot]).square() * there[lot] * met[:, None, None]
            loss = off.sum() / (met.sum() * lot.shape[1])
            self.optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.worth.parameters(), lessons.steepest)
            self.optimiser.step()
            squares += loss.detach()
        self.worth.forget_half()
        return {"loss": float(squares / len(lots)), **told}

    def lots(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """In which order to learn from what was seen (lot, period, row), and which periods were seen at all."""
        period, periods = self.worth.period_of(seen), self.worth.periods
        size = max(1, min(self.lessons.minibatch, len(seen)) // periods)
        count = max(1, len(seen) // (size * periods))
        drawn, met = [], torch.bincount(period, minlength=periods) > 0
        for number in range(periods):
            own = (period == number).nonzero()[:, 0] if met[number] else torch.zeros(1, dtype=torch.long, device=seen.device)
            if met[number]:
                some = some_rows(seen, own[:: max(1, len(own) >> 17)])
                self.usual[number] = some.float().mean(0)
                self.ever[number] |= some.amax(0) > 0
            # As many of each period: of some not all, of others some twice.
            again = torch.arange(count * size, device=own.device) % len(own)
            drawn.append(own[torch.randperm(len(own), device=own.device)][again])
        return torch.stack(drawn).view(periods, count, size).transpose(0, 1), met

    def network(self) -> Network:
        """What was learnt so far, without the numbers of what was never seen, which mean nothing."""
        network = self.worth.network()
        return network._replace(first=network.first * self.ever[:, : self.worth.size, None].cpu().numpy())

    def usually(self) -> Any:
        """What was seen on average."""
        return self.usual[:, : self.worth.size].cpu().numpy()


@torch.no_grad()
def shown(worth: Worth, world: World) -> tuple[float, float, int]:
    """How many points it makes alone, or against itself, always with the best move: mean, standard error, matches."""
    players = Players(world, worth, 0.0)
    playing, found = torch.ones_like(world.terminated), torch.zeros(len(players.all), device=players.all.device)
    while playing.any():
        world.step(players.decide().moves)
        over = world.terminated & playing
        found[over] = world.points[over].float().mean(1)
        playing &= ~over
    return float(found.mean()), float(found.std() / len(found) ** 0.5), len(found)


# ── From the command line ────────────────────────────────────────────────────


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Teach a game's network by temporal differences.")
    parser.add_argument("game", help="a game's name, such as next-station-london")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write the network, a file ending in .npz")
    parser.add_argument("--start", type=Path, help="a network to begin with, which has as many cells or fewer")
    parser.add_argument("--seats", default="", help="players, several separated by commas (default: alone if possible, else all)")
    parser.add_argument(
        "--variants", default="", help="options to play with, by name; several separated by commas (default: all)"
    )
    parser.add_argument("--matches", type=int, default=65536, help="matches played at the same time")
    parser.add_argument("--minutes", type=float, default=8.0, help="how long to learn")
    parser.add_argument("--updates", type=int, help="play and learn this many times instead")
    parser.add_argument("--width", type=int, default=256, help="cells of the first hidden layer")
    parser.add_argument("--narrow", type=int, default=64, help="cells of the second")
    parser.add_argument("--fresh", type=int, default=8192, help="fresh matches that show in the end what was learnt")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    for name, value in Lessons()._asdict().items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help="see Lessons")
    given = parser.parse_args()
    if min(given.matches, given.width, given.narrow, given.minibatch, given.horizon, given.updates or 1, given.fresh) < 1:
        parser.error("there must be some matches, cells and lessons")
    if given.minutes <= 0:
        parser.error("there must be some time to learn")
    if not given.output.parent.is_dir() or given.output.suffix != ".npz":
        parser.error(f"{given.output} is not a file ending in .npz in an existing folder")
    return given


def settings_of(game: Game, given: argparse.Namespace) -> dict[tuple[int, str], float]:
    """Numbers of players and variants, and which part of the matches each has; one that is named twice has twice as many."""
    seats = [game.check_seats(int(some)) for some in given.seats.split(",") if some]
    seats = seats or ([1] if 1 in game.seats else list(game.seats))
    variants = [name for name in given.variants.split(",") if name] or list(game.variants)
    settings = [(some, variant) for some in seats for variant in variants]
    return {setting: settings.count(setting) / len(settings) for setting in settings}


def teach(teacher: Teacher, given: argparse.Namespace, keep: Callable[[], None]) -> None:
    """Play and learn until the time is up, and tell how it goes."""
    started, told, made, left = time.perf_counter(), 0.0, 0, 1.0
    while left > 0:
        facts = teacher.learn_once(left)
        made, passed = made + 1, time.perf_counter() - started
        left = 1 - (made / given.updates if given.updates else passed / (60 * given.minutes))
        if passed - told > 30 or made == 1 or left <= 0:
            told = passed
            means = " ".join(f"{facts[str(k)]:.1f}" for k in range(len(teacher.players)))
            decisions = f"{passed:5.0f} s {made:5} {teacher.decisions:>13,} decisions"
            print(f"{decisions}, off by {facts['loss']:.4f}, points {means}", flush=True)
            keep()


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    warnings.filterwarnings("ignore", message=".*Grid size")  # numba-cuda's advice about few matches
    torch.backends.cuda.matmul.allow_tf32 = True
    game = londinium.game(given.game)
    settings = settings_of(game, given)
    kind = Graphics if given.device.startswith("cuda") else Processor
    worlds, seed = [], given.seed
    for setting, share in settings.items():
        worlds.append(kind(game, max(1, round(share * given.matches)), *setting, seed))
        seed += given.matches
    worth = Worth(game.sight, max(seats for seats, _ in settings), given.width, given.narrow).to(given.device)
    commands = [" ".join(["python", *sys.argv])]
    if given.start:
        start = foresight.read_network(given.start, game)
        width, narrow = start.second.shape[1:]
        if start.first.shape[:2] != (worth.periods, worth.size) or start.worth[0].size != (narrow + 1) * len(worth.unit):
            sys.exit(f"Error: {given.start} is shown, or says, something else than this one is to")
        if width > given.width or narrow > given.narrow:
            sys.exit(f"Error: {given.start} has more cells: {width} and {narrow}")
        worth.remember(start)
        with np.load(given.start) as kept:
            commands.insert(0, str(kept["command"]))
            usual = np.atleast_2d(kept[foresight.USUAL_ARRAY]) if foresight.USUAL_ARRAY in kept else None
    lessons = Lessons(*(getattr(given, name) for name in Lessons._fields))
    teacher = Teacher(worth, [Players(world, worth, lessons.warmth) for world in worlds], lessons)
    if given.start:
        teacher.ever[:, : worth.size] |= torch.from_numpy((start.first != 0).any(2)).to(teacher.ever.device)
        if usual is not None:
            teacher.usual[:, : worth.size] = torch.from_numpy(usual.astype(np.float32))

    def keep() -> None:
        foresight.write(given.output, teacher.network(), "\n".join(commands), packed=PACKED, usual=teacher.usually())

    teach(teacher, given, keep)
    keep()
    for seats, variant in settings:
        mean, error, fresh = shown(worth, kind(game, given.fresh, seats, variant, FRESH))
        reached = f"{mean:.2f} ± {error:.2f} points in {fresh} fresh matches"
        print(f"{seats} seats, {variant}: {reached}, by the network alone", flush=True)


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
