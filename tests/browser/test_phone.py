"""A phone of 360 x 740, by touch: the first tap shows what a move does, the second decides."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from .person import MY_TURN, PHONE, Person, is_over
from .tables import OURS, Prepared, prepare, round_of

if TYPE_CHECKING:
    from conftest import Server


def fits(page: Page) -> None:
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight, scrollX, scrollY]")
    assert size == [360, 740, 0, 0]
    assert page.evaluate("wire.outside()") == []


@pytest.mark.parametrize("slug", OURS)
def test_a_whole_round_by_tapping(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    prepared = prepare(server, slug, seats=2, bots=1, seed=3)
    person, chance = arrive(**PHONE), Random(3)
    page = person.open(prepared.link(0))
    while round_of(server, prepared) == 1:
        page.wait_for_selector(MY_TURN)
        fits(page)
        person.decide(chance, "tap")
    assert not is_over(page)
    fits(page)


@pytest.mark.parametrize("slug", OURS)
def test_every_part_of_the_table_has_a_tab(arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str) -> None:
    person = arrive(**PHONE)
    page = person.open(table(slug, seats=4, bots=3, moves=9).link(0))
    page.wait_for_selector(MY_TURN)
    names = page.locator("[role=tab]").evaluate_all("tabs => tabs.map((tab) => tab.dataset.tab)")
    assert len(names) >= 3
    shown = set()
    for name in names:
        tab = page.locator(f"[role=tab][data-tab={name}]")
        tab.tap()
        assert page.locator("main.table").get_attribute("data-tab") == name
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.locator(".prompt-bar")).to_be_visible()
        fits(page)
        shown.add(page.locator("main.table").inner_text())
    assert len(shown) == len(names), "each tab shows something else"


@pytest.mark.parametrize("slug", OURS)
def test_drawers_and_dialogs_fit(arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str) -> None:
    person = arrive(**PHONE)
    page = person.open(table(slug, seats=4, bots=3).link(0))
    for name in ("people", "menu"):
        page.locator(f"button[data-open={name}]").tap()
        expect(page.locator(f"#{name}")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.evaluate(f"document.getElementById('{name}').scrollWidth") <= 360
        page.locator(f"#{name} [data-close]").tap()
        expect(page.locator(f"#{name}")).to_be_hidden()


@pytest.mark.parametrize("slug", OURS)
def test_the_final_page_fits(arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str) -> None:
    person = arrive(**PHONE)
    page = person.open(table(slug, seats=4, moves=1000).link(1))
    page.locator(".prompt-bar [data-open=final]").tap()
    expect(page.locator("#final")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("wire.outside()") == []


def test_pages_around_the_table_fit(arrive: Callable[..., Person], server: Server) -> None:
    page = arrive(**PHONE).page
    rules = [f"/rules/{slug}" for slug in OURS]
    for path in ("/", "/watch", "/seats", "/rules", "/open", "/about", *rules, *(f"/new/{slug}" for slug in OURS)):
        page.goto(server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path
        assert page.evaluate("wire.outside()") == [], path
