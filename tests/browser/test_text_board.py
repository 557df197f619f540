"""Without JavaScript: whole matches on the text board, by its buttons."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from .person import Person
from .tables import BRIDGE, OURS, prepare, stored

if TYPE_CHECKING:
    from conftest import Server

MOVES = ".moves button[name=move]"


def press(page: Page, button: Locator) -> None:
    """Without scripts every button leads to a page: the next question is asked of that one, not of the one that is leaving."""
    with page.expect_navigation():
        button.click(no_wait_after=True)


@pytest.mark.parametrize("slug", OURS)
def test_a_whole_match_without_scripts(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    prepared = prepare(server, slug, seats=2, bots=1, seed=5, joined=False)
    page, chance = arrive(silent=True, java_script_enabled=False).page, Random(5)
    page.goto(prepared.link(0))
    page.locator("#name").fill("Ann")
    press(page, page.locator("form .main"))
    press(page, page.locator("noscript a[href$='/text']"))
    moves = 0
    while page.locator("#end").count() == 0:
        buttons = page.locator(MOVES)
        if not buttons.count():
            press(page, page.get_by_role("link", name="Refresh"))
            continue
        button = buttons.nth(chance.randrange(buttons.count()))
        move = button.get_attribute("value")
        press(page, button)
        assert page.locator("[role=alert]").count() == 0, move
        moves += 1
        assert moves < 200
    assert stored(server, prepared.id).is_over
    expect(page.locator(".final")).to_contain_text("Ann")
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert download.value.path().read_text().strip()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(MOVES).first).to_be_visible()


def test_undo_chat_and_leaving_without_scripts(arrive: Callable[..., Person], server: Server) -> None:
    prepared = prepare(server, BRIDGE, seats=3)
    page = arrive(silent=True, java_script_enabled=False).page
    page.goto(f"{prepared.link(0)}/text")
    before = page.locator(MOVES).all_inner_texts()
    press(page, page.locator(MOVES).last)
    press(page, page.get_by_role("button", name="Undo"))
    assert page.locator(MOVES).all_inner_texts() == before
    page.locator("#words").fill("<b>hello</b> & goodbye")
    press(page, page.get_by_role("button", name="Send"))
    expect(page.get_by_text("<b>hello</b> & goodbye")).to_be_visible()
    press(page, page.get_by_role("button", name="Leave and let a bot take over"))
    expect(page.locator(MOVES)).to_have_count(0)
    press(page, page.get_by_role("button", name="Take my seat back"))
    assert stored(server, prepared.id).seats[0].bot is None


def test_the_board_with_pictures_says_where_the_other_one_is(arrive: Callable[..., Person], server: Server) -> None:
    page = arrive(silent=True, java_script_enabled=False).page
    page.goto(prepare(server, BRIDGE, seats=2).link(0))
    expect(page.locator("noscript a")).to_be_visible()
