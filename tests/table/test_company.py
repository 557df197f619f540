"""One link for all free seats, tables that look for players, and what whoever opened a table may settle at it."""

from __future__ import annotations

import asyncio

import pytest

from londinium.table import commands
from londinium.table.errors import BadLink, InvalidCommand, NoFreeSeat, NotAllowed
from londinium.table.events import ChatSwitched, Joined, SeatBack, SeatToBot
from londinium.table.hall.company import count_waiting, meeting_kind, only_waits, seeking
from londinium.table.hall.hall import Hall
from londinium.table.hall.oblivion import forget
from londinium.table.persons import PersonSeat, new_key
from londinium.table.settings import PerDecision
from londinium.table.table import Table

from .play import BRIDGE, CITY, Time, in_loop, move, play_on, serving, settings


async def looked_at(hall: Hall, table: Table, seat: int = 0) -> None:
    """Whoever sits there is noted as seen, as the hall does every second."""
    await hall.store.mark_seen([(table.id, seat)], hall.now())


@in_loop
async def test_one_link_seats_everybody_who_comes_on_a_seat_of_their_own(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(BRIDGE, 4, bots=1, host=0))
        await hall.command(table.id, 0, commands.Join("a", "Ann"))
        free = hall.links.free_token(table.id)
        assert hall.links.read_free(free) == table.id
        old = [hall.token(table, seat) for seat in range(4)]
        came = await asyncio.gather(*(hall.take_seat(table.id, f"P{i}", f"mark{i}") for i in range(3)), return_exceptions=True)
        assert sorted(seat for seat in came if isinstance(seat, int)) == [1, 2]
        assert [type(seat) for seat in came if not isinstance(seat, int)] == [NoFreeSeat], "the bot's seat is the bot's"
        first = next(i for i, seat in enumerate(came) if seat == 1)
        assert await hall.take_seat(table.id, f"P{first}", f"mark{first}") == 1, "the same form sent twice"
        for seat in (1, 2):
            with pytest.raises(BadLink):
                await hall.enter(old[seat])
            assert (await hall.enter(hall.token(table, seat))).seat == seat
        assert (await hall.enter(old[0])).seat == 0, "whoever sat there already is not disturbed"
    async with serving(database) as hall:
        again = await hall.open(table.id)
        assert [state.joined for state in again.seats] == [True] * 4
        assert again.renewal(1) == 1
        assert again.free_seats() == []


@in_loop
async def test_the_link_for_free_seats_opens_no_seat_and_a_seat_s_link_frees_none(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 2))
        free = hall.links.free_token(table.id)
        with pytest.raises(BadLink):
            await hall.enter(free)
        for token in (hall.token(table, 1), hall.token(table, None), free[:-1] + "-", "x", ""):
            with pytest.raises(BadLink):
                hall.links.read_free(token)
        with pytest.raises(InvalidCommand):
            await hall.take_seat(table.id, "  ", "mark")
        assert table.free_seats() == [0, 1], "a name that is none takes no seat"


@in_loop
async def test_a_seat_that_is_kept_for_somebody_is_not_free(sqlite: str) -> None:
    time = Time()
    async with serving(sqlite, time) as hall:
        table = await hall.create(settings(BRIDGE, 3, host=0))
        await hall.command(table.id, 0, commands.Join("a", "Ann"))
        await hall.take_seat(table.id, "Ben", "ben")
        time.pass_seconds(120)
        await hall.command(table.id, 0, commands.Invite("again", 1))
        assert not table.seats[1].joined
        assert table.free_seats() == [2], "a new link was made for Ben, and for nobody else"
        await hall.command(table.id, 0, commands.Replace("bot", 2))
        assert table.free_seats() == []


