"""All bots by name: the simple players, the levels of the search, saved policies, and those of others.

`policy:FILE` is what an agent has learnt (`policy_file.py`). `MODULE:NAME` is what a module calls a bot of somebody's own, an
installed package may name its bots (entry points `londinium.bots`), and `engine:COMMAND` is a program that speaks the protocol of
`docs/engine.md`. All of these last think in processes of their own and are sent what their seats may know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Protocol

from londinium.bots.levels import LEVELS, Level, level
from londinium.bots.players import PLAYER_KINDS, Players, kind_number
from londinium.bots.policy_file import FileBot, check_policy, is_policy
from londinium.bots.search.search import Budget
from londinium.kernel.checks import MOST_SIMULATIONS
from londinium.kernel.entries import entries, entry
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown

if TYPE_CHECKING:
    from londinium.bots.engines.away import BotFailure

BOTS_GROUP = "londinium.bots"
"""The entry points under which packages name their bots."""
SEARCH_PREFIX = "search-"
SEARCH = re.compile(SEARCH_PREFIX + "([1-9][0-9]{0,7})")
"""A search by its number of simulations per decision: `search-2000`. For measurements; people choose levels."""
HURRIED = re.compile(rf"({'|'.join(LEVELS)})/([1-9]\d{{0,3}})")
"""A level with a part of its time: `architect/20` thinks for a twentieth of it. For measurements, too."""
SEARCH_NAME, POLICY_NAME, OTHERS_NAME, ENGINE_NAME = "search-N", "policy:FILE", "MODULE:NAME", "engine:COMMAND"
"""How a list of bots writes that, saved policies, and bots of others."""


class Bot(Protocol):
    """A player of a game. A bot sees what its seat may know, and nothing else.

    One of somebody's own is made by calling it with the game, and may answer with the text of a move as well; see
    `docs/write-a-bot.md`.
    """

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


@entries
class AnyGame:
    """A bot for whatever game it is asked about."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._bots: dict[str, Bot] = {}

    def choose(self, match: Match, seat: int) -> int:
        slug = match.game.slug
        if slug not in self._bots:
            self._bots[slug] = bot(self.name, match.game)
        return self._bots[slug].choose(match, seat)


def bot_names() -> tuple[str, ...]:
    """The names of all bots, the simplest first, then those that installed packages bring."""
    return (*PLAYER_KINDS, *LEVELS, *installed_bots())


@cache
def installed_bots() -> dict[str, str]:
    """The bots that installed packages bring: MODULE:NAME by name. Ours keep their names."""
    ours = (*PLAYER_KINDS, *LEVELS)
    return {entry.name: entry.value for entry in entry_points(group=BOTS_GROUP) if entry.name not in ours}


@entry
def is_ours(name: str) -> bool:
    """Whether a name means a simple player, a search or a saved policy, which may be given whole matches."""
    return name in PLAYER_KINDS or is_search(name) or is_policy(name)


@entry
def is_search(name: str) -> bool:
    """Whether a name means a search, which can say how often it tried each move."""
    return name in LEVELS or _simulations_of(name) is not None or HURRIED.fullmatch(name) is not None


def _simulations_of(name: str) -> int | None:
    """N of search-N, if a search may have so many."""
    found = SEARCH.fullmatch(name)
    return int(found[1]) if found and int(found[1]) <= MOST_SIMULATIONS else None


@entry
def check_name(name: str) -> None:
    """Whether there is such a bot. One of somebody's own is tried in its own process; ours are not made: a search begins with a
    tree of many megabytes.
    """
    if is_policy(name):
        check_policy(name)
    if is_ours(name):
        return
    full = installed_bots().get(name, name)
    if full.startswith(SEARCH_PREFIX) and ":" not in full:
        message = N_("there is no bot '{name}': in search-N, N is a number from 1 to {most}")
        raise InvalidOption(message, name=name, most=MOST_SIMULATIONS)
    if ":" not in full:
        known = (*bot_names(), SEARCH_NAME, POLICY_NAME, OTHERS_NAME, ENGINE_NAME)
        raise unknown(InvalidOption, N_("there is no bot '{name}'; choose one of: {known}"), name, known, name=name)
    from londinium.bots.engines.process import EngineFailed, command_of, give_back, lend_process

    try:
        give_back(lend_process(command_of(full)))
    except EngineFailed as failed:
        message = N_("there is no bot '{name}': {problem}")
        raise InvalidOption(message, name=name, problem=failed.detail or failed.what) from None


@entry
def short_name(name: str) -> str:
    """A bot of somebody's own as players are called: NAME of MODULE:NAME, the last word of a command."""
    return name.rpartition(":")[2].rpartition("/")[2].strip()[:24] or name[:24]


@entry
def bot(name: str, game: Game | str | None = None, *, tell: Callable[[BotFailure], None] | None = None) -> Bot:
    """A bot, for one game or for any. It thinks about one decision at a time, and keeps its thoughts as long as it is asked
    about one seat of one match: give each seat its own where that is worth the memory, or let one bot think for many, as the
    threads of a server do.

    `tell` hears what happens to a bot of somebody's own, and then nobody hears it in the bot's words; without it, the log does.
    """
    if is_ours(name) and game is None:
        if is_policy(name):
            check_policy(name)
        return AnyGame(name)
    if is_ours(name):
        found = find_game(game) if isinstance(game, str) else game
        assert found is not None
        return _our_bot(name, found)
    check_name(name)
    from londinium.bots.engines.away import EngineBot

    return EngineBot(installed_bots().get(name, name), called=name, quiet=tell is not None, tell=tell)


def _our_bot(name: str, game: Game) -> Bot:
    if is_policy(name):
        return FileBot(name, game)
    if simulations := _simulations_of(name):
        return Level(name, game, Budget(simulations=simulations))
    if found := HURRIED.fullmatch(name):
        return level(found[1], game, hurry=int(found[2]))
    return level(name, game) if name in LEVELS else Simple(name, game)
