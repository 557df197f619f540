"""The seats that bots play: after every change their moves are made, one table's apart from the other's.

When a bot moves is decided here; how it thinks, in `thinkers`; what it thinks, in `londinium.bots`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from londinium.bots.levels import LEVELS
from londinium.kernel.match import Match
from londinium.table.decisions import Decided, decide_for_bot
from londinium.table.errors import NoSuchTable, StaleCommand, StoreError
from londinium.table.hall.opened import Accepted, Counts, OpenTable
from londinium.table.hall.peers import Peers
from londinium.table.hall.thinkers import Chosen, Thinkers
from londinium.table.store.agreement import DEAD_AFTER
from londinium.table.table import Table
from londinium.work.turns import Ticket

_log = logging.getLogger(__name__)

CLAIM_AGAIN = 1.0
"""Seconds until it is looked again whether the process that thinks for the bots of a table is still there."""
BOTS_PATIENCE = 90.0
"""Seconds without a move after which their bots are taken from a process that lives: longer than any thought."""
AFTER_FAILURE = 1.0

Commit = Callable[[OpenTable, str, Callable[[], Decided]], Awaitable[Accepted]]
"""Stores what a bot does, as `Hall` does it for persons."""


class Helper(Protocol):
    """Somebody elsewhere who can think for a bot."""

    def helps(self, bot: str) -> bool:
        """Whether it can think for this bot at all, one of `LEVELS`."""

    async def choose(self, bot: str, match: Match, seat: int) -> int | None:
        """A legal move of the bot's; None if nothing came of it."""


FindHelper = Callable[[Table], Helper | None]
"""Who could think for the bots of a table now."""


