"""Drawing by hand: from an end of one's line to a station. It previews and asks as a click does; clicks and pinching go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page, expect

from .person import AT_REST, DESKTOP, MY_TURN, PHONE, Person, legal
from .tables import CITY, Prepared
from .test_zoom import Hand, Point

ASKING = ".prompt-bar.asking"
SPOTS = """() => Object.fromEntries([...document.querySelectorAll("[data-grip], [data-spot]")].map((each) => {
  const box = each.getBoundingClientRect();
  return [each.dataset.grip ?? each.dataset.spot, [box.x + box.width / 2, box.y + box.height / 2]];
}))"""
JOINS = """(kind) => [...document.querySelectorAll(`[${kind}][data-joins]`)]
  .map((each) => [each.getAttribute(kind), each.dataset.joins])"""


class Section(NamedTuple):
    """What a hand draws: where from, where to, and the move that it means."""

    move: str
    start: Point
    end: Point


def sections(page: Page, kind: str = "data-move") -> list[Section]:
    """What can be drawn from an end of the line, or is forbidden there, as a hand would draw it."""
    spots: dict[str, Point] = page.evaluate(SPOTS)
    grips: list[str] = page.evaluate("[...document.querySelectorAll('[data-grip]')].map((each) => each.dataset.grip)")
    found = []
    for move, joins in page.evaluate(JOINS, kind):
        for start, end in (joins.split(), joins.split()[::-1]):
            if start in grips and end in spots and end not in grips:
                found.append(Section(move, spots[start], spots[end]))
    return found


def opened(arrive: Callable[..., Person], table: Callable[..., Prepared], window: dict[str, object]) -> Page:
    """A match of two in its first round, with a section drawn."""
    page = arrive(**window).open(table(CITY, seats=2, seed=3, moves=6).link(0))
    page.wait_for_selector(MY_TURN)
    page.wait_for_selector(AT_REST)
    return page


def press(page: Page, section: Section, *, release: bool = True) -> None:
    page.mouse.move(*section.start)
    page.mouse.down()
    page.mouse.move(*section.end, steps=8)
    if release:
        page.mouse.up()


def test_a_section_is_drawn_with_the_mouse(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = opened(arrive, table, DESKTOP)
    drawn = sections(page)
    assert {section.move for section in drawn} == {move for move in legal(page) if move.startswith("draw ")}
    for section in drawn:
        press(page, section, release=False)
        expect(page.locator(f'[data-move="{section.move}"].on')).not_to_have_count(0)
        expect(page.locator("#bubble.effect")).to_be_visible()
        assert page.locator(ASKING).count() == 0, "nothing is chosen before the hand lets go"
        page.mouse.up()
        expect(page.locator(ASKING)).to_have_count(1)
        assert page.locator(".chosen").first.get_attribute("data-move") == section.move
        assert page.evaluate("String(getSelection())") == "", "a drag marks no text"
        page.keyboard.press("Escape")
    press(page, drawn[0])
    page.locator("[data-act=confirm]").click()
    expect(page.locator(ASKING)).to_have_count(0)
    # What was decided is drawn until the other one has decided, too.
    expect(page.locator(".sheet-layer.own .pending").first).to_be_attached()


def test_what_cannot_be_drawn_says_why(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = opened(arrive, table, DESKTOP)
    barred = sections(page, "data-place")
    assert barred
    press(page, barred[0], release=False)
    expect(page.locator("[data-tether].drawn.barred")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#bubble.why-not")).to_be_visible()
    expect(page.locator("#bubble a[data-open=rule]")).to_have_count(1)
    assert page.locator(ASKING).count() == 0
    assert page.locator("[data-tether].drawn").count() == 0


def test_where_nothing_leads_it_says_so(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = opened(arrive, table, DESKTOP)
    spots: dict[str, Point] = page.evaluate(SPOTS)
    joined = {frozenset(joins.split()) for kind in ("data-move", "data-place") for _, joins in page.evaluate(JOINS, kind)}
    grip = page.locator("[data-grip]").first.get_attribute("data-grip") or ""
    far = next(name for name in spots if name != grip and frozenset((grip, name)) not in joined)
    press(page, Section("", spots[grip], spots[far]))
    expect(page.locator("#bubble.why-not")).to_contain_text("No section leads")


def test_a_hand_that_thinks_better_of_it_chooses_nothing(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = opened(arrive, table, DESKTOP)
    section = sections(page)[0]
    press(page, section, release=False)
    page.mouse.move(*section.start, steps=4)
    page.mouse.up()
    assert page.locator(ASKING).count() == 0
    assert page.locator("#bubble.effect").is_hidden()
    press(page, section, release=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(ASKING).count() == 0
    page.wait_for_selector(AT_REST)
    # And a click is still a click.
    page.mouse.click(*section.end)
    expect(page.locator(ASKING)).to_have_count(1)


def test_a_section_is_drawn_with_a_finger(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = opened(arrive, table, PHONE)
    hand = Hand(page)
    for section in sections(page):
        hand.drag(section.start, section.end)
        expect(page.locator(ASKING)).to_have_count(1)
        assert page.locator(".chosen").first.get_attribute("data-move") == section.move
        # At once: a browser that believed to push the page would take this tap for the end of that.
        page.locator("[data-act=cancel]").tap()
        expect(page.locator(ASKING)).to_have_count(0)


def test_drawing_on_an_enlarged_map_and_pinching_from_an_end(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    page = opened(arrive, table, PHONE)
    hand, section = Hand(page), sections(page)[0]
    middle = tuple((a + b) / 2 for a, b in zip(section.start, section.end, strict=True))
    hand.pinch(middle, 60, 130)  # type: ignore[arg-type]
    assert page.locator("[data-zoomed]").count() == 1
    frame = "document.querySelector('[data-zoom]').firstElementChild.style.transform"
    before = page.evaluate(frame)
    seen = next(each for each in sections(page) if each.move == section.move)
    hand.drag(seen.start, seen.end)
    expect(page.locator(ASKING)).to_have_count(1)
    assert page.evaluate(frame) == before, "the finger draws, and the map stays"
    page.locator("[data-act=cancel]").tap()
    expect(page.locator(ASKING)).to_have_count(0)
    # A second finger beside one that has begun to draw enlarges.
    (x, y), out = seen.start, 16
    hand.touch("touchStart", (x, y))
    hand.touch("touchMove", (x + out, y))
    hand.touch("touchStart", (x + out, y), (x + 60, y + 60))
    hand.touch("touchMove", (x - 20, y - 20), (x + 80, y + 80))
    hand.touch("touchEnd")
    assert page.locator("[data-tether].drawn").count() == 0
    assert page.evaluate(frame) != before
    assert page.locator(ASKING).count() == 0
