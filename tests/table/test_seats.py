"""Leaving, being away, being replaced, coming back; and clocks."""

from __future__ import annotations

import asyncio
import threading

import msgspec
import pytest

from londinium.kernel.match import Match
from londinium.kernel.words.errors import InvalidOption
from londinium.table import commands
from londinium.table.errors import NotAllowed, NotYourSeat
from londinium.table.events import Moved
from londinium.table.hall import thinkers
from londinium.table.settings import PERSON, PerDecision, TableSettings, TimeBudget

from .play import BRIDGE, CITY, Time, in_loop, move, play_on, serving, settings


@in_loop
async def test_leave_and_come_back(database: str) -> None:
    time = Time()
    async with serving(database, time) as hall:
        table = await hall.create(settings(CITY, 2))
        await hall.command(table.id, 1, commands.Leave("a"))
        assert (table.seats[1].bot, table.seats[1].bot_by) == ("builder", 1)
        while 1 in table.match.to_act:
            await asyncio.sleep(0.001)
        assert isinstance(table.rows[-1].event, Moved)
        assert table.rows[-1].event.by == "builder"
        with pytest.raises(NotYourSeat):
            await hall.command(table.id, 1, commands.MakeMove("b", table.version(1), "pass"))
        await hall.command(table.id, 1, commands.Return("c"))
        assert table.seats[1].bot is None
        await play_on(hall, table, 4)
        assert {row.event.by for row in table.rows if isinstance(row.event, Moved)} == {"builder", "person"}


@in_loop
async def test_who_is_away_may_be_replaced_by_the_others(database: str) -> None:
    time = Time()
    async with serving(database, time) as hall:
        table = await hall.create(settings(BRIDGE, 3))
        here = await hall.visitors.listen(table.id, 0)
        there = await hall.visitors.listen(table.id, 1)
        time.pass_seconds(59)
        assert [hall.visitors.away(table, seat) for seat in range(3)] == [False] * 3
        time.pass_seconds(2)
        assert [hall.visitors.away(table, seat) for seat in range(3)] == [False, False, True], "seat 2 has not come in time"
        with pytest.raises(NotAllowed):
            await hall.command(table.id, 0, commands.Replace("a", 1))
        await hall.command(table.id, 0, commands.Replace("b", 2, "random"))
        assert (table.seats[2].bot, table.seats[2].bot_by) == ("random", 0)
        there.close()
        assert not hall.visitors.away(table, 1), "just left"
        time.pass_seconds(61)
        assert hall.visitors.may_replace(table, 1)
        await hall.visitors.seen(table.id, 1)
        assert not hall.visitors.may_replace(table, 1), "a page without socket counts too"
        await hall.command(table.id, 2, commands.Return("c"))
        assert {seat for seat in table.persons() if not hall.visitors.away(table, seat)} == {0, 1}
        here.close()


@in_loop
async def test_who_lets_the_others_wait_may_be_replaced_although_present(sqlite: str) -> None:
    time = Time()
    async with serving(sqlite, time) as hall:
        table = await hall.create(settings(CITY, 2))
        listeners = [await hall.visitors.listen(table.id, seat) for seat in range(2)]
        await move(hall, table, 0)
        time.pass_seconds(179)
        assert not hall.visitors.may_replace(table, 1)
        time.pass_seconds(2)
        assert hall.visitors.may_replace(table, 1)
        assert not hall.visitors.may_replace(table, 0), "has chosen"
        for listener in listeners:
            listener.close()


@in_loop
async def test_presence_outlives_a_restart(database: str) -> None:
    time = Time()
    async with serving(database, time) as hall:
        table = await hall.create(settings(BRIDGE, 2))
        time.pass_seconds(100)
        (await hall.visitors.listen(table.id, 1)).close()
    async with serving(database, time) as hall:
        time.pass_seconds(30)
        table = await hall.open(table.id)
        assert [hall.visitors.away(table, seat) for seat in range(2)] == [True, False]


@in_loop
async def test_listeners_hear_when_somebody_may_be_replaced(sqlite: str) -> None:
    time = Time()
    async with serving(sqlite, time) as hall:
        table = await hall.create(settings(BRIDGE, 2))
        listener = await hall.visitors.listen(table.id, 0)
        await listener.changed()
        waiting = asyncio.create_task(listener.changed())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        time.pass_seconds(61)
        assert await asyncio.wait_for(waiting, 5)
        assert hall.visitors.may_replace(table, 1)
        listener.close()


@in_loop
async def test_a_clock_runs_for_whoever_decides_and_survives_a_restart(database: str) -> None:
    time = Time()
    async with serving(database, time) as hall:
        table = await hall.create(settings(CITY, 2, clock=TimeBudget(5, 10)))
        time.pass_seconds(1000)
        assert table.time_left(0, time()) == 300_000, "it waits until everybody has come"
        for seat in range(2):
            await hall.command(table.id, seat, commands.Join("j", f"Player {seat}"))
        time.pass_seconds(20)
        await move(hall, table, 0)
        time.pass_seconds(30)
        assert [table.time_left(seat, time()) for seat in range(2)] == [290_000, 250_000]
        assert [table.is_running(seat) for seat in range(2)] == [False, True]
    time.pass_seconds(100)
    async with serving(database, time) as hall:
        table = await hall.open(table.id)
        assert [table.time_left(seat, time()) for seat in range(2)] == [290_000, 150_000]
        listener = await hall.visitors.listen(table.id, 1)
        time.pass_seconds(149)
        assert not hall.visitors.may_replace(table, 1)
        time.pass_seconds(2)
        assert hall.visitors.may_replace(table, 1), "out of time"
        await move(hall, table, 1)
        assert table.time_left(1, time()) == 9_000, "running out alone costs nothing"
        listener.close()


