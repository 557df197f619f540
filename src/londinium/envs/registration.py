"""The names under which Gymnasium finds our environments: `gymnasium.make("londinium/NextStation-v1")`."""

from __future__ import annotations

from londinium.envs.extras import library

VERSION = 1
"""Goes up when an observation, an action or a reward means something else than before."""

NAMES = {
    "NextStation": {"game": "next-station-london", "seats": 1},
    "OldLondonBridge": {"game": "old-london-bridge", "seats": 4},
}


def register() -> None:
    gymnasium = library("gymnasium", "rl")
    for name, settings in NAMES.items():
        gymnasium.register(
            id=f"londinium/{name}-v{VERSION}",
            entry_point="londinium.envs.single:LondiniumEnv",
            vector_entry_point="londinium.envs.vector:LondiniumVector",
            kwargs=settings,
        )
