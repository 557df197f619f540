"""The daily challenge and the statistics in a browser, in two languages: play, rank, look, export; axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from londinium.table import commands
from londinium.table.events import now_ms
from londinium.table.hall.hall import Hall
from londinium.table.history.daily import challenge, day_of, name_key
from londinium.table.store import open_store

from .person import PHONE, Person
from .tables import BRIDGE, CITY, run
from .test_accessible import violations
from .words import english_left, without_other_games

if TYPE_CHECKING:
    from conftest import Server

RANKING = {"en": "Go to the day's ranking", "de": "Zur Rangliste des Tages"}
TAKEN = {"en": "only the first attempt counts", "de": "nur der erste Versuch zählt"}


async def _attempt(database: str, name: str) -> tuple[str, str]:
    """A finished attempt of today; its table and the link to its seat."""
    hall = Hall(await open_store(database))
    await hall.start()
    try:
        the = challenge(hall.links, day_of(now_ms()), CITY)
        table = await hall.create(the.settings(name, counted=True), the.seed, salt=the.salt)
        assert await hall.store.claim(the.day.isoformat(), CITY, name_key(name), table.id)
        await hall.command(table.id, 0, commands.Join("join", name))
        chance = Random(name)
        while not table.is_over:
            move = table.match.moves.text(chance.choice(table.match.legal(0)))
            await hall.command(table.id, 0, commands.MakeMove(f"m{table.number}", table.version(0), move))
        return table.id, hall.token(table, 0)
    finally:
        await hall.shutdown()


def check(person: Person, code: str, also: str = "") -> None:
    """The page is accessible, and has no English word left in another language."""
    assert violations(person.page) == []
    if code != "en":
        assert english_left(person.page.evaluate("wire.words()"), code, also) == {}


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_day_and_its_statistics(arrive: Callable[..., Person], server: Server, code: str) -> None:
    name = f"Zoë-{code}"
    table, token = run(_attempt(server.database, name))
    day = day_of(now_ms())
    stranger = arrive(locale=code, **PHONE)
    page = stranger.page
    page.goto(f"{server.url}/daily/{day}/{CITY}")
    expect(page.get_by_role("link", name=name)).to_be_visible()
    assert page.locator(".day-maps").count() == 0
    stranger.forgives = True
    page.locator("#name").fill(name.upper())
    page.locator("form .main").click()
    expect(page.get_by_role("alert")).to_contain_text(TAKEN[code])
    check(stranger, code, name)

    own = arrive(locale=code)
    page = own.page
    own.open(f"{server.url}/t/{token}")
    page.locator(".prompt-bar [data-open=final]").click()
    page.locator("#final").get_by_role("link", name=RANKING[code]).click()
    picture = page.locator(f".day-maps img.by-day[src$='{table}']")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("picture => picture.complete && picture.naturalWidth > 0", arg=picture.element_handle())
    check(own, code, name)
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.locator("svg.plot").first).to_be_visible()
    check(own, code, name)
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert download.value.suggested_filename.endswith(".csv")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_from_the_home_page_to_the_table(arrive: Callable[..., Person], server: Server, code: str) -> None:
    person = arrive(locale=code)
    page = person.page
    page.goto(server.url)
    page.locator(".site-head a[href='/daily']").click()
    expect(page.locator(f"#name-{BRIDGE}")).to_be_visible()
    without_other_games(page)
    check(person, code)
    page.locator(f"#name-{BRIDGE}").fill(f"Yvo-{code}")
    page.locator(f"form[action$='{BRIDGE}'] .main").click()
    page.wait_for_selector(".table[data-connected] .prompt-words")
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".day-mark:visible, .day-tool:visible")).to_have_count(1)
    page.goto(f"{server.url}/daily")
    expect(page.locator("article a.main[href^='/table/']")).to_be_visible()
    for path in ("/daily/archive", "/stats"):
        page.goto(server.url + path)
        check(person, code)
