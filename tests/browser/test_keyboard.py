"""Without a mouse: number keys, Tab, arrows, Enter and Escape are enough for everything."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from .person import MY_TURN, Person, legal
from .tables import BRIDGE, OURS, Prepared, prepare, round_of

if TYPE_CHECKING:
    from conftest import Server

FOCUSED = "document.activeElement?.closest('[data-move]')?.dataset.move ?? null"
MOST_KEYS = 150


def by_number(page: Page, chance: Random) -> str | None:
    """A move of the bar by its key; none if the bar has no moves."""
    moves: list[tuple[str, str]] = page.locator(".prompt-bar [data-move][data-hotkey]").evaluate_all(
        "all => all.flatMap((one) => one.dataset.hotkey.split(' ').map((key) => [key, one.dataset.move]))"
    )
    if not moves:
        return None
    # Read before the key is pressed: the server may answer before one could look again.
    key, move = chance.choice(moves)
    page.keyboard.press(key)
    return move


def by_walking(page: Page, chance: Random, keys: list[str]) -> str | None:
    """Walk until some move has the focus, a few steps further by chance, and choose it with Enter."""
    spare = chance.randrange(4)
    for _ in range(MOST_KEYS):
        page.keyboard.press(chance.choice(keys))
        move = page.evaluate(FOCUSED)
        if move is not None:
            if not spare:
                page.keyboard.press("Enter")
                return str(move)
            spare -= 1
    return None


def decide(person: Person, chance: Random, ways: set[str]) -> None:
    page = person.page
    page.wait_for_selector(MY_TURN)
    before, offered = page.evaluate("wire.answered.length"), legal(page)
    way = chance.choice(["number", "tab", "arrows"])
    move = None
    if way == "number":
        move = by_number(page, chance)
    elif way == "arrows":
        move = by_walking(page, chance, ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    if move is None:
        way, move = "tab", by_walking(page, chance, ["Tab"])
    assert move in offered
    ways.add(way)
    if page.locator(".prompt-bar.asking").count():
        page.keyboard.press("Enter")
    person.answered(before)


@pytest.mark.parametrize("slug", OURS)
def test_a_whole_round_by_keys_alone(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    prepared = prepare(server, slug, seats=2, bots=1, seed=4)
    person, chance, ways = arrive(), Random(4), set[str]()
    page = person.open(prepared.link(0))
    # From the top of the page: the keyboard finds the board without a click.
    while round_of(server, prepared) == 1 or len(ways) < 3:
        decide(person, chance, ways)
    assert page.evaluate("wire.answered.every((answer) => answer.kind === 'ack')")


def test_from_the_home_page_to_a_table_by_keys(arrive: Callable[..., Person], server: Server) -> None:
    page = arrive().page
    page.goto(server.url)
    for _ in range(MOST_KEYS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('form[action^=\"/play/\"] button')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(MY_TURN)


def test_drawers_open_and_close_by_keys_and_give_the_focus_back(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    page = arrive().open(table(BRIDGE, seats=2).link(0))
    for name in ("people", "menu"):
        page.locator(f"button[data-open={name}]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"#{name}")).to_be_visible()
        assert page.evaluate(f"document.getElementById('{name}').contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(page.locator(f"#{name}")).to_be_hidden()
        assert page.evaluate("document.activeElement.dataset.open") == name
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_keys_typed_into_the_chat_are_no_moves(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    person = arrive()
    page = person.open(table(BRIDGE, seats=2).link(0))
    page.locator("button[data-open=people]").click()
    page.locator("#words").focus()
    page.keyboard.type("1 2 z ?")
    page.keyboard.press("Enter")
    expect(page.locator(".chat li:not(.coming)")).to_contain_text("1 2 z ?")
    assert page.evaluate("wire.asked.map((asked) => asked.do)") == ["say"]


@pytest.mark.parametrize("slug", OURS)
def test_arrows_also_reach_what_is_refused_and_enter_says_why(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str
) -> None:
    person = arrive()
    page = person.open(table(slug, seats=2, seed=3, moves=12).link(0))
    page.wait_for_selector(MY_TURN)
    page.locator(".table svg [data-move]").first.focus()
    chance = Random(1)
    for _ in range(MOST_KEYS):
        page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        if page.evaluate("document.activeElement.matches('[data-place]')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#bubble.why-not a")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Rule")
    assert page.evaluate("wire.asked") == [], "to ask why is no move"
