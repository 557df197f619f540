"""What the site remembers of a person: their name, their matches, their progress; carried along, renewed, deleted."""

from __future__ import annotations

import gzip
import html
import io
import json
import re
import shutil
from datetime import date
from pathlib import Path

import httpx
import pytest

from londinium.kernel.registry import slugs
from londinium.kernel.words.language import languages
from londinium.table import commands
from londinium.table.history.guests import is_named
from londinium.table.store import open_store
from londinium.web.app import create_app
from londinium.web.background.analyses import Depth
from londinium.web.http.journal import Journal
from londinium.web.http.limits import NO_LIMITS

from .site import HOUR, World, in_loop, serving

CITY, BRIDGE = "next-station-london", "old-london-bridge"
DAY = date(2026, 11, 16)
EARLIER = Path(__file__).parent.parent / "table" / "earlier"
FACTS: dict[str, str] = json.loads((EARLIER / "version-3.json").read_text())
SEAT = re.compile(r'action="/you/([a-z-]+)"><input type="hidden" name="seat" value="([^"]+)">')


async def played(world: World, person: httpx.AsyncClient, **form: str) -> str:
    """A match alone, played to its end; its table."""
    world.now += HOUR
    return await world.play(await person.post(f"/play/{CITY}", data={"alone": "yes", **form}))


def acts(page: str, deed: str) -> list[str]:
    """The seats about which a page offers to do something."""
    return [html.unescape(token) for found, token in SEAT.findall(page) if found == deed]


async def own_link(person: httpx.AsyncClient) -> str:
    """The link that a person's page shows on request."""
    found = re.search(r'value="(http://test/carry/[^"]+)"', (await person.post("/you/link")).text)
    assert found is not None
    return found[1]


# ── The name ─────────────────────────────────────────────────────────────────


