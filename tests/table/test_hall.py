"""Commands at a table: stored before they are told, applied once, refused with a reason."""

from __future__ import annotations

import asyncio

import pytest

from londinium.kernel.words.errors import IllegalMove, InvalidNotation, InvalidOption, LondiniumError
from londinium.table import commands
from londinium.table.errors import (
    InvalidCommand,
    NoSuchTable,
    NotAllowed,
    NotYourSeat,
    ShuttingDown,
    StaleCommand,
)
from londinium.table.settings import TableSettings
from londinium.table.table import Table

from .play import BRIDGE, CITY, a_move, in_loop, move, person_to_act, play_on, serving, settings, states


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_a_match_of_persons_and_bots_comes_to_its_end_and_comes_back(database: str, game: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(game, 3, bots=1))
        await play_on(hall, table)
        assert table.is_over
        assert [about.finished for about in await hall.tables(watchable=False, finished=None)] == [True]
    async with serving(database) as hall:
        again = await hall.open(table.id)
        assert states(again) == states(table)
        assert again.record() == table.record()
        assert [again.version(seat) for seat in range(3)] == [table.version(seat) for seat in range(3)]


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_bots_alone_play_a_whole_match_while_somebody_watches(database: str, game: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(game, 4, bots=4))
        await asyncio.sleep(0.05)
        assert table.number == 1, "nobody watches"
        listener = await hall.visitors.listen(table.id, None)
        while not table.is_over:
            assert await listener.changed()
        listener.close()
        assert {row.event.by for row in table.rows if hasattr(row.event, "by")} == {"greedy"}


@in_loop
async def test_a_command_is_applied_once(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings())
        command = commands.MakeMove("same", table.version(0), a_move(table, 0))
        first = await hall.command(table.id, 0, command)
        again = await hall.command(table.id, 0, command)
        assert (first.number, first.repeated, again.number, again.repeated) == (2, False, 2, True)
        assert table.number == 2
    async with serving(database) as hall:
        later = await hall.command(table.id, 0, command)
        assert (later.number, later.repeated) == (2, True)


@in_loop
async def test_the_id_of_one_seat_says_nothing_to_another(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings())
        await hall.command(table.id, 0, commands.MakeMove("x", table.version(0), a_move(table, 0)))
        accepted = await hall.command(table.id, 1, commands.MakeMove("x", table.version(1), a_move(table, 1)))
        assert not accepted.repeated


@in_loop
async def test_the_same_command_sent_many_times_at_once(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings())
        command = commands.MakeMove("same", table.version(0), a_move(table, 0))
        answers = await asyncio.gather(*(hall.command(table.id, 0, command) for _ in range(20)))
        assert sorted(answer.repeated for answer in answers) == [False] + [True] * 19
        assert table.number == 2


@in_loop
async def test_others_face_down_choices_make_nobody_stale(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        for game in (BRIDGE, CITY):
            table = await hall.create(settings(game, 4))
            assert len(table.match.to_act) == 4, "all choose at once"
            versions = [table.version(seat) for seat in range(4)]
            for seat in (2, 0, 3):
                await hall.command(table.id, seat, commands.MakeMove(f"c{seat}", versions[seat], a_move(table, seat)))
                assert table.version(1) == versions[1]
                assert table.version(seat) == table.number
            await hall.command(table.id, 1, commands.MakeMove("c1", versions[1], a_move(table, 1)))
            assert {table.version(seat) for seat in range(4)} == {table.number}, "now all cards are up"


@in_loop
async def test_what_is_refused_changes_nothing(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 3, bots=1))
        while len(table.match.to_act) > 2:
            await asyncio.sleep(0.001)
        before, number = states(table), table.number
        now = table.version(0)
        wrong: list[tuple[int | None, commands.Command, type[LondiniumError]]] = [
            (0, commands.MakeMove("a", now - 1, a_move(table, 0)), StaleCommand),
            (0, commands.MakeMove("b", now + 1, a_move(table, 0)), StaleCommand),
            (0, commands.MakeMove("c", now, "place chapel"), IllegalMove),
            (0, commands.MakeMove("d", now, "play nothing"), InvalidNotation),
            (0, commands.MakeMove("e", now, "x" * 5000), InvalidCommand),
            (0, commands.MakeMove("f", now, "marker 2"), IllegalMove),
            (2, commands.MakeMove("g", table.version(2), "play 1"), NotYourSeat),
            (3, commands.MakeMove("h", now, "play 1"), NotYourSeat),
            (-1, commands.MakeMove("i", now, "play 1"), NotYourSeat),
            (None, commands.MakeMove("j", now, "play 1"), NotYourSeat),
            (0, commands.Join("k", " \u202e\t "), InvalidCommand),
            (0, commands.Join("l", "x" * 33), InvalidCommand),
            (0, commands.Say("m", ""), InvalidCommand),
            (0, commands.Say("n", "x" * 501), InvalidCommand),
            (0, commands.Leave("o", "deep-thought"), InvalidCommand),
            (0, commands.Return("p"), NotAllowed),
            (0, commands.Replace("q", 1), NotAllowed),
            (0, commands.Replace("r", 2), NotAllowed),
            (0, commands.Replace("s", 0), InvalidCommand),
            (0, commands.Replace("t", 9), InvalidCommand),
            (0, commands.Rematch("u"), NotAllowed),
        ]
        for seat, command, expected in wrong:
            with pytest.raises(expected) as caught:
                await hall.command(table.id, seat, command)
            assert str(caught.value), command
        assert (states(table), table.number) == (before, number)
        assert await hall.store.rows(table.id) == table.rows
        with pytest.raises(NoSuchTable):
            await hall.open("nosuch")
        with pytest.raises(NoSuchTable):
            await hall.open("\x00'; DROP TABLE events")


