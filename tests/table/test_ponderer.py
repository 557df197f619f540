"""Bots that think on while people decide: at the lowest priority, only where the host allows it, and never in the way."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from londinium.bots.levels import LEVELS
from londinium.bots.search.search import Budget
from londinium.games.next_station_london.levels import LEVELS as LEVELS_OF_CITY
from londinium.games.old_london_bridge.levels import LEVELS as LEVELS_OF_BRIDGE
from londinium.kernel.match import Match
from londinium.kernel.registry import game
from londinium.kernel.rules import COMPILED
from londinium.table import commands
from londinium.table.events import now_ms
from londinium.table.hall import ponderer
from londinium.table.hall.bot_memory import BotMemory, BotPlace
from londinium.table.hall.bot_seats import Helper
from londinium.table.hall.hall import Hall
from londinium.table.hall.ponderer import Pondered, Ponderer
from londinium.table.hall.thinkers import Thinkers, warm_search
from londinium.table.settings import TableSettings
from londinium.table.store import open_store
from londinium.table.table import Table
from londinium.work.aside import Aside, AsideEnded
from londinium.work.job import LAST
from londinium.work.turns import Ticket

from .play import BRIDGE, CITY, a_move, in_loop, settings

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted simulations take too long for a clock")


@pytest.fixture(autouse=True, scope="module")
def ready() -> None:
    """Nobody waits for a compiler."""
    for slug in (BRIDGE, CITY):
        warm_search(game(slug))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that think for a moment; the process beside this one is told how long."""
    monkeypatch.setitem(LEVELS, "master", Budget(seconds=0.05))
    monkeypatch.setitem(LEVELS, "architect", Budget(seconds=0.05))
    for levels in (LEVELS_OF_BRIDGE, LEVELS_OF_CITY):  # as in any game: they simulate, and have trees
        monkeypatch.delitem(levels, "master")
        monkeypatch.delitem(levels, "architect")
    monkeypatch.setattr(ponderer, "MOMENT", 0.05)
    monkeypatch.setenv("LONDINIUM_NICE", "0")  # beside other tests it would never have its turn


@asynccontextmanager
async def serving(
    database: str, *, ponders: bool = False, find_helper: Callable[[Table], Helper | None] = lambda table: None
) -> AsyncIterator[tuple[Hall, Thinkers]]:
    thinkers = Thinkers(1, ponders=ponders)
    hall = Hall(await open_store(database), now=now_ms, thinkers=thinkers, find_helper=find_helper)
    await hall.start()
    try:
        yield hall, thinkers
    finally:
        await hall.shutdown()


