"""The names under which libraries find our environments, from the registry of games.

`gymnasium.make("londinium/NextStation-v1")` by the name that a game states, else by its slug; and for PettingZoo a module per
game, `londinium.envs.next_station_london_v1`, for which no file has to be written. The version is that of the game's rules; an
older one is still there as long as its matches can be played.

An id means one task, whether `make` or `make_vec` builds it: the learner against `greedy`. Where every seat is stepped, it is
another task and has another id, `londinium/OldLondonBridgeSelfPlay-v2`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from londinium.envs.extras import library
from londinium.kernel.entries import entry
from londinium.kernel.game import Game
from londinium.kernel.registry import games

PACKAGE = "londinium.envs."
USUAL_OPPONENT = "greedy"
"""Who sits on the other seats where nobody says so: quick enough for a vector, and strong enough to learn from."""
SELF_PLAY_NAME = "SelfPlay"


@entry
def environment_name(game: Game) -> str:
    """`NextStation`: what Gymnasium calls a game."""
    return game.environment.name or "".join(word.capitalize() for word in game.slug.split("-"))


@entry
def versions(game: Game) -> tuple[int, ...]:
    """The versions of a game's environments: those of its rules that can be played, the newest first."""
    return game.rules_version, *game.older_rules


@entry
def module_name(slug: str, version: int) -> str:
    """`next_station_london_v1`: what PettingZoo's users import."""
    return f"{slug.replace('-', '_')}_v{version}"


def game_modules() -> dict[str, tuple[Game, int]]:
    """The names of all modules, with their game and version."""
    return {module_name(game.slug, version): (game, version) for game in games() for version in versions(game)}


@entry
def tasks(game: Game) -> dict[str, dict[str, Any]]:
    """The tasks that a game is registered as: what follows its name, and the settings that make it this task."""
    against_bots = {"seats": game.environment.seats or game.seats[-1], "opponents": USUAL_OPPONENT}
    every_seat = {"seats": game.seats[-1], "opponents": None}
    return {"": against_bots, SELF_PLAY_NAME: every_seat} if game.seats[-1] > 1 else {"": against_bots}


def register() -> None:
    """Make all games known to Gymnasium."""
    gymnasium = library("gymnasium", "rl")
    for game in games():
        for version in versions(game):
            for task, settings in tasks(game).items():
                gymnasium.register(
                    id=f"londinium/{environment_name(game)}{task}-v{version}",
                    entry_point="londinium.envs.single:LondiniumEnv",
                    vector_entry_point="londinium.envs.vector:LondiniumVector",
                    kwargs={"game": game.slug, "rules": version, **settings},
                )


class GameModules(MetaPathFinder, Loader):
    """Finds the module of a game among the environments."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        known = fullname.startswith(PACKAGE) and fullname.removeprefix(PACKAGE) in game_modules()
        return ModuleSpec(fullname, self) if known else None

    def exec_module(self, module: ModuleType) -> None:
        from londinium.envs import zoo

        game, version = game_modules()[module.__name__.removeprefix(PACKAGE)]
        module.__doc__ = f"PettingZoo's environments of {game.title}; `zoo.py` has them for every game."
        vars(module)["env"] = vars(module)["raw_env"] = partial(zoo.env, game.slug, rules=version)
        vars(module)["parallel_env"] = partial(zoo.parallel_env, game.slug, rules=version)


def find_modules() -> None:
    """Let `import` find the modules of games. Files come first."""
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules())
