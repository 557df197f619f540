"""Analyses as the pages ask for them: made one after the other in a process that never gets in the way of a table, and kept."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from londinium.bots.search.thinker import Thinker
from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import Game
from londinium.kernel.record import read_record
from londinium.kernel.words.errors import N_
from londinium.study.analysis import PAR_SECONDS, Effort, ask_analysis, deciding_share, effort_of
from londinium.study.jobs import AnalysisTask, analysis_job, pars_job
from londinium.study.verdicts import ANALYSIS_VERSION, READABLE_ANALYSES, Par
from londinium.table.errors import NotAllowed, StoreError
from londinium.table.hall.peers import Peers
from londinium.table.store import Store
from londinium.web.http.metrics import Metrics
from londinium.web.live.device import Device
from londinium.work.job import Tell, done_aside
from londinium.work.queue import FAILED, WAITING, WORKING, Queue, Shelf, Work
from londinium.work.turns import Asker, current_asker

_log = logging.getLogger(__name__)

MOST_WAITING = 20
MOST_WAITING_OF_ONE = 5
"""Of one visitor; the other places are for others."""
ANALYSIS_BYTES_KEPT = 16 * 1024 * 1024
"""Analyses in memory; those of record files are kept nowhere else, unless several processes share a database."""


@dataclass(frozen=True)
class Depth:
    """How hard every analysis looks."""

    simulations: int | None = None
    """Of each decision; None: as many as the game's folder says."""
    par_seconds: float = PAR_SECONDS


class AnalysisProgress(msgspec.Struct, frozen=True):
    """How far an analysis is: `none`, `waiting`, `working`, `failed`, `done`."""

    state: str
    part: float = 0.0
    before: int = 0
    """While it waits: how many are made before it."""


_standings = msgspec.json.Decoder(dict[str, AnalysisProgress])


