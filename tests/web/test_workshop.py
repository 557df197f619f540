"""The workshop without a browser: pages, edits, dice, files, playing with what was made, and whatever hostile things are sent."""

from __future__ import annotations

import base64
import html
import random
import re
import zlib
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.registry import game, games
from londinium.kernel.words.errors import LondiniumError
from londinium.table.settings import LARGEST_BOX
from londinium.web.http.limits import Addresses, Limits, Rate
from londinium.web.pages.boxes import LONGEST_CODE, BadBox, kept_name, packed_box, unpacked_box

from .hostile import EVIL
from .site import in_loop, serving

DAY = date(2026, 11, 16)
CITY = "next-station-london"
BENCH = f"/workshop/{CITY}"
SHOPS = [each.slug for each in games() if workshop_of(each) is not None]


def code_of(page: httpx.Response) -> str:
    found = re.search(r'data-box="([\w-]+)"', page.text)
    assert found is not None, page.text[:2000]
    return found[1]


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


# ── Boxes in addresses ───────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", SHOPS)
def test_a_box_fits_into_a_link_and_comes_back(slug: str) -> None:
    shop = workshop_of(game(slug))
    assert shop is not None
    text = shop.printed()
    code = packed_box(text)
    assert len(code) < 1500, "short enough for any messenger"
    back = unpacked_box(code)
    assert shop.problems(back) == []
    assert packed_box(back) == code
    assert "#" not in back


@pytest.mark.parametrize(
    "code", ["", "?", "AAAA", "a" * (LONGEST_CODE + 1), packed(b"\xff\xfe"), packed(b"x" * (LARGEST_BOX + 1)), "eNo"]
)
def test_what_is_no_box_is_refused(code: str) -> None:
    with pytest.raises(BadBox):
        unpacked_box(code)


def test_a_small_link_unpacks_to_no_more_than_a_box() -> None:
    bomb = packed(b"a" * 4_000_000)
    assert len(bomb) < LONGEST_CODE
    with pytest.raises(BadBox):
        unpacked_box(bomb)


