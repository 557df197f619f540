"""Analyses as the pages ask for them: made one after the other in a process that never gets in the way of a table, and kept."""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from londinium.kernel.boxes import BoxFile
from londinium.kernel.errors import N_
from londinium.study.analysis import PAR_SECONDS
from londinium.study.data import VERSION
from londinium.study.worker import Job
from londinium.table.errors import NotAllowed, StoreError
from londinium.table.store import Store

log = logging.getLogger(__name__)

MOST_WAITING = 20
MOST_KEPT = 64
"""Analyses of record files, which no database keeps."""
LONGEST_LINE = 64 * 1024 * 1024

WAITING, WORKING, FAILED = "waiting", "working", "failed"


@dataclass(frozen=True)
class Depth:
    """How hard every analysis looks."""

    simulations: int | None = None
    """Of each decision; None: as many as the game's folder says."""
    par_seconds: float = PAR_SECONDS


class Progress(msgspec.Struct, frozen=True):
    """How far an analysis is: `none`, `waiting`, `working`, `failed`, `done`."""

    state: str
    part: float = 0.0


@dataclass
class _Running:
    job: Job
    table: str | None
    state: str = WAITING
    part: float = 0.0
    task: asyncio.Task[None] | None = None


class Analyses:
    """Every analysis has a key: the table, or the hash of a record."""

    def __init__(self, store: Store, depth: Depth | None = None) -> None:
        self._store, self._depth = store, depth or Depth()
        self._running: dict[str, _Running] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def found(self, key: str, table: str | None) -> bytes | None:
        """An analysis as JSON, if it has been made."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        packed = await self._store.analysis(table, VERSION) if table is not None else None
        if packed is not None:
            self._keep(key, zlib.decompress(packed))
        return self._kept.get(key)

    async def progress(self, key: str, table: str | None) -> Progress:
        if await self.found(key, table) is not None:
            return Progress("done", 1.0)
        running = self._running.get(key)
        return Progress("none") if running is None else Progress(running.state, round(running.part, 3))

    async def start(self, key: str, record: str, box: BoxFile | None, table: str | None) -> Progress:
        """Begin an analysis, unless it is there or under way."""
        known = await self.progress(key, table)
        if known.state not in ("none", FAILED):
            return known
        if sum(running.state != FAILED for running in self._running.values()) >= MOST_WAITING:
            raise NotAllowed(N_("too many analyses are waiting; please try again later"))
        job = Job(record, box, self._depth.simulations, self._depth.par_seconds)
        running = self._running[key] = _Running(job, table)
        running.task = asyncio.create_task(self._work(key, running))
        return Progress(WAITING)

    async def _work(self, key: str, running: _Running) -> None:
        try:
            async with self._turn:
                running.state = WORKING
                data = await _analysed(running)
            self._keep(key, data)
            del self._running[key]
            if running.table is not None:
                await self._store.keep_analysis(running.table, VERSION, zlib.compress(data))
        except StoreError as error:
            log.warning("an analysis could not be stored: %s", error)
        except Exception:
            running.state = FAILED
            log.exception("an analysis failed")

    def _keep(self, key: str, data: bytes) -> None:
        self._kept[key] = data
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def close(self) -> None:
        """Stop; what is not done is begun again when somebody asks."""
        tasks = [running.task for running in self._running.values() if running.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _analysed(running: _Running) -> bytes:
    """The analysis that the process writes; its progress is noted on the way."""
    worker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "londinium.study.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(msgspec.json.encode(running.job))
        await worker.stdin.drain()
        worker.stdin.close()
        async for line in worker.stdout:
            if line.startswith(b"{"):
                return line.strip()
            running.part = float(line)
        raise RuntimeError("the process of an analysis ended without one")
    finally:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
