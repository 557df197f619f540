"""What is thrown: wrong arguments for a parameter, and right ones for all others, so that each of them is looked at."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from .makers import BASE, BRIDGE, makers

NUMBERS = (-1, 2**63, 10**25, -(10**25))
OTHERS: tuple[Any, ...] = (
    None,
    "nonsense",
    "",
    b"bytes",
    [],
    [1.5],
    [[1], [2, 3]],
    {},
    {"nonsense": 1},
    object(),
    math.nan,
    math.inf,
    2 + 3j,
    range(2**63 - 1, 2**63 + 3),
    np.zeros(3),
    np.zeros((2, 2), np.int64),
    np.zeros(0, np.int64),
    np.zeros(1, np.int8),
)
TOO_LARGE = {"seat": 9, "viewer": 9, "seats": 5, "player": 9, "i": 9, "ply": 9999, "start": 9999, "stop": 9999, "move": 9999}
"""Small numbers are often right; of these they are not."""


def thrown_at(name: str) -> list[Any]:
    return [*NUMBERS, *OTHERS, *([TOO_LARGE[name]] if name in TOO_LARGE else [])]


SMALL: dict[str, dict[str, Any]] = {
    "evaluate": {"seeds": 1, "bots": ["random"], "tasks": ()},
    "plan_task": {"seeds": 1},
    "pool_ratings": {"matches": 2},
    "meet": {"matches": 2},
    "variation": {"moves": ["play 1"]},
}
"""What is right for one function only; it is given although there is a default, which would take a while."""


def right() -> dict[str, Any]:
    """An argument for each name that would do, so that each of the others is looked at as well."""
    from londinium.arena.evaluation import evaluation_tasks
    from londinium.arena.tournament import settings_for
    from londinium.bots.search.search import Budget
    from londinium.envs.setting import Setting

    engine, match = BRIDGE.engine, BASE.copy()
    moves, weights = engine.buffers()
    return {
        "game": BRIDGE,
        "match": match,
        "here": match,
        "of": match,
        "position": match.position,
        "seat": 0,
        "seats": 2,
        "seed": 1,
        "seeds": [1, 2],
        "options": BRIDGE.option_codes(BRIDGE.choose()),
        "chosen": BRIDGE.choose(),
        "boxes": match.boxes,
        "states": match.position.states,
        "i": 0,
        "moves": moves,
        "weights": weights,
        "points": np.zeros(4, np.int32),
        "places": np.zeros(4, np.int32),
        "move": 0,
        "ply": 0,
        "depth": 1,
        "count": 2,
        "num_envs": 2,
        "threads": 1,
        "kind": "greedy",
        "kinds": ["greedy", "random"],
        "name": "greedy",
        "bots": ["greedy", "random"],
        "names": ["Ada", "Ben"],
        "box_name": "standard",
        "budget": Budget(simulations=1),
        "settings": settings_for(BRIDGE, ["greedy"], seats=2)[0],
        "setting": Setting.of(BRIDGE, 2),
        "action": 0,
        "actions": [0, 0],
        "agent": "player_0",
        "steps": 1,
        "render_mode": "ansi",
        "mode": "ansi",
        "text": "play 1",
        "source": "somewhere",
        "content": "0 play 1",
        "line": 1,
        "path": Path("/nowhere"),
        "slug": "old-london-bridge",
        "function": lambda: 0,
        "nodes": 64,
        "most": 1,
        "simulations": 1,
        "seconds": 0.0,
        "par_seconds": 0.0,
        "matches": [],
        "games": 1,
        "file": "policy.npz",
        "folder": Path("folder"),
        "pool": makers()["OpponentPool"](),
        "policy": lambda observations, masks: masks,
        "policies": [lambda observations, masks: masks],
        "observations": np.zeros((2, 4)),
        "masks": np.ones((2, 4), np.int8),
        "random": np.random.default_rng(1),
        "results": [],
        "evaluations": [],
        "task": evaluation_tasks(BRIDGE)[0],
        "jobs": 1,
        "bot": "random",
        "rival": "random",
        "command": "engine:true",
        "sweep": "chapel=printed,open",
        "mark": "!",
    }