async def comes_true(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not what():
            await asyncio.sleep(0.005)


def against_a_master(slug: str, seats: int = 2) -> TableSettings:
    """The last seat is a master's."""
    return settings(slug, seats, bots=1, kinds=("person",) * (seats - 1) + ("master",))


class Idle(Aside):
    """An aside that is asked by name, and answers when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[object, ...]] = []
        self.answers: asyncio.Queue[Pondered | Exception] = asyncio.Queue()
        self.stops = 0

    async def do(self, call: Callable[[], object]) -> Pondered:  # type: ignore[override]
        self.asked.append(call.args)  # type: ignore[attr-defined]
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def stop(self) -> None:
        self.stops += 1


@in_loop
async def test_trees_are_kept_for_who_plays_and_no_longer(sqlite: str) -> None:
    async with serving(sqlite) as (hall, thinkers):
        assert thinkers.pondering is None, "nobody has allowed it"
        memory = thinkers.memory
        assert memory is not None
        table = await hall.create(against_a_master(CITY, 3))
        here = await hall.visitors.listen(table.id, 0)
        await comes_true(lambda: not table.bots_to_act() and len(memory) == 1)
        assert memory.recall((table.id, 2, "master")) is not None
        # Somebody leaves their seat to a bot, which thinks for itself, and comes back: what it knew is nobody's.
        await hall.command(table.id, 1, commands.Leave("l", "master"))
        await comes_true(lambda: len(memory) == 2)
        await hall.command(table.id, 1, commands.Return("r"))
        await comes_true(lambda: len(memory) == 1 and not table.bots_to_act())
        other = await hall.create(against_a_master(CITY))
        watching = await hall.visitors.listen(other.id, 0)
        await comes_true(lambda: len(memory) == 2)
        await hall.discard(other.id)
        await comes_true(lambda: len(memory) == 1)
        here.close()
        watching.close()
        hall.caretaker.put_away_idle(-1)
        assert hall.open_tables == 0
        assert len(memory) == 0
        assert hall.queues == {"bots": 0, "thinkers": 0}


@in_loop
async def test_what_was_thought_for_a_seat_that_a_person_has_taken_is_not_kept(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "master", Budget(seconds=0.6))
    async with serving(sqlite) as (hall, thinkers):
        assert thinkers.memory is not None
        table = await hall.create(settings(CITY, 2))
        here = await hall.visitors.listen(table.id, 0)
        await hall.command(table.id, 1, commands.Leave("l", "master"))
        await comes_true(lambda: thinkers.lengths["thinkers"] == 1)
        await hall.command(table.id, 1, commands.Return("r"))
        await comes_true(lambda: thinkers.lengths["thinkers"] == 0)
        await asyncio.sleep(0)
        await comes_true(lambda: len(thinkers.memory or ()) == 0)
        here.close()


@pytest.mark.parametrize("how", ["released", "taken for dead"])
@in_loop
async def test_what_was_thought_while_a_table_went_elsewhere_is_not_kept(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The bot still sits there, but its next thought is another process's."""
    monkeypatch.setitem(LEVELS, "master", Budget(seconds=0.6))
    async with serving(sqlite) as (hall, thinkers):
        assert thinkers.memory is not None
        table = await hall.create(against_a_master(CITY))
        here = await hall.visitors.listen(table.id, 0)
        await comes_true(lambda: thinkers.lengths["thinkers"] == 1)
        opened = hall._tables[table.id]
        if how == "released":
            hall._bots.release(opened)  # as when what another process has stored cannot be read
        else:
            hall.peers.term += 1
        await comes_true(lambda: opened.bots is not None and opened.bots.done())
        assert hall.counts.bot_moves == 1
        assert len(thinkers.memory) == 0
        here.close()


@in_loop
async def test_a_bot_thinks_on_in_a_process_while_a_person_decides(sqlite: str) -> None:
    """The whole of it, with a real process."""
    async with serving(sqlite, ponders=True) as (hall, thinkers):
        memory = thinkers.memory
        assert memory is not None
        assert thinkers.pondering is not None
        table = await hall.create(against_a_master(BRIDGE))
        here = await hall.visitors.listen(table.id, 0)
        place: BotPlace = (table.id, 1, "master")
        await comes_true(lambda: not table.bots_to_act() and memory.recall(place) is not None)
        thought = memory.recall(place)
        await comes_true(lambda: hall.pondered > 0 and memory.recall(place) is not thought)
        known = memory.recall(place)
        assert known is not None
        assert thought is not None
        assert known.results[0] > thought.results[0], "it has thought on"
        await comes_true(lambda: hall.queues["pondering"] == 0)
        had = hall.pondered
        await hall.command(table.id, 0, commands.Say("s", "hm"))
        await asyncio.sleep(0.02)
        assert hall.queues["pondering"] == 0, "whoever talks does not let it think for ever"
        await hall.command(table.id, 0, commands.MakeMove("m", table.version(0), a_move(table, 0)))
        await comes_true(lambda: table.is_over or (not table.bots_to_act() and hall.pondered > had))
        here.close()


def test_the_process_steps_back_and_ends_with_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONDINIUM_NICE", "7")  # 19 where nobody says otherwise; tests of jobs look at that

    async def ask() -> tuple[int, int]:
        aside = Aside()
        pid, nice = await aside.do(os.getpid), await aside.do(partial(os.nice, 0))
        await aside.close()
        return pid, nice

    pid, nice = asyncio.run(ask())
    assert nice == min(os.nice(0) + 7, LAST)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def _master(memory: BotMemory) -> tuple[Match, BotPlace]:
    """A bot that has thought, and a match in which somebody else decides."""
    match = game(CITY).match(seats=2, seed=4)

    async def think() -> None:
        thinkers = Thinkers(1)
        thinkers.memory = memory
        await thinkers.think("master", match.copy(), 0, Ticket(("ann", "t")))
        await thinkers.close()

    asyncio.run(think())
    while 0 in match.to_act:
        match.push(match.legal(0)[0], 0)
    return match, ("t", 0, "master")


def test_bots_that_are_asked_come_first_and_tables_take_turns() -> None:
    memory = BotMemory()
    match, place = _master(memory)
    tree = memory.recall(place)
    others: list[BotPlace] = [("u", 0, "master"), ("v", 0, "master")]
    for other in others:
        memory.keep(other, tree)

    async def play() -> None:
        aside, wanted = Idle(), {"v": True}
        thinking = Ponderer(memory, lambda: aside)
        thinking.pause()
        for table in ("t", "u", "v"):
            thinking.begin(table, [(0, "master"), (1, "builder")], match, lambda bot, table=table: wanted.get(table, True))  # type: ignore[misc]
        await asyncio.sleep(0.02)
        assert (len(thinking), aside.asked) == (3, []), "a bot is asked: nobody else thinks"
        thinking.resume()
        await comes_true(lambda: len(aside.asked) == 1)
        thinking.pause()
        assert aside.stops == 1
        aside.answers.put_nowait(Pondered(tree, 5))
        await asyncio.sleep(0.02)
        assert (len(aside.asked), thinking.simulations) == (1, 5)
        wanted["v"] = False  # whoever was there has left
        thinking.resume()
        await comes_true(lambda: len(aside.asked) == 2)
        thinking.end("t")
        aside.answers.put_nowait(Pondered(tree, 5))
        for _ in range(20):
            aside.answers.put_nowait(Pondered(tree, 5))
        await comes_true(lambda: len(thinking) == 0)
        assert len(aside.asked) == 1 + round(ponderer.TIMES_ITS_OWN * 0.05 / ponderer.MOMENT), "and then it has had enough"
        await thinking.close()

    asyncio.run(play())


def test_nobody_thinks_on_between_two_bots_that_are_asked_one_after_the_other() -> None:
    memory = BotMemory()
    match, _ = _master(memory)

    async def play() -> None:
        aside = Idle()
        thinking = Ponderer(memory, lambda: aside)
        thinking.pause()
        thinking.begin("t", [(0, "master")], match, lambda bot: True)
        await asyncio.sleep(0.02)
        thinking.resume()
        thinking.pause()
        await asyncio.sleep(0.02)
        assert (len(thinking), aside.asked) == (1, []), "it would be told to stop by nobody"
        thinking.resume()
        await comes_true(lambda: len(aside.asked) == 1)
        await thinking.close()

    asyncio.run(play())


def test_what_comes_too_late_is_dropped() -> None:
    memory = BotMemory()
    match, place = _master(memory)
    first = memory.recall(place)

    async def play() -> None:
        aside = Idle()
        thinking = Ponderer(memory, lambda: aside)
        thinking.begin("t", [(0, "master")], match, lambda bot: True)
        await comes_true(lambda: len(aside.asked) == 1)
        assert first is not None
        other = ponderer.ponder("master", match, 0, first, 0.02, 0).tree
        late = ponderer.ponder("master", match, 0, first, 0.02, 1)
        memory.keep(place, other)  # the bot itself has thought since
        aside.answers.put_nowait(late)
        await comes_true(lambda: thinking.simulations == late.simulations)
        assert memory.recall(place) is other is not None
        thinking.end("t")
        await thinking.close()

    asyncio.run(play())


def test_where_the_process_dies_bots_play_on_without_it(caplog: pytest.LogCaptureFixture) -> None:
    memory = BotMemory()
    match, _ = _master(memory)

    async def play() -> None:
        aside = Idle()
        thinking = Ponderer(memory, lambda: aside)
        thinking.begin("t", [(0, "master")], match, lambda bot: True)
        aside.answers.put_nowait(AsideEnded("killed"))
        await comes_true(lambda: len(thinking) == 0)
        thinking.begin("t", [(0, "master")], match, lambda bot: True)
        await asyncio.sleep(0.02)
        assert len(aside.asked) == 1
        await thinking.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    assert "no longer think while others do: killed" in caplog.text


class Lent:
    """A device that somebody has lent, of which nothing comes, so that the server thinks."""

    def __init__(self, *bots: str) -> None:
        self._bots = bots
        self.asked: list[str] = []

    def helps(self, bot: str) -> bool:
        return bot in self._bots

    async def choose(self, bot: str, match: Match, seat: int) -> int | None:
        self.asked.append(bot)
        return None


@in_loop
async def test_nobody_thinks_on_where_a_device_thinks_for_the_bots(sqlite: str) -> None:
    device = Lent("master")
    async with serving(sqlite, ponders=True, find_helper=lambda table: device) as (hall, thinkers):
        table = await hall.create(against_a_master(CITY))
        here = await hall.visitors.listen(table.id, 0)
        assert thinkers.memory is not None
        await comes_true(lambda: not table.bots_to_act() and len(thinkers.memory or ()) == 1)
        assert hall.queues["pondering"] == 0
        assert "master" in device.asked
        here.close()


@in_loop
async def test_a_bot_thinks_on_where_the_device_cannot_think_for_it(sqlite: str) -> None:
    """A page is lent as long as it is open, but does not have the network of the strongest."""
    device = Lent("architect")
    async with serving(sqlite, ponders=True, find_helper=lambda table: device) as (hall, thinkers):
        three = settings(CITY, 3, bots=2, kinds=("person", "architect", "master"))
        table = await hall.create(three)
        here = await hall.visitors.listen(table.id, 0)
        assert thinkers.memory is not None
        await comes_true(lambda: not table.bots_to_act() and len(thinkers.memory or ()) == 2)
        assert hall.queues["pondering"] == 1, "the master, for whom nobody else thinks"
        assert set(device.asked) == {"architect"}
        here.close()
