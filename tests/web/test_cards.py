"""How pages introduce themselves elsewhere: title, description, picture; no secret in them; and without a renderer."""

from __future__ import annotations

import io
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from PIL import Image

from londinium.kernel.registry import slugs
from londinium.look.cards import CARD_HIGH, CARD_WIDE, CardRow, CardWords, card, folded
from londinium.look.raster import png
from londinium.table.errors import NotAllowed
from londinium.table.settings import PERSON, TableSettings
from londinium.web.background.pictures import PictureFiles
from londinium.web.http.reader import clean_name
from londinium.web.live.seats import sit_down

from .hostile import EVIL
from .site import in_loop, serving
from .test_final import finished

DAY = date(2026, 11, 20)
CITY, BRIDGE = "next-station-london", "old-london-bridge"
META = re.compile(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">')


def facts(page: str) -> dict[str, str]:
    return dict(META.findall(page))


def shape(picture: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture)).size


@pytest.mark.usefixtures("not_last")
@in_loop
async def test_links_introduce_themselves(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person("de") as ben:
        table = await finished(world, "Ann")
        told = facts((await ann.get(f"/replay/{table.id}")).text)
        assert told["og:title"] == "Next Station: London: a match to replay"
        assert told["og:description"].startswith("Ann ")
        assert told["og:image"].startswith("http://test/replay/")
        assert told["twitter:card"] == "summary_large_image"
        assert "Wiederholung" in facts((await ben.get(f"/replay/{table.id}")).text)["og:title"]
        for path in ("/", "/rules", f"/rules/{BRIDGE}", "/daily", f"/daily/{DAY}/{CITY}", f"/new/{CITY}"):
            told = facts((await ann.get(path)).text)
            assert {"og:title", "og:description", "og:image", "description"} <= set(told), path
        day = facts((await ann.get(f"/daily/{DAY}/{CITY}")).text)
        for address in (told["og:image"], day["og:image"], f"/replay/{table.id}/card.png", f"/replay/{table.id}/card.png?seat=0"):
            picture = await ann.get(address.replace("&amp;", "&"))
            assert picture.headers["content-type"] == "image/png", address
            assert shape(picture.content) == (CARD_WIDE, CARD_HIGH)
        assert (await ann.get("/cards/invitation/chess.png")).status_code == 404
        assert (await ann.get(f"/cards/nonsense/{CITY}.png")).status_code == 404
        assert (await ann.get(f"/replay/{table.id}/card.png?seat=9")).status_code == 200, "as without a seat"


@in_loop
async def test_an_invitation_gives_nothing_away(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as stranger:
        table = await world.hall.create(TableSettings(CITY, (PERSON, PERSON), ("Ann", "Friend")), 4711)
        await sit_down(world.hall, table, 0, "Ann")
        token = world.hall.token(table, 1)
        for path in (f"/t/{token}", f"/invite/{token}"):
            page = (await stranger.get(path)).text
            head = page[: page.index("</head>")]
            told = facts(head)
            assert token not in str(told), path
            assert table.id not in str(told)
            assert "4711" not in str(told)
        told = facts((await stranger.get(f"/t/{token}")).text)
        assert told["og:title"] == "Next Station: London: a seat is waiting for you"
        assert told["og:description"] == "At the table: Ann."
        own = facts((await stranger.get(f"/t/{world.hall.token(table, 0)}")).text)
        assert table.id not in str(own), "the page of a seat says no more than the game"
        assert (await stranger.get(f"/replay/{table.id}/card.png")).status_code == 403, "before the end there is no picture"
        assert (await stranger.get(f"/replay/{table.id}/film.svg")).status_code == 403


@in_loop
async def test_a_card_shows_nothing_of_a_day_that_can_still_be_played(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann, world.person() as eve:
        played = await world.play(await ann.post(f"/daily/{DAY}/{CITY}", data={"name": "Ann"}))
        for path in ("card.png", "film", "film.svg", "film.webp"):
            assert (await eve.get(f"/replay/{played}/{path}")).status_code == 403, path
        told = facts((await eve.get(f"/daily/{DAY}/{CITY}")).text)
        assert played not in str(told)
        tomorrow = DAY + timedelta(days=1)
        assert (await eve.get(f"/daily/{tomorrow}/{CITY}/card.png")).status_code == 404


@in_loop
async def test_without_a_renderer_there_is_the_sign_of_the_site(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in ("look.raster", "web.pages.cards", "web.routes.cards", "web.live.final", "study.film"):
            patch.setattr(f"londinium.{module}.can_rasterise", lambda: False)
        async with serving(tmp_path, DAY) as world, world.person() as ann:
            table = await finished(world, "Ann")
            told = facts((await ann.get(f"/replay/{table.id}")).text)
            assert told["og:image"].endswith("icon-512.png")
            assert (told["og:image:width"], told["twitter:card"]) == ("512", "summary")
            picture = await ann.get(f"/replay/{table.id}/card.png")
            assert shape(picture.content) == (512, 512)
            film = await ann.get(f"/replay/{table.id}/film")
            assert "film.svg" in film.text
            assert "film.webp" not in film.text
            assert (await ann.get(f"/replay/{table.id}/film.gif")).status_code == 403


@pytest.mark.usefixtures("not_last")
@in_loop
async def test_a_film_is_made_aside_once_and_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        table = await finished(world, "Ann")
        made = await ann.get(f"/replay/{table.id}/film.svg")
        assert made.headers["content-type"] == "image/svg+xml"
        assert "@keyframes" in made.text
        saved = await ann.get(f"/replay/{table.id}/film.svg?save=1")
        assert saved.content == made.content
        assert "attachment" in saved.headers["content-disposition"]
        assert (await ann.get(f"/replay/{table.id}/film.exe")).status_code == 404


@in_loop
async def test_too_many_pictures_are_refused() -> None:
    from londinium.web.background import pictures as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_PICTURES_WAITING", 1)
        pictures = PictureFiles()
        pictures._queue.start(("slow",), pictures._queue.in_thread(lambda: b"x"))
        with pytest.raises(NotAllowed):
            await pictures.png(("other",), lambda: "<svg/>")
        await pictures.close()


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_a_cover_on_its_card(slug: str) -> None:
    from londinium.kernel.registry import game
    from londinium.look.cards import cover_drawing

    found = game(slug)
    drawn = png(card(CardWords("You are invited", found.title), cover_drawing(found, found.drawing.cover()), bleeds=True))
    colours = Image.open(io.BytesIO(drawn)).convert("RGB").crop((480, 0, 1200, 630)).getcolors(maxcolors=1_000_000)
    assert colours is not None
    assert len(colours) > 20, "there is a drawing"


def test_whatever_people_are_called_a_card_can_be_drawn() -> None:
    for evil in EVIL:
        name = clean_name(evil)
        rows = [CardRow(0, "E", name, "3 points", True)]
        made = card(CardWords(name, "Title", rows, number="1 000 000 points"))
        assert "<script" not in made
        assert shape(png(made)) == (CARD_WIDE, CARD_HIGH)


def test_words_are_folded_into_lines() -> None:
    assert folded("one two three", 10, 50) == ["one two", "three"]
    assert folded("a" * 40, 10, 50) == ["aaaaaaa…"]
    assert folded("one two three four five six", 10, 40, most=2)[-1].endswith("…")
