"""The threads in which bots think about the decisions of tables; compiled rules release the interpreter, so nobody waits.

`londinium.bots` are the bots themselves, who know matches and no tables. Here is who may be asked to a table, and how a bot is
asked from an event loop: with a time limit, and with somebody who stands in if it fails. `bot_seats` knows when to ask, and makes
the moves. Up to there a move is an id; it is written when its event is stored.
"""

from __future__ import annotations

import logging
import os
import random
import secrets
import threading
from dataclasses import dataclass

from londinium.bots import registry
from londinium.bots.levels import LEVELS
from londinium.bots.players import PLAYER_KINDS
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.work.queue import Queue

_log = logging.getLogger(__name__)

LONGEST_THOUGHT = 60.0
"""Seconds after which a bot is taken to have failed."""


WARMING = 2
"""So many matches are played through before anybody comes; between them they ask for every rule that a table needs."""

DEFAULT_BOT = "builder"
"""Who sits down where nobody says otherwise: it answers at once, and is good enough to lose to."""

_minds = threading.local()
"""Each thread has its own bots, one of each kind for each game and for all tables: a bot thinks about one thing at a time."""


def bots_to_seat() -> tuple[str, ...]:
    """Every bot that can be asked to a table: the levels, then the simple players, the better ones first."""
    return (*LEVELS, *reversed(PLAYER_KINDS))


def choose(bot: str, match: Match, seat: int) -> int:
    """The move of a bot; it reads only what its seat may know."""
    bots: dict[tuple[str, str], registry.Bot] = _minds.__dict__.setdefault("bots", {})
    name = (bot, match.game.slug)
    if name not in bots:
        bots[name] = registry.bot(bot, match.game)
    return bots[name].choose(match, seat)


def warm_up(game: Game) -> None:
    """Compile (or fetch from disk) everything a table needs, before the first person waits for it."""
    match = game.match(seats=game.seats[-1], seed=1)
    for _ in range(8):
        if match.is_over:
            break
        seat = match.to_act[0]
        match.view(seat)
        match.push(choose(DEFAULT_BOT, match, seat), seat)
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


class Thinkers:
    """The queues in which bots think. A table asks for one thought at a time, so that no table fills them up.

    Bots that think for a time have a queue of their own, with a thread for each core so that they get what they count on; whoever
    plays against a quick one does not stand in line behind them. Standing in line is not thinking, and nobody fails by it.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._quick = Queue[None, None]("bot", 2)
        self._slow = Queue[None, None]("thinker", threads or max(2, os.cpu_count() or 1))

    async def think(self, bot: str, match: Match, seat: int) -> Chosen:
        """A legal move, whatever happens to the bot. The match must be a snapshot that nobody changes."""
        try:
            move = await self._chosen(bot, match, seat)
            if move in match.legal(seat):
                return Chosen(move)
            _log.error("the bot %s chose the illegal move %s at ply %s of %s", bot, move, match.ply, match.game.slug)
        except Exception:
            _log.exception("the bot %s failed at ply %s of %s", bot, match.ply, match.game.slug)
        return Chosen(secrets.choice(match.legal(seat)), stands_in=True)

    async def _chosen(self, bot: str, match: Match, seat: int) -> int:
        """What a bot chooses, in a thread of this machine."""
        takes_time = bot in LEVELS and LEVELS[bot].seconds is not None
        line = self._slow if takes_time else self._quick
        return await line.do(line.in_thread(lambda: choose(bot, match, seat), LONGEST_THOUGHT))

    async def close(self) -> None:
        for line in (self._quick, self._slow):
            await line.close()