def test_what_fits_into_no_link_is_refused() -> None:
    noise = random.Random(1)
    with pytest.raises(BadBox, match="too large"):
        packed_box("".join(chr(noise.randrange(33, 1000)) for _ in range(LARGEST_BOX // 4)))
    with pytest.raises(LondiniumError):
        packed_box("\ud800")


def test_names_of_files_are_plain() -> None:
    shop = workshop_of(game(CITY))
    assert shop is not None
    assert kept_name(shop, "") == "city.txt"
    assert kept_name(shop, "Neu-Köln 2!") == "neu-k-ln-2.txt"
    for name in EVIL:
        assert re.fullmatch(r"[\w-]+\.txt", kept_name(shop, name), re.ASCII)


# ── Pages ────────────────────────────────────────────────────────────────────


@in_loop
async def test_every_bench_in_every_language(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world:
        for code in ("en", "de", "fr", "it"):
            async with world.person(code) as reader:
                home = await reader.get("/")
                assert 'href="/workshop"' in home.text
                every = await reader.get("/workshop")
                for slug in SHOPS:
                    assert f'href="/workshop/{slug}"' in every.text
                    page = await reader.get(f"/workshop/{slug}")
                    assert page.status_code == 200
                    assert 'class="verdict good"' in page.text
                    shop = workshop_of(game(slug))
                    assert shop is not None
                    title = html.escape(reader_title(slug, code))
                    assert f"<h1>{title} " in page.text
        async with world.person() as ann:
            assert (await ann.get("/workshop/mudlarks")).status_code == 404, "a game without one"
            assert "mudlarks" not in (await ann.get("/workshop")).text.partition("<main")[2].partition("</main")[0]


def reader_title(slug: str, code: str) -> str:
    from londinium.kernel.words.language import language

    shop = workshop_of(game(slug))
    assert shop is not None
    return language(code, game(slug).folder).text(shop.TITLE)


@in_loop
async def test_a_city_is_drawn_by_forms_alone(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        london = await ann.get(BENCH)
        edited = await ann.post(BENCH, data={"box": code_of(london), "brush": "C", "touch": "b0", "name": "Nova"})
        asked = parse_qs(urlsplit(str(edited.url)).query)
        assert (asked["name"], asked["brush"]) == (["Nova"], ["C"])
        assert asked["box"] == [code_of(edited)]
        assert code_of(edited) != code_of(london)
        assert 'id="touch-b0" name="touch" value="b0"' in edited.text
        assert 'aria-label="b0, circle"' in edited.text
        # What is wrong stands at its place, and in a list that leads there.
        assert re.search(r'id="touch-d2"[^>]*aria-describedby="says-d2"', edited.text)
        assert '<a href="#touch-d2">Row 2, column d: a departure station should have 2 neighbours C, not 3</a>' in edited.text
        assert '<a href="#part-map">There should be 13 stations C, not 14</a>' in edited.text
        assert 'action="/play/' not in edited.text, "it cannot be played yet"
        # The address is the city, for anybody, in any language.
        async with world.person("de") as ben:
            shared = await ben.get(str(edited.url))
            assert code_of(shared) == code_of(edited)
            assert "Zeile 2, Spalte d" in shared.text
            again = re.search(r'<a href="([^"]+lang=fr)"', shared.text)
            assert again is not None
            assert code_of(await ben.get(html.unescape(again[1]))) == code_of(edited), "another language loses nothing"
        back = await ann.post(BENCH, data={"box": code_of(edited), "brush": "T", "touch": "b0"})
        assert 'class="verdict good"' in back.text
        departed = await ann.post(BENCH, data={"box": code_of(back), "brush": "g", "touch": "c0"})
        assert 'id="nsl-depart-green-square"' not in back.text, "a page has the art that is on it"
        assert 'id="nsl-depart-green-square"' in departed.text
        moved = await ann.post(BENCH, data={"box": code_of(back), "entry-border-left": "2", "entry-border-right": "7"})
        assert '<option value="2" selected>between b and c</option>' in moved.text


@in_loop
async def test_dice(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        thrown = await ann.get(f"{BENCH}?number=3&bends=1&bridges=22&south=999&centre=x")
        asked = parse_qs(urlsplit(str(thrown.url)).query)
        assert {name: asked[name] for name in ("number", "bends", "bridges", "south", "centre")} == {
            "number": ["3"],
            "bends": ["1"],
            "bridges": ["22"],
            "south": ["0"],
            "centre": ["9"],
        }
        assert 'class="verdict good"' in thrown.text
        same = await ann.get(f"{BENCH}?number=3&bends=1&bridges=22")
        assert code_of(same) == code_of(thrown)
        new = await ann.get(f"{BENCH}?dice=1&number=3")
        assert parse_qs(urlsplit(str(new.url)).query)["number"] != ["3"]


@in_loop
async def test_files_go_out_and_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        for slug in SHOPS:
            page = await ann.get(f"/workshop/{slug}?name=My+Own")
            file = await ann.post(f"/workshop/{slug}/file", data={"box": code_of(page), "name": "My Own"})
            assert re.search(r'filename="my-own\.(txt|toml)"', file.headers["content-disposition"])
            back = await ann.post(f"/workshop/{slug}/open", files={"file": ("mine.txt", file.content)})
            assert code_of(back) == code_of(page)
            assert 'value="mine"' in back.text
        wrong = await ann.post(f"{BENCH}/open", files={"file": ("notes.txt", b"# hello\nnothing of a city")})
        assert wrong.status_code == 200
        assert "part of a city begins with" in wrong.text
        for content in (b"\xff\xfe\x00", b"a" * (LARGEST_BOX + 1), b""):
            answer = await ann.post(f"{BENCH}/open", files={"file": ("x.txt", content)})
            assert answer.status_code in (200, 400), content[:5]
        assert (await ann.post(f"{BENCH}/open", data={"file": "no file"})).status_code == 400


@in_loop
async def test_playing_with_it_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.get(f"{BENCH}?number=3")
        code = code_of(page)
        alone = await ann.post(f"/play/{CITY}", data={"box": code, "box_name": "Nova", "alone": "yes"})
        table = await world.hall.open(alone.url.path.split("/")[2].split(".")[0])
        assert table.settings.box is not None
        assert table.settings.box.name == "nova.txt"
        assert packed_box(table.settings.box.text) == code
        assert table.settings.seats == 1
        form = await ann.get(f"/new/{CITY}?with=friends&box={code}&box_name=Nova")
        assert "nova.txt is kept" in form.text
        other = re.search(r'href="(/new/[^"]+with=alone[^"]+)"', form.text)
        assert other is not None
        assert "nova.txt is kept" in (await ann.get(html.unescape(other[1]))).text, "another company, the same city"
        broken = await ann.post(BENCH, data={"box": code, "brush": ".", "touch": "a0"})
        refused = await ann.post(f"/play/{CITY}", data={"box": code_of(broken)})
        assert refused.status_code == 422
        assert "there should be 13 stations" in refused.text
        assert (await ann.post("/play/mudlarks", data={"box": code})).status_code == 200, "it has no boxes, and none is used"


@in_loop
async def test_hostile_things_change_nothing(tmp_path: Path) -> None:
    """Garbage is a page that says so, or the bench as it was; never an error of ours, never markup of somebody else's."""
    async with serving(tmp_path, DAY) as world, world.person() as eve:
        for at, slug in enumerate(SHOPS):
            home = f"/workshop/{slug}"
            code = code_of(await eve.get(home))
            for evil in (words.encode("utf-8", "ignore").decode() for words in EVIL[at :: len(SHOPS)]):
                tries = [
                    await eve.get(home, params={"box": evil}),
                    await eve.get(home, params={"box": code, "name": evil, "brush": evil, "number": evil}),
                    await eve.post(home, data={"box": code, "brush": evil, "touch": evil, "name": evil}),
                    await eve.post(
                        home, data={"box": code, **{f"entry-{place}": evil for place in ("Thames", "border-left", evil)}}
                    ),
                    await eve.post(f"{home}/open", files={"file": ("e.txt", evil.encode())}),
                    await eve.post(
                        f"{home}/open", files={"file": (f"{evil[:40] or 'x'}.txt", b"a b c\n<script>alert(1)</script>")}
                    ),
                    await eve.post(f"{home}/file", data={"box": code, "name": evil, "agreed": evil}),
                ]
                for answer in tries:
                    assert answer.status_code in (200, 400, 404), (evil, answer.request.url, answer.text[:300])
                    assert "<script>alert" not in answer.text or answer.headers["content-type"].startswith("text/plain")
                    assert "onerror=alert" not in answer.text.replace("&#34;", '"') or "&lt;img" in answer.text
            for text in ("[" * 3000, "a=" + "[" * 3000, "a=" + "9" * 5000, "[buildings]\nchapel = 1", 'a = """' + "\n" * 50):
                assert (await eve.get(home, params={"box": packed(text.encode())})).status_code == 200, text[:20]
        assert (await eve.post(f"/play/{CITY}", data={"box": "nonsense!"})).status_code == 400
        assert (await eve.get(f"/new/{CITY}?box=nonsense!")).status_code == 400
        world.site.addresses = Addresses(Limits(posts=Rate(0, 0), edits=Rate(1, 0)))
        code = code_of(await eve.get(BENCH))
        assert (await eve.get(f"{BENCH}?box={code}")).status_code == 200
        assert (await eve.get(f"{BENCH}?box={code}")).status_code == 429, "too fast"
        assert (await eve.get(f"{BENCH}?dice=1")).status_code == 429


# ── Links that introduce themselves ──────────────────────────────────────────


@in_loop
async def test_a_number_keeps_the_language_that_its_link_asks_for(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.get(f"{BENCH}?number=1666&lang=de&scheme=dark")
        assert '<html lang="de"' in page.text
        assert "number=1666" in str(page.url)
        assert "lang=" not in str(page.url), "whoever gets the link reads their own"
        assert 'lang="de"' in (await ann.get("/")).text


@pytest.mark.usefixtures("not_last")
@in_loop
async def test_a_link_to_a_city_shows_it(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        shop = workshop_of(game(CITY))
        assert shop is not None
        code, name = packed_box(shop.printed()), "<b>New</b> & Söhne"

        async def introduced(**sent: str) -> tuple[str, str]:
            page = (await ann.get(BENCH, params=sent)).text
            found = dict(re.findall(r'<meta property="og:(title|image)" content="([^"]*)">', page))
            return html.unescape(found["title"]), html.unescape(found["image"]).removeprefix("http://test")

        title, address = await introduced(box=code, name=name)
        assert title == "<b>New</b> & Söhne – Next Station: London"
        assert address.startswith(f"{BENCH}/card.png?")
        picture = await ann.get(address)
        assert picture.headers["content-type"] == "image/png"
        other = shop.random_box(1666, {slider.name: slider.usual for slider in shop.SLIDERS})
        assert picture.content != (await ann.get(address.replace(code, packed_box(other)))).content
        wrong = packed_box(shop.touch(shop.printed(), "C", "b0"))
        assert not (await introduced(box=wrong))[1].startswith(BENCH), "what cannot be played has the card of its game"
        assert (await ann.get(f"{BENCH}/card.png", params={"box": wrong})).status_code == 404
        for damaged in ("", "x", "%00", "a" * 9000):
            assert (await ann.get(f"{BENCH}/card.png", params={"box": damaged})).status_code == 400
        bridge = workshop_of(game("old-london-bridge"))
        assert bridge is not None
        sent = {"box": packed_box(bridge.printed())}
        assert (await ann.get("/workshop/old-london-bridge/card.png", params=sent)).status_code == 404
        assert (await ann.get("/workshop/chess/card.png")).status_code == 404
