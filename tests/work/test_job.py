"""Jobs in a process of their own: what they tell, their place behind everybody else, and their end."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import signal
import sys
from pathlib import Path
from types import ModuleType

import pytest

from londinium.work.job import LAST, JobFailed, JobStopped, done_aside
from londinium.work.queue import FAILED, Queue

JOBS = """
import json, os, sys, time
import msgspec

class Errand(msgspec.Struct):
    file: str
    times: int = 1

def walk(errand: Errand, tell) -> bytes:
    for step in range(errand.times):
        tell(step / errand.times)
    return json.dumps({"nice": os.nice(0), "file": errand.file}).encode()

def stumble(errand: Errand, tell) -> bytes:
    sys.exit(3)

def get_told(errand: Errand, tell) -> bytes:
    os.kill(os.getpid(), errand.times)
    time.sleep(60)
    return b""

def sleep(errand: Errand, tell) -> bytes:
    with open(errand.file, "w") as file:
        file.write(str(os.getpid()))
    tell(0.5)
    time.sleep(600)
    return b""
"""


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that the processes can import too."""
    (tmp_path / "errands.py").write_text(JOBS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.delitem(sys.modules, "errands", raising=False)
    return importlib.import_module("errands")


def test_a_job_tells_how_far_it_is_and_then_its_answer(jobs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LONDINIUM_NICE", raising=False)
    parts: list[float] = []
    answer = asyncio.run(done_aside(jobs.walk, jobs.Errand("ä b\n", 4), parts.append))
    assert parts == [0, 0.25, 0.5, 0.75]
    assert json.loads(answer) == {"nice": LAST, "file": "ä b\n"}


def test_a_job_that_ends_without_an_answer_is_named(jobs: ModuleType) -> None:
    with pytest.raises(JobFailed, match="errands:stumble ended without an answer, with status 3"):
        asyncio.run(done_aside(jobs.stumble, jobs.Errand(""), lambda part: None))


def test_whoever_stops_waiting_ends_the_process(jobs: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "pid"

    async def wait() -> None:
        under_way = asyncio.Event()
        waiting = asyncio.create_task(done_aside(jobs.sleep, jobs.Errand(str(file)), lambda part: under_way.set()))
        await asyncio.wait_for(under_way.wait(), 60)
        os.kill(int(file.read_text()), 0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(wait())
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_job_that_is_stopped_with_its_server_is_no_error(
    jobs: ModuleType, told: signal.Signals, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Ctrl+C in a terminal, and whoever stops a service, tell all processes of a server; only a job that is killed is news."""

    async def work() -> None:
        queue = Queue[str, bytes]("errands")
        with pytest.raises(JobFailed) as caught:
            await queue.ask("one", lambda tell: done_aside(jobs.get_told, jobs.Errand("", int(told)), tell))
        assert isinstance(caught.value, JobStopped) == (told != signal.SIGKILL)
        queue.start("two", lambda tell: done_aside(jobs.get_told, jobs.Errand("", int(told)), tell))
        while (place := queue.standing("two")) is not None and place.state != FAILED:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        await queue.close()

    asyncio.run(work())
    assert any(entry.levelname == "ERROR" for entry in caplog.records) == (told == signal.SIGKILL)
    assert "Traceback" not in capfd.readouterr().err
