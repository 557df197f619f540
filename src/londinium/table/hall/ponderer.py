"""Bots that think on while people do, where the host allows it (`serve --ponder`).

One process of the lowest priority (`work/aside.py`) goes on with the trees of bots that think for a time, a moment at a time,
while the people at their tables decide. Tables take turns. It stops as soon as any bot is asked for a move, and nobody ever waits
for it: a bot thinks with the tree that is there. How long it thinks about one position is limited, and so is how many wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial

from londinium.bots.kept_trees import KeptTree, kept_tree, put_back, think_ahead
from londinium.bots.levels import Level, level, seconds_for
from londinium.kernel.game import Game
from londinium.kernel.interpreted import loading
from londinium.kernel.match import Match
from londinium.table.hall.bot_memory import BotMemory, BotPlace, takes_time
from londinium.work.aside import Aside, AsideEnded, is_told_to_stop

_log = logging.getLogger(__name__)

MOMENT = 1.0
"""Seconds of thinking at a time; what was thought in one that is interrupted is rarely of use."""
TIMES_ITS_OWN = 6
"""A position is thought about for so many times as long as the bot would think about a decision: beyond it little is gained."""
MOST_WISHES = 64
"""Bots whose turn it may be to think; of more, those that wait the longest are given up."""


@dataclass(frozen=True)
class PonderWish:
    """A position to think on about, while people decide in it."""

    match: Match
    is_wanted: Callable[[], bool]
    """Whether they still do, somebody is there, and nobody else thinks for the bot."""
    most: int
    """How many moments it may have, by how long the bot would think about a decision of this match."""
    moments: int = 0
    """How many it has had."""

    @property
    def wants_more(self) -> bool:
        return self.moments < self.most


@dataclass(frozen=True)
class Pondered:
    """What came of a moment."""

    tree: KeptTree | None
    simulations: int


class Ponderer:
    def __init__(self, memory: BotMemory, new_aside: Callable[[], Aside] = Aside) -> None:
        self._memory, self._new_aside = memory, new_aside
        self._aside: Aside | None = None
        self._wishes: OrderedDict[BotPlace, PonderWish] = OrderedDict()
        """Whose turn it is stands first. Those that have had enough stay until the position changes."""
        self._thoughts = 0
        self._free = asyncio.Event()
        self._free.set()
        self._running: asyncio.Task[None] | None = None
        self._closed = False
        self.simulations = 0
        """How many were made on the opponents' time."""

    def __len__(self) -> int:
        """How many bots think on, or wait for their turn to."""
        return sum(wish.wants_more for wish in self._wishes.values())

    # ── Bots that are asked come first ───────────────────────────────────────

    def pause(self) -> None:
        """A bot was asked for a move."""
        self._thoughts += 1
        self._free.clear()
        if self._aside is not None:
            self._aside.stop()

    def resume(self) -> None:
        """It has answered."""
        self._thoughts -= 1
        if not self._thoughts:
            self._free.set()

    # ── Who thinks on ────────────────────────────────────────────────────────

    def begin(self, table: str, bots: Iterable[tuple[int, str]], match: Match, is_wanted: Callable[[str], bool]) -> None:
        """People decide at a table: let these bots think on, each as long as it is wanted. Only a bot that has thought here
        before has a tree to go on with.
        """
        thinking = [(table, seat, bot) for seat, bot in bots if takes_time(bot, match) and seat not in match.to_act]
        self.end(table, besides=thinking)
        for place in thinking:
            known = self._wishes.get(place)
            if (known is None or known.match.plies != match.plies) and self._memory.recall(place) is not None:
                self._wishes[place] = PonderWish(match, partial(is_wanted, place[2]), moments_for(place[2], match))
        while len(self._wishes) > MOST_WISHES:
            self._wishes.popitem(last=False)
        if len(self) and not self._closed and (self._running is None or self._running.done()):
            self._running = asyncio.create_task(self._run())

    def end(self, table: str, besides: Collection[BotPlace] = ()) -> None:
        """Bots have to move at a table, or nobody is there."""
        for place in [place for place in self._wishes if place[0] == table and place not in besides]:
            del self._wishes[place]

    async def close(self) -> None:
        self._closed = True
        self._wishes.clear()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        if self._aside is not None:
            await self._aside.close()

    async def _run(self) -> None:
        """One moment after the other, while anybody wants one."""
        try:
            while len(self):
                while not self._free.is_set():  # a bot may have been asked again before this is woken
                    await self._free.wait()
                if found := next((each for each in self._wishes.items() if each[1].wants_more), None):
                    await self._moment(*found)
        except AsideEnded as ended:
            _log.warning("bots no longer think while others do: %s", ended)
            self._closed = True
            self._wishes.clear()
        except Exception:
            _log.exception("a bot could not think while others did")
            self._wishes.clear()

    async def _moment(self, place: BotPlace, wish: PonderWish) -> None:
        tree = self._memory.recall(place)
        if tree is None or not wish.is_wanted():
            del self._wishes[place]
            return
        if self._aside is None:
            self._aside = self._new_aside()
        _, seat, bot = place
        found = await self._aside.do(partial(ponder, bot, wish.match, seat, tree, MOMENT, wish.moments))
        self.simulations += found.simulations
        if self._memory.recall(place) is tree:  # nobody has thought further or let go of it meanwhile
            self._memory.keep(place, found.tree)
        if self._wishes.get(place) is wish:
            self._wishes[place] = replace(wish, moments=wish.moments + 1)
            self._wishes.move_to_end(place)


def moments_for(bot: str, match: Match) -> int:
    """How many moments a bot may have for a position."""
    return max(1, round(TIMES_ITS_OWN * (seconds_for(bot, match) or 0.0) / MOMENT))


# ── The process ──────────────────────────────────────────────────────────────

_levels: dict[tuple[str, str], Level] = {}
"""One for each bot and game."""


def ponder(bot: str, match: Match, seat: int, tree: KeptTree, seconds: float, luck: int) -> Pondered:
    """Go on with a tree for some seconds, or until somebody says stop."""
    with loading():
        search = _level(bot, match.game).search
        put_back(search, tree, match, seat)
        made = think_ahead(search, match, seat, seconds, luck, is_told_to_stop)
        return Pondered(kept_tree(search, tree) if made else None, made)


def _level(bot: str, game: Game) -> Level:
    name = (bot, game.slug)
    if name not in _levels:
        _levels[name] = level(bot, game)
    return _levels[name]