@in_loop
async def test_the_name_is_asked_once_with_the_first_match(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        assert (await ann.get("/")).text.count('class="first-name"') == len(world.site.covers)
        page = await ann.post(f"/play/{CITY}", data={"seats": "2", "name": "  Ann \n"})
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        assert table.names[0] == "Ann"
        assert 'class="first-name"' not in (await ann.get("/")).text
        again = await ann.post(f"/play/{BRIDGE}")
        assert (await world.hall.open(again.url.path.split("/")[2].split(".")[0])).names[0] == "Ann"


@in_loop
async def test_a_guest_is_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person("de") as guest, world.person() as reader:
        table = await played(world, guest, name=" ")
        assert (await world.hall.open(table)).names == ("Gast",)
        assert 'class="first-name"' in (await guest.get("/")).text, "whoever gave none is asked again"
        for name in ("Gast", "guest", "Invité", "OSPITE"):
            assert (await reader.get(f"/stats/{name}")).status_code == 404
            refused = await reader.post(f"/daily/{DAY}/{CITY}", data={"name": name})
            assert refused.status_code == 422
            assert "guests are not ranked" in refused.text
        assert f"/replay/{table}" in (await guest.get("/you")).text, "but finds the own matches again"


def test_guests_in_every_language() -> None:
    assert [name for name in ("Guest", "gast", " INVITÉ ", "Ospite") if is_named(name)] == []
    assert is_named("Guestavo")
    assert len(languages()) == 4


@in_loop
async def test_a_name_that_was_given_at_the_table_is_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.post(f"/play/{CITY}", data={"alone": "yes"})
        table = await world.hall.open(page.url.path.split("/")[2].split(".")[0])
        await world.hall.command(table.id, 0, commands.Join("n", "Ann"))
        await ann.get(page.url.path)
        assert 'class="first-name"' not in (await ann.get("/")).text
        assert (await ann.post("/you/name", data={"name": " "})).status_code == 422
        renamed = await ann.post("/you/name", data={"name": "Anna"})
        assert "<h1>Anna</h1>" in renamed.text


# ── Matches ──────────────────────────────────────────────────────────────────


@in_loop
async def test_finished_matches_are_found_again(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        first, second = await played(world, ann, name="Ann"), await played(world, ann)
        for path in ("/", "/you", "/stats/Ann"):
            page = (await ann.get(path)).text
            assert page.index(f"/replay/{second}#study=1") < page.index(f"/replay/{first}#study=1"), "the last first"
            assert len(acts(page, "again")) == 2
            assert "2026-11-16" in page
        assert "/replay/" not in (await ben.get("/")).text
        seen = (await ben.get("/stats/Ann")).text
        assert f"/replay/{second}" in seen
        assert acts(seen, "again") == [], "what acts is for whoever holds the seat"
        assert "/t/" not in seen
        picture = await ben.get(f"/replay/{second}/thumbnail/0")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
        for wrong in (f"/replay/{second}/thumbnail/7", f"/replay/{second}/thumbnail/x", "/replay/nothing/thumbnail/0"):
            assert (await ben.get(wrong)).status_code == 404
        again = await ann.post("/you/again", data={"seat": acts((await ann.get("/you")).text, "again")[0]})
        rematch = await world.hall.open(again.url.path.split("/")[2].split(".")[0])
        assert rematch.settings.kinds == ("person",)
        assert (await world.hall.open(second)).rematch == rematch.id
        there = await ann.post("/you/again", data={"seat": acts((await ann.get("/you")).text, "again")[0]})
        assert there.url.path == again.url.path, "the one that was opened already"


@in_loop
async def test_pages_of_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("you", "statistics"):
        monkeypatch.setattr(f"londinium.web.routes.{module}.MATCHES_ON_PAGE", 2)
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        tables = [await played(world, ann, name="Ann") for _ in range(3)]
        for path in ("/you", "/stats/Ann"):
            first, second = (await ann.get(path)).text, (await ann.get(f"{path}?page=2")).text
            assert [table for table in tables if f"/replay/{table}/thumbnail" in first] == tables[1:]
            assert [table for table in tables if f"/replay/{table}/thumbnail" in second] == tables[:1]
            assert f"{path}?page=2" in first
            assert "page=3" not in second
            for odd in ("0", "-1", "x", "99999", "9" * 30):
                assert (await ann.get(f"{path}?page={odd}")).status_code == 200


@in_loop
async def test_what_can_be_continued_says_what_it_is_and_can_be_dismissed(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        done = await played(world, ann, name="Ann")
        match = await ann.post(f"/play/{BRIDGE}", data={"seats": "2", "bot": "greedy"})
        await ann.post(f"/daily/{DAY}/{CITY}", data={"name": "Ann"})
        match_done = (await world.hall.open(done)).match
        ply = next(ply for ply in range(match_done.ply - 20, 0, -1) if 0 in match_done.at(ply).to_act)
        trial = await ann.post(f"/replay/{done}/try", data={"ply": str(ply), "eye": "0"})
        page = (await ann.get("/")).text
        rows = re.findall(r'<li class="waits.*?</li>', page[: page.index("data-begun")], re.DOTALL)
        assert len(rows) == 3
        [daily] = [row for row in rows if "Daily challenge · 2026-11-16" in row]
        [tried] = [row for row in rows if "Trial · " in row]
        [bridge] = [row for row in rows if "Old London Bridge" in row]
        assert "Round 1" in bridge
        assert all("Your turn" in row for row in rows)
        back = re.search(r'class="back" href="([^"]+)"', tried)
        assert back is not None
        assert html.unescape(back[1]).startswith(f"/replay/{done}#ply=")
        assert "study=1" in back[1]
        assert 'class="back"' not in daily + bridge
        assert html.unescape(back[1]) in html.unescape(trial.text), "and at the table itself"
        token = match.url.path.split("/")[2]
        assert (await ann.get(f"/t/{token}/thumbnail")).text.startswith("<svg")
        await ann.post("/you/dismiss", data={"seat": token})
        assert token not in (await ann.get("/")).text
        await ann.get(f"/t/{token}")
        assert token in (await ann.get("/")).text, "whoever opens it again has it on the list again"
        for deed in ("dismiss", "give-up", "again"):
            assert (await ann.post(f"/you/{deed}", data={"seat": "nonsense"})).status_code == 404
        watch = world.hall.token(await world.hall.open(token.split(".")[0]), None)
        assert (await ann.post("/you/give-up", data={"seat": watch})).status_code == 403
        assert (await ann.get(f"/t/{watch}/thumbnail")).status_code == 404


@in_loop
async def test_matches_can_be_given_up(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        form = {"seat0": "me", "name0": "Ann", "seat1": "friend"}
        page = await ann.post(f"/new/{BRIDGE}", data=form)
        mine, his = page.url.path.split("/")[2].split("~")
        await ben.post(f"/t/{his}/join", data={"name": "Ben"})
        assert "A bot takes over for you" in (await ann.get(f"/t/{mine}")).text
        assert "A bot takes over for you" in (await ann.get(f"/t/{mine}/text")).text
        home = await ann.post("/you/give-up", data={"seat": mine})
        assert mine not in home.text
        table = await world.hall.open(mine.split(".")[0])
        assert table.seats[0].bot is not None, "a bot plays on for the friend"
        assert "Continue" in (await ben.get("/")).text
        day = await ann.post(f"/daily/{DAY}/{CITY}", data={"name": "Ann"})
        token = day.url.path.split("/")[2]
        assert "counts nowhere" in day.text
        await ann.post("/you/give-up", data={"seat": token})
        attempt = await world.hall.open(token.split(".")[0])
        assert attempt.seats[0].bot is None, "a day's challenge is played without help"
        assert token not in (await ann.get("/")).text


@in_loop
async def test_pictures_of_todays_challenge_are_for_those_who_have_played_it(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as ben:
        table = await world.play(await ann.post(f"/daily/{DAY}/{CITY}", data={"name": "Ann"}))
        assert (await ann.get(f"/replay/{table}/thumbnail/0")).status_code == 200
        assert (await ben.get(f"/replay/{table}/thumbnail/0")).status_code == 403
        running = await ben.post(f"/play/{CITY}", data={"alone": "yes"})
        other = running.url.path.split("/")[2].split(".")[0]
        assert (await ann.get(f"/replay/{other}/thumbnail/0")).status_code == 403, "nor of a match that is not over"


@pytest.mark.skipif("mudlarks" not in slugs(), reason="the example is not installed")
@in_loop
async def test_a_game_without_a_drawing_is_remembered_too(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        table = await world.play(await ann.post("/play/mudlarks", data={"seats": "2", "bot": "greedy", "name": "Ann"}))
        assert (await ann.get(f"/replay/{table}/thumbnail/0")).text.startswith("<svg")
        for path in ("/", "/you", "/stats/Ann"):
            page = (await ann.get(path)).text
            assert f"/replay/{table}#eye=0&amp;study=1" in page
            assert len(acts(page, "again")) == 1
        assert "Rating" in (await ann.get("/stats/Ann")).text


# ── Another browser ──────────────────────────────────────────────────────────


@in_loop
async def test_a_link_carries_everything_to_another_browser(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as phone, world.person() as eve:
        table = await played(world, ann, name="Ann")
        running = await ann.post(f"/play/{BRIDGE}")
        link = await own_link(ann)
        key = link.rpartition("/")[2]
        assert key not in (await ann.get("/you")).text, "shown when asked for, and then no more"
        came = await phone.get(link)
        assert came.url.path == "/carry", "the address is harmless"
        assert key not in str(came.url) + came.text
        assert [answer.headers["location"] for answer in came.history] == ["/carry"]
        assert table not in (await phone.get("/you")).text, "nothing happens before somebody says so"
        mine = await phone.post("/carry")
        assert mine.url.path == "/you"
        assert f"/replay/{table}" in mine.text
        assert running.url.path in (await phone.get("/")).text
        assert 'class="first-name"' not in (await phone.get("/")).text, "the name came along"
        assert (await phone.get(running.url.path)).status_code == 200
        other = await played(world, phone)
        assert f"/replay/{other}" in (await ann.get("/you")).text, "and both are one person from then on"
        for wrong in ("/carry/" + "a" * 43, "/carry/x", "/carry"):
            assert (await eve.get(wrong)).status_code == 404
        assert (await eve.post("/carry")).status_code == 404
        assert (await eve.post("/you/link")).status_code == 404
        assert (await eve.post("/you/renew")).status_code == 404


@in_loop
async def test_a_renewed_link_locks_all_others_out(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as thief, world.person() as late:
        table = await played(world, ann, name="Ann")
        link = await own_link(ann)
        await thief.get(link)
        await thief.post("/carry")
        assert table in (await thief.get("/you")).text
        renewed = await ann.post("/you/renew")
        assert link not in renewed.text
        assert re.search(r"http://test/carry/[\w-]{43}", renewed.text)
        assert table in (await ann.get("/you")).text
        assert table not in (await thief.get("/you")).text
        assert (await late.get(link)).status_code == 404


@in_loop
async def test_matches_of_the_other_browser_come_along_or_stay(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as one, world.person() as two:
        await played(world, ann, name="Ann")
        link = await own_link(ann)
        mine, theirs = await played(world, one, name="Anna"), await played(world, two, name="Ben")
        asked = await one.get(link)
        assert "Matches were played in this browser before." in asked.text
        assert mine in (await one.post("/carry", data={"own": "bring"})).text
        assert mine in (await ann.get("/you")).text
        await two.get(link)
        assert theirs not in (await two.post("/carry", data={"own": "leave"})).text
        assert theirs not in (await ann.get("/you")).text


# ── Deleting ─────────────────────────────────────────────────────────────────


@in_loop
async def test_everything_is_deleted_if_somebody_says_so_twice(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        table = await played(world, ann, name="Ann")
        assert (await ann.post("/you/delete")).status_code == 422
        assert (await ann.get("/stats/Ann")).status_code == 200
        await ann.post("/you/delete", data={"sure": "yes"})
        assert (await ann.get("/stats/Ann")).status_code == 404
        assert (await ann.get(f"/replay/{table}")).status_code == 404
        assert set(ann.cookies) <= {"lang", "scheme"}
        assert 'class="first-name"' in (await ann.get("/")).text


@in_loop
async def test_no_key_gets_into_the_log_or_the_database(tmp_path: Path) -> None:
    world, log = World(DAY), io.StringIO()
    store = await open_store(f"sqlite:///{tmp_path / 'table.db'}")
    world.app = create_app(store, NO_LIMITS, Journal(log), depth=Depth(par_seconds=0), now=lambda: world.now)
    async with world.app.router.lifespan_context(world.app), world.person() as ann, world.person() as phone:
        await played(world, ann, name="Ann")
        link = await own_link(ann)
        await phone.get(link)
        await phone.post("/carry")
    key = link.rpartition("/")[2]
    assert "/carry/…" in log.getvalue()
    assert key not in log.getvalue()
    for file in tmp_path.iterdir():
        assert key.encode() not in file.read_bytes()


# ── Progress ─────────────────────────────────────────────────────────────────


@in_loop
async def test_a_browser_from_before_keeps_its_matches_and_learns_from_its_analyses(tmp_path: Path) -> None:
    """The database of version 3, with the cookies that a browser had then."""
    with gzip.open(EARLIER / "version-3.sqlite.gz") as packed, (tmp_path / "table.db").open("wb") as file:
        shutil.copyfileobj(packed, file)
    async with serving(tmp_path, date(2026, 11, 17)) as world, world.person() as ann, world.person("it") as anna:
        for browser in (ann, anna):
            browser.cookies.set("seats", FACTS["seats_cookie"])
            browser.cookies.set("name", "Ann")
        home = (await ann.get("/")).text
        for name in ("daily", "bots", "hinted", "friends"):
            assert f"/replay/{FACTS[name]}" in home
        for name in ("open", "trial"):
            assert f"/t/{FACTS[name]}." in home
        page = (await ann.get("/you")).text
        told = re.findall(r"<li>\s*<p><b>(.*?)</b> <span>(\d) mistakes, worth £[\d.]+ less</span>", page)
        assert told == [("You neglect the chapel track.", "3"), ("Other mistakes", "5")], "advice needs three mistakes of a kind"
        assert re.search(rf'href="/replay/{FACTS["bots"]}#ply=\d+&amp;eye=0&amp;study=1"', page), "with the positions"
        assert "with hints" in page
        assert "Trascuri il tracciato cappella." in (await anna.get("/you")).text
        await ann.get("/t/" + FACTS["seats_cookie"].split("~")[0])
        assert f"/replay/{FACTS['daily']}" in (await ann.get("/you")).text, "now a person, with all the seats"
        assert world.site.addresses is not None
        stats = (await ann.get("/stats/Ann")).text
        assert "Shared objectives: " in stats
        assert "Next Station: London, alone" in stats
        assert "Rating" in stats
        assert "Greedy" in stats
        assert "Bén" in stats
        assert f'href="/replay/{FACTS["friends"]}#eye=0"' in stats, "the best of a setting leads to its replay"


@in_loop
async def test_the_last_matches_can_be_analysed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        begun: list[str] = []

        async def start(key: str, *_: object) -> None:
            begun.append(key)

        monkeypatch.setattr(world.site.analyses, "start", start)
        tables = [await played(world, ann, name="Ann") for _ in range(4)]
        page = await ann.post("/you/analyse")
        assert page.url.path == "/you"
        assert begun == tables[:0:-1], "the last three, the last first"
