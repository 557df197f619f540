"""Bots that think long: nobody waits behind them who plays against a quick one, and standing in line is no failure."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from londinium.kernel.registry import game
from londinium.kernel.rules import COMPILED
from londinium.table.hall import thinkers
from londinium.table.hall.thinkers import Thinkers, warm_up

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted simulations take too long for a clock")
CORES = os.cpu_count() or 1


def test_a_quick_bot_does_not_stand_in_line_behind_those_who_think_long() -> None:
    found = game("next-station-london")
    warm_up(found)
    match = found.match(seats=2, seed=4)

    async def wait() -> float:
        thinkers = Thinkers()
        long = [asyncio.create_task(thinkers.think("architect", match.copy(), 0)) for _ in range(3 * CORES + 4)]
        await asyncio.sleep(0.2)
        before = time.monotonic()
        await thinkers.think("builder", match.copy(), 0)
        waited = time.monotonic() - before
        assert not any(task.done() for task in long), "they still think"
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await thinkers.close()
        return waited

    assert asyncio.run(wait()) < 4


def test_standing_in_line_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("next-station-london")
    warm_up(found)
    match = found.match(seats=2, seed=4)
    monkeypatch.setattr(thinkers, "LONGEST_THOUGHT", 3.0)

    async def think() -> list[thinkers.Chosen]:
        thinkers = Thinkers(1)
        chosen = await asyncio.gather(*(thinkers.think("master", match.copy(), 0) for _ in range(5)))
        await thinkers.close()
        return chosen

    assert not any(chosen.stands_in for chosen in asyncio.run(think()))
