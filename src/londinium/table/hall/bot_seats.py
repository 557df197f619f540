"""The seats that bots play: after every change their moves are made, one table's apart from the other's.

When a bot moves stands here; how it thinks, in `thinkers`; what it thinks, in `londinium.bots`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from londinium.table.decisions import Decided, decide_for_bot
from londinium.table.errors import NoSuchTable, StaleCommand, StoreError
from londinium.table.hall.opened import Accepted, Counts, OpenTable
from londinium.table.hall.thinkers import Thinkers

_log = logging.getLogger(__name__)

BOT_GRACE = 3.0
"""Seconds that a process leaves the bots of a table to the one in which the last command arrived."""
AFTER_FAILURE = 1.0

Commit = Callable[[OpenTable, str, Callable[[], Decided]], Awaitable[Accepted]]
"""Stores what a bot does, as `Hall` does it for persons."""


class BotSeats:
    """Makes the bots' moves at all tables of a hall."""

    def __init__(self, commit: Commit, counts: Counts, thinkers: Thinkers) -> None:
        self._commit, self._counts = commit, counts
        self._thinkers = thinkers
        self._running: set[asyncio.Task[None]] = set()
        self._closing = False

    def wake(self, opened: OpenTable) -> None:
        """Let the bots of a table move, if it is their turn and they are not at it already."""
        if self._closing or (opened.bots is not None and not opened.bots.done()) or not self._has_to_move(opened):
            return
        opened.bots = asyncio.create_task(self._run(opened))
        self._running.add(opened.bots)
        opened.bots.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Stop thinking. What was decided is stored; the rest is thought again by whoever opens the table next."""
        self._closing = True
        running = tuple(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._thinkers.close()

    def _has_to_move(self, opened: OpenTable) -> bool:
        """Where only bots are left, they wait until somebody watches."""
        return bool(not opened.gone and opened.table.bots_to_act() and (opened.listeners or opened.table.persons()))

    async def _run(self, opened: OpenTable) -> None:
        """One move after the other, until a person has to decide."""
        try:
            while self._has_to_move(opened):
                if opened.elsewhere:
                    number = opened.table.number
                    await asyncio.sleep(BOT_GRACE)
                    opened.elsewhere = opened.table.number != number
                    continue
                await self._move(opened, opened.table.bots_to_act()[0])
        except Exception:
            self._counts.bot_failures += 1
            _log.exception("the bots of table %s stopped", opened.table.id)

    async def _move(self, opened: OpenTable, seat: int) -> None:
        table = opened.table
        version = table.version(seat)
        # A pause lets people follow what they see; a face-down choice beside others' shows nothing.
        if opened.listeners and table.settings.pace and len(table.match.to_act) == 1:
            await asyncio.sleep(table.settings.pace / 1000)
        bot = table.seats[seat].bot
        if bot is None or version != table.version(seat) or seat not in table.match.to_act:
            return
        chosen = await self._thinkers.think(bot, table.match.copy(), seat)
        self._counts.bot_failures += chosen.stands_in
        try:
            # The command is named after the version, so that two processes that think about the same decision make it once.
            command = f"bot{seat}.{version}"
            await self._commit(opened, command, lambda: decide_for_bot(table, seat, version, chosen.move, chosen.stands_in))
            self._counts.bot_moves += 1
        except (StaleCommand, NoSuchTable):
            return
        except StoreError as error:
            _log.warning("a bot's move at table %s could not be stored: %s", table.id, error)
            await asyncio.sleep(AFTER_FAILURE)