class BotSeats:
    """Makes the bots' moves at all tables of a hall."""

    def __init__(
        self, commit: Commit, counts: Counts, thinkers: Thinkers, find_helper: FindHelper, peers: Peers | None = None
    ) -> None:
        self._commit, self._counts, self._peers = commit, counts, peers or Peers(None)
        self._thinkers, self._find_helper = thinkers, find_helper
        self._running: set[asyncio.Task[None]] = set()
        self._closing = False
        self.leaving = False
        """Whether this process thinks only where somebody is still here: all others are thought for elsewhere soon."""

    def wake(self, opened: OpenTable) -> None:
        """Let the bots of a table move, if it is their turn and they are not already at it."""
        if opened.thinking is not None and opened.listeners:
            self._thinkers.hurry(opened.thinking, opened.asker)
        self._look_after(opened)
        if self._closing or (opened.bots is not None and not opened.bots.done()) or not self._has_to_move(opened):
            return
        opened.bots = asyncio.create_task(self._run(opened))
        self._running.add(opened.bots)
        opened.bots.add_done_callback(self._running.discard)

    @property
    def pondered(self) -> int:
        pondering = self._thinkers.pondering
        return 0 if pondering is None else pondering.simulations

    @property
    def lengths(self) -> dict[str, int]:
        return self._thinkers.lengths

    async def close(self) -> None:
        """Stop thinking. What was decided is stored; the rest is thought through again when the table is next opened."""
        self._closing = True
        running = tuple(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._thinkers.close()

    def _has_to_move(self, opened: OpenTable) -> bool:
        """Where only bots are left, they wait until somebody watches."""
        wanted = opened.listeners or (opened.table.persons() and not self.leaving)
        return bool(not opened.gone and opened.table.bots_to_act() and wanted)

    async def _run(self, opened: OpenTable) -> None:
        """One move after the other, until a person has to decide."""
        try:
            while self._has_to_move(opened):
                if await self._are_ours(opened):
                    await self._move(opened, opened.table.bots_to_act()[0])
        except Exception:
            self._counts.bot_failures += 1
            _log.exception("the bots of table %s stopped", opened.table.id)
        finally:
            self._look_after(opened)  # what was thought for a seat that somebody else plays by now is kept by nobody

    def _look_after(self, opened: OpenTable) -> None:
        if opened.gone or opened.bots_of != self._peers.term:  # others think for them now, or nobody
            self._thinkers.forget(opened.table.id)
            return
        self._thinkers.look_after(opened.table, partial(self._may_think_on, opened))

    def _may_think_on(self, opened: OpenTable, bot: str) -> bool:
        """Whether a bot of a table could think on: people decide who are here, and whose devices do not think for it."""
        table, allowed = opened.table, self._thinkers.pondering is not None and not (self._closing or self.leaving)
        here = allowed and opened.listeners and opened.bots_of == self._peers.term and not opened.gone
        return bool(here and not table.is_over and not table.bots_to_act() and self._helper_for(bot, table) is None)

    async def _are_ours(self, opened: OpenTable) -> bool:
        """Wait until the bots of a table are to be thought for here, which one process does as long as it lives; False if there
        is nothing left to think about.
        """
        number, waited = opened.table.number, 0.0
        if opened.elsewhere and not opened.listeners:
            # Whoever plays is at another process, where the bots should be too; if they do not move there, it has died.
            self.release(opened)
            await asyncio.sleep(CLAIM_AGAIN + DEAD_AFTER)
        while self._has_to_move(opened) and opened.bots_of != self._peers.term:
            if number != opened.table.number:
                number, waited = opened.table.number, 0.0
            try:
                term = self._peers.term
                if await self._peers.claim(_claim(opened), by_force=waited > BOTS_PATIENCE):
                    opened.bots_of = term
                    break
            except StoreError as error:
                _log.warning("whose bots those of table %s are could not be asked: %s", opened.table.id, error)
            await asyncio.sleep(CLAIM_AGAIN)
            waited += CLAIM_AGAIN
        return self._has_to_move(opened)

    def release(self, opened: OpenTable) -> None:
        """Leave the bots of a table to whoever has it open; what they knew is forgotten here."""
        self._thinkers.forget(opened.table.id)
        if opened.bots_of:
            opened.bots_of = 0
            self._peers.release(_claim(opened))

    async def _move(self, opened: OpenTable, seat: int) -> None:
        table = opened.table
        version = table.version(seat)
        # A pause lets people follow what they see; a face-down choice beside others' shows nothing.
        if opened.listeners and table.settings.pace and len(table.match.to_act) == 1:
            await asyncio.sleep(table.settings.pace / 1000)
        bot = table.seats[seat].bot
        if bot is None or version != table.version(seat) or seat not in table.match.to_act:
            return
        opened.thinking = Ticket(opened.asker)
        try:
            chosen = await self._chosen(table, bot, seat, opened.thinking)
        finally:
            opened.thinking = None
        self._look_after(opened)  # the table may have been released meanwhile, or the seat taken by somebody else
        self._counts.bot_failures += chosen.stands_in
        try:
            # The command is named after the version, so that two processes that think about the same decision make it once.
            command = f"bot{seat}.{version}"
            await self._commit(
                opened, command, lambda: decide_for_bot(table, seat, version, chosen.move, chosen.stands_in, chosen.by)
            )
            self._counts.bot_moves += 1
        except (StaleCommand, NoSuchTable):
            return
        except StoreError as error:
            _log.warning("a bot's move at table %s could not be stored: %s", table.id, error)
            await asyncio.sleep(AFTER_FAILURE)

    async def _chosen(self, table: Table, bot: str, seat: int, ticket: Ticket) -> Chosen:
        """What a bot chooses: with somebody's help if there is anything to think about, and otherwise, or if that fails, here."""
        match = table.match.copy()
        if bot in LEVELS and len(match.legal(seat)) > 1:
            helper = self._helper_for(bot, table)
            if helper is not None and (move := await helper.choose(bot, match, seat)) is not None:
                return Chosen(move)
            self._counts.bot_thoughts += 1
        return await self._thinkers.think(bot, match, seat, ticket, table.seats[seat].lost)

    def _helper_for(self, bot: str, table: Table) -> Helper | None:
        """Who could think for a bot of a table now; the simple players need nobody."""
        helper = self._find_helper(table) if bot in LEVELS else None
        return helper if helper is not None and helper.helps(bot) else None


def _claim(opened: OpenTable) -> str:
    return f"bots {opened.table.id}"
