"""Environments for learning agents. Importing this makes them known to Gymnasium, where it is installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from londinium.envs.registration import find_modules, game_modules, register

find_modules()
if find_spec("gymnasium"):
    register()


def __getattr__(name: str) -> ModuleType:
    """The module of a game: `londinium.envs.next_station_london_v1`."""
    if name in game_modules():
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
