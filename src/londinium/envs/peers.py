"""Steps per second of our environments next to those of other libraries, in one run on one machine.

A step is one decision by a random player: the observation is made, what is legal is asked for, and a legal action is taken. Peers
that are not installed are left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from londinium.kernel.registry import bundled_games

PEER_SECONDS = 2.0
PEER_MATCHES = 4096
"""Matches of a vector environment."""

Run = Callable[[float], tuple[int, float]]
"""Takes steps for this many seconds; returns how many, and the seconds that the environment took for them."""


def measure_peers(seconds: float = PEER_SECONDS) -> Iterator[tuple[str, float]]:
    """Name and steps per second of everything that is installed; the best of three tries each."""
    for name, build in peers().items():
        try:
            run = build()
        except ImportError:
            continue
        run(0.1)
        tries = [run(seconds / 3) for _ in range(3)]
        yield name, max(steps / took for steps, took in tries)


def timed(count: Callable[[float], int]) -> Run:
    """From something that takes steps until a time of the clock."""

    def run(seconds: float) -> tuple[int, float]:
        start = time.perf_counter()
        steps = count(start + seconds)
        return steps, time.perf_counter() - start

    return run


# ── Ours ─────────────────────────────────────────────────────────────────────


def _vector(game: str, seats: int) -> Run:
    """Only the environment's time counts: choosing thousands of random actions in NumPy costs more than the steps."""
    from londinium.envs.vector import LondiniumVector

    envs = LondiniumVector(game, PEER_MATCHES, seats=seats, copy=False)
    random = np.random.default_rng(0)
    envs.reset(seed=0)

    def run(seconds: float) -> tuple[int, float]:
        steps, took = 0, 0.0
        while took < seconds:
            masks = envs.action_masks()
            actions = np.argmax(random.random(masks.shape, np.float32) * masks, axis=1)
            start = time.perf_counter()
            envs.step(actions)
            took += time.perf_counter() - start
            steps += PEER_MATCHES
        return steps, took

    return run


def _zoo(load: Callable[[], Any]) -> Run:
    env, random = load(), Random(0)

    def count(until: float) -> int:
        steps = 0
        while time.perf_counter() < until:
            env.reset(seed=random.randrange(1 << 30))
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
                steps += 1
                if time.perf_counter() >= until:
                    break
        return steps

    return timed(count)


def _spiel(name: str) -> Run:
    pyspiel = import_module("pyspiel")
    if name.startswith("londinium"):
        import_module("londinium.envs.spiel")
    game, random = pyspiel.load_game(name), Random(0)
    observed = game.get_type().provides_observation_tensor

    def count(until: float) -> int:
        steps = 0
        while time.perf_counter() < until:
            state = game.new_initial_state()
            while not state.is_terminal() and time.perf_counter() < until:
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, odds)[0])
                    continue
                player = state.current_player()
                _ = state.observation_tensor(player) if observed else state.information_state_tensor(player)
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return timed(count)


def _catanatron() -> Run:
    catanatron = import_module("catanatron")
    colours = [catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.ORANGE, catanatron.Color.WHITE]

    def count(until: float) -> int:
        steps = 0
        while time.perf_counter() < until:
            game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
            while game.winning_color() is None and time.perf_counter() < until:
                game.play_tick()
                steps += 1
        return steps

    return timed(count)


def peers() -> dict[str, Callable[[], Run]]:
    """What is measured, by name: our games, each with the most seats that it is for, and games of other libraries."""
    found: dict[str, Callable[[], Run]] = {}
    for game in bundled_games():
        slug, seats = game.slug, game.seats[-1]
        found[f"Londinium, vector, {game.title}, {seats} seats"] = partial(_vector, slug, seats)
        found[f"Londinium, PettingZoo, {game.title}, {seats} seats"] = partial(_zoo, _zoo_of_ours(slug, seats))
        found[f"Londinium, OpenSpiel, {game.title}"] = partial(_spiel, f"londinium_{slug.replace('-', '_')}")
    return {
        **found,
        "PettingZoo connect four": partial(_zoo, _zoo_of_theirs("connect_four_v3")),
        "PettingZoo gin rummy": partial(_zoo, _zoo_of_theirs("gin_rummy_v4")),
        "OpenSpiel hearts": partial(_spiel, "hearts"),
        "OpenSpiel backgammon": partial(_spiel, "backgammon"),
        "Catanatron, 4 players (nothing observed)": _catanatron,
    }


def _zoo_of_ours(slug: str, seats: int) -> Callable[[], Any]:
    return lambda: import_module("londinium.envs.zoo").env(slug, seats=seats)


def _zoo_of_theirs(module: str) -> Callable[[], Any]:
    return lambda: import_module(f"pettingzoo.classic.{module}").env()
