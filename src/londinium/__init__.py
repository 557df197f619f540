"""Londinium: two London board games to play, host and study.

>>> import londinium
>>> match = londinium.game("old-london-bridge").match(seats=3, seed=7)
>>> match.legal_moves
['play 0', 'play 1', 'play 2', 'play 3', 'play 4']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.position import read_position
from londinium.kernel.record import load_record, read_record, write_record
from londinium.kernel.registry import game
from londinium.kernel.registry import games as all_games
from londinium.kernel.words.errors import (
    IllegalMove,
    InvalidBox,
    InvalidNotation,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    LondiniumError,
    UnknownGame,
)

if TYPE_CHECKING:
    from londinium.study.analysis import analyse

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Game",
    "IllegalMove",
    "InvalidBox",
    "InvalidNotation",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "LondiniumError",
    "Match",
    "UnknownGame",
    "all_games",
    "analyse",
    "game",
    "load_record",
    "read_position",
    "read_record",
    "write_record",
]


def __getattr__(name: str) -> Any:
    """What needs the search is loaded when somebody asks for it."""
    if name == "analyse":
        from londinium.study.analysis import analyse

        return analyse
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
