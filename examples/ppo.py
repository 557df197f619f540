"""Masked PPO in one file: a policy learns a game on the compiled vector environment.

    pip install 'londinium[rl,train]'
    python examples/ppo.py                                       # Next Station: London, solo, ten minutes
    python examples/ppo.py --game old-london-bridge --reward margin
    python examples/ppo.py --minutes 3 --curve curve.json --save my.npz
    londinium arena next-station-london --seats 1 --bots policy:my.npz,greedy   # what it learnt, as a bot
    python examples/ppo.py --gpu --envs 16384 --minibatch 32768  # matches and policy on a GPU; needs londinium[gpu] too

Proximal policy optimisation (Schulman et al., 2017) with three things that matter here: illegal moves have no probability, the
reward is what each step gains, and the bytes of an observation become numbers from 0 to 1 by the ranges that the environment
declares. In a game with several players, bots take the other seats, and the learner sits in a different one in every match.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

# Waiting threads give up their core. When another program is using one of two cores, this makes learning ten times as fast.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    sys.exit("This example needs PyTorch: pip install 'londinium[rl,train]'")

import londinium
from londinium.bots.policy_file import write_policy
from londinium.envs.vector import LondiniumVector

if TYPE_CHECKING:
    from londinium.envs.gpu import GpuVector

FRESH = 1 << 40
"""The first seed of the evaluation matches. Those for learning begin at `--seed`."""


@dataclass(frozen=True)
class Settings:
    """How it learns. The defaults are for two processor cores and ten minutes."""

    horizon: int = 40  # steps of every match between two updates; a solo match of Next Station has about that many decisions
    epochs: int = 3  # how many times each step is learnt from
    minibatch: int = 2048
    rate: float = 1e-3  # the learning rate at the beginning; it falls to zero
    entropy: float = 0.01  # what variety is worth at the beginning; it falls to zero
    discount: float = 1.0  # matches are short, and a point is a point
    trace: float = 0.95  # lambda of the generalised advantage estimate
    clip: float = 0.2  # how far a probability may move in one update
    worth_weight: float = 0.5
    steepest: float = 0.5  # longest gradient
    unit: float = 10.0  # how many points count as 1 for the policy
    width: int = 256  # of the first hidden layer
    second: int = 256  # of the second


# ── The policy ───────────────────────────────────────────────────────────────


class Policy(nn.Module):
    """Two hidden layers; from them a weight for every move, and what the rest of the match is worth."""

    def __init__(self, highs: Any, moves: int, width: int, second: int) -> None:
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", 1 / torch.as_tensor(highs).float().clamp(min=1))
        self.body = nn.Sequential(layer(len(highs), width), nn.ReLU(), layer(width, second), nn.ReLU())
        self.move, self.worth = layer(second, moves, gain=0.01), layer(second, 1)

    def layers(self) -> list[nn.Linear]:
        """From an observation to the weights of the moves, as `write_policy` keeps them; what is negative between them is 0."""
        return [part for part in self.body if isinstance(part, nn.Linear)] + [self.move]

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Weights whose softmax are the probabilities, 0 for what is illegal, and the worth."""
        inside = self.body(observations * self.scale)
        return self.move(inside).masked_fill(masks == 0, -1e9), self.worth(inside).squeeze(-1)


def layer(inputs: int, outputs: int, gain: float = 1.4) -> nn.Linear:
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


def draw(probabilities: Tensor) -> Tensor:
    """A move for each row by its probabilities, never one of probability 0. On a processor ten times as fast as `multinomial`."""
    reached = probabilities.cumsum(-1)
    sooner = reached < reached[:, -1:] * (1 - torch.rand_like(reached[:, :1]))
    return sooner.sum(-1)


# ── Where matches are played ─────────────────────────────────────────────────


class World(Protocol):
    """Many matches whose arrays are tensors, on any device. `step` makes a move in each and changes them in place."""

    observations: Tensor
    masks: Tensor
    rewards: Tensor
    ended: Tensor

    def step(self, moves: Tensor) -> None: ...


