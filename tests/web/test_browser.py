"""The client in a real Chromium: moves, questions, answers, and a connection that comes back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from londinium.kernel.registry import bundled_games, slugs

if TYPE_CHECKING:
    from conftest import Server

ON_THE_BOARD = "[data-fragment]:not([data-fragment=prompt]) [data-move]"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a fresh browser; whatever goes wrong in it fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    # A server that is down on purpose makes the browser complain of the connection alone (a file that is missing is no "net::").
    connection = ("WebSocket connection", "Failed to load resource: net::")
    assert [problem for problem in problems if not problem.startswith(connection)] == []


def play_now(page: Page, server: Server, slug: str) -> None:
    """From the home page to the first decision."""
    page.goto(server.url)
    page.locator(f'form[action="/play/{slug}"] button').click()
    page.wait_for_selector(".table.my-turn [data-move]")


def make_a_move(page: Page) -> None:
    """The first move there is, confirmed where it has to be."""
    page.wait_for_selector(".table.my-turn [data-move]")
    page.locator("[data-move]").first.dispatch_event("click")
    page.wait_for_timeout(50)
    if page.locator("[data-act=confirm]").count():
        page.locator("[data-act=confirm]").first.click()


@pytest.mark.parametrize("slug", slugs())
def test_two_clicks_to_the_first_decision_and_moves_are_made(page: Page, server: Server, slug: str) -> None:
    play_now(page, server, slug)
    assert page.title().startswith("● ")
    before = page.locator(".log li").count()
    for _ in range(3):
        make_a_move(page)
    page.wait_for_function(f"document.querySelectorAll('.log li').length > {before}")


@pytest.mark.parametrize("slug", [game.slug for game in bundled_games()])
def test_hovering_shows_the_effect_and_escape_takes_the_question_back(page: Page, server: Server, slug: str) -> None:
    play_now(page, server, slug)
    move = page.locator(ON_THE_BOARD).first
    move.hover(force=True)
    expect(page.locator("#bubble")).to_be_visible()
    notation = move.get_attribute("data-move")
    assert page.locator(f'[data-move="{notation}"].on').count() >= 1
    page.mouse.move(2, 2)
    expect(page.locator("#bubble")).to_be_hidden()


def test_what_cannot_be_taken_back_is_asked_first(page: Page, server: Server) -> None:
    play_now(page, server, "next-station-london")
    page.wait_for_function("document.querySelectorAll('.log li').length >= 4")
    page.wait_for_timeout(2500)  # all bots have decided: the next decision turns the card over
    move = page.locator(ON_THE_BOARD).first
    move.dispatch_event("click")
    expect(page.locator(".prompt-bar.asking")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".prompt-bar.asking")).to_have_count(0)
    move.dispatch_event("click")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt-bar.asking")).to_have_count(0)


def test_a_place_that_is_not_allowed_says_why(page: Page, server: Server) -> None:
    play_now(page, server, "next-station-london")
    page.locator("[data-place]").first.dispatch_event("click")
    expect(page.locator("#bubble.why-not")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#bubble")).to_be_hidden()


def test_arrow_keys_walk_and_enter_chooses(page: Page, server: Server) -> None:
    play_now(page, server, "next-station-london")
    page.locator(ON_THE_BOARD).first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('[data-move], [data-place]')")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_chat_and_the_drawer(page: Page, server: Server) -> None:
    play_now(page, server, "old-london-bridge")
    page.locator("[data-open=people]").click()
    page.locator("#words").fill("<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    expect(page.locator(".chat li")).to_contain_text("<img src=x")
    assert page.locator(".chat img").count() == 0


def test_the_table_goes_on_after_a_crash_of_the_server(page: Page, start_server: Callable[..., Server]) -> None:
    server = start_server("--no-limits")
    play_now(page, server, "old-london-bridge")
    server.kill()
    expect(page.locator("#lost")).to_be_visible(timeout=5000)
    make_a_move(page)  # while nobody listens
    server.start()
    expect(page.locator("#lost")).to_be_hidden(timeout=20000)
    expect(page.locator("[data-fragment=log]")).to_contain_text(
        re.compile(r"You: card \d, face down|The cards: You \d"), timeout=20000
    )
    server.stop()


@pytest.mark.parametrize("slug", slugs())
def test_a_phone_shows_everything_without_scrolling(browser: Browser, server: Server, slug: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    play_now(page, server, slug)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [360, 740]
    page.locator("[data-move]").first.tap(force=True)
    expect(page.locator("[data-act=confirm]")).to_be_visible()
    page.locator("[data-act=confirm]").tap()
    expect(page.locator("[data-act=confirm]")).to_have_count(0)
    context.close()
