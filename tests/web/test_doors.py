"""Harmless addresses: a link is exchanged for a cookie, a seat shows nothing before somebody sits down, one gets the seat."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from websockets.asyncio.client import connect

from londinium.table.commands import Invite, Join, MakeMove
from londinium.table.errors import NotAllowed
from londinium.table.settings import PERSON, PerDecision, TableSettings
from londinium.table.table import Table
from londinium.web.http.doors import door, door_of
from londinium.web.http.front import Front
from londinium.web.http.journal import without_secrets
from londinium.web.http.limits import Limits, Rate

from .site import World, in_loop, serving

if TYPE_CHECKING:
    from conftest import Server

BRIDGE = "old-london-bridge"
BOARD = 'data-fragment="prompt"'
BROWSER = {"accept": "text/html,application/xhtml+xml"}


@asynccontextmanager
async def world_of(folder: Path) -> AsyncIterator[World]:
    async with serving(folder, date(2026, 11, 17)) as world:
        yield world


def with_browser(world: World) -> httpx.AsyncClient:
    """Somebody whose program says that it is a browser."""
    person = world.person()
    person.headers.update(BROWSER)
    return person


async def told(world: World, path: str, cookie: str = "") -> tuple[list[dict[str, Any]], int]:
    """What a socket is told at first, and the code with which it was closed; 0: it was not."""
    said: list[dict[str, Any]] = []
    closed, enough = 0, asyncio.Event()
    heard = iter([{"type": "websocket.connect"}])

    async def receive() -> Any:
        if (first := next(heard, None)) is not None:
            return first
        await enough.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Any) -> None:
        nonlocal closed
        if message["type"] == "websocket.close":
            closed = message.get("code", 1000)
        elif message["type"] == "websocket.send":
            said.append(json.loads(message["text"]))
            enough.set()

    headers = [(b"host", b"test"), (b"cookie", cookie.encode())]
    facts = {"scheme": "ws", "root_path": "", "query_string": b"", "subprotocols": [], "client": ("127.0.0.1", 1)}
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "headers": headers, "server": ("test", 80), **facts}
    await asyncio.wait_for(world.app(scope, receive, send), 20)
    return said, 0 if said else closed


async def chosen_and_away(world: World) -> tuple[Table, str, str]:
    """Ann has opened a table with days for each decision; Ben has chosen a card face down and gone. His old link, the new."""
    hall = world.hall
    table = await hall.create(TableSettings(BRIDGE, (PERSON, PERSON), ("Ann", "Ben"), clock=PerDecision(3), host=0), seed=5)
    for seat, name in enumerate(("Ann", "Ben")):
        await hall.command(table.id, seat, Join(f"j{seat}", name))
    old = hall.token(table, 1)
    await hall.command(table.id, 1, MakeMove("m", table.version(1), "play 3"))
    assert table.can_take_back(1)
    world.now += 5 * 60 * 1000
    await hall.command(table.id, 0, Invite("i", 1))
    return table, old, hall.token(table, 1)


@in_loop
async def test_when_a_match_is_over_nobody_gets_a_new_link_to_a_seat(tmp_path: Path) -> None:
    """It would lead on to the rematch, where the seat is already somebody's."""
    async with world_of(tmp_path) as world:
        hall = world.hall
        table = await hall.create(TableSettings(BRIDGE, (PERSON, PERSON), ("Ann", "Ben"), host=0), seed=5)
        for seat, name in enumerate(("Ann", "Ben")):
            await hall.command(table.id, seat, Join(f"j{seat}", name))
        while not table.is_over:
            seat = table.match.to_act[0]
            move = table.match.moves.text(table.match.legal(seat)[0])
            await hall.command(table.id, seat, MakeMove(f"m{table.number}", table.version(seat), move))
        world.now += 5 * 60 * 1000
        with pytest.raises(NotAllowed, match="over"):
            await hall.command(table.id, 0, Invite("i", 1))


@in_loop
async def test_the_page_for_those_who_ask_too_much_holds_nothing_of_anybody(tmp_path: Path) -> None:
    """It is made once, for all of them."""
    async with world_of(tmp_path) as world, with_browser(world) as ann, with_browser(world) as ben:
        table, _, link = await chosen_and_away(world)
        world.site.addresses.renew(replace(Limits(), pages=Rate(1, 0.001)))
        await ann.get("/")
        for person, path in ((ann, f"/t/{link}"), (ben, "/about")):
            page = await person.get(path)
            assert page.status_code == 429
            assert link not in page.text
            assert table.id not in page.text


