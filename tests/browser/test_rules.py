"""The rulebook in a real browser: every rule has its place, pictures are drawn, and a refusal leads to its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.rulebook import rulebook

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY, OURS, Prepared, stored
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

DEVICES = {"desktop": DESKTOP, "phone": PHONE}
LETTER = {BRIDGE: "O", CITY: "N"}
MADE = {BRIDGE: 4, CITY: 2}
"""After so many moves by two players, somebody places a pawn or draws a section."""
BROKEN = """[...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute("href").slice(1))
  .filter((id) => !document.getElementById(id))"""
TWICE = """[...document.querySelectorAll("[id]")].map((one) => one.id).filter((id, at, all) => all.indexOf(id) !== at)"""
UNDRAWN = """[...document.querySelectorAll(".rules svg use")].map((use) => use.getAttribute("href").slice(1))
  .filter((id) => !document.getElementById(id))"""


def forbidden(server: Server, prepared: Prepared) -> tuple[int, tuple[str, str]]:
    """Who decides at a table, and a move that is refused there with its rule."""
    match = stored(server, prepared.id).match
    seat = match.to_act[0]
    refused = match.view(seat).refused[0]
    return seat, (refused.move, refused.rule)


def is_in_view(page: Page, selector: str) -> bool:
    """Whether the beginning of something is inside the window."""
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    return box is not None and size is not None and -1 <= box["y"] < size["height"]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("slug", OURS)
def test_the_page_is_whole(arrive: Callable[..., Person], server: Server, slug: str, code: str, device: str) -> None:
    page = arrive(locale=code, **DEVICES[device]).page
    page.goto(f"{server.url}/rules/{slug}")
    assert page.locator("html").get_attribute("lang") == code
    assert page.locator(".rule").count() == len(rulebook(find_game(slug), code).numbers)
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(TWICE) == []
    assert page.evaluate(UNDRAWN) == []
    figures = page.locator(".rule-picture")
    assert figures.count() >= 8
    for figure in figures.all():
        drawing, words = figure.locator("> :first-child").bounding_box(), figure.locator("> figcaption").inner_text()
        assert drawing is not None
        assert drawing["height"] > 36
        assert len(words) > 15
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
    assert page.evaluate("wire.outside()") == []


@pytest.mark.parametrize(
    ("slug", "code", "device"),
    [(BRIDGE, "de", "desktop"), (CITY, "fr", "phone"), (BRIDGE, "en", "phone"), (CITY, "it", "desktop")],
)
def test_axe_finds_nothing(arrive: Callable[..., Person], server: Server, slug: str, code: str, device: str) -> None:
    page = arrive(locale=code, **DEVICES[device]).page
    page.goto(f"{server.url}/rules/{slug}#{LETTER[slug]}-4.1")
    assert violations(page) == []


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("code", ["de", "it"])
def test_a_number_is_an_address(arrive: Callable[..., Person], server: Server, code: str, device: str) -> None:
    page = arrive(locale=code, **DEVICES[device]).page
    page.goto(f"{server.url}/rules/{BRIDGE}#O-5.8")
    assert page.locator(".rule:target .rule-number").inner_text() == "O-5.8"
    assert is_in_view(page, ".rule:target")
    paint = "getComputedStyle(document.getElementById('{}')).backgroundColor"
    assert page.evaluate(paint.format("O-5.8")) != page.evaluate(paint.format("O-5.7"))
    page.locator(".rule:target a[href='#O-5.7']").click()
    assert page.locator(".rule:target .rule-number").inner_text() == "O-5.7"
    page.locator(".contents a[href='#O-8']").click()
    assert page.url.endswith("#O-8")
    assert is_in_view(page, "h2:target")
    page.go_back()
    assert page.url.endswith("#O-5.7")


def test_the_contents_stay_beside_the_text(arrive: Callable[..., Person], server: Server) -> None:
    page = arrive().page
    page.goto(f"{server.url}/rules/{CITY}#N-6.1")
    assert is_in_view(page, ".contents a[href='#N-1']")


def test_on_paper_there_is_only_the_text(arrive: Callable[..., Person], server: Server) -> None:
    page = arrive().page
    page.goto(f"{server.url}/rules/{CITY}")
    page.emulate_media(media="print")
    expect(page.locator(".contents")).to_be_hidden()
    expect(page.locator(".rule-picture").first).to_be_visible()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("slug", "code"), [(BRIDGE, "de"), (CITY, "fr")])
def test_a_refusal_shows_its_rule(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared], slug: str, code: str, device: str
) -> None:
    """The bubble names the rule; its link opens the rule beside the table, and from there the page."""
    person = arrive(locale=code, **DEVICES[device])
    prepared = table(slug, seats=2, moves=MADE[slug])
    seat, (move, number) = forbidden(server, prepared)
    page = person.open(prepared.link(seat))
    page.wait_for_selector(".table.my-turn")
    page.evaluate(f"wire.sockets[0].send(JSON.stringify({{do: 'why', move: '{move}'}}))")
    link = page.locator("#bubble a")
    expect(link).to_contain_text(number)
    assert str(link.get_attribute("href")).endswith(f"/rules/{slug}#{number}")
    link.click()
    drawer = page.locator("#rule")
    expect(drawer).to_be_visible()
    first = rulebook(find_game(slug), code).rule(number).text.split(".")[0].replace("\n", " ").replace("*", "")
    expect(drawer).to_contain_text(first[:40])
    assert violations(page, "#rule") == []
    with page.context.expect_page() as opened:
        drawer.locator(".rule-number").click()
    expect(opened.value.locator(".rule:target .rule-number")).to_have_text(number)
    drawer.locator("[data-close]").click()
    expect(drawer).to_be_hidden()


@pytest.mark.parametrize("slug", OURS)
def test_the_text_board_says_why_not(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared], slug: str
) -> None:
    prepared = table(slug, seats=2, moves=MADE[slug])
    seat, (_, number) = forbidden(server, prepared)
    page = arrive(silent=True, java_script_enabled=False, locale="it").page
    page.goto(f"{prepared.link(seat)}/text")
    page.locator(".not-now summary").click()
    expect(page.locator(f".not-now a[href='/rules/{slug}#{number}']").first).to_be_visible()
