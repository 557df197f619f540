"""A policy learns Old London Bridge against its own past, by PPO on a pool of its snapshots.

    pip install 'londinium[rl,train]'
    python examples/self_play.py --minutes 5 --pool pool            # on two processor cores
    python examples/self_play.py --minutes 20 --envs 2048 --pool pool   # the policy on a GPU, if PyTorch finds one
    londinium arena old-london-bridge --seats 2 --bots policy:pool/0004.npz,greedy

It begins against a random player. Every few updates what it has learnt becomes a file in the folder of the pool and another
opponent; those that it does worse against sit down more often. At the end all members meet and get Elo ratings, and the last one
plays fresh matches against greedy, which it has never met. Run it again with the same folder, and it meets what lies there.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

try:
    import torch
    from torch import Tensor
except ImportError:
    sys.exit("This example needs PyTorch: pip install 'londinium[rl,train]'")

from ppo import Learner, Policy, Settings, evaluate

import londinium
from londinium.envs.self_play import SAMPLING, OpponentPool, PoolVector, pool_ratings
from londinium.envs.vector import LondiniumVector


class PoolWorld:
    """Matches against the pool as `ppo.World`: tensors over the same memory as its arrays."""

    def __init__(self, envs: PoolVector, seed: int) -> None:
        self._envs = envs
        envs.reset(seed)
        self.observations, self.masks = torch.from_numpy(envs.observations), torch.from_numpy(envs.masks)
        self.rewards, self.ended = torch.from_numpy(envs.reward), torch.from_numpy(envs.terminated)

    def step(self, moves: Tensor) -> None:
        self._envs.step(moves.cpu().numpy())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Self-play with a pool of past policies.")
    parser.add_argument("--game", default="old-london-bridge")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--variant")
    parser.add_argument("--reward", default="margin", help="margin, rank, score or gain")
    parser.add_argument("--pool", type=Path, default=Path("pool"), help="the folder of the snapshots")
    parser.add_argument("--sampling", choices=SAMPLING, default="hard", help="how opponents are chosen")
    parser.add_argument("--most", type=int, default=16, help="members of the pool at a time")
    parser.add_argument("--every", type=int, default=10, help="updates between two snapshots")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to learn")
    parser.add_argument("--updates", type=int, help="learn this many times instead")
    parser.add_argument("--envs", type=int, default=512, help="matches played at the same time")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--matches", type=int, default=400, help="fresh matches at the end, and matches for the ratings")
    given = parser.parse_args()
    if min(given.envs, given.threads, given.matches, given.every, given.updates or 1) < 1 or given.minutes <= 0:
        parser.error("there must be some matches, threads, snapshots, and time to learn")
    return given


def main() -> None:
    given = arguments()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    device, game = torch.device(given.device), londinium.game(given.game)
    table: dict[str, Any] = {"seats": given.seats, "variant": given.variant, "reward": given.reward}
    pool = OpponentPool(given.pool, game, sampling=given.sampling, most=given.most)
    envs = PoolVector(game, given.envs, pool, threads=given.threads, **table)
    settings = Settings(horizon=32)
    policy = Policy(envs.setting.highs, envs.setting.actions, settings.width, settings.second).to(device)
    learner = Learner(policy, PoolWorld(envs, given.seed), settings, device)
    learn(given, learner, pool)
    ratings = pool_ratings(pool, game, given.matches, seed=given.seed, threads=given.threads, **table)
    print("Elo: " + ", ".join(f"{name} {rating:.0f}" for name, rating in ratings.items()))
    fresh = LondiniumVector(game, given.matches, opponents="greedy", seat=None, threads=given.threads, copy=False, **table)
    print(
        "{matches} fresh matches against greedy: first in {first:.0%}, {points:.1f} ± {error:.1f} points".format(
            **evaluate(policy, fresh, device)
        )
    )


def learn(given: argparse.Namespace, learner: Learner, pool: OpponentPool) -> None:
    """Play against the pool, learn, and join it every few updates."""
    started, made, left = time.perf_counter(), 0, 1.0
    while left > 0:
        total, matches = learner.play()
        learner.learn(left)
        made += 1
        spent = time.perf_counter() - started
        left = 1 - (made / given.updates if given.updates else spent / (60 * given.minutes))
        if made % given.every == 0 or left <= 0:
            beaten = {member.name: f"{member.beaten:.0%}" for member in pool.members}
            layers = [(part.weight.detach().cpu().numpy(), part.bias.detach().cpu().numpy()) for part in learner.policy.layers()]
            file = pool.snapshot(layers, given.seats, made=" ".join(["python", *sys.argv]), details={"reward": given.reward})
            reward = f"{total / matches:+.2f}" if matches else "no"
            print(f"{spent:6.0f} s  update {made}  {reward} a match  against {beaten}  -> {file}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except londinium.LondiniumError as problem:
        sys.exit(f"Error: {problem}")
