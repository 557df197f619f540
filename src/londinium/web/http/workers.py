"""Several servers on one machine: a parent that starts them at ports of their own, and starts again what dies.

They are not behind one port: whoever shares a port is given to any of them, and all would do the work of every table. A proxy
that sends each table to one of the ports has it done once. SIGTERM stops all; SIGHUP restarts one after the
other, each when the one before is well again.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.store import is_shared

WORKER = "LONDINIUM_WORKER"
"""In the environment of a worker: its port."""
SOONEST, LATEST = 1.0, 30.0
"""Seconds until a worker that died is started again; twice as long every time, if it does not last."""
LASTING = 30.0
UNTIL_WELL = 300.0
LOOK_AGAIN = 0.3


def own_port() -> int | None:
    """The port of this process, if it is a worker."""
    return int(os.environ[WORKER]) if os.environ.get(WORKER, "").isdigit() else None


def worker_ports(port: int, count: int) -> list[int]:
    """Ports from one on; 0: any that are free."""
    if port:
        return [port + number for number in range(count)]
    with_ports = [socket.socket() for _ in range(count)]
    try:
        for one in with_ports:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in with_ports]
    finally:
        for one in with_ports:
            one.close()


def check_workers(database: str) -> None:
    """LondiniumError if several processes cannot share this database."""
    if not is_shared(database):
        raise LondiniumError(N_("--workers needs PostgreSQL: a SQLite file can be served by one process only"))


async def follow_parent() -> None:
    """A worker whose parent is gone goes too."""
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


class WorkerProcess:
    """One server at its port."""

    def __init__(self, host: str, port: int, command: Sequence[str]) -> None:
        self.port, self._command = port, command
        self._address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        self.process: asyncio.subprocess.Process | None = None
        self.is_restarting = False

    async def start(self) -> None:
        environment = {**os.environ, WORKER: str(self.port)}
        # In a group of its own: Ctrl+C reaches the parent, which passes it on.
        self.process = await asyncio.create_subprocess_exec(*self._command, env=environment, start_new_session=True)

    def tell(self, what: int) -> None:
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(what)

    async def is_well(self) -> bool:
        """Whether it serves."""
        return await asyncio.to_thread(self._asked)

    def _asked(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._address}/health", timeout=5):
                return True
        except urllib.error.HTTPError as answer:
            return answer.code < 500  # it may not want to talk to this machine, but it talks
        except OSError:
            return False


class Workers:
    def __init__(self, host: str, ports: Sequence[int], command: Sequence[str] | None = None) -> None:
        again = command or (sys.executable, "-m", "londinium", *sys.argv[1:])
        asked = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self._workers = [WorkerProcess(asked, port, again) for port in ports]
        self._stops = asyncio.Event()
        self._rolling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until somebody stops it."""
        loop = asyncio.get_running_loop()
        for one in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(one, self._stop, one)
        loop.add_signal_handler(signal.SIGHUP, self._roll)
        await asyncio.gather(*(self._keep(worker) for worker in self._workers))
        if self._rolling is not None:
            self._rolling.cancel()

    def _stop(self, how: int) -> None:
        self._stops.set()
        for worker in self._workers:
            worker.tell(how)

    async def _keep(self, worker: WorkerProcess) -> None:
        """Start a worker again whenever it ends, at once if it was asked to."""
        pause, loop = SOONEST, asyncio.get_running_loop()
        while not self._stops.is_set():
            begun = loop.time()
            await worker.start()
            assert worker.process is not None
            await worker.process.wait()
            if worker.is_restarting or self._stops.is_set():
                worker.is_restarting = False
                continue
            pause = SOONEST if loop.time() - begun > LASTING else min(LATEST, 2 * pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stops.wait(), pause)

    def _roll(self) -> None:
        if self._rolling is None or self._rolling.done():
            self._rolling = asyncio.create_task(self._restart_in_turn())

    async def _restart_in_turn(self) -> None:
        for worker in self._workers:
            before = worker.process
            worker.is_restarting = True
            worker.tell(signal.SIGTERM)
            end = asyncio.get_running_loop().time() + UNTIL_WELL
            while worker.process is before or not await worker.is_well():
                if self._stops.is_set() or asyncio.get_running_loop().time() > end:
                    return  # the others go on as they are
                await asyncio.sleep(LOOK_AGAIN)