@in_loop
async def test_restart_in_the_middle_of_a_choice(database: str) -> None:
    for game in (BRIDGE, CITY):
        async with serving(database) as hall:
            table = await hall.create(settings(game, 3))
            await play_on(hall, table, 9)
            await move(hall, table, table.match.to_act[0])
        async with serving(database) as hall:
            again = await hall.open(table.id)
            assert (states(again), again.match.to_act, again.rows) == (states(table), table.match.to_act, table.rows)
            await play_on(hall, again)
            assert again.is_over


@in_loop
async def test_listeners_hear_of_every_change_and_of_the_end(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings())
        listener = await hall.visitors.listen(table.id, 0)
        assert await listener.changed()
        assert [row.number for row in listener.rows()] == [1]
        await move(hall, table, 0)
        await move(hall, table, 1)
        assert await listener.changed()
        assert [row.number for row in listener.rows()] == [2, 3], "changes that come together are told together"
        assert len(hall.visitors) == 1
        waiting = asyncio.create_task(listener.changed())
        await asyncio.sleep(0)
    assert await waiting is False
    with pytest.raises(ShuttingDown):
        await hall.command(table.id, 0, commands.Say("x", "hello"))


@in_loop
async def test_a_command_is_finished_although_nobody_waits_for_it(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings())
        asking = asyncio.create_task(move(hall, table, 0))
        await asyncio.sleep(0)
        asking.cancel()
    async with serving(database) as hall:
        assert (await hall.open(table.id)).number == 2


@in_loop
async def test_chat_and_names_are_plain(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings())
        await hall.command(table.id, 0, commands.Join("a", "  Zoë\n\u202e <b> "))
        await hall.command(table.id, 0, commands.Say("b", "well\x00 played\u200b 👩‍🎨"))
        await hall.command(table.id, None, commands.Say("c", "I watch", name="Eve"))
        assert table.names == ("Zoë <b>", "Ben", "Cleo")
        assert [(said.seat, said.name, said.text) for said in table.chat] == [
            (0, "Zoë <b>", "well played 👩‍🎨"),
            (None, "Eve", "I watch"),
        ]
        assert (await hall.tables(watchable=False))[0].names == ("Zoë <b>", "Ben", "Cleo")


@in_loop
async def test_a_rematch_is_opened_once_with_the_same_people(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(CITY, 2))
        await play_on(hall, table)
        answers = await asyncio.gather(
            hall.command(table.id, 0, commands.Rematch("a")),
            hall.command(table.id, 1, commands.Rematch("a")),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, NotAllowed) for answer in answers) == 1
        assert table.rematch is not None
        again = await hall.open(table.rematch)
        assert (again.names, again.number, again.settings.game) == (table.names, 1, CITY)
        assert again.commitment != table.commitment


@in_loop
async def test_settings_are_checked_before_anything_is_stored(sqlite: str) -> None:
    bad = [
        TableSettings(game=BRIDGE, kinds=("person",)),
        TableSettings(game=BRIDGE, kinds=("person", "deep-thought")),
        TableSettings(game="ludo", kinds=("person", "person")),
        settings(options={"money": "none"}),
        settings(options={"weather": "fine"}),
        settings(names=("a",) * 5),
        settings(pace=-1),
    ]
    async with serving(sqlite) as hall:
        for given in bad:
            with pytest.raises(LondiniumError):
                await hall.create(given)
        assert await hall.tables(watchable=False, finished=None) == []
        with pytest.raises(InvalidOption):
            await hall.create(settings(), seed=-1)


@in_loop
async def test_only_public_tables_are_listed_for_watching(database: str) -> None:
    async with serving(database) as hall:
        await hall.create(settings())
        shown = await hall.create(settings(public=True))
        assert [about.id for about in await hall.tables()] == [shown.id]
        assert len(await hall.tables(watchable=False)) == 2


@in_loop
async def test_an_idle_table_is_put_away_and_comes_back(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings())
        await move(hall, table, 0)
        monkeypatch.setattr("londinium.table.hall.caretaker.IDLE_AFTER", -1.0)
        await hall.caretaker.sweep()
        assert hall.open_tables == 0
        again = await hall.open(table.id)
        assert again is not table
        assert again.rows == table.rows


@in_loop
async def test_a_table_is_not_put_away_while_somebody_opens_it(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings())
        with monkeypatch.context() as patched:
            patched.setattr("londinium.table.hall.caretaker.IDLE_AFTER", -1.0)
            await hall.caretaker.sweep()
        opening = asyncio.create_task(hall.open(table.id))
        while not opening.done():
            await hall.caretaker.sweep()
            await asyncio.sleep(0)
        assert opening.result() is await hall.open(table.id), "all who sit at a table sit at the same one"


def test_a_person_is_asked_first() -> None:
    """The helper of these tests itself: chance is never asked."""
    from .play import table_of

    table: Table = table_of(settings(CITY, 1))
    assert person_to_act(table) == 0


@in_loop
async def test_a_process_that_leaves_lets_everybody_go_a_few_at_a_time(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 2))
        listeners = [await hall.visitors.listen(table.id, seat) for seat in (0, 1, None)]
        for listener in listeners:
            await listener.changed()
        waiting = [asyncio.create_task(listener.changed()) for listener in listeners]
        await hall.leave()
        await asyncio.sleep(0)
        assert hall.peers.leaving
        assert not any(one.done() for one in waiting), "it goes on as long as they are here"
        assert [hall.visitors.let_go(2) for _ in range(3)] == [2, 1, 0]
        assert await asyncio.wait_for(asyncio.gather(*waiting), 5) == [False] * 3
        for listener in listeners:
            listener.close()
