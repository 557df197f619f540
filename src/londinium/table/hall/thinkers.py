"""The threads in which bots think about the decisions of tables; compiled rules release the interpreter, so nobody waits.

`londinium.bots` are the bots themselves, who know matches and no tables. Here is who may be asked to a table, and how a bot is
asked from an event loop: with a time limit, and with somebody who stands in if it fails. `bot_seats` knows when to ask, and makes
the moves. Up to there a move is an id; it is written when its event is stored.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import re
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from londinium.bots import registry
from londinium.bots.kept_trees import KeptTree
from londinium.bots.levels import LEVELS, Level
from londinium.bots.players import PLAYER_KINDS
from londinium.bots.policy_file import is_policy
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.game import Game
from londinium.kernel.interpreted import loading
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.table.hall.bot_memory import BotMemory, takes_time
from londinium.work.job import Tell
from londinium.work.queue import Queue, Work
from londinium.work.turns import Asker, Ticket

if TYPE_CHECKING:
    from londinium.table.hall.ponderer import Ponderer
    from londinium.table.table import Table

_log = logging.getLogger(__name__)

LONGEST_THOUGHT = 60.0
"""Seconds after which a bot is taken to have failed."""


BOT_NAME = re.compile(r"[a-z][a-z0-9-]{0,23}")
"""What a bot of somebody else's may be called at a table."""

WARMING = 2
"""How many matches are played through before anybody comes; between them they ask for every rule that a table needs."""

DEFAULT_BOT = "builder"
"""Who sits down where nobody says otherwise: it answers at once, and is good enough to lose to."""

STANDS_IN = "greedy"
"""Who moves for bots that search, as long as they cannot."""

_minds = threading.local()
"""Each thread has its own bots, one of each kind for each game and for all tables: a bot thinks about one thing at a time."""


_invited: dict[str, str] = {}
"""Bots of others that the host lets sit at tables here: MODULE:NAME or engine:COMMAND, by what they are called."""


def invite_bots(bots: Mapping[str, str]) -> None:
    """Let these bots of others sit at the tables of this process, and nobody else's. InvalidOption says what is wrong with
    one.
    """
    for name, command in bots.items():
        if not BOT_NAME.fullmatch(name):
            message = N_("a bot is called by small letters, digits and hyphens, such as thrifty-2, not '{name}'")
            raise InvalidOption(message, name=name)
        if registry.is_ours(name) or name == "person":
            raise InvalidOption(N_("'{name}' is taken: give your bot another name"), name=name)
        registry.check_name(command)
        if registry.is_ours(command) and not is_policy(command):
            raise InvalidOption(N_("'{name}' sits at every table already"), name=command)
    _invited.clear()
    _invited.update({name: registry.installed_bots().get(command, command) for name, command in bots.items()})


def invited_bots() -> tuple[str, ...]:
    """What the bots of others that may sit down here are called."""
    return tuple(_invited)


def bots_to_seat() -> tuple[str, ...]:
    """Every bot that can be asked to a table: the levels, then the simple players, the better ones first, then those of
    others.
    """
    return (*LEVELS, *reversed(PLAYER_KINDS), *_invited)


def choose(bot: str, match: Match, seat: int) -> int:
    """The move of one of our bots; it reads only what its seat may know. A search waits for its compiled code: interpreted, it
    would take for ever.
    """
    with loading() if bot in LEVELS else nullcontext():
        return _bot(bot, match.game).choose(match, seat)


def choose_recalling(bot: str, match: Match, seat: int, tree: KeptTree | None) -> tuple[int, KeptTree | None]:
    """The move of a bot that thinks for a time, with what it found out before and what it knows after that."""
    with loading():
        level = _bot(bot, match.game)
        assert isinstance(level, Level)
        return level.choose_recalling(match, seat, tree)