class Analyses:
    """Every analysis has a key: the table, or the hash of a record. Where several processes share a database, one of them makes
    it, and each tells how far it is.
    """

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        depth: Depth | None = None,
        new_thinker: Callable[[Game, Effort], Thinker] | None = None,
        peers: Peers | None = None,
    ) -> None:
        self._peers = peers or Peers(None)
        self._elsewhere: dict[str, AnalysisProgress] = {}
        self._peers.share("analyses", self._under_way, self._hear)
        self._store, self._metrics, self._depth, self._new_thinker = store, metrics, depth or Depth(), new_thinker
        self._shelf = Shelf[str, bytes](ANALYSIS_BYTES_KEPT, len)
        self._queue = Queue("analyses", longest=MOST_WAITING, longest_of_one=MOST_WAITING_OF_ONE, shelf=self._shelf)
        self._lent = Queue[str, bytes](
            "lent analyses", MOST_WAITING, longest=MOST_WAITING, longest_of_one=MOST_WAITING_OF_ONE, shelf=self._shelf
        )

    async def found(self, key: str, table: str | None) -> bytes | None:
        """An analysis as JSON, if it has been made."""
        kept = self._shelf.get(key)
        if kept is None and (packed := await self._stored(key, table)) is not None:
            kept = zlib.decompress(packed)
            self._shelf.put(key, kept)
        return kept

    async def newest(self, table: str) -> bytes | None:
        """An analysis of a table as JSON, if need be one that an earlier version made."""
        if (found := await self.found(table, table)) is not None:
            return found
        for version in READABLE_ANALYSES:
            if (packed := await self._store.analysis(table, version)) is not None:
                return zlib.decompress(packed)
        return None

    async def _stored(self, key: str, table: str | None) -> bytes | None:
        if table is not None:
            return await self._store.analysis(table, ANALYSIS_VERSION)
        sharing = self._peers.sharing
        return None if sharing is None else await sharing.record_analysis(key, ANALYSIS_VERSION)

    async def progress(self, key: str, table: str | None) -> AnalysisProgress:
        if await self.found(key, table) is not None:
            return AnalysisProgress("done", 1.0)
        standing = self._standing(key)
        if standing is not None and standing.state != FAILED:
            return standing
        if (elsewhere := self._elsewhere.get(key)) is not None:
            return elsewhere
        if await self._peers.is_claimed_elsewhere(_claim(key)):
            return AnalysisProgress(WAITING)  # so recently that nothing was heard of it yet
        return standing or AnalysisProgress("none")

    def _standing(self, key: str) -> AnalysisProgress | None:
        """How far it is in this process."""
        standing = self._queue.standing(key) or self._lent.standing(key)
        if standing is None:
            return None
        return AnalysisProgress(standing.state, round(standing.part, 3), standing.before if standing.state == WAITING else 0)

    def _under_way(self) -> dict[str, AnalysisProgress]:
        """What other processes are told."""
        found = {key: self._standing(key) for key in (*self._queue.under_way, *self._lent.under_way)}
        return {key: standing for key, standing in found.items() if standing is not None}

    def _hear(self, said: Mapping[str, msgspec.Raw]) -> None:
        self._elsewhere = {key: at for text in said.values() for key, at in _standings.decode(text).items()}

    async def start(
        self,
        key: str,
        record: str,
        box: BoxFile | None,
        table: str | None,
        device: Device | None = None,
        asker: Asker | None = None,
    ) -> AnalysisProgress:
        """Begin an analysis, unless it is there or under way. With a device that judges it nobody stands in line. NotAllowed if
        too many are waiting, or too many of this visitor's.
        """
        asker = asker or current_asker.get()
        known = await self.progress(key, table)
        if known.state not in ("none", FAILED):
            return known
        task = AnalysisTask(record, box, self._depth.simulations, self._depth.par_seconds)
        lent = device is not None and not self._lent.is_full_for(asker)
        if self._queue.is_full_for(asker) and not lent:
            raise NotAllowed(N_("too many analyses are waiting; please try again later"))
        if not await self._peers.claim(_claim(key)):
            return AnalysisProgress(WAITING)  # another process was asked at the same moment
        if await self.found(key, table) is not None:
            self._peers.release(_claim(key))
            return AnalysisProgress("done", 1.0)
        if device is not None and lent:
            judged = self._claimed(key, lambda tell: self._judged_elsewhere(key, task, table, device, tell, asker))
            self._lent.start(key, judged, asker)
            return AnalysisProgress(WORKING)
        before = self._queue.before(asker)
        self._queue.start(key, self._claimed(key, lambda tell: self._analysed(key, task, table, tell)), asker)
        return AnalysisProgress(WAITING, before=before) if before else AnalysisProgress(WORKING)

    def _claimed(self, key: str, work: Work[bytes]) -> Work[bytes]:
        """The same, and then it is nobody's."""

        async def done(tell: Tell) -> bytes:
            try:
                return await work(tell)
            finally:
                self._peers.release(_claim(key))

        return done

    async def _judged_elsewhere(
        self, key: str, task: AnalysisTask, table: str | None, device: Device, tell: Tell, asker: Asker
    ) -> bytes:
        """An analysis whose decisions a device judges; the best possible is found here. If nothing comes of it, all of it is
        made here, when its turn has come.
        """
        match = read_record(task.record, box=task.box)
        share = deciding_share(match, task.par_seconds)
        effort = effort_of(match.game, task.simulations)
        found = await device.analyse(match, effort, lambda part: tell(share * part))
        if found is None:
            return await self._queue.ask(key, lambda tell: self._analysed(key, task, table, tell), asker)
        if share < 1:
            pars = await self._queue.do(lambda _: done_aside(pars_job, task, tell), asker)
            found = msgspec.structs.replace(found, par=msgspec.json.decode(pars, type=tuple[Par, ...]))
        return await self._kept(key, found.to_json(), table)

    async def _analysed(self, key: str, task: AnalysisTask, table: str | None, tell: Tell) -> bytes:
        self._metrics.count("thoughts", by="server", kind="analysis")
        data = await (done_aside(analysis_job, task, tell) if self._new_thinker is None else self._asked(task, tell))
        return await self._kept(key, data, table)

    async def _kept(self, key: str, data: bytes, table: str | None) -> bytes:
        try:
            if table is not None:
                await self._store.keep_analysis(table, ANALYSIS_VERSION, zlib.compress(data))
            elif self._peers.sharing is not None:
                await self._peers.sharing.keep_record_analysis(key, ANALYSIS_VERSION, zlib.compress(data))
        except StoreError as error:
            _log.warning("an analysis could not be stored: %s", error)
        return data

    async def _asked(self, task: AnalysisTask, tell: Tell) -> bytes:
        """An analysis by a thinker elsewhere; the best possible totals are left out, their solver is not there."""
        assert self._new_thinker is not None
        match = read_record(task.record, box=task.box)
        effort = effort_of(match.game, task.simulations)
        return (await ask_analysis(self._new_thinker(match.game, effort), match, effort, report=tell)).to_json()

    @property
    def length(self) -> int:
        """How many wait or are made, here and on devices."""
        return self._queue.length + self._lent.length

    async def close(self) -> None:
        await self._lent.close()
        await self._queue.close()


def _claim(key: str) -> str:
    return f"analysis {key}"
