"""One link for everybody, free seats for everybody, and waiting for somebody: as people see it in browsers without scripts."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import httpx
import pytest

from londinium.kernel.words.language import language, languages
from londinium.table import commands
from londinium.table.hall.company import seeking
from londinium.table.hall.presence import Attendance
from londinium.table.settings import PerDecision
from londinium.table.table import Table
from londinium.web.live.comings import Company, said_lines, said_texts
from londinium.web.routes.open_seats import BOT_AFTER

from .site import HOUR, World, in_loop, serving
from .test_memory import acts

BRIDGE, CITY = "old-london-bridge", "next-station-london"
BOARD = 'data-fragment="prompt"'
HOSTILE = "<script>alert(1)</script> https://evil.example/ javascript:alert(1) [a](http://b) \u202eevil"


@asynccontextmanager
async def world_of(folder: Path) -> AsyncIterator[World]:
    """A site whose caretaker stays at home: he notes every second who is there, and on a busy machine that falls between any two
    requests. Here he does so when a test says it, with `note_presence`.
    """
    async with serving(folder, date(2026, 11, 17)) as world:
        await world.hall.caretaker.close()
        yield world


async def host_table(host: httpx.AsyncClient, friends: int = 1, **more: str) -> tuple[httpx.Response, str]:
    """The page of the links, and the one link for all."""
    seats = {f"seat{seat}": "friend" for seat in range(1, friends + 1)}
    page = await host.post(f"/new/{BRIDGE}", data={"seat0": "me", "name0": "Ann", **seats, **more})
    found = re.search(r'value="http://test(/join/[^"]+)"', page.text)
    assert found is not None
    return page, found[1]


async def sit(friend: httpx.AsyncClient, link: str, name: str, **more: str) -> httpx.Response:
    once = re.search(r'name="once" value="(\w+)"', (await friend.get(link)).text)
    return await friend.post(link, data={"name": name, "once": once[1] if once else "", **more})


async def play_to_the_end(world: World, table: Table) -> None:
    while not table.is_over:
        seat = table.match.to_act[0]
        move = table.match.moves.text(table.match.legal(seat)[0])
        await world.hall.command(table.id, seat, commands.MakeMove(f"m{table.number}", table.version(seat), move))


async def note_presence(world: World) -> None:
    """What the caretaker does every second."""
    await world.hall.visitors.note()


# ── One link ─────────────────────────────────────────────────────────────────


@in_loop
async def test_one_link_for_all_free_seats(tmp_path: Path) -> None:
    async with (
        world_of(tmp_path) as world,
        world.person() as ann,
        world.person() as ben,
        world.person() as cleo,
        world.person() as dan,
    ):
        page, link = await host_table(ann, friends=2)
        assert "2 seats are still free." in page.text
        first = await sit(ben, link, "Ben")
        assert BOARD in first.text
        assert (await ben.get(link)).url.path == first.url.path, "whoever sits there is led to their seat"
        assert (await ben.post(link, data={"name": "Ben"})).url.path == first.url.path, "and gets no second one"
        now = await ann.get(f"{page.url.path}/seats")
        assert "<html" not in now.text
        assert "1 seat is still free." in now.text
        assert now.text.count("not here yet") == 1
        assert "Ben" in now.text
        assert first.url.path not in (await ann.get(page.url.path)).text, "the host never sees the friend's own link"
        await sit(cleo, link, "Cleo")
        assert "Everyone has joined." in (await ann.get(f"{page.url.path}/seats")).text
        full = await dan.get(link)
        assert full.status_code == 410
        assert "The table is full" in full.text
        assert BOARD in (await dan.get(re.search(r'href="http://test(/t/[^"]+\.w\.[^"]+)"', full.text)[1])).text, "he may watch"  # type: ignore[index]
        assert 'href="/seats"' in full.text
        late = await dan.post(link, data={"name": "Dan"})
        assert late.status_code == 410, "also where the form was open already"


@in_loop
async def test_with_the_link_of_one_seat_nobody_gets_the_others(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        page, link = await host_table(ann, friends=2)
        own = re.findall(r'value="http://test/t/([^".]+\.\d\.[^"]+)"', page.text)
        assert len(own) == 2
        assert "/join/" not in (await ben.get(f"/invite/{own[0]}")).text
        assert "/join/" in (await ben.get(page.url.path)).text, "who has all of them has this one"
        for wrong in (link[:-1] + "x", f"/join/{own[0]}", f"/t/{link.split('/')[2]}", f"/invite/{link.split('/')[2]}"):
            assert (await ben.get(wrong)).status_code == 404
        token = link.split("/")[2]
        assert (await ben.post(f"/t/{token}/act", data={"do": "leave", "id": "x"})).status_code == 404


@in_loop
async def test_a_name_that_is_none_takes_no_seat_and_a_hostile_one_does_nothing(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        page, link = await host_table(ann)
        wrong = await sit(ben, link, "   ")
        assert wrong.status_code == 422
        assert 'class="error"' in wrong.text
        table = await sit(ben, link, "<b>Ben</b>")
        assert BOARD in table.text
        seats = (await ann.get(f"{page.url.path}/seats")).text
        assert "&lt;b&gt;Ben&lt;/b&gt;" in seats
        assert "<b>Ben</b>" not in seats


@in_loop
async def test_whoever_is_new_to_the_game_may_learn_it_and_comes_back(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben, world.person() as eve:
        page, link = await host_table(ann)
        assert 'name="learn"' in (await ben.get(link)).text
        lesson = await sit(ben, link, "Ben", learn="yes")
        assert lesson.url.path == f"/learn/{BRIDGE}/first-game"
        back = re.search(r'class="button main" href="(/t/[^"]+)"', lesson.text)
        assert back is not None
        assert BOARD in (await ben.get(back[1])).text
        plain = await ben.get(f"/learn/{BRIDGE}/first-game/plain")
        assert f"{back[1]}/text" in plain.text
        assert "Back to the table" not in (await ben.get(f"/learn/{CITY}/first-game")).text, "another game"
        assert "Back to the table" not in (await eve.get(f"/learn/{BRIDGE}/first-game")).text, "she has no seat"
        assert "Everyone has joined." in (await ann.get(f"{page.url.path}/seats")).text, "his seat is his meanwhile"


@in_loop
async def test_whoever_knows_the_game_is_not_sent_to_school(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        played = await ben.post(f"/play/{BRIDGE}", data={"name": "Ben", "seats": "2", "bot": "random"})
        await world.play(played)
        _, link = await host_table(ann)
        assert 'name="learn"' not in (await ben.get(link)).text


@in_loop
async def test_whoever_has_just_played_sits_down_at_the_rematch_without_a_question(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben, world.person() as eve:
        page, link = await host_table(ann)
        seat = await sit(ben, link, "Ben")
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        await play_to_the_end(world, table)
        await world.hall.command(table.id, 0, commands.Rematch("again"))
        assert table.rematch is not None
        again = world.hall.links.token(table.rematch, 1)
        assert f"{seat.url.path}/rematch?text" in (await ben.get(f"{seat.url.path}/text")).text
        assert 'name="name"' in (await eve.get(f"/t/{again}")).text, "in another browser it is an invitation like any other"
        assert BOARD in (await ben.get(f"/t/{again}")).text
        following = await world.hall.open(table.rematch)
        assert following.seats[1].joined
        assert following.names[1] == "Ben"


@in_loop
async def test_a_rematch_that_another_has_opened_waits_on_the_home_page(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben, world.person() as eve:
        page, link = await host_table(ann)
        await sit(ben, link, "Ben")
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        await play_to_the_end(world, table)
        assert 'href="/t/' not in (await ann.get("/")).text
        world.now += 24 * HOUR
        played = acts((await ben.get("/")).text, "again")
        assert len(played) == 1
        await ben.post("/you/again", data={"seat": played[0]})
        assert table.rematch is not None
        waits = f"/t/{world.hall.links.token(table.rematch, 0)}"
        home = (await ann.get("/")).text
        assert f'href="{waits}"' in home, "with the seat that is hers"
        assert table.rematch not in (await eve.get("/")).text
        assert (await ben.get("/")).text.count(f"/t/{table.rematch}.1.") == home.count(f"/t/{table.rematch}.0."), "once each"
        await ann.post("/you/dismiss", data={"seat": waits.removeprefix("/t/")})
        assert table.rematch not in (await ann.get("/")).text, "taken off the list"
        assert BOARD in (await ann.get(waits)).text
        assert f'href="{waits}"' in (await ann.get("/")).text, "whoever comes back has it there again"
        await world.hall.discard(table.rematch)
        assert table.rematch not in (await ann.get("/")).text


# ── Free seats for everybody ─────────────────────────────────────────────────


@in_loop
async def test_free_seats_are_listed_by_choice_and_taken_with_one_tap(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben, world.person() as eve:
        hidden, _ = await host_table(ann, public="yes")
        assert "Sit down" not in (await ben.get("/seats")).text, "to be watched is not to be joined"
        page, _ = await host_table(ann, seeks="yes", clock="budget-5")
        await ann.get(f"{page.url.path}/seats")
        await note_presence(world)
        [listed] = await seeking(world.hall)
        text = (await ben.get("/seats")).text
        assert f'name="table" value="{listed.id}"' in text
        assert "5 minutes each" in text
        assert "/t/" not in text, "no secret is on a page for everybody"
        assert "/join/" not in text
        picture = await ben.get(f"/seats/{listed.id}/thumbnail")
        assert picture.headers["content-type"] == "image/svg+xml"
        secret = hidden.url.path.split("/")[2].split(".")[0]
        assert (await ben.post("/seats/take", data={"table": secret, "name": "Eve"})).status_code == 410
        assert "Your seat" in (await ann.get("/seats")).text
        seat = await ben.post("/seats/take", data={"table": listed.id, "name": "Ben"})
        assert BOARD in seat.text
        assert seat.url.path.startswith("/t/")
        late = await eve.post("/seats/take", data={"table": listed.id, "name": "Eve"})
        assert late.status_code == 410
        assert "/t/" not in late.text, "a table that nobody may watch is not shown to those who were not invited"
        assert "Sit down" not in (await eve.get("/seats/now")).text
        assert (await eve.post("/seats/take", data={"table": "nothing"})).status_code == 404


@in_loop
async def test_a_picture_of_a_table_that_is_on_no_list_is_not_had(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as eve:
        page, _ = await host_table(ann)
        table = page.url.path.split("/")[2].split(".")[0]
        assert (await eve.get(f"/seats/{table}/thumbnail")).status_code == 404


@in_loop
async def test_two_who_want_the_same_meet(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben, world.person() as cleo:
        waits = await ann.post(f"/seats/meet/{CITY}", data={"name": "Ann", f"variant-{CITY}": "objectives"})
        assert waits.url.path.endswith("/wait")
        assert "Nobody else is waiting" in waits.text
        await note_presence(world)
        again = await ann.post(f"/seats/meet/{CITY}", data={f"variant-{CITY}": "objectives"})
        assert again.url.path == waits.url.path, "the same button twice is one wish"
        other = await cleo.post(f"/seats/meet/{CITY}", data={"name": "Cleo", f"variant-{CITY}": "powers"})
        assert other.url.path.endswith("/wait"), "she wants something else"
        assert "1 person is waiting for someone" in other.text
        await note_presence(world)
        met = await ben.post(f"/seats/meet/{CITY}", data={"name": "Ben", f"variant-{CITY}": "objectives"})
        assert met.url.path.startswith("/t/")
        told = await ann.post(waits.url.path, headers={"accept": "application/json"})
        seat = told.json()["go"]
        assert seat.split(".")[0] == met.url.path.split(".")[0], "the same table"
        assert BOARD in (await ann.get(seat)).text
        assert (await ann.get(waits.url.path)).url.path == seat, "and so without scripts"
        table = await world.hall.open(seat.split("/")[2].split(".")[0])
        assert table.names == ("Ann", "Ben")
        assert table.settings.options["objectives"] == "on"


@in_loop
async def test_two_who_began_to_wait_at_the_same_time_meet(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        wish = {f"pace-{BRIDGE}": "budget-15"}
        first = await ann.post(f"/seats/meet/{BRIDGE}", data={"name": "Ann", **wish})
        world.now += 5
        second = await ben.post(f"/seats/meet/{BRIDGE}", data={"name": "Ben", **wish})
        assert second.url.path.endswith("/wait"), "Ann was not noted as seen yet"
        await note_presence(world)
        assert "markup" in (await ann.post(first.url.path, headers={"accept": "application/json"})).json(), "the first one stays"
        went = (await ben.post(second.url.path, headers={"accept": "application/json"})).json()["go"]
        came = (await ann.post(first.url.path, headers={"accept": "application/json"})).json()["go"]
        assert went.split(".")[0] == came.split(".")[0]
        assert BOARD in (await ben.get(went)).text
        assert (await ben.get(second.url.path)).status_code == 404, "his own table is gone"
        assert went in (await ben.get("/")).text
        assert second.url.path.split("/")[2] not in (await ben.get("/")).text


@in_loop
async def test_nobody_comes_so_a_bot_may(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann:
        waits = await ann.post(f"/seats/meet/{BRIDGE}", data={"name": "Ann", f"variant-{BRIDGE}": "expansion"})
        assert 'name="bot"' not in waits.text, "not at once"
        world.now += BOT_AFTER
        assert 'name="bot"' in (await ann.get(waits.url.path)).text
        assert (await ann.get(waits.url.path)).url.path == waits.url.path, "nothing happens before she decides"
        played = await ann.post(f"{waits.url.path}/stop", data={"bot": "yes"})
        assert BOARD in played.text
        table = await world.hall.open(played.url.path.split("/")[2].split(".")[0])
        assert table.seats[1].bot is not None
        assert table.names[0] == "Ann"
        assert set(table.settings.options.values()) >= {"random"}
        assert await seeking(world.hall) == []
        assert (await ann.get(waits.url.path)).status_code == 404
        again = await ann.post(f"/seats/meet/{BRIDGE}", data={})
        assert (await ann.post(f"{again.url.path}/stop")).url.path == "/seats"
        assert (await ann.get(again.url.path)).status_code == 404


@in_loop
async def test_whoever_stopped_looking_is_met_by_nobody(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        await ann.post(f"/seats/meet/{BRIDGE}", data={"name": "Ann"})
        await note_presence(world)
        world.now += 60_000
        assert (await ben.post(f"/seats/meet/{BRIDGE}", data={"name": "Ben"})).url.path.endswith("/wait")


@pytest.mark.parametrize("code", languages())
@in_loop
async def test_every_page_of_company_speaks_the_reader_s_language(tmp_path: Path, code: str) -> None:
    async with world_of(tmp_path) as world, world.person(code) as ann:
        words = language(code)
        assert words.text("Play with someone") in (await ann.get("/seats")).text
        waits = await ann.post(f"/seats/meet/{BRIDGE}", data={"name": "Ann"})
        assert words.text("Waiting for someone") in waits.text
        page, _ = await host_table(ann)
        assert words.text("One link for everyone") in page.text


# ── Chat, and who comes and goes ─────────────────────────────────────────────


@in_loop
async def test_the_host_switches_the_chat_off_at_the_text_board_and_in_the_form(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        _, link = await host_table(ann)
        seat = await sit(ben, link, "Ben")
        await ben.post(f"{seat.url.path}/act", data={"do": "say", "text": HOSTILE})
        mine = re.search(r'href="(/t/[^"]+)"', (await ann.get("/")).text)
        assert mine is not None
        text = (await ann.get(f"{mine[1]}/text")).text
        assert "&lt;script&gt;alert(1)" in text
        for evil in ("<script>alert", 'href="https://evil', 'href="javascript', "\u202e"):
            assert evil not in text
        refused = await ben.post(f"{seat.url.path}/act", data={"do": "chat", "on": "no"})
        assert refused.status_code == 409
        assert "Switch the chat off" not in (await ben.get(f"{seat.url.path}/text")).text
        silent = await ann.post(f"{mine[1]}/act", data={"do": "chat", "on": "no"})
        assert "The chat is switched off." in silent.text
        assert "alert(1)" not in silent.text, "what was said is not shown any more"
        said = await ben.post(f"{seat.url.path}/act", data={"do": "say", "text": "hello?"})
        assert said.status_code == 409
        page, _ = await host_table(ann, silent="yes")
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        assert not table.has_chat


@in_loop
async def test_lines_of_the_chat_are_never_markup_and_never_links(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann:
        page, _ = await host_table(ann)
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        await world.hall.command(table.id, 1, commands.Join("j", '"><img src=x onerror=alert(1)>'))
        await world.hall.command(table.id, 1, commands.Say("s", HOSTILE))
        await world.hall.command(table.id, None, commands.Say("w", HOSTILE, "<a href=x>Eve</a>"))
        for code in languages():
            lines = "".join(said_lines(table, ("A", "B"), 0, language(code)))
            assert not re.search(r"<(?!/?(li|span|b|i|button)\b)", lines), "no tags but ours"
            assert "href" not in re.sub(r"&lt;a href", "", lines)
            assert not re.search(r"\son\w+=", re.sub(r"&[^;]+;[^<]*", "", lines))
            assert "\u202e" not in lines


@in_loop
async def test_who_comes_and_goes_is_said_to_the_others(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann, world.person() as ben:
        page, link = await host_table(ann, friends=2)
        hall, words = world.hall, language("en")
        table = await hall.open(page.url.path.split("/")[2].split(".")[0])
        hers, his = Company(table, 0), Company(table, 1)
        there = hall.visitors.attendance(table)
        assert hers.news(table, there, words) == his.news(table, there, words) == []
        await sit(ben, link, "Ben")
        assert hers.news(table, hall.visitors.attendance(table), words) == ["Ben has sat down."]
        assert his.news(table, hall.visitors.attendance(table), words) == [], "he knows"
        await hall.command(table.id, 1, commands.Join("n", "Benedict"))
        assert hers.news(table, hall.visitors.attendance(table), words) == [], "a new name is no news"
        await hall.command(table.id, 1, commands.Leave("l"))
        assert hers.news(table, hall.visitors.attendance(table), words) == ["Benedict has left; a bot takes over."]
        await hall.command(table.id, 1, commands.Return("r"))
        assert hers.news(table, hall.visitors.attendance(table), words) == ["Benedict is back and takes over again."]
        nobody, both = Attendance(frozenset({0}), frozenset(), 0), Attendance(frozenset({0, 1}), frozenset(), 0)
        assert hers.news(table, nobody, words) == ["Benedict is away."]
        assert his.news(table, nobody, words) == [], "nobody is told about themselves"
        assert hers.news(table, both, words) == ["Benedict is back."]
        told = [sentence for _, sentence in said_texts(table, words)]
        assert told == [
            "Ann has sat down.",
            "Benedict has sat down.",
            "Benedict has left; a bot takes over.",
            "Benedict is back and takes over again.",
        ]


@in_loop
async def test_where_decisions_may_take_days_nobody_is_said_to_be_away(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, world.person() as ann:
        page, _ = await host_table(ann, clock="days-3")
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        assert isinstance(table.settings.clock, PerDecision)
        await world.hall.command(table.id, 1, commands.Join("j", "Ben"))
        company = Company(table, 0)
        company.news(table, Attendance(frozenset({0, 1}), frozenset(), 0), language("en"))
        assert company.news(table, Attendance(frozenset({0}), frozenset(), 0), language("en")) == []
