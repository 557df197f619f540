"""The names under which libraries find our environments, from the registry of games.

`gymnasium.make("londinium/NextStation-v1")` by the name that a game states, else by its slug; and for PettingZoo a module of each
game, `londinium.envs.next_station_london_v1`, which no file has to be written for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from londinium.envs.extras import library
from londinium.kernel.game import Game
from londinium.kernel.registry import games, slugs

VERSION = 1
"""Goes up when an observation, an action or a reward means something else than before."""

PACKAGE = "londinium.envs."
SUFFIX = f"_v{VERSION}"


def environment_name(game: Game) -> str:
    """`NextStation`: what Gymnasium calls a game."""
    return game.environment.name or "".join(word.capitalize() for word in game.slug.split("-"))


def module_name(slug: str) -> str:
    """`next_station_london_v1`: what PettingZoo's users import."""
    return slug.replace("-", "_") + SUFFIX


def register() -> None:
    """Make all games known to Gymnasium."""
    gymnasium = library("gymnasium", "rl")
    for game in games():
        gymnasium.register(
            id=f"londinium/{environment_name(game)}-v{VERSION}",
            entry_point="londinium.envs.single:LondiniumEnv",
            vector_entry_point="londinium.envs.vector:LondiniumVector",
            kwargs={"game": game.slug, "seats": game.environment.seats or game.seats[-1]},
        )


class GameModules(MetaPathFinder, Loader):
    """Finds the module of a game among the environments."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        known = fullname.startswith(PACKAGE) and fullname.removeprefix(PACKAGE) in map(module_name, slugs())
        return ModuleSpec(fullname, self) if known else None

    def exec_module(self, module: ModuleType) -> None:
        from londinium.envs import zoo

        slug = module.__name__.removeprefix(PACKAGE).removesuffix(SUFFIX).replace("_", "-")
        module.__doc__ = f"PettingZoo's environments of {slug}; `zoo.py` has them for every game."
        vars(module)["env"] = vars(module)["raw_env"] = partial(zoo.env, slug)
        vars(module)["parallel_env"] = partial(zoo.parallel_env, slug)


def find_modules() -> None:
    """Let `import` find the modules of games. Files come first."""
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules())
