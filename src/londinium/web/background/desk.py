"""What the host decides while the server runs, carried out in this process: bans, limits, new links; and what is old goes."""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from londinium.kernel.words.errors import LondiniumError
from londinium.table.hall.noticeboard import Noticeboard
from londinium.table.hall.retention import Pruned, Retention, prune
from londinium.web.http.doorkeeper import Doorkeeper, visitor_net
from londinium.web.http.limits import NO_LIMITS, Rate

if TYPE_CHECKING:
    from londinium.web.site import Site

_log = logging.getLogger(__name__)

FIRST_PRUNING, PRUNED_EVERY = 30.0, 6 * 3600.0
"""Seconds after the start, and between two; somewhat later each time, so that several processes do not begin together."""
BANS_EVERY = 30.0
"""Seconds after which bans are read again, because some end by themselves."""


class HostDesk:
    """Follows the notices of one store for one site."""

    def __init__(self, site: Site, door: Doorkeeper, keep: Retention | None = None) -> None:
        self._site, self._door, self._keep = site, door, keep
        self._given = site.addresses.limits
        changes = {"bans": self._read_bans, "limits": self._read_limits, "secret": self._renew_push_key}
        self._board = Noticeboard(site.hall, changes)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self._board.start()
        self._tasks.append(asyncio.create_task(self._end_bans()))
        if self._keep is not None:
            self._tasks.append(asyncio.create_task(self._prune(self._keep)))

    async def close(self) -> None:
        await self._board.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _read_bans(self) -> None:
        hall = self._site.hall
        self._door.ban(visitor_net(ban.net) for ban in await hall.store.bans(hall.now()))

    async def _read_limits(self) -> None:
        """What is stored comes before what the server was started with, unless that is no limit at all."""
        fitting: dict[str, Any] = {}
        for limit in await self._site.hall.store.stored_limits():
            given = getattr(self._given, limit.name, None)
            if isinstance(given, Rate):
                fitting[limit.name] = Rate(limit.burst, limit.per_second)
            elif isinstance(given, int):
                fitting[limit.name] = int(limit.burst)
        if self._given != NO_LIMITS:
            self._site.addresses.renew(replace(self._given, **fitting))

    async def _renew_push_key(self) -> None:
        self._site.bells.renew_key()

    async def _end_bans(self) -> None:
        while True:
            await asyncio.sleep(BANS_EVERY)
            try:
                await self._read_bans()
            except LondiniumError as error:
                _log.warning("the bans could not be read: %s", error)

    async def _prune(self, keep: Retention) -> None:
        await asyncio.sleep(FIRST_PRUNING * (1 + random.random()))
        while True:
            try:
                hall = self._site.hall
                done = await prune(hall.store, keep, hall.now())
                if done != Pruned():
                    self._site.journal.write("pruned", **msgspec.structs.asdict(done))
            except LondiniumError as error:
                _log.warning("what is old could not be deleted: %s", error)
            except Exception:
                _log.exception("what is old could not be deleted")
            await asyncio.sleep(PRUNED_EVERY * (1 + random.random() / 10))
