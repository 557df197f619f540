"""`serve --workers`: a parent that starts servers, starts again what dies, and restarts them in turn."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path

import pytest

from londinium.kernel.words.errors import LondiniumError
from londinium.web.http import workers
from londinium.web.http.workers import check_workers, worker_ports

SERVER = """
import http.server, os, signal, sys, time

class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(str(os.getpid()).encode())
    def log_message(self, *said): pass

signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print("begin", os.environ["LONDINIUM_WORKER"], os.getpid(), time.monotonic(), flush=True)
try:
    http.server.HTTPServer(("127.0.0.1", int(os.environ["LONDINIUM_WORKER"])), Health).serve_forever()
finally:
    print("end", os.environ["LONDINIUM_WORKER"], os.getpid(), time.monotonic(), flush=True)
"""
"""As much of a server as its parent looks at."""

PARENT = """
import asyncio, sys
from londinium.web.http import workers
workers.SOONEST = 0.1
asyncio.run(workers.Workers("127.0.0.1", [int(port) for port in sys.argv[2:]], (sys.executable, sys.argv[1])).run())
"""


def test_one_file_is_served_by_one_process() -> None:
    with pytest.raises(LondiniumError, match="SQLite"):
        check_workers("sqlite:///table.db")
    check_workers("postgresql://somebody@somewhere/londinium")


def test_ports() -> None:
    assert worker_ports(8000, 3) == [8000, 8001, 8002]
    assert len(set(worker_ports(0, 3))) == 3


def test_what_dies_is_started_again_and_all_are_restarted_in_turn(tmp_path: Path) -> None:
    asyncio.run(_test_parent(tmp_path))


async def _test_parent(folder: Path) -> None:
    script, said, ports = folder / "server.py", folder / "said", worker_ports(0, 2)
    script.write_text(SERVER)
    with said.open("wb") as out:
        parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, str(script), *map(str, ports), stdout=out)

    async def pid_at(port: int, other_than: int = 0) -> int:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                    if (pid := int(answer.read())) != other_than:
                        return pid
            except (OSError, HTTPException, ValueError):
                pass  # nobody is there, or it was told to go in the middle of its answer
            await asyncio.sleep(0.05)
        raise AssertionError("nobody is there")

    first = [await pid_at(port) for port in ports]
    os.kill(first[0], signal.SIGKILL)
    second = [await pid_at(ports[0], first[0]), first[1]]
    parent.send_signal(signal.SIGHUP)
    third = [await pid_at(port, before) for port, before in zip(ports, second, strict=True)]
    assert not set(second) & set(third)
    parent.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(parent.wait(), 30) == 0
    heard = [line.split() for line in said.read_text().splitlines()]
    told = {(what, int(pid)): float(at) for what, _, pid, at in heard}
    assert ("end", third[0]) in told
    assert ("end", third[1]) in told
    assert told["begin", third[0]] < told["end", second[1]], "the second goes when the first is back"


def test_a_worker_knows_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    assert workers.own_port() is None
    monkeypatch.setenv(workers.WORKER, "8003")
    assert workers.own_port() == 8003