class Processor:
    """The compiled vector environment on the processor's cores. PyTorch sees its arrays without copying them."""

    def __init__(self, envs: LondiniumVector, seed: int) -> None:
        self._envs, rows = envs, envs.batch.rows
        envs.reset(seed=seed)
        self.observations, self.masks = torch.from_numpy(rows.observations), torch.from_numpy(rows.masks)
        self.rewards, self.ended = torch.from_numpy(rows.reward), torch.from_numpy(rows.terminated)

    def step(self, moves: Tensor) -> None:
        self._envs.step(moves.cpu().numpy())


class Several:
    """Worlds with different settings, whose matches are learnt from together."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self._worlds = worlds
        self._show()

    def step(self, moves: Tensor) -> None:
        for world, part in zip(self._worlds, moves.split([len(world.rewards) for world in self._worlds]), strict=True):
            world.step(part)
        self._show()

    def _show(self) -> None:
        for name in ("observations", "masks", "rewards", "ended"):
            setattr(self, name, torch.cat([getattr(world, name) for world in self._worlds]))


class Graphics:
    """The vector environment on a GPU. Matches, policy and learning stay there; PyTorch sees its arrays without copying them."""

    def __init__(self, envs: GpuVector, seed: int) -> None:
        self._envs = envs
        envs.reset(seed=seed)
        self.observations, self.masks = torch.from_dlpack(envs.observations), torch.from_dlpack(envs.action_mask)
        self.rewards, self.ended = torch.from_dlpack(envs.reward), torch.from_dlpack(envs.terminated)

    def step(self, moves: Tensor) -> None:
        self._envs.step(moves)


# ── Learning ─────────────────────────────────────────────────────────────────


class Learner:
    """Plays a stretch of all matches, learns from it, and starts over."""

    def __init__(self, policy: Policy, world: World, settings: Settings, device: torch.device) -> None:
        self.policy, self.world, self.settings, self.device = policy, world, settings, device
        self.optimiser = torch.optim.Adam(policy.parameters(), lr=settings.rate, eps=1e-5)
        time_and_matches = (settings.horizon, len(world.rewards))

        def room(like: Tensor, *more: int) -> Tensor:
            return torch.zeros((*time_and_matches, *more), dtype=like.dtype, device=device)

        self.observations = room(world.observations, world.observations.shape[1])
        self.masks = room(world.masks, world.masks.shape[1])
        self.rewards, self.ended = room(world.rewards), room(world.ended)
        self.moves = room(torch.zeros(0, dtype=torch.int64))
        self.logs, self.worths = room(torch.zeros(0)), room(torch.zeros(0))
        self._so_far = torch.zeros(len(world.rewards), device=device)

    @torch.no_grad()
    def play(self) -> tuple[float, int]:
        """Play and note everything. Returns the sum of rewards of all matches that ended, and their number."""
        total, matches = torch.zeros((), device=self.device), torch.zeros((), device=self.device)
        for at in range(self.settings.horizon):
            self.observations[at], self.masks[at] = self.world.observations, self.world.masks
            weights, self.worths[at] = self.policy(self.observations[at], self.masks[at])
            probabilities = weights.softmax(-1)
            self.moves[at] = draw(probabilities)
            self.logs[at] = probabilities.gather(1, self.moves[at, :, None]).squeeze(1).log()
            self.world.step(self.moves[at])
            self.rewards[at], self.ended[at] = self.world.rewards, self.world.ended
            self._so_far += self.rewards[at]
            total += (self._so_far * self.ended[at]).sum()
            matches += self.ended[at].sum()
            self._so_far *= ~self.ended[at]
        return float(total), int(matches)

    @torch.no_grad()
    def advantages(self) -> Tensor:
        """How much better each step was than expected (generalised advantage estimate)."""
        settings, found = self.settings, torch.empty_like(self.worths)
        observations, masks = (array.to(self.device) for array in (self.world.observations, self.world.masks))
        next_worth, later = self.policy(observations, masks)[1], torch.zeros_like(self._so_far)
        for at in reversed(range(settings.horizon)):
            goes_on = settings.discount * (~self.ended[at]).float()
            surprise = self.rewards[at] / settings.unit + goes_on * next_worth - self.worths[at]
            found[at] = later = surprise + goes_on * settings.trace * later
            next_worth = self.worths[at]
        return found

    def learn(self, left: float) -> None:
        """Improve the policy; `left` is how much of the time is left, from 1 to 0."""
        settings = self.settings
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate * left
        advantages = self.advantages()
        aims = (advantages + self.worths).flatten()
        advantages = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
        observations, masks = self.observations.flatten(0, 1), self.masks.flatten(0, 1)
        moves, before = self.moves.flatten(), self.logs.flatten()
        for _ in range(settings.epochs):
            for part in torch.randperm(len(moves), device=self.device).split(settings.minibatch):
                weights, worths = self.policy(observations[part], masks[part])
                probabilities, logs = weights.softmax(-1), weights.log_softmax(-1)
                ratio = (logs.gather(1, moves[part, None]).squeeze(1) - before[part]).exp()
                gain, held = advantages[part], ratio.clamp(1 - settings.clip, 1 + settings.clip)
                loss = -torch.min(ratio * gain, held * gain).mean()
                loss = loss + settings.worth_weight * (worths - aims[part]).square().mean()
                loss = loss + settings.entropy * left * (probabilities * logs).sum(-1).mean()
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), settings.steepest)
                self.optimiser.step()


@torch.no_grad()
def evaluate(policy: Policy, envs: LondiniumVector, device: torch.device) -> dict[str, float]:
    """Matches never seen before, with the likeliest move in every position: points, their standard error, first places."""
    observations, infos = envs.reset(seed=FRESH)
    points, firsts = torch.zeros(envs.num_envs), torch.zeros(envs.num_envs)
    playing = torch.ones(envs.num_envs, dtype=torch.bool)
    while playing.any():
        masks = torch.from_numpy(infos["action_mask"]).to(device)
        weights, _ = policy(torch.from_numpy(observations).to(device), masks)
        observations, _, ended, _, infos = envs.step(weights.argmax(-1).cpu().numpy())
        for row in (torch.from_numpy(ended) & playing).nonzero().flatten().tolist():
            seat = infos["seat"][row]
            points[row], firsts[row] = float(infos["points"][row, seat]), float(infos["places"][row, seat] == 0)
            playing[row] = False
    error = points.std() / len(points) ** 0.5
    return {"matches": len(points), "points": float(points.mean()), "error": float(error), "first": float(firsts.mean())}


# ── From the command line ────────────────────────────────────────────────────


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Masked PPO on the compiled vector environment.")
    parser.add_argument("--game", default="next-station-london")
    parser.add_argument("--seats", type=int, help="players (default: as few as the game allows)")
    parser.add_argument("--variant", help="options to play with, by name; several, separated by commas, are learnt together")
    parser.add_argument("--opponents", default="greedy", help="random, busy or greedy, in all other seats")
    parser.add_argument("--reward", default="gain", help="gain, score, margin or rank")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn")
    parser.add_argument("--updates", type=int, help="learn this many times instead: the same seed then gives the same policy")
    parser.add_argument("--envs", type=int, default=1024, help="matches played at the same time")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="processor cores to use")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--gpu", action="store_true", help="play the matches on the GPU too")
    parser.add_argument("--matches", type=int, default=1000, help="fresh matches for the evaluation at the end")
    parser.add_argument("--save", type=Path, help="save the policy: .npz plays as policy:FILE, .pt learns on")
    parser.add_argument("--curve", type=Path, help="save the learning curve in this JSON file")
    for name, value in vars(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help="see Settings")
    given = parser.parse_args()
    if min(given.envs, given.threads, given.matches, given.updates or 1) < 1 or given.minutes <= 0:
        parser.error("there must be some matches, threads, and time to learn")
    if given.gpu and given.device == "cpu":
        parser.error("--gpu needs a GPU that PyTorch can use")
    for file in (given.save, given.curve):
        if file and not file.parent.is_dir():
            parser.error(f"there is no folder {file.parent}")
    return given


def main() -> None:
    given = arguments()
    settings = Settings(**{name: getattr(given, name) for name in vars(Settings())})
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    device = torch.device(given.device)
    game = londinium.game(given.game)
    seats = given.seats or game.seats[0]

    table: dict[str, Any] = {"seats": seats, "reward": given.reward, "opponents": given.opponents, "seat": None}
    variants = given.variant.split(",") if given.variant else [None]

    def matches(count: int, variant: str | None, autoreset: str) -> LondiniumVector:
        how: dict[str, Any] = {"variant": variant, "autoreset_mode": autoreset, "threads": given.threads, "copy": False}
        return LondiniumVector(game, count, **how, **table)

    def world(number: int, variant: str | None) -> World:
        count, seed = max(1, given.envs // len(variants)), given.seed + number * given.envs
        if not given.gpu:
            return Processor(matches(count, variant, "SameStep"), seed)
        from londinium.envs.gpu import GpuVector

        return cast(World, Graphics(GpuVector(game, count, variant=variant, autoreset_mode="SameStep", **table), seed))

    worlds = [world(number, variant) for number, variant in enumerate(variants)]
    fresh = {variant: matches(given.matches, variant, "NextStep") for variant in variants}
    setting = next(iter(fresh.values())).setting
    policy = Policy(setting.highs, setting.actions, settings.width, settings.second).to(device)
    learner = Learner(policy, cast(World, Several(worlds)) if len(worlds) > 1 else worlds[0], settings, device)
    curve = train(learner, 60 * given.minutes, given.updates)
    print("learnt for {seconds:.0f} s, with {processor:.0f} s of processor time".format(**curve[-1]))
    results = {}
    for variant, envs in fresh.items():
        results[variant or "standard"] = result = evaluate(policy, envs, device)
        print(
            (f"{variant}: " if variant else "")
            + "{matches} fresh matches, always the likeliest move: {points:.1f} ± {error:.1f} points".format(**result)
            + (f", first in {result['first']:.0%}" if seats > 1 else "")
        )
    if given.save and given.save.suffix == ".npz":
        layers = [(part.weight.detach().cpu().numpy(), part.bias.detach().cpu().numpy()) for part in policy.layers()]
        details = {"variants": given.variant or "", "reward": given.reward, "opponents": given.opponents}
        write_policy(given.save, game, seats, layers, made=" ".join(["python", *sys.argv]), details=details)
    elif given.save:
        shape = {"width": settings.width, "second": settings.second, "unit": settings.unit}
        torch.save({"game": given.game, "seats": seats, **shape, "policy": policy.state_dict()}, given.save)
    if given.curve:
        machine = f"{platform.machine()}, {given.threads} cores" if device.type == "cpu" else torch.cuda.get_device_name(device)
        facts = {"command": " ".join(["python", *sys.argv]), "machine": machine, "game": given.game, "seats": seats}
        given.curve.write_text(json.dumps({**facts, "reward": given.reward, "results": results, "curve": curve}, indent=1))


def train(learner: Learner, seconds: float, updates: int | None) -> list[dict[str, Any]]:
    """Learn for this many seconds or updates. Returns the curve: after each update time, steps and reward per match."""
    curve: list[dict[str, Any]] = []
    started, started_processor = time.perf_counter(), time.process_time()
    clock, told, steps = 0.0, -5.0, 0
    while True:
        made = len(curve)
        # An update that would end too late is not started.
        enough = made >= updates if updates is not None else made > 0 and clock * (made + 1) / made > seconds
        if enough:
            return curve
        total, matches = learner.play()
        learner.learn(left=1 - (made / updates if updates is not None else clock / seconds))
        clock, steps = time.perf_counter() - started, steps + learner.moves.numel()
        reward = round(total / matches, 2) if matches else None
        processor = time.process_time() - started_processor
        curve.append({"seconds": round(clock, 2), "processor": round(processor, 2), "steps": steps, "reward": reward})
        if clock - told >= 5:
            told = clock
            print(f"{clock:6.0f} s  {steps:>12,} steps  {steps / clock:>9,.0f} a second  {reward} a match", flush=True)


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
