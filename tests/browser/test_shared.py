"""What there is to show: pictures, films, a text without spoilers; and what brings one back: countdown, streak, past days."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from londinium.table.events import now_ms
from londinium.table.history.daily import day_of

from .person import PHONE, Person
from .tables import BRIDGE, CITY, Prepared, run
from .test_accessible import violations
from .test_daily import _attempt
from .words import english_left

if TYPE_CHECKING:
    from conftest import Server

LONG = 120_000
"""Milliseconds for what is made aside, behind everybody else."""
DARK_PHONE = {**PHONE, "color_scheme": "dark"}
SHARING = """
navigator.share = async (what) => { window.shared = { ...what, files: what.files?.map(f => [f.name, f.type, f.size]) }; };
navigator.canShare = () => true;
"""
REMEMBER = """([game, days]) => {
  const kept = JSON.parse(localStorage["londinium-days"]);
  Object.assign(kept[game], days);
  localStorage["londinium-days"] = JSON.stringify(kept);
}"""


def fits(person: Person) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"


@pytest.mark.parametrize("game", [CITY, BRIDGE])
def test_the_picture_of_ones_own_is_saved(arrive: Callable[..., Person], table: Callable[..., Prepared], game: str) -> None:
    prepared = table(game, seats=2, seed=5, moves=10_000)
    person = arrive()
    page = person.page
    person.open(prepared.link(1))
    page.locator(".prompt-bar [data-open=final]").click()
    with page.expect_download(timeout=LONG) as download:
        page.locator("#final").get_by_role("button", name="Share picture").click()
    assert download.value.suggested_filename == f"{game}-{prepared.id}.png"
    assert Image.open(io.BytesIO(Path(download.value.path()).read_bytes())).size == (1200, 630)
    assert violations(page) == []


def test_a_phone_has_a_sheet_for_it(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    prepared = table(CITY, seats=2, seed=6, moves=10_000)
    person = arrive(**PHONE)
    page = person.page
    page.add_init_script(SHARING)
    person.open(prepared.link(0))
    page.locator(".prompt-bar [data-open=final]").click()
    page.locator("#final").get_by_role("button", name="Share picture").click()
    page.wait_for_function("() => window.shared?.files?.length === 1", timeout=LONG)
    assert page.evaluate("window.shared.files[0][1]") == "image/png"
    page.locator("#final").get_by_role("button", name="Share the match").click()
    page.wait_for_function("() => window.shared?.url?.includes('/replay/')")


@pytest.mark.parametrize("code", ["en", "it"])
def test_a_film_from_the_last_page(arrive: Callable[..., Person], table: Callable[..., Prepared], code: str) -> None:
    prepared = table(CITY, seats=2, seed=7, moves=10_000)
    person = arrive(locale=code, **DARK_PHONE)
    page = person.page
    person.open(prepared.link(0))
    page.locator(".prompt-bar [data-open=final]").click()
    page.locator("#final").get_by_role("link", name="Film").click(no_wait_after=True)
    expect(page.locator(".making")).to_be_hidden(timeout=LONG)
    picture = page.locator(".screen img")
    assert page.evaluate("image => image.naturalWidth", picture.element_handle()) == 960
    assert "scheme=dark" in page.evaluate("image => image.currentSrc", picture.element_handle())
    fits(person)
    assert violations(page) == []
    if code != "en":
        assert english_left(page.evaluate("wire.words()"), code) == {}


def test_an_animated_film_moves_and_stands_still_for_whoever_wants_that(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    prepared = table(CITY, seats=1, seed=8, moves=10_000)
    moving, still = arrive(reduced_motion="no-preference"), arrive()
    for person, expected in ((moving, True), (still, False)):
        person.page.set_default_timeout(LONG)
        person.page.goto(f"{prepared.url}/replay/{prepared.id}/film.svg", timeout=LONG)
        assert (person.page.evaluate("document.getAnimations().length") > 20) is expected


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_day_brings_one_back(arrive: Callable[..., Person], server: Server, code: str) -> None:
    name = f"Xenia-{code}"
    _, token = run(_attempt(server.database, name))
    run(_attempt(server.database, f"Bertha-{code}"))
    today = day_of(now_ms())
    person = arrive(locale=code, **PHONE)
    page = person.page
    page.add_init_script(SHARING)
    person.open(f"{server.url}/t/{token}")
    mark = page.locator(".day-mark")
    expect(mark).to_be_visible()
    expect(mark.locator("time")).to_have_text(today.isoformat())
    box, room = mark.bounding_box(), page.locator(".brand").bounding_box()
    assert box is not None
    assert room is not None
    assert box["x"] + box["width"] <= room["x"] + room["width"] + 1, "the date can be read"
    expect(page.locator("[data-act=leave]")).to_have_count(0)
    page.locator(".prompt-bar [data-open=final]").click()
    expect(page.locator("#final .streak")).to_contain_text("1 ")
    page.locator("#final [data-text]").click()
    text = page.evaluate("window.shared.text")
    assert today.isoformat() in text
    assert "f4" not in text, "no place of the map is named"
    days = {(today - timedelta(days=ago)).isoformat(): 60 + ago for ago in (1, 2, 4)}
    page.evaluate(REMEMBER, [CITY, days])
    page.goto(f"{server.url}/daily")
    expect(page.locator(".streak")).to_have_text("3 days in a row" if code == "en" else "3 Tage in Folge")
    expect(page.locator(".past-days li")).to_have_count(4)
    fits(person)
    assert violations(page) == []
    page.goto(f"{server.url}/daily/{today}/{CITY}")
    expect(page.locator(".spread .own")).to_have_count(1)
    expect(page.locator(".boast pre")).to_contain_text(today.isoformat())
    fits(person)
    assert violations(page) == []
    if code != "en":
        assert english_left(page.evaluate("wire.words()"), code, f"{name} Bertha-{code}") == {}


def test_it_counts_down_to_the_next_day(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    page = person.page
    page.clock.install()
    page.goto(f"{server.url}/daily")
    count = page.locator(".countdown")
    page.evaluate("document.querySelector('.countdown').dataset.left = 3_661_000 + performance.now()")
    page.clock.run_for(1000)
    expect(count).to_have_text("Next in 1 h 1 min")
    page.clock.run_for(3_600_000)
    expect(count).to_contain_text(" s")
    page.clock.run_for(120_000)
    expect(count).to_have_text("The next challenge is here.")


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_the_daily_is_in_the_header_of_every_page(arrive: Callable[..., Person], server: Server, code: str) -> None:
    person = arrive(locale=code, **PHONE)
    person.page.goto(f"{server.url}/rules")
    link = person.page.locator(".site-head a[href='/daily']")
    expect(link).to_be_visible()
    fits(person)
    person.page.keyboard.press("Tab")
    link.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".daily h1")).to_be_visible()
    fits(person)
