"""The workshop in Chromium: a city drawn by hand and by keys, kept, undone and played; a box compared part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def fits(page: Page) -> bool:
    return int(page.evaluate(WIDER)) <= 0


def test_a_city_is_drawn_kept_and_played(server: Server, arrive: Callable[..., Person]) -> None:
    page = arrive(**DESKTOP).page
    page.goto(f"{server.url}/workshop/{CITY}")
    london = page.locator("#workshop").get_attribute("data-box")
    page.locator("#touch-b0").click()
    expect(page.locator("#touch-b0")).to_have_attribute("aria-label", "b0, circle")
    expect(page.locator(".brushes .off")).to_have_count(2)
    # A message leads to its place, which says it again.
    page.get_by_role("link", name="Row 2, column d: a departure station should have 2 neighbours C").click()
    expect(page.locator("#touch-d2")).to_be_focused()
    expect(page.locator("#touch-d2 .says")).to_be_visible()
    assert violations(page) == []
    # From there by keys: one cell down, and the brush again.
    page.keyboard.press("ArrowDown")
    expect(page.locator("#touch-d3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#touch-d3")).to_have_attribute("aria-label", "d3, circle")
    expect(page.locator("#touch-d3")).to_be_focused()
    # Another brush, and a name that is being typed, outlive the answer to an edit.
    page.evaluate("() => { document.getElementById('touch-d4').click(); document.getElementById('brush-3').checked = true }")
    page.locator("#name").press_sequentially("No")
    expect(page.locator("#touch-d4")).to_have_attribute("aria-label", "d4, circle")
    expect(page.locator("#brush-3")).to_be_checked()
    expect(page.locator("#name")).to_have_value("No")
    page.locator("#name").fill("")
    page.locator("#touch-d3").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#touch-d4")).to_have_attribute("aria-label", "d4, no station")
    page.keyboard.press("Control+z")
    expect(page.locator("#touch-d3")).to_have_attribute("aria-label", "d3, no station")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#workshop")).to_have_attribute("data-box", london or "")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#touch-b0")).to_have_attribute("aria-label", "b0, circle")
    page.reload()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#workshop")).to_have_attribute("data-box", london or "")
    page.locator("#name").fill("Nova")
    page.locator("#name").press("Tab")
    expect(page.locator("[data-file] [name=name]")).to_have_value("Nova")
    page.get_by_role("button", name="Keep in this browser").click()
    page.goto(f"{server.url}/workshop")
    # Ink on ink is nothing that axe speaks of.
    colours = "(link) => [getComputedStyle(link).color, getComputedStyle(link).backgroundColor]"
    ink, ground = page.get_by_role("link", name="London", exact=True).evaluate(colours)
    assert ground not in (ink, "rgba(0, 0, 0, 0)")
    page.get_by_role("link", name="nova.txt").click()
    expect(page.locator("#workshop")).to_have_attribute("data-box", london or "")
    page.get_by_role("button", name="Play alone").click()
    page.wait_for_url("**/table/*/*")


def test_a_box_is_compared_part_by_part(server: Server, arrive: Callable[..., Person]) -> None:
    page = arrive(**PHONE).page
    page.goto(f"{server.url}/workshop/{BRIDGE}?lang=de")
    assert fits(page)
    first, third = (page.locator(f"[id='part-buildings.chapel.{tile}']") for tile in (0, 2))
    first.get_by_role("checkbox").check()
    third.get_by_role("checkbox").check()
    expect(page.locator(".progress output")).to_have_text("2 / 99")
    number = page.locator("[id='entry-buildings.chapel.2.number']")
    number.fill("7")
    number.press("Tab")
    expect(third.locator(".error")).to_contain_text("7")
    expect(page.locator("[id='entry-buildings.chapel.2.crest']")).to_be_focused()
    expect(third.locator("small")).to_have_text("bei uns: 12")
    expect(third.get_by_role("checkbox")).not_to_be_checked()
    expect(page.locator(".progress output")).to_have_text("1 / 99")
    assert fits(page)
    assert violations(page, ".parts:has(.error)") == []
    with page.expect_download() as saved:
        page.locator("[data-file] button").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert "# Compared with a printed box: 1 of 99 parts agree." in text
    assert "# Changed here: buildings.chapel.2" in text
