"""What bots that think for a time have found out at tables: the tree of each, kept from one of its decisions to the next.

The threads of a server think for many tables, so a bot finds its own tree here. A tree is found by table, seat and bot, and it is
about what that seat knows: nodes are named by it, so that of another line of play, after something was taken back, nothing is
found. What nobody asked for the longest goes first, and all of it counts towards the memory of the process (`kernel/kept.py`).
"""

from __future__ import annotations

from collections.abc import Collection

from londinium.bots.kept_trees import KeptTree
from londinium.bots.levels import LEVELS, seconds_for
from londinium.kernel.game import MOST_SEATS
from londinium.kernel.match import Match
from londinium.work.queue import Shelf

TREES_ROOM = 64 * 1024 * 1024
"""Bytes for the trees of all tables: of seventeen bots at least, of some twenty-five as a rule."""

BotPlace = tuple[str, int, str]
"""A table, a seat and the bot that plays it."""


def takes_time(bot: str, match: Match) -> bool:
    """Whether a bot thinks for a time in a match. Whoever counts simulations does not, nor who looks ahead a decision or two."""
    return bot in LEVELS and seconds_for(bot, match) is not None


class BotMemory:
    def __init__(self, room: int = TREES_ROOM) -> None:
        self._trees = Shelf[BotPlace, KeptTree](room, lambda kept: kept.size)

    def __len__(self) -> int:
        return len(self._trees)

    def recall(self, place: BotPlace) -> KeptTree | None:
        return self._trees.get(place)

    def keep(self, place: BotPlace, tree: KeptTree | None) -> None:
        """In place of what was kept there before; nothing of a bot that plays at no table, or has no tree."""
        table, _, _ = place
        if table and tree is not None:
            self._trees.put(place, tree)

    def forget(self, table: str, besides: Collection[tuple[int, str]] = ()) -> None:
        """Let go of all trees of a table, besides those of these seats and bots."""
        for bot in LEVELS:
            for seat in range(MOST_SEATS):
                if (seat, bot) not in besides:
                    self._trees.drop((table, seat, bot))
