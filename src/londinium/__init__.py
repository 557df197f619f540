"""Londinium: two London board games to play, host and study.

>>> import londinium
>>> match = londinium.game("old-london-bridge").match(seats=3, seed=7)
>>> match.legal_moves
['play 0', 'play 1', 'play 2', 'play 3', 'play 4']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record, read_record, write_record
from londinium.kernel.registry import game
from londinium.kernel.registry import games as all_games
from londinium.kernel.words.errors import (
    IllegalMove,
    InvalidBox,
    InvalidNotation,
    InvalidOption,
    InvalidRecord,
    LondiniumError,
    UnknownGame,
)

if TYPE_CHECKING:
    from londinium.bots.line_up import play
    from londinium.bots.registry import bot
    from londinium.envs.policies import PolicyBot, observe
    from londinium.study.analysis import analyse

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Game",
    "IllegalMove",
    "InvalidBox",
    "InvalidNotation",
    "InvalidOption",
    "InvalidRecord",
    "LondiniumError",
    "Match",
    "PolicyBot",
    "UnknownGame",
    "all_games",
    "analyse",
    "bot",
    "game",
    "load_record",
    "observe",
    "play",
    "read_record",
    "write_record",
]


_LATER = {
    "PolicyBot": "londinium.envs.policies",
    "analyse": "londinium.study.analysis",
    "bot": "londinium.bots.registry",
    "observe": "londinium.envs.policies",
    "play": "londinium.bots.line_up",
}
"""Where names are that need the search, or libraries that take a while to load."""


def __getattr__(name: str) -> Any:
    """What needs the search is loaded when somebody asks for it."""
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