@in_loop
async def test_a_moment_at_the_beginning_of_a_decision_is_not_counted(sqlite: str) -> None:
    """Pages show what happened before they ask; nobody loses time by looking at it."""
    time = Time()
    async with serving(sqlite, time) as hall:
        table = await hall.create(settings(CITY, 2, clock=TimeBudget(5, 0), courtesy=2000))
        for seat in range(2):
            await hall.command(table.id, seat, commands.Join("j", f"Player {seat}"))
        time.pass_seconds(1)
        assert [table.time_left(seat, time()) for seat in range(2)] == [300_000, 300_000]
        assert table.clocks.ends(1, time()) == time() + 301_000
        time.pass_seconds(5)
        assert [table.time_left(seat, time()) for seat in range(2)] == [296_000, 296_000]
        assert table.clocks.ends(1, time()) == time() + 296_000
        await move(hall, table, 0)
        time.pass_seconds(5)
        assert table.clocks.ends(0, time()) is None
        assert [table.time_left(seat, time()) for seat in range(2)] == [296_000, 291_000], "one moment for each decision"
        await move(hall, table, 1)
        turn = table.match.to_act[0]
        left = table.time_left(turn, time())
        assert left is not None
        time.pass_seconds(2)
        assert table.time_left(turn, time()) == left
        time.pass_seconds(1)
        assert table.time_left(turn, time()) == left - 1000
    async with serving(sqlite, time) as hall:
        table = await hall.open(table.id)
        assert table.time_left(turn, time()) == left - 1000, "also after a restart"


def test_what_a_table_waits_for_is_checked() -> None:
    assert TableSettings(BRIDGE, (PERSON, PERSON)).pace == 0, "pages have a pace of their own"
    for name, value in (("courtesy", -1), ("courtesy", 60_000), ("pace", 60_000)):
        with pytest.raises(InvalidOption, match="waits 0 to 10000 milliseconds"):
            msgspec.structs.replace(TableSettings(BRIDGE, (PERSON, PERSON)), **{name: value}).checked()


@pytest.mark.parametrize("clock", [TimeBudget(5, 10), PerDecision(1)])
@in_loop
async def test_nobody_wins_time_by_going_to_and_fro(sqlite: str, clock: TimeBudget | PerDecision) -> None:
    time = Time()
    async with serving(sqlite, time) as hall:
        table = await hall.create(settings(CITY, 2, clock=clock))
        for seat in range(2):
            await hall.command(table.id, seat, commands.Join("j", f"Player {seat}"))
        full = table.time_left(0, time())
        assert full is not None
        for _ in range(5):
            time.pass_seconds(1)
            await move(hall, table, 0)
            version = table.version(0)
            await hall.command(table.id, 0, commands.TakeBack(f"t{version}", version))
        assert table.time_left(0, time()) == full - 5_000


@in_loop
async def test_where_decisions_may_take_days_nobody_has_to_sit_there(sqlite: str) -> None:
    time = Time()
    async with serving(sqlite, time) as hall:
        table = await hall.create(settings(BRIDGE, 2, clock=PerDecision(2)))
        for seat in range(2):
            await hall.command(table.id, seat, commands.Join("j", f"Player {seat}"))
        time.pass_seconds(86_400)
        assert not hall.visitors.may_replace(table, 1)
        await move(hall, table, 0)
        time.pass_seconds(86_401)
        assert hall.visitors.may_replace(table, 1)
        assert not hall.visitors.may_replace(table, 0), "has decided"
        await hall.command(table.id, 0, commands.Replace("a", 1))


@in_loop
async def test_a_failing_bot_is_stood_in_for_and_takes_nothing_down(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(bot: str, match: object, seat: int) -> int:
        raise RuntimeError("no idea")

    async with serving(sqlite) as hall:
        monkeypatch.setattr(thinkers, "choose", fail)
        table = await hall.create(settings(CITY, 2, bots=1))
        while 1 in table.match.to_act:
            await asyncio.sleep(0.001)
        assert table.seats[1].troubled
        assert hall.counts.bot_failures == 1
        monkeypatch.undo()
        await play_on(hall, table, 1)
        while 1 in table.match.to_act:
            await asyncio.sleep(0.001)
        assert not table.seats[1].troubled


@in_loop
async def test_a_bot_that_chooses_what_is_not_allowed_is_stood_in_for(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "choose", lambda bot, match, seat: 0)
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 1, bots=1))
        listener = await hall.visitors.listen(table.id, None)
        while not table.is_over:
            await listener.changed()
        listener.close()


@in_loop
async def test_a_slow_bot_delays_no_other_table(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks = threading.Event()
    choose = thinkers.choose

    def choose_slowly(bot: str, match: Match, seat: int) -> int:
        if bot == "busy":
            thinks.wait(30)
        return choose(bot, match, seat)

    monkeypatch.setattr(thinkers, "choose", choose_slowly)
    async with serving(sqlite) as hall:
        slow = await hall.create(settings(CITY, 2, bots=1, kinds=("person", "busy")))
        quick = await hall.create(settings(CITY, 2, bots=1))
        await asyncio.wait_for(play_on(hall, quick, 5), 20)
        assert slow.number == 1, "it still thinks"
        await move(hall, slow, 0)
        thinks.set()
        await asyncio.wait_for(play_on(hall, slow, 1), 20)


@in_loop
async def test_bots_wait_a_little_where_somebody_watches_them_move(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 1, bots=1, pace=200))
        listener = await hall.visitors.listen(table.id, None)
        began = asyncio.get_running_loop().time()
        while table.number < 4:
            await listener.changed()
        assert asyncio.get_running_loop().time() - began >= 0.6
        listener.close()