def _bot(bot: str, game: Game) -> registry.Bot:
    if not registry.is_ours(bot):
        # The table may come from elsewhere, and nobody who sends a file names a program that is started here.
        raise InvalidOption(N_("the bot '{name}' is not invited to this server"), name=bot)
    bots: dict[tuple[str, str], registry.Bot] = _minds.__dict__.setdefault("bots", {})
    name = (bot, game.slug)
    if name not in bots:
        bots[name] = registry.bot(bot, game)
    return bots[name]


def choose_elsewhere(bot: str, match: Match, seat: int, lost: int = 0) -> Chosen:
    """The move of a bot of somebody else's, in a process of its own; what happens to it there is told without its own words,
    which may give away what it holds. It is another one for every decision: at a table it remembers nothing, so how many
    moves it has lost is known to the table. A saved policy is no program, so it is asked here.
    """
    if is_policy(_invited[bot]):
        return Chosen(_bot(_invited[bot], match.game).choose(match, seat))
    from londinium.bots.engines.away import MOST_LOST, EngineBot, log_failure, stand_in

    if lost >= MOST_LOST:
        return Chosen(stand_in(match, seat), stands_in=True)
    asked = EngineBot(_invited[bot], called=bot, quiet=True, tell=log_failure)
    move = asked.choose(match, seat)
    return Chosen(move, stands_in=bool(asked.failures))


_warm: list[Game] = []
"""The games of which this process has fetched everything: whole matches are not played twice for it."""


def warm_up(game: Game) -> None:
    """Compile (or fetch from disk) everything a table needs, before the first person waits for it."""
    if not any(game is known for known in _warm):
        warm_search(game)
        warm_rules(game)
        _warm.append(game)


def warm_search(game: Game) -> None:
    """What bots need: the simple ones, and those who search."""
    match = game.match(seats=game.seats[-1], seed=1)
    for kind in PLAYER_KINDS:
        choose(kind, match, match.to_act[0])
    for _ in range(8):
        if match.is_over:
            break
        seat = match.to_act[0]
        match.view(seat)
        match.push(choose(DEFAULT_BOT, match, seat), seat)


def warm_rules(game: Game) -> None:
    """What a match needs that people play and look at."""
    for seed in range(WARMING):
        _play_through(game.match(seats=game.seats[-1], seed=seed))


def _play_through(match: Match) -> None:
    """A match to its end, looked at as a table does: some rules are asked for only then, and would stop all tables."""
    choice = random.Random(match.seed)
    while not match.is_over and match.ply < LONGEST_MATCH:
        seat = choice.choice(match.to_act)
        match.view(seat, refusals=False)
        match.push(choice.choice(match.legal(seat)), seat)
    match.view(None)
    match.events()
    for ply in range(match.ply):
        if (half := match.halfway(ply)) is not None:
            half.view(None)


@dataclass(frozen=True)
class Chosen:
    """A bot's move; `stands_in` if the bot failed and it was drawn at random instead."""

    move: int
    stands_in: bool = False
    by: str | None = None
    """Who chose it, if it was not the bot itself: a simple player, while the search is not compiled."""


