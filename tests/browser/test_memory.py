"""A person in real browsers: the name asked inline, matches found again, carried to a phone, by keyboard and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY, OURS, Prepared
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

DEVICES = {"desktop": DESKTOP, "phone": PHONE}


def is_within(page: Page) -> bool:
    """Whether nothing is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("device", DEVICES)
def test_matches_are_found_again_on_every_device(
    arrive: Callable[..., Person], table: Callable[..., Prepared], server: Server, device: str
) -> None:
    person = arrive(**DEVICES[device])
    page = person.page
    for slug in OURS:
        person.open(table(slug, seats=2, moves=1000, seed=31).link(0))
        person.open(table(slug, seats=2, moves=9, seed=32).link(0))
    found = {}
    page.goto(server.url)
    expect(page.locator(".matches li")).to_have_count(2)
    expect(page.locator(".waits")).to_have_count(2)
    for image in page.locator(".thumb img:visible").all():
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 0, "the picture is one"
    for path in ("/", "/you", "/stats/Zo%C3%AB"):
        page.goto(server.url + path)
        assert is_within(page), path
        if problems := violations(page):
            found[path] = problems
    page.goto(f"{server.url}/you")
    page.get_by_role("button", name="Show my link").click()
    page.wait_for_selector(".qr svg")
    assert is_within(page)
    found["link"] = violations(page)
    link = page.locator("#own-link").input_value()
    other = arrive(**PHONE)
    other.page.goto(link)
    other.page.wait_for_url(f"{server.url}/carry")
    found["carry"] = violations(other.page)
    other.page.get_by_role("button", name="This is me").click()
    expect(other.page.locator(".matches li")).to_have_count(2)
    assert {where: problems for where, problems in found.items() if problems} == {}


def test_by_keyboard(arrive: Callable[..., Person], table: Callable[..., Prepared], server: Server) -> None:
    """Dismiss a match, and give one up at its table, with keys alone."""
    person = arrive()
    page = person.page
    first, second = table(BRIDGE, seats=2, bots=1, moves=3), table(CITY, seats=2, bots=1, moves=3)
    for prepared in (first, second):
        person.open(prepared.link(0))
    page.goto(server.url)
    cross = page.get_by_role("button", name="Remove from this list: Old London Bridge, Round 1")
    page.locator(f'a[href="/table/{first.id}/0"]').focus()
    page.keyboard.press("Tab")
    expect(cross).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".waits")).to_have_count(1)
    person.open(second.link(0))
    page.locator("[data-open=menu]").first.focus()
    page.keyboard.press("Enter")
    page.locator("#menu .give-up summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#menu .give-up button")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{server.url}/")
    expect(page.locator(".waits")).to_have_count(0)


def test_without_scripts(browser: Browser, server: Server) -> None:
    """From the name to a rematch of a trial: every page is plain HTML."""
    context = browser.new_context(java_script_enabled=False, **PHONE)
    page = context.new_page()
    page.goto(server.url)
    page.locator(f"#name-{CITY}").fill("Zoë")
    page.locator(f'[form="play-{CITY}"]').click()
    page.wait_for_url(re.compile("/table/"))
    page.goto(server.url)
    expect(page.locator(".waits")).to_have_count(1)
    expect(page.locator(".first-name")).to_have_count(0)
    page.goto(f"{server.url}/you")
    page.get_by_role("button", name="Show my link").click()
    expect(page.locator(".qr svg")).to_be_visible()
    page.locator(".delete summary").click()
    page.locator(".delete input").check()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url(f"{server.url}/")
    expect(page.locator(".waits")).to_have_count(0)
    expect(page.locator(".first-name").first).to_be_visible()
    context.close()


def test_a_lesson_that_was_begun_can_be_continued(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    page = person.page
    page.goto(server.url)
    expect(page.locator(".continue")).to_be_hidden()
    page.goto(f"{server.url}/learn/{CITY}/first-game")
    page.wait_for_selector(".table[data-ready]")
    page.locator("[data-do=on]:visible").click()
    expect(page).to_have_url(re.compile("#step=2"))
    page.goto(server.url)
    page.get_by_role("link", name="Lesson · Next Station: London").click()
    page.wait_for_selector(".table[data-ready]")
    expect(page).to_have_url(re.compile(f"/learn/{CITY}/first-game#step=2"))


def test_a_trial_leads_back_to_its_analysis(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    person = arrive()
    page, over = person.page, table(BRIDGE, seats=2, moves=1000, seed=33)
    page.goto(f"{over.url}/replay/{over.id}#ply=40&eye=0")
    page.wait_for_selector(".table[data-ready]")
    page.locator("[data-open=menu]").click()
    page.locator("#menu [data-try='']").click()
    page.wait_for_selector(".table[data-connected]")
    page.get_by_role("link", name="Back to the analysis").first.click()
    page.wait_for_selector(".table[data-ready]")
    assert f"/replay/{over.id}#ply=" in page.url
