"""The memory that a host allows: what is kept gives way first, then tables that nobody looks at."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator

import pytest

from londinium.kernel.kept import BUDGET, LEAST_ROOM, kept
from londinium.web.background import memory_watch as module
from londinium.web.background.memory_watch import IDLE_WHEN_SHORT, MemoryWatch
from londinium.work.memory import resident_bytes

from .site import in_loop

MB = 1024 * 1024


@pytest.fixture
def room() -> Iterator[None]:
    before = BUDGET.room
    yield
    BUDGET.allow(before)


def filled(megabytes: int) -> Callable[[int], str]:
    @kept
    def large(number: int) -> str:
        return "x" * MB

    for number in range(megabytes):
        large(number)
    return large


@in_loop
async def test_what_is_kept_has_the_room_that_is_left(room: None, monkeypatch: pytest.MonkeyPatch) -> None:
    put_away: list[float] = []

    def put_away_idle(seconds: float) -> int:
        put_away.append(seconds)
        return 0

    watch = MemoryWatch(512 * MB, put_away_idle)
    BUDGET.allow(200 * MB)
    large = filled(60)
    resident = 300 * MB
    monkeypatch.setattr(module, "resident_bytes", lambda: resident)
    watch.look()
    others = 300 * MB - BUDGET.held
    assert abs(BUDGET.room - min(512 * MB * 0.95 - others, 256 * MB)) < 2 * MB
    assert not put_away
    resident = 490 * MB
    watch.look()
    assert put_away == [IDLE_WHEN_SHORT]
    for _ in range(20):
        watch.look()
    least = 512 * MB // 10
    assert least > LEAST_ROOM
    assert BUDGET.room == least
    assert BUDGET.held <= least + MB
    found = watch.account()
    assert (found.budget, found.resident, found.room) == (512 * MB, 490 * MB, least)
    assert found.kept <= least + MB
    assert large(1) == "x" * MB


@in_loop
async def test_it_looks_by_itself(room: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.01)
    looks: list[int] = []

    def look() -> int:
        looks.append(1)
        return 10 * MB

    monkeypatch.setattr(module, "resident_bytes", look)
    watch = MemoryWatch(512 * MB, lambda seconds: 0)
    watch.begin()
    for _ in range(500):
        if len(looks) > 2:
            break
        await asyncio.sleep(0.01)
    await watch.close()
    assert len(looks) > 2
    assert BUDGET.room == 256 * MB


def test_the_system_says_how_much_it_is() -> None:
    assert resident_bytes() > 20 * MB


def test_a_soak_comes_to_rest() -> None:
    """A short one: `londinium load --soak 10` is the long one, whose figures are in docs/benchmarks.md."""
    from londinium.load.soak import SoakPlan, SoakRow, run_soak

    rows: list[SoakRow] = []
    cores = os.sched_getaffinity(0)
    report = asyncio.run(run_soak(SoakPlan(0.05, tables=2, seats=2, rate=10, games=("old-london-bridge",)), rows.append, 1.0))
    assert report.moves > 10
    assert not report.errors
    assert len(rows) >= 3
    # By the fullest row and not by one at a certain time: a busy machine connects when it can.
    assert max(row.memory_mib for row in rows) > 50
    assert max(row.tables for row in rows) >= 2
    assert max(row.descriptors for row in rows) > rows[-1].descriptors
    assert rows == report.rows
    assert os.sched_getaffinity(0) == cores, "whoever asked for it has fewer cores now"
