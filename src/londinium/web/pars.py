"""The solver's totals of daily challenges: found once, one after the other, in a process that gets in nobody's way."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress

import msgspec

from londinium.study.par_worker import ParFound, ParJob
from londinium.table.daily import Challenge
from londinium.table.store import Store
from londinium.table.store.book import Par

log = logging.getLogger(__name__)


class Pars:
    def __init__(self, store: Store, seconds: float) -> None:
        """Without seconds nothing is looked for."""
        self._store, self._seconds = store, seconds
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(1)

    def has_solver(self, challenge: Challenge) -> bool:
        return self._seconds > 0 and challenge.game.lore.find_par is not None

    async def known(self, challenge: Challenge) -> Par | None:
        """The par of a day; if it is not known yet, somebody begins to look for it."""
        day, game = challenge.day.isoformat(), challenge.game.slug
        par = await self._store.par(day, game)
        if par is None and self.has_solver(challenge) and challenge.commitment not in self._tasks:
            self._tasks[challenge.commitment] = asyncio.create_task(self._look_for(challenge))
        return par

    async def _look_for(self, challenge: Challenge) -> None:
        try:
            async with self._turn:
                found = await _found(ParJob(challenge.game.slug, challenge.seed, self._seconds))
            if found is not None:
                par = Par(found.total, found.bound, found.record)
                await self._store.keep_par(challenge.day.isoformat(), challenge.game.slug, par)
            del self._tasks[challenge.commitment]
        except Exception:
            log.exception("no par was found for %s on %s", challenge.game.slug, challenge.day)

    async def close(self) -> None:
        """Stop; what is not found is looked for again when somebody asks."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


async def _found(job: ParJob) -> ParFound | None:
    pipe = asyncio.subprocess.PIPE
    worker = await asyncio.create_subprocess_exec(sys.executable, "-m", "londinium.study.par_worker", stdin=pipe, stdout=pipe)
    try:
        said, _ = await worker.communicate(msgspec.json.encode(job))
        return msgspec.json.decode(said, type=ParFound | None)
    finally:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
