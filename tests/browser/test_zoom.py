"""Two fingers enlarge the map of a phone; a finger that has moved it has chosen nothing, and a tap still chooses."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from .person import AT_REST, MY_TURN, PHONE, Person
from .tables import CITY, Prepared

Point = tuple[float, float]


class Hand:
    """Fingers on a phone, by the browser's own touch events."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: Point) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def pinch(self, middle: Point, start: float, end: float) -> None:
        """Two fingers beside each other, from so far apart to so far apart."""
        (x, y), steps = middle, 6
        self.touch("touchStart", (x - start / 2, y), (x + start / 2, y))
        for step in range(1, steps + 1):
            half = (start + (end - start) * step / steps) / 2
            self.touch("touchMove", (x - half, y), (x + half, y))
        self.touch("touchEnd")

    def drag(self, start: Point, end: Point) -> None:
        self.touch("touchStart", start)
        for step in range(1, 6):
            self.touch("touchMove", tuple(a + (b - a) * step / 5 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        self.touch("touchEnd")


def box(page: Page, selector: str) -> tuple[float, float, float, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["width"], found["height"]


def test_pinch_pan_and_tap(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = arrive(**PHONE).open(table(CITY, seats=2, seed=3, moves=6).link(0))
    page.wait_for_selector(MY_TURN)
    page.wait_for_selector(AT_REST)
    hand, city, frame = Hand(page), ".layer.ground > svg", box(page, ".layers")
    middle = (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2)
    before, bar = box(page, city), box(page, ".prompt-bar")

    hand.pinch(middle, 80, 200)
    grown = box(page, city)
    assert grown[2] > 2 * before[2]
    assert box(page, ".layers") == frame, "the map grows inside its frame"
    assert box(page, ".prompt-bar") == bar, "buttons stay outside"
    assert page.locator(".asking").count() == 0, "fingers that enlarge choose nothing"

    hand.drag(middle, (middle[0] - 60, middle[1] + 40))
    moved = box(page, city)
    assert abs(moved[0] - grown[0] + 60) < 3
    assert abs(moved[1] - grown[1] - 40) < 3
    assert page.locator(".asking").count() == 0, "a finger that moves chooses nothing"

    hand.drag(middle, (middle[0] + 4000, middle[1] + 4000))
    assert box(page, city)[0] <= frame[0], "nothing beyond the edge"

    hand.pinch(middle, 200, 40)
    assert abs(box(page, city)[2] - before[2]) < 1
    hand.pinch(middle, 80, 160)
    spot = page.evaluate(
        """() => { const seen = [...document.querySelectorAll(".offers [data-move] [data-aim], .offers [data-ways] [data-aim]")]
          .map((each) => each.getBoundingClientRect()).map((each) => [each.x + each.width / 2, each.y + each.height / 2]);
          const frame = document.querySelector(".layers").getBoundingClientRect();
          return seen.find(([x, y]) => x > frame.x && x < frame.right && y > frame.y && y < frame.bottom) ?? null; }"""
    )
    if spot is None:  # no offer lies in this part of the map
        hand.pinch(middle, 160, 80)
        spot = page.evaluate(
            """() => { const box = document.querySelector(".offers [data-aim]").getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2]; }"""
        )
    page.touchscreen.tap(*spot)
    page.wait_for_selector(".prompt-bar.asking")


def test_a_double_tap_puts_the_map_back(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = arrive(**PHONE).open(table(CITY, seats=2, seed=3, moves=6).link(0))
    page.wait_for_selector(MY_TURN)
    hand, frame = Hand(page), box(page, ".layers")
    corner = (frame[0] + 6, frame[1] + 6)
    hand.pinch((frame[0] + 90, frame[1] + 90), 60, 150)
    assert page.locator(".layers[data-zoomed]").count() == 1
    for _ in range(2):
        hand.touch("touchStart", corner)
        hand.touch("touchEnd")
    assert page.locator(".layers[data-zoomed]").count() == 0
