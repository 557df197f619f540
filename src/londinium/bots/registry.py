"""All bots by name: the simple players, and the levels of the search."""

from __future__ import annotations

import re
from typing import Protocol

from londinium.bots.levels import LEVELS, Level
from londinium.bots.players import PLAYER_KINDS, Players, kind_number
from londinium.bots.search.search import Budget
from londinium.kernel.entries import entries, entry
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown

SEARCH = re.compile(r"search-([1-9]\d{0,6})")
"""A search by its number of simulations per decision: `search-2000`. For measurements; people choose levels."""
SEARCH_NAME = "search-N"
"""How a list of bots writes that."""


class Bot(Protocol):
    """A player of a game. A bot sees what its seat may know, and nothing else."""

    name: str

    def choose(self, match: Match, seat: int) -> int:
        """The move for a seat that has to decide. The match is not changed."""


@entries
class Simple:
    """One of the simple players as a bot."""

    def __init__(self, name: str, game: Game) -> None:
        kind_number(name)
        self.name = name
        self._players = Players(game)

    def choose(self, match: Match, seat: int) -> int:
        return self._players.choose(self.name, match, seat)


def bot_names() -> tuple[str, ...]:
    """The names of all bots, the simplest first."""
    return (*PLAYER_KINDS, *LEVELS)


@entry
def check_name(name: str) -> None:
    if name not in bot_names() and not SEARCH.fullmatch(name):
        known = (*bot_names(), SEARCH_NAME)
        raise unknown(InvalidOption, N_("there is no bot '{name}'; choose one of: {known}"), name, known, name=name)


@entry
def bot(name: str, game: Game) -> Bot:
    """A bot for a game. It thinks about one decision at a time, and keeps its thoughts as long as it is asked about one seat of
    one match: give each seat its own where that is worth the memory, or let one bot think for many, as the threads of a server
    do.
    """
    check_name(name)
    if found := SEARCH.fullmatch(name):
        return Level(name, game, Budget(simulations=int(found[1])))
    return Level(name, game, LEVELS[name]) if name in LEVELS else Simple(name, game)
