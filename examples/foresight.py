"""Teach a game's foresight: the small network that tells a search what the rest of a match is worth.

    pip install 'londinium[rl,train]'
    python examples/ppo.py --variant base,objectives,powers,both-modules --second 128 --save policy.pt
    python examples/foresight.py policy.pt -o foresight.npz --jobs 2 --bytes 98000
    londinium arena next-station-london --seats 1 --bots search-1000    # with the file in the game's folder

Expert iteration (Anthony et al., 2017): the search plays with the network, the network learns to foresee what the search reached,
and both start over. It begins with what a policy from `ppo.py` expects. Now and then a match continues with a move other than the
best, because a search looks at poor positions too.

With `--bytes` the network is packed in the end (see `packing.py`): what it says about positions that simulations lead to is
learnt by a network of few bytes. Instead of a policy it can begin with a network, to pack it or to teach it more.
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

from packing import NotingSearch, Packed, pack

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.foresight import Network
from londinium.bots.search.search import Budget, Search
from londinium.envs.one_match import Playing
from londinium.envs.setting import Setting
from londinium.work.pool import do_all

LAYERS = ("body.0", "body.2", "worth")
"""What a policy from `ppo.py` calls the layers that lead to the worth of a position."""
HELD_BACK = 20
"""One match in this many is not learnt from: it shows how good the network is."""


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
    notes: bool = False


class Played(msgspec.Struct, frozen=True):
    """All decisions of a match: what was seen, what was still to come, and what the search expected of that."""

    seen: Any
    came: Any
    expected: Any
    points: int
    noted: Any = None
    """Some of the positions that simulations led to."""
    problem: str = ""


@cache
def search_with(game: str, network: str, part: float, kind: type[Search] = Search) -> Search:
    found = londinium.game(game)
    return kind(found, nodes=1 << 14, settings={"foresight": part}, network=foresight.read_network(Path(network), found))


@cache
def setting_of(game: str, variant: str) -> Setting:
    return Setting.of(game, 1, variant=variant)


def play(task: Task) -> Played:
    """Play a match and note every decision where there was a choice."""
    kind = NotingSearch if task.notes else Search
    search, setting = search_with(task.game, task.network, task.foresight, kind), setting_of(task.game, task.variant)
    playing, random = Playing(setting), np.random.default_rng(task.seed)
    playing.begin(task.seed)
    seen, now, expected, noted = [], [], [], []
    while not playing.is_over:
        legal = playing.legal(0)
        if len(legal) == 1:
            playing.act(0, legal[0])
            continue
        ideas = search.think(playing.match, 0, Budget(simulations=task.simulations)).ideas
        seen.append(playing.look(0)[0].copy())
        now.append(playing.outcome["points"][0])
        expected.append(ideas[0].points)
        if isinstance(search, NotingSearch):
            noted.append(search.noted)
        tries = np.sqrt([idea.tries for idea in ideas])
        chosen = random.choice(len(ideas), p=tries / tries.sum()) if random.random() < task.curious else 0
        playing.act(0, playing.match.moves.parse(ideas[chosen].move))
    points, before = int(playing.outcome["points"][0]), np.array(now, np.float32)
    notes = np.concatenate([seen, *noted]) if noted else None
    return Played(np.array(seen), points - before, np.array(expected, np.float32) - before, points, notes)


def play_all(tasks: list[Task], jobs: int, seconds: float) -> Iterator[Played]:
    """As many of the matches as can be played in the time."""
    started = time.monotonic()
    for played in do_all(play, tasks, jobs):
        yield played
        if time.monotonic() - started > seconds:
            return


# ── The network ──────────────────────────────────────────────────────────────


class Worth(nn.Module):
    """What the rest of a match is worth, starting from a policy that already knows something about it."""

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
        """As the search reads it: bytes in, points out, neither of them scaled."""
        first, second, worth = ((layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()) for layer in self.layers)
        scale = self.scale.cpu().numpy()
        return Network((first[0] * scale).T, first[1], second[0].T, second[1], self.unit * np.append(worth[0][0], worth[1]))


def of_network(file: Path, game: str) -> dict[str, Any]:
    """A network as if a policy had been saved that knows the same."""
    found = londinium.game(game)
    first, first_bias, second, second_bias, worth = map(torch.from_numpy, foresight.read_network(file, found))
    scale, unit = 1 / torch.from_numpy(found.observation.highs(1)).float().clamp(min=1), 10.0
    tables = ((first / scale.unsqueeze(1)).T, second.T, worth[None, :-1] / unit)
    policy = {f"{name}.weight": table for name, table in zip(LAYERS, tables, strict=True)}
    policy |= {f"{name}.bias": bias for name, bias in zip(LAYERS, (first_bias, second_bias, worth[-1:] / unit), strict=True)}
    return {"policy": {**policy, "scale": scale}, "unit": unit, "game": game}


def learn(worth: Worth, matches: list[Played], given: argparse.Namespace) -> None:
    """Fit the network to what came after every decision, and to what the search expected, which depends less on luck."""
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


def packed_by_playing(network: Network, matches: list[Played], given: argparse.Namespace) -> Packed:
    """The network in few bytes, from the positions that were noted."""
    noted = [match.noted for match in matches]
    held_back = torch.from_numpy(np.concatenate(noted[::HELD_BACK])).to(given.device)
    seen = torch.from_numpy(np.concatenate([some for number, some in enumerate(noted) if number % HELD_BACK])).to(given.device)
    return pack(network, seen, held_back, given.bytes, given.lessons, given.minibatch)


# ── From the command line ────────────────────────────────────────────────────


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Expert iteration for a game that everybody plays for themselves.")
    parser.add_argument("start", type=Path, help="the file that `ppo.py --save` wrote, or a network (.npz)")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write the network, a file ending in .npz")
    parser.add_argument("--game", default="next-station-london", help="the game of a network; a policy says it itself")
    parser.add_argument("--variants", default="base,base,objectives,powers,both-modules", help="options to play with, in turn")
    parser.add_argument("--rounds", type=int, default=3, help="times to play and learn; 0: only write what is known, or pack it")
    parser.add_argument("--games", type=int, default=6000, help="matches in a round, if there is time")
    parser.add_argument("--seconds", type=float, default=600, help="the time limit for the matches of a round")
    parser.add_argument("--simulations", type=int, default=600, help="simulations of the search for each decision")
    parser.add_argument("--foresight", type=float, default=1.0, help="how much of a simulation's result comes from the network")
    parser.add_argument("--curious", type=float, default=0.15, help="how often a move other than the best is made")
    parser.add_argument("--trust", type=float, default=0.5, help="how much to learn from what the search expected")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--minibatch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=5e-4, help="the learning rate at the beginning of a round")
    parser.add_argument("--bytes", type=int, default=0, help="pack it in one more round: about how large the file may be")
    parser.add_argument("--lessons", type=int, default=20_000, help="minibatches from which it learns to be packed")
    parser.add_argument("--seed", type=int, default=1 << 44, help="the seed of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()
    if not given.start.is_file():
        parser.error(f"there is no file {given.start}")
    if not given.output.parent.is_dir() or given.output.suffix != ".npz":
        parser.error(f"{given.output} is not a file ending in .npz in an existing folder")
    if given.rounds < 0 or min(given.games - 1, given.seconds, given.simulations, given.jobs, given.epochs, given.minibatch) < 1:
        parser.error("there must be some matches, simulations, processes and epochs")
    if given.bytes and (given.bytes < 10_000 or given.lessons < 1):
        parser.error("a network is packed into 10,000 bytes or more, by some lessons")
    return given


def started_from(given: argparse.Namespace) -> tuple[str, Worth]:
    """The game, and what is known about it to begin with."""
    if given.start.suffix == ".npz":
        return given.game, Worth(of_network(given.start, given.game))
    try:
        kept = torch.load(given.start, map_location="cpu")
        return kept["game"], Worth(kept)
    except (OSError, EOFError, KeyError, RuntimeError, TypeError, UnpicklingError) as error:
        sys.exit(f"Error: {given.start} is not a policy saved by ppo.py ({type(error).__name__})")


def earlier_commands(start: Path) -> list[str]:
    """How the network was made that it begins with, if it is one."""
    if start.suffix != ".npz":
        return []
    with np.load(start) as kept:
        return [str(kept["command"])] if "command" in kept else []


def play_round(game: str, network: Network, number: int, given: argparse.Namespace, *, notes: bool = False) -> list[Played]:
    """The matches of a round."""
    variants = given.variants.split(",")
    with TemporaryDirectory() as folder:
        # Every round has its own file, because processes keep what they have read.
        file = Path(folder) / "network.npz"
        foresight.write(file, network, "")
        how = (str(file), given.foresight, given.simulations, given.curious, notes)
        seeds = range(given.seed + number * given.games, given.seed + (number + 1) * given.games)
        tasks = [Task(game, variants[seed % len(variants)], seed, *how) for seed in seeds]
        fresh = list(play_all(tasks, given.jobs, given.seconds))
    print(f"round {number + 1}: {len(fresh)} matches, {np.mean([match.points for match in fresh]):.1f} points", flush=True)
    if number == 0 and len(fresh) < 2:
        sys.exit("Error: one match is not enough to learn from; allow more --seconds")
    return fresh


def main() -> None:
    given = arguments()
    torch.manual_seed(0)
    game, worth = started_from(given)
    matches = list[Played]()
    command = "\n".join([*earlier_commands(given.start), " ".join(["python", *sys.argv])])
    foresight.write(given.output, worth.network(), command)
    for number in range(given.rounds):
        matches += play_round(game, worth.network(), number, given)
        learn(worth, matches, given)
        foresight.write(given.output, worth.network(), command)
    if given.bytes:
        played = play_round(game, worth.network(), given.rounds, given, notes=True)
        packed, powers = packed_by_playing(worth.network(), played, given).network()
        foresight.write(given.output, packed, command, powers)


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
