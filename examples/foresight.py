"""Teach a game's foresight: the small network that tells a search what the rest of a match is worth.

    pip install 'londinium[rl,train]'
    python examples/ppo.py --variant base,objectives,powers,both-modules --second 128 --save policy.pt
    python examples/foresight.py policy.pt -o foresight.npz --jobs 2
    londinium arena next-station-london --seats 1 --bots search-1000    # with the file in the game's folder

Expert iteration (Anthony et al., 2017): the search plays with the network, the network learns to foresee what the search reached,
and both begin again. It starts with what a policy of `ppo.py` expects. Now and then a match goes on with another move than the
best: a search looks at poor positions too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import numpy as np

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    sys.exit("This example needs PyTorch: pip install 'londinium[rl,train]'")

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.foresight import Network
from londinium.bots.search.search import Budget, Search
from londinium.envs.one_match import Playing
from londinium.envs.setting import Setting
from londinium.work.pool import do_all

LAYERS = ("body.0", "body.2", "worth")
"""What a policy of `ppo.py` calls the layers that lead to the worth of a position."""
HELD_BACK = 20
"""One match of so many is not learnt from: it says how good the network is."""


# ── Matches to learn from ────────────────────────────────────────────────────


class Task(msgspec.Struct, frozen=True):
    """A match that the search plays alone."""

    game: str
    variant: str
    seed: int
    network: str
    foresight: float
    simulations: int
    curious: float


class Played(msgspec.Struct, frozen=True):
    """All decisions of a match: what was seen, what was still to come, and what the search expected of that."""

    seen: Any
    came: Any
    expected: Any
    points: int
    problem: str = ""


@cache
def search_with(game: str, network: str, part: float) -> Search:
    found = londinium.game(game)
    return Search(found, nodes=1 << 14, settings={"foresight": part}, network=foresight.read_network(Path(network), found))


@cache
def setting_of(game: str, variant: str) -> Setting:
    return Setting.of(game, 1, variant=variant)


def play(task: Task) -> Played:
    """Play a match and note every decision in which there was something to choose."""
    search, setting = search_with(task.game, task.network, task.foresight), setting_of(task.game, task.variant)
    playing, random = Playing(setting), np.random.default_rng(task.seed)
    playing.begin(task.seed)
    seen, now, expected = [], [], []
    while not playing.is_over:
        legal = playing.legal(0)
        if len(legal) == 1:
            playing.act(0, legal[0])
            continue
        ideas = search.think(playing.match, 0, Budget(simulations=task.simulations)).ideas
        seen.append(playing.look(0)[0].copy())
        now.append(playing.outcome["points"][0])
        expected.append(ideas[0].points)
        tries = np.sqrt([idea.tries for idea in ideas])
        chosen = random.choice(len(ideas), p=tries / tries.sum()) if random.random() < task.curious else 0
        playing.act(0, playing.match.moves.parse(ideas[chosen].move))
    points, before = int(playing.outcome["points"][0]), np.array(now, np.float32)
    return Played(np.array(seen), points - before, np.array(expected, np.float32) - before, points)


def play_all(tasks: list[Task], jobs: int, seconds: float) -> Iterator[Played]:
    """As many of the matches as can be played in this time."""
    started = time.monotonic()
    for played in do_all(play, tasks, jobs):
        yield played
        if time.monotonic() - started > seconds:
            return


# ── The network ──────────────────────────────────────────────────────────────


class Worth(nn.Module):
    """What the rest of a match is worth, from a policy that knows something of it already."""

    def __init__(self, kept: dict[str, Any]) -> None:
        super().__init__()
        policy, self.unit = kept["policy"], float(kept["unit"])
        self.scale: Tensor
        self.register_buffer("scale", policy["scale"])
        self.layers = nn.ModuleList(nn.Linear(*reversed(policy[f"{name}.weight"].shape)) for name in LAYERS)
        for layer, name in zip(self.layers, LAYERS, strict=True):
            layer.load_state_dict({part: policy[f"{name}.{part}"] for part in ("weight", "bias")})

    def forward(self, seen: Tensor) -> Tensor:
        first, second, worth = self.layers
        inner = torch.relu(first(seen.float() * self.scale))
        return self.unit * worth(torch.relu(second(inner))).squeeze(-1)

    def network(self) -> Network:
        """As the search reads it: bytes as they are, points as they are."""
        first, second, worth = ((layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()) for layer in self.layers)
        scale = self.scale.cpu().numpy()
        return Network((first[0] * scale).T, first[1], second[0].T, second[1], self.unit * np.append(worth[0][0], worth[1]))


def learn(worth: Worth, matches: list[Played], given: argparse.Namespace) -> None:
    """Fit the network to what came after every decision, and to what the search expected, which luck disturbs less."""
    device = torch.device(given.device)
    worth.to(device)

    def rows(some: list[Played]) -> tuple[Tensor, Tensor, Tensor]:
        columns = ([getattr(match, name) for match in some] for name in ("seen", "came", "expected"))
        seen, came, expected = (torch.from_numpy(np.concatenate(column)).to(device) for column in columns)
        return seen, came, expected

    seen, came, expected = rows([match for number, match in enumerate(matches) if number % HELD_BACK])
    strange, its_rest, its_expected = rows(matches[::HELD_BACK])

    def off(guess: Tensor) -> float:
        return float((guess.detach() - its_rest).square().mean().sqrt())

    before = off(worth(strange))
    aims = given.trust * expected + (1 - given.trust) * came
    optimiser = torch.optim.AdamW(worth.parameters(), lr=given.rate, weight_decay=1e-4)
    parts = [part for _ in range(given.epochs) for part in torch.randperm(len(aims), device=device).split(given.minibatch)]
    for number, part in enumerate(parts):
        for group in optimiser.param_groups:
            group["lr"] = given.rate * (1 - number / len(parts))
        loss = (worth(seen[part]) - aims[part]).square().mean() / worth.unit**2
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    found = f"{before:.2f} before, {off(worth(strange)):.2f} now, the search itself {off(its_expected):.2f}"
    print(f"  learnt from {len(aims):,} decisions; off by {found}", flush=True)


# ── From the command line ────────────────────────────────────────────────────


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Expert iteration for a game that everybody plays for himself.")
    parser.add_argument("policy", type=Path, help="what `ppo.py --save` kept")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write the network, a file ending in .npz")
    parser.add_argument("--variants", default="base,base,objectives,powers,both-modules", help="options to play with, in turn")
    parser.add_argument("--rounds", type=int, default=3, help="how often to play and learn; 0: only write what the policy knows")
    parser.add_argument("--games", type=int, default=6000, help="matches of a round, if there is time")
    parser.add_argument("--seconds", type=float, default=600, help="the longest time for the matches of a round")
    parser.add_argument("--simulations", type=int, default=600, help="of the search, for each decision")
    parser.add_argument("--foresight", type=float, default=1.0, help="how much of a simulation's result is the network's word")
    parser.add_argument("--curious", type=float, default=0.15, help="how often another move than the best is made")
    parser.add_argument("--trust", type=float, default=0.5, help="how much to learn from what the search expected")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--minibatch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=5e-4, help="the learning rate at the beginning of a round")
    parser.add_argument("--seed", type=int, default=1 << 44, help="the seed of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()
    if not given.policy.is_file():
        parser.error(f"there is no file {given.policy}")
    if not given.output.parent.is_dir() or given.output.suffix != ".npz":
        parser.error(f"{given.output} is no file ending in .npz in a folder that is there")
    if given.rounds < 0 or min(given.games - 1, given.seconds, given.simulations, given.jobs, given.epochs, given.minibatch) < 1:
        parser.error("there must be some matches, simulations, processes and epochs")
    return given


def main() -> None:
    given = arguments()
    torch.manual_seed(0)
    try:
        kept = torch.load(given.policy, map_location="cpu")
        worth = Worth(kept)
    except (OSError, EOFError, KeyError, RuntimeError, TypeError, UnpicklingError) as error:
        sys.exit(f"Error: {given.policy} is not a policy that ppo.py keeps ({type(error).__name__})")
    variants, matches = given.variants.split(","), list[Played]()
    command = " ".join(["python", *sys.argv])
    foresight.write(given.output, worth.network(), command)
    for number in range(given.rounds):
        with TemporaryDirectory() as folder:
            # Every round has a file of its own: processes keep what they have read.
            file = Path(folder) / "network.npz"
            foresight.write(file, worth.network(), command)
            how = (str(file), given.foresight, given.simulations, given.curious)
            seeds = range(given.seed + number * given.games, given.seed + (number + 1) * given.games)
            tasks = [Task(kept["game"], variants[seed % len(variants)], seed, *how) for seed in seeds]
            fresh = list(play_all(tasks, given.jobs, given.seconds))
        print(f"round {number + 1}: {len(fresh)} matches, {np.mean([match.points for match in fresh]):.1f} points", flush=True)
        matches += fresh
        if len(matches) < 2:
            sys.exit("Error: one match is too little to learn from; give it more --seconds")
        learn(worth, matches, given)
        foresight.write(given.output, worth.network(), command)


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
