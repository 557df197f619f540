"""The solver's totals of daily challenges: found once, one after the other, in a process that gets in nobody's way."""

from __future__ import annotations

import msgspec

from londinium.study.jobs import ParFound, ParTask, par_job
from londinium.table.hall.peers import Peers
from londinium.table.history.daily import Challenge
from londinium.table.store import Store
from londinium.table.store.book import DayPar
from londinium.work.job import Tell, done_aside
from londinium.work.queue import Queue


class Pars:
    def __init__(self, store: Store, seconds: float, peers: Peers | None = None) -> None:
        """Without seconds nothing is looked for."""
        self._store, self._seconds, self._peers = store, seconds, peers or Peers(None)
        self._queue = Queue[tuple[str, str], None]("pars")

    def has_solver(self, challenge: Challenge) -> bool:
        return self._seconds > 0 and challenge.game.study.find_par is not None

    async def known(self, challenge: Challenge) -> DayPar | None:
        """The par of a day; if it is not known yet, somebody begins to look for it. A search that failed is not begun again."""
        day, game = key = (challenge.day.isoformat(), challenge.game.slug)
        par = await self._store.par(day, game)
        if par is None and self.has_solver(challenge) and self._queue.standing(key) is None:
            self._queue.start(key, lambda tell: self._look_for(challenge, tell))
        return par

    async def _look_for(self, challenge: Challenge, tell: Tell) -> None:
        facts = (challenge.game.slug, challenge.seed, self._seconds, dict(challenge.kind.options), challenge.box)
        claim = f"par {challenge.day.isoformat()} {challenge.game.slug}"
        if not await self._peers.claim(claim):
            return  # another process looks for it
        try:
            said = await done_aside(par_job, ParTask(*facts), tell)
        finally:
            self._peers.release(claim)
        found = msgspec.json.decode(said, type=ParFound | None)
        if found is not None:
            par = DayPar(found.total, found.bound, found.record)
            await self._store.keep_par(challenge.day.isoformat(), challenge.game.slug, par)

    async def close(self) -> None:
        await self._queue.close()
