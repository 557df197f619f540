"""What works beside a server keeps to one budget of memory: a solver stops with the best it has found, a job that takes more is
ended alone, and the next one works. Processes are real, and so is their memory.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from londinium.games import next_station_london
from londinium.games.next_station_london.mind.solver.solution import solve
from londinium.kernel.record import read_record
from londinium.kernel.rules import COMPILED
from londinium.study.jobs import ANALYSIS_MB, SOLVER_MB, ParFound, ParTask, par_job
from londinium.work.job import JobFailed, done_aside
from londinium.work.memory import MB, WORK_MEMORY, WORK_MEMORY_MB, resident_bytes

if TYPE_CHECKING:
    from conftest import Server

ROOM = 150 * MB
RECORDS = Path(next_station_london.__file__).parent / "records"
JOBS = """
import time
import msgspec
from londinium.work.memory import needs

class Wish(msgspec.Struct):
    megabytes: int
    seconds: float = 0.0

@needs(200)
def take(wish: Wish, tell) -> bytes:
    held = b"x" * (wish.megabytes * 1024 * 1024)
    time.sleep(wish.seconds)
    return b"%d" % len(held)
"""


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that the processes can import too."""
    (tmp_path / "greedy_jobs.py").write_text(JOBS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.delitem(sys.modules, "greedy_jobs", raising=False)
    return importlib.import_module("greedy_jobs")


@pytest.fixture(autouse=True)
def budget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LONDINIUM_NICE", "0")  # behind other tests they would be waited for too long
    WORK_MEMORY.budget = WORK_MEMORY_MB
    yield
    WORK_MEMORY.budget = None


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def is_first_to_go(process: int) -> bool:
    return Path(f"/proc/{process}/oom_score_adj").read_text().strip() == "1000"


class Peak:
    """The most memory that all jobs of a process had together."""

    def __init__(self, parent: int) -> None:
        self.parent, self.bytes, self.most_at_once = parent, 0, 0
        self._ends = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        page = os.sysconf("SC_PAGE_SIZE")
        while not self._ends.wait(0.02):
            sizes = []
            for child in children(self.parent):
                try:
                    if b"londinium.work.job" in Path(f"/proc/{child}/cmdline").read_bytes():
                        sizes.append(int(Path(f"/proc/{child}/statm").read_text().split()[1]) * page)
                except OSError:
                    continue
            self.bytes, self.most_at_once = max(self.bytes, sum(sizes)), max(self.most_at_once, len(sizes))

    def __enter__(self) -> Peak:
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._looking.join()


def together(*work: Awaitable[Any]) -> list[Any]:
    async def gathered() -> list[Any]:
        return await asyncio.gather(*work, return_exceptions=True)

    return asyncio.run(gathered())


def test_jobs_wait_until_there_is_memory_for_them(jobs: ModuleType) -> None:
    """Each needs 200 of 700 MB: three at once, and never four."""
    with Peak(os.getpid()) as peak:
        done = together(*(done_aside(jobs.take, jobs.Wish(50, 0.5), lambda part: None) for _ in range(5)))
    assert done == [b"%d" % (50 * MB)] * 5
    assert peak.most_at_once == 3


def test_one_that_takes_more_than_all_is_ended_and_the_others_are_not(
    jobs: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    greedy, modest = jobs.Wish(WORK_MEMORY_MB + 50, 20.0), jobs.Wish(50, 2.0)
    asked = [done_aside(jobs.take, wish, lambda part: None) for wish in (greedy, modest, modest)]
    problem, *others = together(*asked)
    assert isinstance(problem, JobFailed)
    assert f"{WORK_MEMORY_MB} MB are allowed" in capfd.readouterr().err
    assert others == [b"%d" % (50 * MB)] * 2
    assert together(done_aside(jobs.take, modest, lambda part: None)) == others[:1], "and the next one works"


@pytest.mark.skipif(not COMPILED, reason="a solver that is interpreted gets nowhere")
def test_the_best_total_of_next_station_keeps_to_its_share() -> None:
    """It took a gigabyte: what had grown was never given back, because a function that names itself keeps what it holds."""
    with Peak(os.getpid()) as peak:
        [said] = together(done_aside(par_job, ParTask("next-station-london", 7, 6.0), lambda part: None))
    found = msgspec.json.decode(said, type=ParFound)
    assert 100 < found.total <= found.bound
    assert peak.bytes < SOLVER_MB * MB


@pytest.mark.skipif(not COMPILED, reason="a solver that is interpreted gets nowhere")
def test_with_little_memory_the_best_found_is_the_answer() -> None:
    """With so large a budget it would keep a million lines of every round."""
    match = read_record((RECORDS / "alone-greedy-base.record").read_text())
    solve(match, 0, nodes=1)  # what it needs is loaded
    before = resident_bytes()
    most = [before]

    def room_left() -> int:
        most.append(resident_bytes())
        return ROOM - (most[-1] - before)

    found = solve(match, 0, nodes=300_000_000, room_left=room_left)
    assert found.played is not None
    assert found.played <= found.total <= found.bound
    assert max(most) - before < ROOM
    nothing = solve(match, 0, nodes=300_000_000, room_left=lambda: -1)
    assert found.played <= nothing.total <= nothing.bound, "there is an answer in any case"


@pytest.mark.skipif(not COMPILED, reason="analyses that are interpreted take too long")
def test_an_analysis_that_the_system_kills_fails_alone_and_the_next_one_is_made(
    start_server: Callable[..., Server],
) -> None:
    server = start_server("--no-limits", "--analysis-simulations", "10", "--solver-seconds", "2")
    form = {"record": (RECORDS / "two-greedy-objectives.record").read_text()}
    with server.client() as client, Peak(server.pid) as peak:

        def state() -> str:
            return str(client.post("/open/analysis", data=form).json()["state"])

        assert client.post("/open/analysis/start", data=form).json()["state"] == "working"
        end = time.monotonic() + 60
        while not (first := [one for one in children(server.pid) if is_first_to_go(one)]):
            assert time.monotonic() < end, "there is no process that the system takes before the server"
            time.sleep(0.05)
        os.kill(first[0], signal.SIGKILL)
        while state() != "failed":
            assert time.monotonic() < end, "nobody has noticed"
            time.sleep(0.1)
        assert client.get("/health").status_code == 200
        assert client.post("/open/analysis/start", data=form).json()["state"] == "working"
        end = time.monotonic() + 120
        while state() != "done":
            assert time.monotonic() < end, "the next one is not made"
            time.sleep(0.3)
    assert peak.bytes < ANALYSIS_MB * MB
