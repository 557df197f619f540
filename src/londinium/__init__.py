"""Londinium: two London board games to play, host and study.

>>> import londinium
>>> match = londinium.game("old-london-bridge").match(seats=3, seed=7)
>>> match.legal_moves
['play 0', 'play 1', 'play 2', 'play 3', 'play 4']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match, MatchStep
from londinium.kernel.moves import Move
from londinium.kernel.position import read_position
from londinium.kernel.record import load_record, read_record, save_record, write_record
from londinium.kernel.registry import games as all_games
from londinium.kernel.remarks import Remark, Variation
from londinium.kernel.views import ALL_EYES
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
    from londinium.bots.line_up import play
    from londinium.bots.registry import bot
    from londinium.envs.policies import PolicyBot, observe
    from londinium.games.next_station_london.face import effects as nsl_effects
    from londinium.games.next_station_london.face import sheets as nsl_sheets
    from londinium.games.next_station_london.face import view as nsl_view
    from londinium.games.old_london_bridge.face import effects as olb_effects
    from londinium.games.old_london_bridge.face import sheets as olb_sheets
    from londinium.games.old_london_bridge.face import view as olb_view
    from londinium.study.analysis import analyse

    # Whoever asks for a game by its name gets its own boards, effects and score sheets.
    @overload
    def game(slug: Literal["old-london-bridge"]) -> Game[olb_view.Board, olb_effects.Effect, olb_sheets.ScoreSheet]: ...
    @overload
    def game(slug: Literal["next-station-london"]) -> Game[nsl_view.Board, nsl_effects.Effect, nsl_sheets.ScoreSheet]: ...
    @overload
    def game(slug: str) -> Game: ...
    def game(slug: str) -> Game:
        """The game with this slug; UnknownGame names the ones there are, InvalidGame says why one cannot be used."""

else:
    from londinium.kernel.registry import game

__version__ = "0.1.0"

__all__ = [
    "ALL_EYES",
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
    "MatchStep",
    "Move",
    "PolicyBot",
    "Remark",
    "UnknownGame",
    "Variation",
    "all_games",
    "analyse",
    "bot",
    "game",
    "load_record",
    "observe",
    "play",
    "read_position",
    "read_record",
    "save_record",
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


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