@in_loop
async def test_two_servers_give_nobody_the_same_seat(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        table = await one.create(settings(CITY, 4))
        await two.open(table.id)
        halls = [one, two, one, two, two]
        came = await asyncio.gather(
            *(hall.take_seat(table.id, f"P{i}", f"m{i}") for i, hall in enumerate(halls)), return_exceptions=True
        )
        assert sorted(seat for seat in came if isinstance(seat, int)) == [0, 1, 2, 3]
        assert sum(isinstance(seat, NoFreeSeat) for seat in came) == 1


@in_loop
async def test_whoever_came_with_the_one_link_can_have_everything_deleted(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(BRIDGE, 2))
        await hall.take_seat(table.id, "Ann", "ann")
        seat = await hall.take_seat(table.id, "Ben Secret", "ben")
        person = await hall.store.add_person(new_key(), "Ben Secret", 1)
        await hall.store.keep_person_seats(person.id, [PersonSeat(table.id, seat, table.renewal(seat))], 1)
        await forget(hall, person)
        rows = await hall.store.rows(table.id)
        assert "Secret" not in repr(rows)
        joined = [row.event for row in rows if isinstance(row.event, Joined)]
        assert [event.renews for event in joined] == [True, True], "the links stay as void as they were"
    async with serving(database) as hall:
        assert (await hall.open(table.id)).renewal(seat) == 2


# ── Looking for players ──────────────────────────────────────────────────────


@in_loop
async def test_only_tables_that_look_for_players_are_listed_and_only_while_somebody_waits(database: str) -> None:
    time = Time()
    async with serving(database, time) as hall:
        private = await hall.create(settings(BRIDGE, 2, host=0, public=True))
        table = await hall.create(settings(BRIDGE, 2, host=0, seeks=True, options={"money": "open"}))
        time.pass_seconds(1)
        patient = await hall.create(settings(CITY, 2, host=0, seeks=True, clock=PerDecision(3)))
        for each in (private, table, patient):
            await hall.command(each.id, 0, commands.Join("a", "Ann"))
            await looked_at(hall, each)
        assert [each.id for each in await seeking(hall)] == [table.id, patient.id], "to be watched is not to be joined"
        assert [each.id for each in await seeking(hall, meeting_kind(table.settings))] == [table.id]
        assert await seeking(hall, meeting_kind(settings(BRIDGE, 2))) == [], "another setting"
        assert await count_waiting(hall) == {meeting_kind(table.settings): 1, meeting_kind(patient.settings): 1}
        time.pass_seconds(60)
        assert [each.id for each in await seeking(hall)] == [patient.id], "whoever waited has gone; days are another matter"
        await looked_at(hall, table)
        assert len(await seeking(hall)) == 2, "and has come back"
        await hall.take_seat(table.id, "Ben", "ben")
        assert [each.id for each in await seeking(hall)] == [patient.id], "it is full"
        assert [one.table for one in await hall.store.vacancies(0, 10)] == [patient.id]


@in_loop
async def test_the_host_opens_the_list_and_closes_it(database: str) -> None:
    async with serving(database) as hall:
        table = await hall.create(settings(BRIDGE, 3, host=0))
        for seat, name in enumerate(("Ann", "Ben")):
            await hall.command(table.id, seat, commands.Join(f"j{seat}", name))
        await looked_at(hall, table)
        assert await seeking(hall) == []
        with pytest.raises(NotAllowed):
            await hall.command(table.id, 1, commands.Seek("x", open=True))
        await hall.command(table.id, 0, commands.Seek("open", open=True))
        assert [each.id for each in await seeking(hall)] == [table.id]
        await hall.command(table.id, 0, commands.Seek("close", open=False))
        assert await seeking(hall) == []
        assert await hall.store.vacancies(0, 10) == []
        with pytest.raises(NoFreeSeat):  # whoever still has the old list before them
            await hall.take_seat(table.id, "Eve", "eve", invited=False)
        await hall.command(table.id, 0, commands.Seek("anew", open=True))
    async with serving(database) as hall:
        assert [each.id for each in await seeking(hall)] == [table.id], "also after a restart"


@in_loop
async def test_what_one_server_lists_the_other_finds(postgres: str) -> None:
    async with serving(postgres) as one, serving(postgres) as two:
        table = await one.create(settings(CITY, 2, host=0, seeks=True))
        await one.take_seat(table.id, "Ann", "ann")
        await looked_at(one, table)
        assert [each.id for each in await seeking(two)] == [table.id]
        await two.take_seat(table.id, "Ben", "ben")
        assert await seeking(one) == []


@in_loop
async def test_a_rematch_is_for_those_who_have_played(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 2, host=0, seeks=True, quick=True))
        for seat in range(2):
            await hall.take_seat(table.id, f"P{seat}", f"m{seat}")
        await play_on(hall, table)
        await hall.command(table.id, 0, commands.Rematch("again"))
        assert table.rematch is not None
        following = await hall.open(table.rematch)
        assert not following.seeks
        assert not following.settings.quick
        assert following.free_seats() == [], "nobody can take Ben's seat before he comes"
        assert await seeking(hall) == []


@in_loop
async def test_who_only_waits_has_nothing_to_lose(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        for quick in (True, False):
            table = await hall.create(settings(BRIDGE, 2, host=0, seeks=True, quick=quick))
            await hall.take_seat(table.id, "Ann", "ann")
            assert only_waits(table) is quick
        waiting = await hall.create(settings(BRIDGE, 2, host=0, seeks=True, quick=True))
        await hall.take_seat(waiting.id, "Ann", "ann")
        await move(hall, waiting, 0)
        assert not only_waits(waiting), "she has begun to play"


# ── Chat, and what is said of coming and going ───────────────────────────────


@in_loop
async def test_the_host_switches_the_chat_off_and_on(database: str) -> None:
    async with serving(database) as hall:
        silent = await hall.create(settings(BRIDGE, 2, host=0, chat=False))
        with pytest.raises(NotAllowed):
            await hall.command(silent.id, 0, commands.Say("a", "hello"))
        table = await hall.create(settings(BRIDGE, 2, host=0))
        await hall.command(table.id, 1, commands.Say("a", "hello"))
        with pytest.raises(NotAllowed):
            await hall.command(table.id, 1, commands.SwitchChat("off", on=False))
        await hall.command(table.id, 0, commands.SwitchChat("off", on=False))
        for seat in (0, 1, None):
            with pytest.raises(NotAllowed):
                await hall.command(table.id, seat, commands.Say("b", "hello?", "Eve"))
    async with serving(database) as hall:
        table = await hall.open(table.id)
        assert not table.has_chat
        await hall.command(table.id, 0, commands.SwitchChat("on", on=True))
        await hall.command(table.id, 1, commands.Say("c", "again"))
        assert [said.text for said in table.chat] == ["hello", "again"]


@in_loop
async def test_coming_and_going_is_kept_in_order_and_a_new_name_is_no_coming(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 3, host=0))
        await hall.command(table.id, 0, commands.Join("a", "Ann"))
        await hall.take_seat(table.id, "Ben", "ben")
        await hall.command(table.id, 1, commands.Join("b", "Benedict"))
        await hall.command(table.id, 1, commands.Leave("c"))
        await hall.command(table.id, 1, commands.Return("d"))
        await hall.command(table.id, 0, commands.SwitchChat("e", on=False))
        assert [type(one.event) for one in table.comings] == [Joined, Joined, SeatToBot, SeatBack, ChatSwitched]
        assert [one.number for one in table.comings] == sorted(one.number for one in table.comings)
