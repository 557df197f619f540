"""Analyses as the pages ask for them: made one after the other in a process that never gets in the way of a table, and kept."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from londinium.bots.search.thinker import Thinker
from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import Game
from londinium.kernel.record import read_record
from londinium.kernel.words.errors import N_
from londinium.study.analysis import PAR_SECONDS, Effort, ask_analysis
from londinium.study.jobs import AnalysisTask, analysis_job
from londinium.study.verdicts import ANALYSIS_VERSION
from londinium.table.errors import NotAllowed, StoreError
from londinium.table.store import Store
from londinium.work.job import Tell, done_aside
from londinium.work.queue import FAILED, WAITING, WORKING, Queue, Shelf

_log = logging.getLogger(__name__)

MOST_WAITING = 20
ANALYSES_KEPT = 64
"""Analyses of record files, which no database keeps."""


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


class Analyses:
    """Every analysis has a key: the table, or the hash of a record."""

    def __init__(
        self, store: Store, depth: Depth | None = None, new_thinker: Callable[[Game, Effort], Thinker] | None = None
    ) -> None:
        self._store, self._depth, self._new_thinker = store, depth or Depth(), new_thinker
        self._shelf = Shelf[str, bytes](ANALYSES_KEPT)
        self._queue = Queue("analyses", longest=MOST_WAITING, shelf=self._shelf)

    async def found(self, key: str, table: str | None) -> bytes | None:
        """An analysis as JSON, if it has been made."""
        kept = self._shelf.get(key)
        if kept is None and table is not None and (packed := await self._store.analysis(table, ANALYSIS_VERSION)) is not None:
            kept = zlib.decompress(packed)
            self._shelf.put(key, kept)
        return kept

    async def progress(self, key: str, table: str | None) -> AnalysisProgress:
        if await self.found(key, table) is not None:
            return AnalysisProgress("done", 1.0)
        standing = self._queue.standing(key)
        return AnalysisProgress("none") if standing is None else AnalysisProgress(standing.state, round(standing.part, 3))

    async def start(self, key: str, record: str, box: BoxFile | None, table: str | None) -> AnalysisProgress:
        """Begin an analysis, unless it is there or under way."""
        known = await self.progress(key, table)
        if known.state not in ("none", FAILED):
            return known
        if self._queue.is_full:
            raise NotAllowed(N_("too many analyses are waiting; please try again later"))
        at_once = self._queue.is_idle
        task = AnalysisTask(record, box, self._depth.simulations, self._depth.par_seconds)
        self._queue.start(key, lambda tell: self._analysed(task, table, tell))
        return AnalysisProgress(WORKING if at_once else WAITING)

    async def _analysed(self, task: AnalysisTask, table: str | None, tell: Tell) -> bytes:
        data = await (done_aside(analysis_job, task, tell) if self._new_thinker is None else self._asked(task, tell))
        if table is not None:
            try:
                await self._store.keep_analysis(table, ANALYSIS_VERSION, zlib.compress(data))
            except StoreError as error:
                _log.warning("an analysis could not be stored: %s", error)
        return data

    async def _asked(self, task: AnalysisTask, tell: Tell) -> bytes:
        """An analysis by a thinker elsewhere; the best possible totals are left out, their solver is not there."""
        assert self._new_thinker is not None
        match = read_record(task.record, box=task.box)
        effort = Effort(simulations=task.simulations or match.game.study.SIMULATIONS)
        return (await ask_analysis(self._new_thinker(match.game, effort), match, effort, report=tell)).to_json()

    async def close(self) -> None:
        await self._queue.close()
