"""Whole tournaments in the browser: one link, names, the same cards for everybody, and nobody learns them beforehand."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from datetime import date
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.registry import game
from londinium.look.raster import can_rasterise
from londinium.table import commands
from londinium.table.links import Links
from londinium.table.store import open_store
from londinium.table.table import Table
from londinium.table.tournaments.changes import find_tournament
from londinium.table.tournaments.tournament import Tournament
from londinium.web.pages.boxes import packed_box

from .site import HOUR, World, in_loop, serving

if TYPE_CHECKING:
    from conftest import Server

BRIDGE, CITY = "old-london-bridge", "next-station-london"
DAY = date(2026, 11, 16)
FORM = {"title": "Family cup", "rounds": "2", "window": "24"}


def alert(page: httpx.Response) -> str:
    return "".join(re.findall(r'role="alert">(.*?)<', page.text))


async def opened(host: httpx.AsyncClient, game: str = CITY, **more: str) -> tuple[str, str]:
    """A new tournament: the address of its page, and of the page that runs it."""
    page = await host.post(f"/tournaments/new/{game}", data={**FORM, **more})
    assert page.status_code == 200, page.text
    assert "/host/" in page.url.path
    return page.url.path.partition("/host/")[0], page.url.path


async def enter(client: httpx.AsyncClient, here: str, name: str) -> httpx.Response:
    return await client.post(here, data={"do": "enter", "name": name})


async def sit(client: httpx.AsyncClient, here: str, round_no: int) -> httpx.Response:
    return await client.post(here, data={"do": "play", "round": str(round_no)})


def table_id(page: httpx.Response) -> str:
    assert page.url.path.startswith("/t/"), alert(page)
    return page.url.path.split("/")[2].split(".")[0]


async def kept(world: World, here: str) -> Tournament:
    return await find_tournament(world.hall.store, here.rpartition("/")[2])


async def play_out(world: World, id: str, which: int = 0) -> Table:
    """Play a table to its end for all its people."""
    table = await world.hall.open(id)
    while not table.is_over:
        acting = [seat for seat in table.match.to_act if 0 <= seat < table.match.seats and table.seats[seat].bot is None]
        if not acting:
            await asyncio.sleep(0.005)
            continue
        legal = table.match.legal(acting[0])
        move = table.match.moves.text(legal[which % len(legal)])
        await world.hall.command(table.id, acting[0], commands.MakeMove(f"m{table.number}", table.version(acting[0]), move))
    return table


def rows_of(page: httpx.Response) -> list[list[str]]:
    """The standings as they are read: place, name, total, rounds."""
    body = page.text.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.S)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S) for row in rows]
    return [[" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in cells]


@in_loop
async def test_everybody_plays_the_same_cards_alone(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("de") as ben, world.person() as eve:
        here, run = await opened(ann)
        before = await eve.get(here)
        assert before.status_code == 200
        assert "/host/" not in before.text, "whoever has the link to play cannot run it"
        hashes = re.findall(r"<code>([0-9a-f]{64})</code>", before.text)
        assert len(set(hashes)) == 2, "a shuffle for each round, bound before anybody has entered"

        assert (await enter(ann, here, "Ann")).url.path == here
        assert alert(await enter(ben, here, " ANN ")), "the name is taken"
        assert (await enter(ben, here, "Ben")).status_code == 200
        again = await enter(ben, here, "Benjamin")
        assert "Ben" in again.text
        assert "Benjamin" not in again.text, "whoever comes back goes on"

        assert "round 1 first" in alert(await sit(ann, here, 2))
        first = await sit(ann, here, 1)
        one = await world.hall.open(table_id(first))
        assert one.commitment == hashes[0], "the table shows the hash of its round"
        assert (await sit(ann, here, 1)).url.path == first.url.path, "back to the table one has begun"
        assert f'href="{here}"' in first.text, "the table says of which tournament it is"
        await play_out(world, one.id)
        assert "once" in alert(await sit(ann, here, 1))

        await check_secret(ben, here, one.id)
        await check_secret(eve, here, one.id)
        assert rows_of(await ben.get(here))[0][:2] == ["1", "Ann"], "points are no secret"
        other = await world.hall.open(table_id(await sit(ben, here, 1)))
        await check_secret(ben, here, one.id)
        await play_out(world, other.id, which=-1)
        drawn = [[made.move for made in table.match.plies if made.seat not in range(table.match.seats)] for table in (one, other)]
        assert drawn[0] == drawn[1], "the same cards, whatever was drawn"
        page = await ben.get(here)
        assert f"/replay/{one.id}" in page.text, "who has played the round sees it"
        assert (await ben.get(f"/replay/{one.id}")).status_code == 200
        await check_secret(eve, here, one.id)

        last = await play_out(world, table_id(await sit(ann, here, 2)))
        assert last.commitment == hashes[1]
        await check_secret(ben, here, last.id, open_before=True)
        assert str((await kept(world, here)).shuffle(world.hall.links, 0).seed) not in (await ben.get(here)).text
        world.now += 25 * HOUR
        page = await eve.get(here)
        assert "won the tournament" in page.text
        assert (await eve.get(f"/replay/{last.id}")).status_code == 200, "over: everybody sees everything"
        assert proved(page) == hashes
        assert "is over" in alert(await enter(eve, here, "Eve"))
        assert "vorbei" in alert(await sit(ben, here, 2))
        ends = [table.match.outcome for table in (one, last)]
        total = sum(outcome.scores[0] for outcome in ends if outcome is not None)
        assert ["Ann", str(total)] in [row[1:3] for row in rows_of(page)]
        assert run.rpartition("/")[0] in (await ann.get("/tournaments")).text
        assert here in (await ben.get("/tournaments")).text
        assert here not in (await eve.get("/tournaments")).text


def proved(page: httpx.Response) -> list[str]:
    """The hashes that follow from the seeds and salts of a page."""
    seeds, salts = re.findall(r"<code>(\d+)</code>", page.text), re.findall(r"<code>([0-9a-f]{32})</code>", page.text)
    return [
        hashlib.sha256(f"londinium:{CITY}:{seed}:{salt}".encode()).hexdigest() for seed, salt in zip(seeds, salts, strict=True)
    ]


async def check_secret(stranger: httpx.AsyncClient, here: str, table: str, *, open_before: bool = False) -> None:
    """Whoever has not finished the round sees no replay of it, in no form."""
    page = await stranger.get(here)
    assert page.status_code == 200
    assert f"/replay/{table}" not in page.text
    if not open_before:
        assert "/replay/" not in page.text
    ways = (
        "",
        "/plain",
        "/eyes/all",
        "/card.png",
        "/film",
        "/film.svg",
        "/file",
        "/record",
        "/thumbnail/0",
        "/notes",
        "/analysis",
    )
    for way in ways:
        assert (await stranger.get(f"/replay/{table}{way}")).status_code == 403, way
    assert (await stranger.post(f"/replay/{table}/try", data={"ply": "1"})).status_code == 403
    assert (await stranger.post(f"/replay/{table}/analysis/start")).status_code == 403


@pytest.mark.parametrize(("game", "rounds"), [(BRIDGE, 1), ("mudlarks", 3)])
def test_tables_are_drawn_seats_rotate_and_bots_fill_up(game: str, rounds: int, tmp_path: Path) -> None:
    asyncio.run(a_tournament_at_tables(game, rounds, tmp_path))


async def a_tournament_at_tables(game: str, rounds: int, tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as host:
        here, run = await opened(host, game, seats="2", rounds=str(rounds))
        people = {name: world.person() for name in ("Ann", "Ben", "Cleo")}
        assert "at least 2" in alert(await host.post(run, data={"do": "close"}))
        for name, client in people.items():
            assert (await enter(client, here, name)).status_code == 200
        assert "when entry closes" in alert(await sit(people["Ann"], here, 1))
        assert (await host.post(run, data={"do": "close"})).status_code == 200
        assert "Entry is closed" in alert(await enter(host, here, "Host"))
        it = await kept(world, here)
        assert [len(tables) for tables in it.draw] == [2] * rounds

        for round_no in range(1, rounds + 1):
            pages = {name: await sit(client, here, round_no) for name, client in people.items()}
            tables = {name: await world.hall.open(table_id(page)) for name, page in pages.items()}
            assert len({table.id for table in tables.values()}) == 2
            assert len({table.commitment for table in tables.values()}) == 1, "the same shuffle at every table of a round"
            for name, table in tables.items():
                seat = int(pages[name].url.path.split("/")[2].split(".")[1])
                assert table.names[seat] == name
                assert table.seats[seat].joined
                assert sorted(table.settings.kinds) in (["person", "person"], ["builder", "person"])
            lonely = next(table for table in tables.values() if "builder" in table.settings.kinds)
            paired = next(table for table in tables.values() if "builder" not in table.settings.kinds)
            await play_out(world, paired.id)
            if round_no == 1:
                left = next(name for name, table in tables.items() if table is lonely)
                there = next(name for name, table in tables.items() if table is paired)
                await check_secret(people[left], here, paired.id)
                assert (await people[there].get(f"/replay/{paired.id}")).status_code == 200
                watching = world.hall.token(lonely, None)
                for client in (host, people[there]):
                    assert (await client.get(f"/t/{watching}")).status_code == 403, "nobody watches what others still play"
                    assert (await client.get(f"/t/{watching}/text")).status_code == 403
            await play_out(world, lonely.id)
        page = await host.get(here)
        assert "won the tournament" in page.text, "over as soon as everything is played"
        rows = rows_of(page)
        assert len(rows) == 3, "bots are in no standings"
        assert {row[1] for row in rows} == set(people)
        watch = await host.get(f"/t/{world.hall.token(lonely, None)}")
        assert watch.status_code == 200, "over: it may be watched"
        for client in people.values():
            await client.aclose()


@in_loop
async def test_the_same_place_at_once_is_one_table(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        here, run = await opened(ann, BRIDGE, seats="2", rounds="1")
        await enter(ann, here, "Ann")
        await enter(ben, here, "Ben")
        await ann.post(run, data={"do": "close"})
        pages = await asyncio.gather(sit(ann, here, 1), sit(ben, here, 1), sit(ann, here, 1))
        assert len({table_id(page) for page in pages}) == 1
        stored = await world.hall.store.tables(limit=100)
        assert len(stored) == 1, "what was opened in the same moment is not left behind"


@in_loop
async def test_what_is_wrong_is_said_and_nothing_is_half_done(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as eve:
        for sent, problem in (
            ({"title": " "}, "title has 1"),
            ({"rounds": "99"}, "1 to 12 rounds"),
            ({"window": "1000000"}, "no such period"),
            ({"clock": "days-1"}, "no such clock"),
        ):
            page = await ann.post(f"/tournaments/new/{BRIDGE}", data={**FORM, "seats": "4", **sent})
            assert (page.status_code, problem in alert(page)) == (422, True), sent
        assert (await ann.post("/tournaments/new/chess", data=FORM)).status_code == 404
        assert (await ann.post(f"/tournaments/new/{BRIDGE}", data={**FORM, "seats": "7"})).status_code == 422
        here, run = await opened(ann, title="<b>Cup</b>")
        assert "<b>Cup" not in (await eve.get(here)).text
        assert (await eve.get("/tournaments/abcdefghjk")).status_code == 404
        assert (await eve.get("/tournaments/..%2f..")).status_code == 404
        for wrong in (run[:-1] + ("a" if run[-1] != "a" else "b"), f"{here}/host/ü", f"{here}/host/x"):
            assert (await eve.get(wrong)).status_code == 404
            assert (await eve.post(wrong, data={"do": "end"})).status_code == 404
        assert not (await kept(world, here)).is_over(world.now)
        assert "name first" in alert(await sit(eve, here, 1))
        for name, problem in (("", "give a name"), ("Guest", "of your own"), ("x" * 99, "at most")):
            page = await enter(eve, here, name)
            assert (page.status_code, problem in alert(page)) == (422, True), name
        assert not (await kept(world, here)).entrants
        assert "person" not in eve.cookies, "nobody is kept who was refused"
        await enter(eve, here, "Eve")
        assert (await ann.post(run, data={"do": "strike", "number": "0"})).status_code == 200
        assert not (await kept(world, here)).entrants
        await enter(eve, here, "Eve")
        await sit(eve, here, 1)
        assert "can no longer be removed" in alert(await ann.post(run, data={"do": "strike", "number": "1"}))
        assert (await ann.post(run, data={"do": "nonsense"})).status_code == 422
        assert (await ann.post(run, data={"do": "end"})).status_code == 200
        assert (await kept(world, here)).is_over(world.now)
        assert "over" in alert(await sit(eve, here, 1))


NASTY = (
    "",
    "\x00",
    "\u202eevil",
    "<script>alert(1)</script>",
    "'; DROP TABLE tournaments; --",
    "٣",
    "²",
    "-1",
    "9" * 400,
    "x" * 50_000,
    "{name}",
)


@in_loop
async def test_whatever_is_sent_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as eve:
        here, run = await opened(ann, BRIDGE, seats="2")
        await enter(ann, here, "Ann")
        before = await kept(world, here)
        for value in NASTY:
            for field in ("round", "do", "number"):
                sent = {"do": "play", "round": "1", "number": "7", field: value}
                for path in (here, run):
                    answer = await eve.post(path, data=sent)
                    assert answer.status_code in {200, 404, 409, 422}, (path, field, value[:20])
            for field in ("title", "rounds", "seats", "window", "clock", "option-chapel"):
                answer = await eve.post(f"/tournaments/new/{BRIDGE}", data={**FORM, "seats": "2", field: value})
                assert answer.status_code in {200, 422}, (field, value[:20])
                assert "<script>alert" not in answer.text
            for path in (f"/tournaments/{quote(value, safe='')[:200]}", f"{here}/host/{quote(value, safe='')[:200]}"):
                assert (await eve.get(path)).status_code in {200, 404}
        assert await kept(world, here) == before
        assert "londinium_errors_total{" not in (await ann.get("/metrics")).text


@in_loop
async def test_a_tournament_introduces_itself(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("fr") as eve:
        here, _ = await opened(ann, rounds="1")
        await enter(ann, here, "Ann")
        page = await eve.get(here)
        assert '<meta property="og:title" content="Family cup · Next Station: London">' in page.text
        assert "/host/" not in page.text
        picture = unescape(re.findall(r'og:image" content="http://test([^"]+)"', page.text)[0])
        if can_rasterise():
            answer = await eve.get(picture)
            assert answer.headers["content-type"] == "image/png"
            assert answer.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
        table = await sit(ann, here, 1)
        assert f'href="{here}"' in (await ann.get(f"{table.url.path}/text")).text
        await play_out(world, table_id(table))
        assert 'value="rematch"' not in (await ann.get(f"{table.url.path}/text")).text, "it is played once"
        world.now += 25 * HOUR
        after = await eve.get(here)
        assert re.search(r'og:description" content="[^"]*Ann', after.text), "who has won"
        assert after.headers["x-robots-tag"].startswith("noindex")


@in_loop
async def test_everything_about_a_person_can_be_deleted(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        here, _ = await opened(ann)
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            await enter(client, here, name)
        table = await play_out(world, table_id(await sit(ann, here, 1)))
        assert "Family cup" in (await ann.get("/you")).text, "what is kept is shown"
        await ann.post("/you/delete", data={"sure": "yes"})
        page = await ben.get(here)
        assert "Ann" not in page.text
        assert (await kept(world, here)).host == ""
        assert table.id not in (await kept(world, here)).tables.values()


async def watching(database: str, table: str) -> str:
    """The link for spectators, which no page of the tournament shows."""
    store = await open_store(database)
    try:
        return Links(await store.secret()).token(table, None)
    finally:
        await store.close()


def test_nobody_listens_while_others_may_still_play(server: Server) -> None:
    with server.client() as ann, server.client() as host:
        run = host.post(f"/tournaments/new/{CITY}", data=FORM).url.path
        here = run.partition("/host/")[0]
        ann.post(here, data={"do": "enter", "name": "Ann"})
        seat = ann.post(here, data={"do": "play", "round": "1"}).url.path.split("/")[2]
        with connect(server.socket_url(seat)) as own:
            assert json.loads(own.recv(20))["kind"] == "state"
        token = asyncio.run(watching(server.database, seat.split(".")[0]))
        with connect(server.socket_url(token)) as socket:
            with pytest.raises(ConnectionClosed) as problem:
                socket.recv(20)
            assert problem.value.rcvd is not None
            assert problem.value.rcvd.code == 4404
        host.post(run, data={"do": "end"})
        with connect(server.socket_url(token)) as socket:
            assert json.loads(socket.recv(20))["kind"] == "state", "over: everybody may look"
        assert "/host/…" in server.log
        assert run.rpartition("/")[2] not in server.log, "the link that runs it is in no log"


# ── With a box of its own ────────────────────────────────────────────────────


@in_loop
async def test_everybody_plays_in_the_same_random_city(tmp_path: Path) -> None:
    shop = workshop_of(game(CITY))
    assert shop is not None
    code = packed_box(shop.random_box(1666, {slider.name: slider.usual for slider in shop.SLIDERS}))
    box = {"box": code, "box_name": "New Rome"}
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("de") as ben:
        bench = await ann.get(f"/workshop/{CITY}", params={"box": code, "name": "New Rome"})
        assert f'action="/tournaments/new/{CITY}"' in bench.text
        form = await ann.get(f"/tournaments/new/{CITY}", params=box)
        assert "Everyone plays with new-rome.txt." in form.text
        assert f'name="box" value="{code}"' in form.text
        assert f"box={code}" in re.findall(r'href="(/tournaments/new/[^"]*lang=de[^"]*)"', form.text)[0], "in any language"
        here, _ = await opened(ann, **box)
        page = await ben.get(here)
        assert f"/workshop/{CITY}?box={code}" in unescape(page.text), "it can be looked at before"
        assert "gespielt mit new-rome.txt" in page.text
        tables = list[Table]()
        for person, name in ((ann, "Ann"), (ben, "Ben")):
            await enter(person, here, name)
            tables.append(await play_out(world, table_id(await sit(person, here, 1)), which=len(tables)))
        assert {table.settings.box.name for table in tables if table.settings.box} == {"new-rome.txt"}
        assert len({table.match.boxes.tobytes() for table in tables}) == 1
        assert tables[0].match.boxes.tobytes() != game(CITY).match(seats=1).boxes.tobytes()
        assert {row[1] for row in rows_of(await ann.get(here)) if row[2] != "0"} == {"Ann", "Ben"}, "it counts in the tournament"
        assert await world.hall.store.results("ann") == [], "and nowhere else"
        assert (await ann.get(f"/replay/{tables[1].id}")).status_code == 200

        wrong = packed_box(shop.touch(shop.printed(), "C", "b0"))
        refused = await ann.post(f"/tournaments/new/{CITY}", data={**FORM, "box": wrong, "box_name": "x"})
        assert refused.status_code == 422
        assert 'id="error-box"' in refused.text
        for damaged in ("x", "a" * 9000, "%00"):
            assert (await ann.post(f"/tournaments/new/{CITY}", data={**FORM, "box": damaged})).status_code == 400
            assert (await ann.get(f"/tournaments/new/{CITY}", params={"box": damaged})).status_code == 400


def test_tournaments_from_before_there_were_boxes_can_still_be_read() -> None:
    it = Tournament("abcdefghjk", "Cup", CITY, {}, 1, 3, 0, 1)
    old = msgspec.json.encode(it).replace(b',"box":null', b"")
    assert b'"box"' not in old
    assert msgspec.json.decode(old, type=Tournament) == it
