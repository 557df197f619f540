"""Setting up a position in a browser: what is typed is drawn at once, or what is wrong with it is said at its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from londinium.kernel.registry import game
from londinium.web.pages.position import first_position, position_address

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, OURS

if TYPE_CHECKING:
    from conftest import Server


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_position_is_drawn_while_it_is_typed(server: Server, arrive: Callable[..., Person], device: dict[str, object]) -> None:
    page = arrive(**device).page
    text = first_position(game(BRIDGE))
    page.goto(server.url + position_address(text))
    page.wait_for_selector(".pictured img:visible")
    wrong = text.replace("ranking=", "ranking=0,0,", 1)
    page.fill("#text", wrong)
    page.wait_for_selector("#trouble")
    assert "ranking" in page.inner_text(".said mark")
    assert page.get_attribute("#text", "aria-invalid") == "true"
    page.fill("#text", text)
    page.wait_for_selector(".pictured img:visible")
    assert page.get_attribute("#text", "aria-invalid") is None
    page.wait_for_function("text => new URL(location).searchParams.get('text') === text", arg=text)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("slug", OURS)
def test_somebody_plays_on_from_what_is_shown(server: Server, arrive: Callable[..., Person], slug: str) -> None:
    page = arrive(**DESKTOP).page
    page.goto(server.url + position_address(first_position(game(slug))))
    page.locator("form[action='/position/play'] .main").click()
    page.wait_for_selector(".table.my-turn")


def test_a_replay_leads_to_the_position_that_it_shows(server: Server, arrive: Callable[..., Person]) -> None:
    from .tables import prepare, stored

    over = prepare(server, BRIDGE, seats=2, moves=1000)
    page = arrive(**DESKTOP).page
    page.goto(f"{server.url}/replay/{over.id}")
    page.wait_for_selector("#scrub:enabled")
    page.keyboard.press("Home")
    page.locator("[data-open=menu]").first.click()
    page.locator("button[formaction$='/position']").click()
    page.wait_for_selector(".pictured img:visible")
    texts = [stored(server, over.id).match.at(ply).position_text() for ply in range(40)]
    assert parse_qs(urlsplit(page.url).query)["text"][0] in texts
