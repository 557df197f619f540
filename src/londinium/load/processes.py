"""The server processes of a load test: started on a core of their own, and measured."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from londinium.kernel.words.errors import N_
from londinium.load.drive import CannotLoad

STARTING = 180.0
"""Seconds until a server must have its rules; the first on a machine compiles them."""
STOPPING = 30.0


def cores() -> tuple[set[int], set[int]]:
    """The core of the server, and those of everybody else; the same where there is only one."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    mine = sorted(os.sched_getaffinity(0))
    return {mine[-1]}, set(mine[:-1] or mine)


@contextmanager
def kept_to(cores: set[int]) -> Iterator[None]:
    """On these cores only, with every process begun meanwhile, and afterwards where it was before; anywhere if there are none."""
    before = os.sched_getaffinity(0) if cores else set()
    try:
        if cores:
            os.sched_setaffinity(0, cores)
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)


class ServerProcess:
    """`python -m MODULE …`, which says on standard output at which address it is."""

    def __init__(self, *command: str, log: IO[bytes], core: set[int]) -> None:
        # The child inherits where it may run, with all threads that it will start.
        with kept_to(core):
            self._process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, stderr=log)
        self.url = self._address()

    def _address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(rb"http://[^/\s]+", line):
                return found[0].decode()
        raise CannotLoad(N_("the server did not start: exit status {status}"), status=self._process.wait())

    def cpu_seconds(self) -> float | None:
        """Processor time so far."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mib(self) -> float | None:
        """Resident memory now."""
        try:
            found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._process.pid}/status").read_text())
        except OSError:
            return None
        return int(found[1]) / 1024 if found else None

    def held(self) -> tuple[int, int]:
        """Open descriptors and threads now."""
        folder = Path(f"/proc/{self._process.pid}")
        try:
            return len(list((folder / "fd").iterdir())), len(list((folder / "task").iterdir()))
        except OSError:
            return 0, 0

    def metric(self, name: str) -> float | None:
        """One of the numbers that the server tells."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=60) as page:
            found = re.search(rf"^{name} (\S+)$", page.read().decode(), re.MULTILINE)
        return float(found[1]) if found else None

    def until_loaded(self) -> None:
        """Wait until the server has its rules: it is open before."""
        end = time.monotonic() + STARTING
        while self.metric("londinium_rules_waiting") and time.monotonic() < end:
            time.sleep(0.2)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


class Meter:
    """Processor use of a server between two moments, in percent of one core."""

    def __init__(self, server: ServerProcess | None) -> None:
        self._server = server
        self._begun = time.perf_counter()
        self._before = server.cpu_seconds() if server else None

    def percent(self) -> float | None:
        now = self._server.cpu_seconds() if self._server else None
        if now is None or self._before is None:
            return None
        return 100 * (now - self._before) / (time.perf_counter() - self._begun)
