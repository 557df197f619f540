"""A game without a drawing in a real browser: from the home page to the final one, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .person import DESKTOP, PHONE, Person, is_over, log_lines

if TYPE_CHECKING:
    from conftest import Server


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_from_home_to_the_final_page(arrive: Callable[..., Person], server: Server, screen: dict[str, object]) -> None:
    person = arrive(**screen)
    page, chance = person.page, Random(3)
    page.goto(server.url)
    page.locator("form[action='/play/mudlarks'] button").click()
    page.wait_for_selector(".table[data-connected]")
    expect(page.locator(".plain-text")).to_contain_text("On the shore: ")
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wide, "the text scrolls in its frame, not the page"
    way = "tap" if "has_touch" in screen else "click"
    while not is_over(page):
        if page.locator(".table.my-turn").count():
            person.decide(chance, way)  # type: ignore[arg-type]  # one of the two
        page.wait_for_timeout(20)
    expect(page.locator("#final")).to_be_visible()
    expect(page.locator("#final .plain-table")).to_contain_text("Points")
    assert len(log_lines(page)) == 24
    page.locator("#final .further a[href^='/replay/']:not([href*='/film'])").click()
    expect(page.locator(".plain-text").first).to_contain_text("still to come")
