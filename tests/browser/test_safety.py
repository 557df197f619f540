"""A hand never does what the head did not want: double clicks, clicks that come too late, pointers that only lie there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .drawn import MEASURE, PUPPET, SEATS, Moment, moments
from .person import AT_REST, STILL
from .tables import BRIDGE, CITY, OURS, Prepared

ASKING = ".prompt-bar.asking"
TOUCHING = """() => {
  const boxes = [...document.querySelectorAll(".decide button")].map((button) => button.getBoundingClientRect());
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const touches = (choice) => [...choice.getClientRects()].some((own) => boxes.some((box) => meet(box, own)));
  return [...document.querySelectorAll("[data-move]")].filter(touches).map((choice) => choice.dataset.move);
}"""
"""The choices that stand where Confirm and Cancel do."""
CLICK_WAYS = """(ways) => [...document.querySelectorAll("[data-ways]")].find((each) => each.dataset.ways === ways)
  .dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }))"""
Opened = Callable[[str, str], Page]


@pytest.fixture
def show(browser: Browser, table: Callable[..., Prepared]) -> Iterator[Opened]:
    """A table of a game at a kind of decision: `show(BRIDGE, "card")`."""
    contexts: list[BrowserContext] = []

    def open_page(slug: str, asks: str) -> Page:
        context = browser.new_context(**STILL)
        contexts.append(context)
        for script in (PUPPET, MEASURE):
            context.add_init_script(path=script)
        page = context.new_page()
        page.goto(table(slug, seats=SEATS, bots=3).link(0))
        page.wait_for_selector(".table[data-connected]")
        tell(page, moment(slug, asks))
        page.wait_for_selector(AT_REST)
        return page

    yield open_page
    for context in contexts:
        context.close()


def moment(slug: str, asks: str) -> Moment:
    return next(each for each in moments(slug) if each.name == asks)


def tell(page: Page, shown: Moment, version: int = 1) -> None:
    page.evaluate("(state) => puppet.tell(state)", shown.state("en", version))


def moves_sent(page: Page) -> list[str]:
    found: list[str] = page.evaluate("puppet.sent.filter((each) => each.do === 'move').map((each) => each.move)")
    return found


def test_a_double_click_chooses_and_does_not_confirm(show: Opened) -> None:
    page = show(BRIDGE, "card-choice")
    last = page.locator(".chips [data-move]").last
    last.dblclick()
    expect(page.locator(ASKING)).to_have_count(1)
    page.wait_for_selector(AT_REST)
    assert moves_sent(page) == []
    # A second click that is meant does.
    last.click()
    assert len(moves_sent(page)) == 1


def test_no_choice_ever_stands_where_confirm_stands(show: Opened) -> None:
    """The boxes of Confirm and Cancel touch no choice, at any kind of decision of either game."""
    for slug in OURS:
        page = show(slug, moments(slug)[0].name)
        for each in moments(slug):
            tell(page, each)
            assert page.evaluate(TOUCHING) == [], f"{slug}, {each.name}"
            assert page.locator(".decide button").count() == 2


def test_a_click_just_after_a_change_chooses_and_makes_no_move(show: Opened) -> None:
    """Also where the player does not want to be asked: only what is clicked on once more, when the table is at rest, is made."""
    page = show(BRIDGE, "card-choice")
    page.evaluate("localStorage.setItem('londinium-ask', 'no')")
    chip = page.locator(".chips [data-move]").first
    # All in one breath of the page: on a busy machine a message of its own would come too late.
    changed = moment(BRIDGE, "card-choice").state("en", 2)
    page.evaluate(
        """(state) => { puppet.tell(state);
          const click = () => new MouseEvent("click", { bubbles: true, detail: 0 });
          for (let k = 0; k < 3; k++) document.querySelector(".chips [data-move]").dispatchEvent(click()); }""",
        changed,
    )
    expect(page.locator(ASKING)).to_have_count(1)
    assert moves_sent(page) == []
    page.wait_for_selector(AT_REST)
    chip.click()
    assert len(moves_sent(page)) == 1


def test_a_press_that_began_before_a_change_means_nothing(show: Opened) -> None:
    page = show(BRIDGE, "waiting")
    tell(page, moment(BRIDGE, "card-choice"))
    box = page.locator(".chips [data-move]").first.bounding_box()
    assert box is not None
    tell(page, moment(BRIDGE, "waiting"), version=2)
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    tell(page, moment(BRIDGE, "card-choice"), version=3)
    page.mouse.up()
    expect(page.locator(ASKING)).to_have_count(0)
    assert moves_sent(page) == []


def test_what_is_only_looked_at_is_paler_than_what_is_chosen(show: Opened) -> None:
    page = show(BRIDGE, "card-choice")
    chip, ghosts = page.locator(".chips [data-move]").first, ".table .ghosts"
    chip.hover()
    expect(page.locator(".table.previewing")).to_have_count(1)
    paler = page.locator(ghosts).first.evaluate("(ghosts) => Number(getComputedStyle(ghosts).opacity)")
    chip.click()
    expect(page.locator(".table.previewing")).to_have_count(0)
    assert paler < page.locator(ghosts).first.evaluate("(ghosts) => Number(getComputedStyle(ghosts).opacity)")


def test_a_pointer_that_only_lies_there_shows_nothing(show: Opened) -> None:
    page = show(BRIDGE, "card-choice")
    box = page.locator(".chips [data-move]").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    expect(page.locator("[data-move].on").first).to_be_attached()
    # The table changes under it; it is not moved.
    tell(page, moment(BRIDGE, "waiting"), version=2)
    tell(page, moment(BRIDGE, "card-choice"), version=3)
    page.wait_for_selector(AT_REST)
    assert page.locator("[data-move].on").count() == 0
    page.mouse.move(x + 6, y)
    expect(page.locator("[data-move].on").first).to_be_attached()


def test_the_key_of_a_card_is_its_printed_value(show: Opened) -> None:
    page = show(BRIDGE, "card-choice")
    for chip in page.locator(".chips [data-move^='play ']").all():
        value = (chip.get_attribute("data-move") or "").split()[1]
        assert (chip.get_attribute("data-hotkey") or "").split()[0] == value
        expect(chip.locator(".printed")).to_have_text(value)
        page.keyboard.press(value)
        expect(chip).to_have_class("chip on chosen")
        page.keyboard.press("Escape")


def test_the_centre_of_the_rondel_is_a_place(show: Opened) -> None:
    page = show(BRIDGE, "placing")
    box = page.locator(".stage svg [data-ways]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ways = page.locator("#bubble .ways [data-move^='place centre ']")
    assert ways.count() > 1
    expect(page.locator(ASKING)).to_have_count(0)
    # On its way to one of them the pointer passes other things.
    page.wait_for_selector(AT_REST)
    page.mouse.move(box["x"] + 2 * box["width"], box["y"] + box["height"] / 2, steps=5)
    page.mouse.move(2, 2)
    move = ways.nth(1).get_attribute("data-move")
    ways.nth(1).click()
    expect(page.locator(ASKING)).to_have_count(1)
    expect(page.locator(".chips [data-ways].chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    # By the keyboard, too.
    page.locator(".stage svg [data-ways]").focus()
    page.keyboard.press("Enter")
    expect(ways.first).to_be_focused()
    expect(page.locator(ASKING)).to_have_count(0)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert moves_sent(page) == [move]


def test_a_station_of_several_ways_offers_them(show: Opened) -> None:
    page = show(CITY, "drawing")
    ways = page.evaluate(
        "[...document.querySelectorAll('[data-ways]')].map((each) => each.dataset.ways).find((each) => each.includes('|')) ?? ''"
    )
    assert ways, "some station of this position is reached by several sections"
    moves = ways.split("|")
    page.evaluate(CLICK_WAYS, ways)
    offered = page.locator("#bubble .ways [data-move]")
    assert [each.get_attribute("data-move") for each in offered.all()] == moves
    page.wait_for_selector(AT_REST)
    offered.nth(1).click()
    expect(page.locator(ASKING)).to_have_count(1)
    page.locator("[data-act=confirm]").click()
    assert moves_sent(page) == [moves[1]]
