"""Several servers over one PostgreSQL database: no collision loses anything, and everybody hears of everything."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import psycopg
import pytest

from londinium.table import commands
from londinium.table.errors import StaleCommand
from londinium.table.events import Moved
from londinium.table.hall import bot_seats, caretaker
from londinium.table.hall.hall import Hall
from londinium.table.table import Table

from .play import BRIDGE, CITY, Time, a_move, in_loop, move, play_on, serving, settings, states


@in_loop
async def test_what_one_server_does_the_other_tells(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(BRIDGE, 3))
        listener = await two.visitors.listen(here.id, 1)
        there = listener.table
        assert there is not here
        await listener.changed()
        await move(one, here, 0)
        await asyncio.wait_for(listener.changed(), 5)
        assert [row.number for row in listener.rows()] == [2]
        assert states(there) == states(here)
        listener.close()


@in_loop
async def test_the_slower_of_two_servers_catches_up_and_decides_again(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(CITY, 4))
        there = await two.open(here.id)
        two.store._listening.cancel()  # type: ignore[attr-defined]  # it shall not hear of it in time
        await asyncio.sleep(0)
        versions = [there.version(seat) for seat in range(4)]
        choice = a_move(there, 0)
        await move(one, here, 0)
        await move(one, here, 1)
        # Seat 2 chooses face down at the same time: no collision for it, although the number was taken.
        await two.command(there.id, 2, commands.MakeMove("a", versions[2], a_move(there, 2)))
        assert two.counts.conflicts >= 1
        assert (there.number, there.match.to_act) == (4, (3,))
        # The same seat in two browsers on two servers: one of the two choices counts.
        with pytest.raises(StaleCommand):
            await two.command(there.id, 0, commands.MakeMove("b", versions[0], choice))
        # The same command sent to both, because the first answer was lost: it is applied once.
        command = commands.MakeMove("c", versions[3], a_move(there, 3))
        first = await two.command(there.id, 3, command)
        second = await one.command(here.id, 3, command)
        assert (first.number, first.repeated, second.number, second.repeated) == (5, False, 5, True)


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_bots_move_once_also_if_two_servers_think_for_them(
    postgres: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "CLAIM_AGAIN", 0.0)
    monkeypatch.setattr(bot_seats, "BOTS_PATIENCE", -1.0)  # both take the bots from each other all the time
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(game, 4, bots=3))
        there = await two.open(here.id)
        both = [await one.visitors.listen(here.id, None), await two.visitors.listen(here.id, None)]
        while not here.is_over or not there.is_over:
            for hall, table in ((one, here), (two, there)):
                if 0 in table.match.to_act:
                    try:
                        await move(hall, table, 0, id=f"n{table.match.ply}")
                    except StaleCommand:
                        continue
            await asyncio.sleep(0.002)
        assert here.rows == there.rows
        assert here.record() == there.record()
        for listener in both:
            listener.close()


@in_loop
async def test_a_broken_connection_is_made_again(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(CITY, 2))
        listener = await two.visitors.listen(here.id, 0)
        await listener.changed()
        await asyncio.sleep(0.1)
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await move(one, here, 0)
        await asyncio.wait_for(listener.changed(), 10)
        assert listener.table.number == 2, "what happened in between is caught up"
        await move(one, here, 1)
        await asyncio.wait_for(listener.changed(), 10)
        listener.close()


@in_loop
async def test_two_processes(postgres: str) -> None:
    """Another process plays seat 1, this one seat 0, until the end."""
    async with serving(postgres) as hall:
        table = await hall.create(settings(CITY, 2))
        script = Path(__file__).with_name("kill_test.py")
        other = await asyncio.create_subprocess_exec(sys.executable, str(script), "--play", table.id, "1", postgres)
        listener = await hall.visitors.listen(table.id, 0)
        while await asyncio.wait_for(listener.changed(), 60) and not table.is_over:
            if 0 in table.match.to_act:
                await move(hall, table, 0)
        listener.close()
        assert await asyncio.wait_for(other.wait(), 30) == 0
        made = [row.event.seat for row in table.rows if isinstance(row.event, Moved)]
        assert made.count(1) > 10
        assert table.rows == await hall.store.rows(table.id)
        await play_on(hall, table)


@in_loop
async def test_bots_are_thought_for_by_one_server_until_it_is_gone(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "CLAIM_AGAIN", 0.05)
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(CITY, 2, bots=1))
        both = [await one.visitors.listen(here.id, 0), await two.visitors.listen(here.id, None)]
        there = both[1].table

        async def turn(hall: Hall, table: Table) -> None:
            """The person decides, and the bot wherever it has anything to decide; everybody hears of it."""
            await move(hall, table, 0)
            async with asyncio.timeout(30):
                while here.number != there.number or here.bots_to_act():
                    await asyncio.sleep(0.01)

        await turn(one, here)
        while one.counts.bot_moves < 4:
            await turn(two, there)  # wherever the person is for a moment
        assert two.counts.bot_moves == 0
        # The process dies: it thinks no more, gives no sign of life, and hears of nothing.
        await one._bots.close()
        for task in filter(None, (one.peers._task, one.store._listening)):  # type: ignore[attr-defined]
            task.cancel()
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("UPDATE londinium.processes SET at = at - interval '1 min' WHERE id = %s", (one.peers.me,))
        while not there.bots_to_act():
            await move(two, there, 0)
        async with asyncio.timeout(30):
            while not two.counts.bot_moves:
                await asyncio.sleep(0.01)
        for listener in both:
            listener.close()


@in_loop
async def test_spectators_of_all_servers_are_counted_and_who_comes_is_here_at_once(postgres: str) -> None:
    time = Time()
    async with serving(postgres, time) as one, serving(postgres, time) as two:
        here = await one.create(settings(CITY, 2))
        there = await two.open(here.id)
        time.pass_seconds(120)
        watching = [await one.visitors.listen(here.id, None), await one.visitors.listen(here.id, None)]
        watching.append(await two.visitors.listen(here.id, None))
        assert not two.visitors.attendance(there).here
        watching.append(await one.visitors.listen(here.id, 1))
        for hall in (one, two, one):
            await hall.peers.meet()
        assert one.visitors.attendance(here).watchers == two.visitors.attendance(there).watchers == 3
        assert two.visitors.attendance(there).here == {1}
        for listener in watching:
            listener.close()


@in_loop
async def test_a_table_that_is_played_elsewhere_is_not_followed_for_nobody(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "ELSEWHERE_AFTER", 0.0)
    async with serving(postgres) as one, serving(postgres) as two:
        here = await one.create(settings(CITY, 2))
        there = await two.open(here.id)
        await move(two, there, 0)
        async with asyncio.timeout(10):
            while one.open_tables:
                await asyncio.sleep(0.05)
        assert two.open_tables == 1
        assert (await one.open(here.id)).number == 2


@in_loop
async def test_work_is_claimed_by_one_and_released(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        assert await one.peers.claim("x")
        assert await one.peers.claim("x")
        assert not await two.peers.claim("x")
        one.peers.release("x")
        await one.peers.meet()
        assert await two.peers.claim("x")
        assert not await one.peers.claim("x")
        await two.leave()
        assert await one.peers.claim("x"), "nobody counts on a process that leaves"
        assert one.peers.others == 1, "which is heard with the next round"
        await one.peers.meet()
        assert one.peers.others == 0
        # After a crash of the database nothing is known of anybody: what was claimed may be somebody else's.
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("TRUNCATE londinium.processes, londinium.claims")
        term = one.peers.term
        await one.peers.meet()
        assert one.peers.term == term + 1