class Thinkers:
    """The queues in which bots think. A table asks for one thought at a time, so that no table fills them up; those who watch
    take turns, and what nobody watches comes last.

    Bots that think for a time have a queue of their own, with a thread for each core so that they get what they count on; nobody
    playing against a quick one queues behind them. Which are quick depends on game and match (`takes_time`). Queueing is not
    thinking, and nobody fails by it.
    """

    can_search: Callable[[Game], Awaitable[bool]] | None = None
    """Asked whether bots can search in a game yet, where that is not always so."""

    memory: BotMemory | None = None
    """What bots that think for a time know from their last decision; None where they know nothing."""
    pondering: Ponderer | None = None
    """Where the host lets them think on while others do."""

    def __init__(self, threads: int | None = None, *, ponders: bool = False) -> None:
        self._quick = Queue[None, None]("bot", 2)
        self._slow = Queue[None, None]("thinker", threads or max(2, os.cpu_count() or 1), spares=True)
        self.memory = BotMemory()
        if ponders:
            from londinium.table.hall.ponderer import Ponderer  # processes are nothing for a browser

            self.pondering = Ponderer(self.memory)

    @property
    def lengths(self) -> dict[str, int]:
        """How many thoughts wait or are under way, by queue."""
        found = {"bots": self._quick.length, "thinkers": self._slow.length}
        return found if self.pondering is None else {**found, "pondering": len(self.pondering)}

    async def think(self, bot: str, match: Match, seat: int, ticket: Ticket | None = None, lost: int = 0) -> Chosen:
        """A legal move, whatever happens to the bot. The match must be a snapshot that nobody changes. The ticket says for whom
        it thinks, and at which table; `lost` is how many moves it has lost there.
        """
        if self.pondering is not None:
            self.pondering.pause()
        try:
            simple = bot in LEVELS and self.can_search is not None and not await self.can_search(match.game)
            if bot in _invited:
                elsewhere = self._slow.in_thread(lambda: choose_elsewhere(bot, match, seat, lost))
                return await self._slow.do(elsewhere, ticket or Ticket())
            move = await self._chosen(STANDS_IN if simple else bot, match, seat, ticket or Ticket())
            if move in match.legal(seat):
                return Chosen(move, by=STANDS_IN if simple else None)
            _log.error("the bot %s chose the illegal move %s at ply %s of %s", bot, move, match.ply, match.game.slug)
        except Exception:
            _log.exception("the bot %s failed at ply %s of %s", bot, match.ply, match.game.slug)
        finally:
            if self.pondering is not None:
                self.pondering.resume()
        return Chosen(secrets.choice(match.legal(seat)), stands_in=True)

    async def _chosen(self, bot: str, match: Match, seat: int, ticket: Ticket) -> int:
        """What a bot chooses, in a thread of this machine."""
        if not takes_time(bot, match):
            return await self._quick.do(self._quick.in_thread(lambda: choose(bot, match, seat), LONGEST_THOUGHT), ticket)
        return await self._slow.do(self._thought(bot, match, seat, ticket), ticket)

    def _thought(self, bot: str, match: Match, seat: int, ticket: Ticket) -> Work[int]:
        """What a bot that thinks for a time does when its turn has come: it goes on with its tree as it is then."""

        async def work(tell: Tell) -> int:
            _, table = ticket.asker
            place = (table, seat, bot)
            known = self.memory.recall(place) if self.memory is not None else None
            thought = self._slow.in_thread(lambda: choose_recalling(bot, match, seat, known), LONGEST_THOUGHT)
            move, tree = await thought(tell)
            if self.memory is not None:
                self.memory.keep(place, tree)
            return move

        return work

    def look_after(self, table: Table, may_think_on: Callable[[str], bool]) -> None:
        """Something has changed at a table: forget what the bots knew who no longer play there, and let those of the others think
        on who may; this is asked again before each of their moments.
        """
        bots = [(seat, state.bot) for seat, state in enumerate(table.seats) if state.bot is not None and not table.is_over]
        if self.memory is not None:
            self.memory.forget(table.id, bots)
        if self.pondering is None:
            return
        if ahead := [(seat, bot) for seat, bot in bots if may_think_on(bot)]:
            self.pondering.begin(table.id, ahead, table.match.copy(), may_think_on)
        else:
            self.pondering.end(table.id)

    def forget(self, table: str) -> None:
        """A table was put away."""
        if self.memory is not None:
            self.memory.forget(table)
        if self.pondering is not None:
            self.pondering.end(table)

    def hurry(self, ticket: Ticket, asker: Asker) -> None:
        """Somebody has come who waits for a thought that nobody waited for."""
        for line in (self._quick, self._slow):
            line.move(ticket, asker)

    async def close(self) -> None:
        if _invited:
            from londinium.bots.engines.process import close_engines

            await asyncio.to_thread(close_engines)  # whoever waits for one need not wait for its limit
        if self.pondering is not None:
            await self.pondering.close()
        for line in (self._quick, self._slow):
            await line.close()
