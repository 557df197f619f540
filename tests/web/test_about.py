"""What the site says about itself, and what it tells search engines."""

from __future__ import annotations

from datetime import date
from importlib.metadata import version
from pathlib import Path

import pytest

from londinium.kernel.words.language import languages
from londinium.look import tokens
from londinium.table.store import open_store
from londinium.table.store.book import DayPar
from londinium.web.app import create_app
from londinium.web.http.limits import NO_LIMITS
from londinium.web.place import Place

from .site import World, in_loop, serving

DAY = date(2026, 11, 20)
CITY = "next-station-london"
KEPT = {
    "en": ("the chat", "statistics and rankings by name", "lesson"),
    "de": ("Chat", "Statistik", "Lektion"),
    "fr": ("chat", "statistiques", "leçon"),
    "it": ("chat", "statistiche", "lezione"),
}


@pytest.mark.parametrize("code", languages())
def test_about_says_what_is_kept_where(tmp_path: Path, code: str) -> None:
    @in_loop
    async def look() -> None:
        async with serving(tmp_path, DAY) as world, world.person(code) as ann:
            page = (await ann.get("/about")).text
            assert "nothing else about you" not in page
            assert [word for word in KEPT[code] if word not in page] == []
            assert version("londinium") in page
            assert "MIT" in page
            assert "Blue Orange" in page

    look()


@in_loop
async def test_the_host_can_be_reached(tmp_path: Path) -> None:
    world = World(DAY)
    store = await open_store(f"sqlite:///{tmp_path / 'table.db'}")
    world.app = create_app(store, NO_LIMITS, place=Place(contact="<host>@example.org"))
    async with world.app.router.lifespan_context(world.app), world.person() as ann:
        page = (await ann.get("/about")).text
        assert '<a href="mailto:&lt;host&gt;@example.org">&lt;host&gt;@example.org</a>' in page
        assert "has given no contact address" not in page


@in_loop
async def test_browsers_and_search_engines_find_what_they_look_for(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        sign = await ann.get("/favicon.ico")
        assert sign.status_code == 200
        assert sign.headers["content-type"].startswith("image/x-icon")
        robots = await ann.get("/robots.txt")
        assert robots.headers["content-type"].startswith("text/plain")
        assert "Disallow: /t/" in robots.text
        table = await ann.post(f"/play/{CITY}")
        assert table.headers["x-robots-tag"].startswith("noindex")
        assert (await ann.get("/replay/none")).headers["x-robots-tag"].startswith("noindex")
        assert "x-robots-tag" not in (await ann.get("/")).headers


def test_the_focus_is_not_the_colour_of_refusals() -> None:
    style = (Path(tokens.__file__).parent / "style" / "basics.css").read_text(encoding="utf-8")
    assert "outline: 2px solid var(--guide)" in style
    for palette in (tokens.LIGHT, tokens.DARK):
        assert palette["guide"] != palette["rubric"]


@in_loop
async def test_the_best_map_has_a_name_and_a_way_back_and_says_if_it_is_proved(tmp_path: Path) -> None:
    import londinium

    match = londinium.game(CITY).match(seats=1, seed=1)
    while not match.is_over:
        match.push(match.legal(0)[0], 0)
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        home = f"/daily/{DAY}/{CITY}"
        page = await ann.post(home, data={"name": "Ann"}, headers={"origin": "http://test"})
        await world.play(page)
        await world.hall.store.keep_par(DAY.isoformat(), CITY, DayPar(150, 170, match.record))
        day = (await ann.get(home)).text
        assert "Best found: 150" in day
        assert "Best possible" not in day
        assert f'href="{home}/best/page"' in day
        best = await ann.get(f"{home}/best/page")
        assert "<h1>Best found: 150</h1>" in best.text
        assert f'href="{home}"' in best.text
        picture = (await ann.get(f"{home}/best")).text
        assert "P0" not in picture
        assert "Best found" in picture