# ── A new link for a seat ────────────────────────────────────────────────────


@in_loop
async def test_a_new_link_shows_nothing_before_somebody_sits_down(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, with_browser(world) as ann, world.person() as program:
        table, _, new = await chosen_and_away(world)
        for client, base in ((program, f"/t/{new}"), (ann, f"/t/{new}"), (ann, door(table.id, 1))):
            for path in ("", "/text", "/text?wait"):
                page = await client.get(f"{base}{path}")
                assert 'name="name"' in page.text, "they are asked to sit down"
                assert BOARD not in page.text
                assert "face down" not in page.text
            for path in ("/thumbnail", "/record", "/puzzles", "/link", "/rematch", "/wait"):
                assert (await client.get(f"{base}{path}")).status_code in (403, 404), path
            for form in ({"do": "take-back", "version": "3"}, {"do": "return"}, {"do": "hint", "version": "3"}):
                assert (await client.post(f"{base}/act", data={**form, "id": "x"})).status_code == 403
        for path, cookie in ((f"/ws/{new}", ""), (f"{door(table.id, 1)}/ws", f"seat={new}")):
            assert await told(world, path, cookie) == ([], 4404)
            assert (await told(world, f"{path}/think", cookie))[0] == []


@in_loop
async def test_what_lay_face_down_is_forgotten_and_the_table_hears_of_it(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, with_browser(world) as ann:
        table, _, new = await chosen_and_away(world)
        assert not table.can_take_back(1)
        assert set(table.match.to_act) == {0, 1}, "it is chosen again"
        before = await ann.get(f"/t/{world.hall.token(table, 0)}/text")
        assert "Ann has made a new link for the seat of Ben, who has to sit down again." in before.text
        joining = await ann.get(f"/t/{new}")
        form = dict(re.findall(r'name="(once)" value="(\w+)"', joining.text))
        seat = await ann.post(f"{door(table.id, 1)}/join", data={**form, "name": "Ann again"})
        assert BOARD in seat.text
        view = await ann.get(f"{door(table.id, 1)}/text")
        assert "cleric" not in view.text.split("What happened")[1].split("At the table")[0]
        assert ">Undo<" not in view.text
        assert "Ann again has sat down." in view.text, "who has taken the seat is said at the table"
        assert (
            Table(await world.hall.store.rows(table.id)).match.states_known_to(1).tobytes()
            == table.match.states_known_to(1).tobytes()
        )


@in_loop
async def test_an_old_link_says_kindly_what_happened(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, with_browser(world) as ben:
        _, old, _ = await chosen_and_away(world)
        page = await ben.get(f"/t/{old}")
        assert page.status_code == 404
        assert "Ann, who opened this table, has made a new link for this seat" in page.text
        assert await told(world, f"/ws/{old}") == ([], 4404)


@in_loop
async def test_of_two_with_one_invitation_one_gets_the_seat(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world:
        for number in range(6):
            table = await world.hall.create(TableSettings(BRIDGE, (PERSON, PERSON), ("Ann", "Ben")))
            link = f"/t/{world.hall.token(table, 1)}/join"
            people = [world.person() for _ in range(2)]
            forms = [{"name": f"Ben {one}", "once": f"mark{number}{one}xx"} for one in range(2)]
            both = await asyncio.gather(*(person.post(link, data=form) for person, form in zip(people, forms, strict=True)))
            assert sorted(answer.status_code for answer in both) == [200, 409]
            loser = next(answer for answer in both if answer.status_code == 409)
            assert "Somebody else was a moment quicker and has taken this seat" in loser.text
            winner = next(answer for answer in both if answer.status_code == 200)
            assert BOARD in winner.text
            for person in people:
                await person.aclose()


# ── Cookies instead of addresses ─────────────────────────────────────────────


@in_loop
async def test_no_address_that_a_browser_asks_for_holds_a_secret(tmp_path: Path) -> None:
    """Two seats of one table and several tables in one browser, an invitation, a rematch, another device."""
    async with world_of(tmp_path) as world, with_browser(world) as ann, with_browser(world) as phone:
        asked: list[str] = []

        async def note(request: httpx.Request) -> None:
            asked.append(request.url.raw_path.decode())

        for person in (ann, phone):
            person.event_hooks["request"].append(note)
        first = await ann.post(f"/play/{BRIDGE}", data={"name": "Ann"})
        second = await ann.post(f"/new/{BRIDGE}", data={"seat0": "me", "name0": "Ann", "seat1": "friend"})
        link = next(link for link in re.findall(r'value="([^"]+)"', second.text) if "#1.0." in link)
        entrance, _, secret = link.partition("#")
        joining = await ann.post(entrance, data={"link": f"  {link} "})
        form = dict(re.findall(r'name="(once)" value="(\w+)"', joining.text))
        other = await ann.post(f"{joining.url.path}/join", data={**form, "name": "Ann too"})
        table = other.url.path.split("/")[2]
        for path in (first.url.path, door(table, 0), door(table, 1)):
            assert BOARD in (await ann.get(path)).text, "each of the browser's seats"
        assert (await phone.get(door(table, 1))).status_code == 404, "the address alone opens nothing"
        shown = await ann.get(f"{door(table, 1)}/link")
        own = re.search(r'value="([^"]+#[^"]+)"', shown.text)
        assert own is not None
        assert "<svg" in shown.text
        moved = await phone.post(own[1].partition("#")[0], data={"link": own[1]})
        assert moved.url.path == door(table, 1)
        assert BOARD in moved.text, "the same seat on another device"
        played = await world.hall.open(table)
        while not played.is_over:
            seat = played.match.to_act[0]
            move = played.match.moves.text(played.match.legal(seat)[0])
            await world.hall.command(table, seat, MakeMove(f"m{played.number}", played.version(seat), move))
        again = await ann.post(f"{door(table, 0)}/act", data={"do": "rematch", "id": "again"})
        assert played.rematch is not None
        assert again.url.path == f"{door(played.rematch, 0)}/text"
        assert (await ann.get(f"{door(table, 1)}/rematch")).url.path == door(played.rematch, 1)
        assert (await ann.get(f"{door(table, 0)}/record")).status_code == 200
        secrets = {secret.rpartition(".")[2], *(world.hall.token(played, seat).rpartition(".")[2] for seat in (0, 1, None))}
        assert [path for path in asked if any(one in path for one in secrets)] == []


@in_loop
async def test_old_bookmarks_are_exchanged_and_programs_need_no_cookie(tmp_path: Path) -> None:
    async with world_of(tmp_path) as world, with_browser(world) as ann, world.person() as program:
        table = await world.hall.create(TableSettings(BRIDGE, (PERSON, "greedy"), ("Ann", "Bot")))
        await world.hall.command(table.id, 0, Join("j", "Ann"))
        token = world.hall.token(table, 0)
        page = await ann.get(f"/t/{token}?lang=de")
        assert page.url.path == door_of(token)
        assert page.url.query == b"lang=de"
        assert f'data-socket="{door_of(token)}/ws?lang=de"' in page.text
        assert token.rpartition(".")[2] not in re.sub(r'name="seat" value="[^"]+"', "", page.text), "only a hidden field has it"
        assert (await told(world, f"{door_of(token)}/ws", f"seat={token}"))[0]
        assert (await told(world, f"{door_of(token)}/ws"))[1] == 4404
        assert (await program.get(f"/t/{token}")).url.path == f"/t/{token}"
        assert (await told(world, f"/ws/{token}"))[0]


def test_a_link_with_its_secret_behind_the_hash(browser: Browser, server: Server) -> None:
    """In Chromium: with scripts it is exchanged at once; the address bar holds no secret afterwards."""
    with server.client(headers=BROWSER) as host:
        page = host.post(f"/new/{BRIDGE}", data={"seat0": "me", "name0": "Ann", "seat1": "friend"})
    links = re.findall(r'value="(http[^"]+#[^"]+)"', page.text)
    for link, scripts in ((next(link for link in links if "#free" in link), True), (links[-1], False)):
        context = browser.new_context(java_script_enabled=scripts)
        tab = context.new_page()
        tab.goto(link)
        if not scripts:
            tab.locator("#link").fill(link)
            tab.locator("button.main").click()
        tab.wait_for_url("**/table/**")
        assert "#" not in tab.url
        if scripts:
            tab.locator("#name").fill("Ben")
            tab.locator("button.main").first.click()
            expect(tab.locator(".table[data-connected]")).to_have_count(1)
        context.close()


# ── Too many, and the end ────────────────────────────────────────────────────


def test_too_many_pages_of_one_network_all_get_in(start_server: Callable[..., Server]) -> None:
    """More than an address may open at once, as after a restart: each is told its table, none is refused."""
    server = start_server()
    with server.client() as client:
        table = client.post(f"/play/{BRIDGE}", data={"name": "Ann"})
    address = server.socket_url(table.url.path.split("/")[2])

    async def page() -> str:
        async with connect(address, open_timeout=30) as socket:
            kind = json.loads(await asyncio.wait_for(socket.recv(), 30))["kind"]
            await asyncio.sleep(0.5)
            return str(kind)

    async def all_pages() -> list[str]:
        return await asyncio.gather(*(page() for _ in range(140)))

    assert set(asyncio.run(all_pages())) <= {"state", "news"}
    # A text board that waits for something to happen is let go at the end, and gets its page.
    answers: list[httpx.Response] = []
    with server.client() as client:
        invited = client.post(f"/new/{BRIDGE}", data={"seat0": "me", "name0": "Ann", "seat1": "friend"}).text
    watch = re.search(r'value="([^"]+/t/[^".]+\.w\.[^"]+)"', invited)
    assert watch is not None
    waiting = threading.Thread(target=lambda: answers.append(httpx.get(f"{watch[1]}/text?wait", timeout=30)))
    waiting.start()
    time.sleep(2)
    assert answers == [], "it waits"
    began = time.monotonic()
    server.stop(signal.SIGTERM)
    waiting.join(15)
    assert time.monotonic() - began < 8, "the end does not wait for it"
    assert [answer.status_code for answer in answers] == [200]


def test_a_page_that_is_refused_for_a_while_comes_back_by_itself(browser: Browser, server: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    refused: list[int] = []

    def answer(socket: Any) -> None:
        if not refused:
            refused.append(1)
            socket.close(code=4429, reason="")
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/ws"), answer)
    page.goto(server.url)
    with server.client(headers=BROWSER) as client:
        table = client.post(f"/play/{BRIDGE}", data={"name": "Ann"})
        context.add_cookies([{"name": "seat", "value": client.cookies["seat"], "url": f"{server.url}{table.url.path}"}])
    page.goto(f"{server.url}{table.url.path}")
    expect(page.locator("#lost .for-a-while")).to_be_visible(timeout=5000)
    expect(page.locator("#lost .for-good")).to_be_hidden()
    expect(page.locator(".table[data-connected]")).to_have_count(1, timeout=15_000)
    expect(page.locator("#lost")).to_be_hidden()
    context.close()


# ── What is believed of proxies, and what is logged ──────────────────────────


def test_the_last_hop_that_is_none_of_ours_is_the_visitor() -> None:
    front = Front.told(["10.0.0.0/8", "127.0.0.1"])
    assert front.visitor("127.0.0.1", "1.2.3.4") == "1.2.3.4"
    assert front.visitor("127.0.0.1", "6.6.6.6, 1.2.3.4, 10.1.2.3") == "1.2.3.4", "what stands further left is made up"
    assert front.visitor("127.0.0.1", "1.2.3.4:567") == "1.2.3.4"
    assert front.visitor("127.0.0.1", "[2001:db8::1]:443") == "2001:db8::1"
    assert front.visitor("127.0.0.1", "unknown") == "127.0.0.1"
    assert front.visitor("127.0.0.1", "") == "127.0.0.1"
    assert not front.trusts("11.0.0.1")
    assert front.trusts("::ffff:10.0.0.7")
    assert Front.told(hosts=["Play.Example.org"]).answers("play.example.org:8443")
    assert not Front.told(hosts=["play.example.org"]).answers("play.example.org.evil.example")


def test_a_path_in_the_log_holds_neither_link_nor_name() -> None:
    secret = "abcdefghjk.0.0.Xy_z-1234567890abcdefg"
    for place in ("t", "T", "new", "watch", "ws", "nowhere", "tournaments/abc/HOST", "carry"):
        assert secret not in without_secrets(f"/{place}/{secret}")
        assert secret not in without_secrets(f"/{place}/{secret}/text")
    assert without_secrets("/stats/ann") == "/stats/…"
    assert without_secrets("/Stats/ann.csv") == "/…/…"
    assert without_secrets("/table/abcdefghjk/0/text") == "/table/abcdefghjk/0/text"
    assert without_secrets("/daily/2026-11-17/old-london-bridge") == "/daily/2026-11-17/old-london-bridge"
