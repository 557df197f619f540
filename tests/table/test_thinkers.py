"""Bots that think long: nobody waits behind them who plays against a quick one, and standing in line is no failure."""

from __future__ import annotations

import asyncio
import os
import threading
import time

import pytest

from londinium.bots.levels import LEVELS
from londinium.bots.search.search import Budget
from londinium.games.next_station_london.levels import LEVELS as LEVELS_OF_CITY
from londinium.games.old_london_bridge.levels import LEVELS as LEVELS_OF_BRIDGE
from londinium.kernel.contracts.levels import Ability
from londinium.kernel.registry import game
from londinium.kernel.rules import COMPILED
from londinium.table.hall import thinkers
from londinium.table.hall.thinkers import Thinkers, warm_up
from londinium.work.turns import BEHIND, Ticket

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted simulations take too long for a clock")
CORES = os.cpu_count() or 1
OUR_LEVELS = {"next-station-london": dict(LEVELS_OF_CITY), "old-london-bridge": dict(LEVELS_OF_BRIDGE)}


@pytest.fixture(autouse=True)
def levels_as_in_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """They simulate, for a number or a time: those of Next Station itself decide at once, and here."""
    for name in list(LEVELS_OF_CITY):
        monkeypatch.delitem(LEVELS_OF_CITY, name)


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


@pytest.mark.parametrize("slug", OUR_LEVELS)
def test_a_master_who_answers_at_once_does_not_stand_in_line_behind_architects(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which bots are quick depends on the game: the masters of ours look at a few lines with a network."""
    found = game(slug)
    for name, ability in OUR_LEVELS[slug].items():
        monkeypatch.setitem(found.levels, name, ability)
    monkeypatch.setitem(found.levels, "architect", Ability(seconds=3.0))
    monkeypatch.setattr(thinkers, "_minds", threading.local())
    warm_up(found)
    match = found.match(seats=2, seed=4)
    for bot in ("master", "architect"):
        thinkers.choose(bot, match, match.to_act[0])

    async def wait() -> int:
        asked = Thinkers(1)
        long = [asyncio.create_task(asked.think("architect", match.copy(), match.to_act[0])) for _ in range(4)]
        await asyncio.sleep(0.2)
        await asked.think("master", match.copy(), match.to_act[0])
        before = sum(task.done() for task in long)
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await asked.close()
        return before

    assert asyncio.run(wait()) == 0


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


def test_whoever_has_many_tables_waits_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 29 tables of three architects a master had not answered after 90 s."""
    found = game("next-station-london")
    warm_up(found)
    match = found.match(seats=2, seed=4)
    monkeypatch.setitem(LEVELS, "architect", Budget(seconds=0.8))
    monkeypatch.setitem(LEVELS, "master", Budget(seconds=0.2))

    async def wait() -> tuple[int, int]:
        thinkers, done = Thinkers(2), list[str]()

        async def think(bot: str, visitor: str, table: int) -> None:
            await thinkers.think(bot, match.copy(), 0, Ticket((visitor, str(table))))
            done.append(visitor)

        unwatched = [asyncio.create_task(think("architect", BEHIND, table)) for table in range(3)]
        greedy = [asyncio.create_task(think("architect", "greedy", table)) for table in range(5)]
        await asyncio.sleep(0.1)
        modest = asyncio.create_task(think("master", "modest", 0))
        await modest
        before = len(done) - 1
        late = Ticket((BEHIND, "late"))
        hurried = asyncio.create_task(thinkers.think("master", match.copy(), 0, late))
        await asyncio.sleep(0)
        thinkers.hurry(late, ("come back", "late"))
        await hurried
        after = len(done) - 1
        for task in (*greedy, *unwatched):
            task.cancel()
        await asyncio.gather(*greedy, *unwatched, return_exceptions=True)
        await thinkers.close()
        return before, after

    before, after = asyncio.run(wait())
    assert before <= 2, "of eight that asked first"
    assert after <= 5, "and whoever comes back to a table that nobody watched waits for nobody else's"
