"""Things say what they are: bubbles that hide no choice, numbers that light what they count, tiles that tell what they do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from .person import DESKTOP, MY_TURN, PHONE, Person, is_over, legal
from .tables import BRIDGE, CITY, Prepared

COVERED = """(move) => {
  const bubble = document.getElementById("bubble").getBoundingClientRect();
  return [...document.querySelectorAll("[data-move]")].filter((other) => {
    const box = (other.querySelector("[data-aim]") ?? other).getBoundingClientRect();
    const width = Math.min(bubble.right, box.right) - Math.max(bubble.left, box.left);
    const height = Math.min(bubble.bottom, box.bottom) - Math.max(bubble.top, box.top);
    return width > 0 && height > 0 && (width * height) / (box.width * box.height) > 0.34;
  }).map((other) => other.dataset.move);
}"""
"""The choices of which the bubble hides more than a third."""


@pytest.mark.parametrize(("slug", "moves"), [(BRIDGE, 34), (CITY, 20)])
def test_pointing_shows_what_a_move_would_bring(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, moves: int
) -> None:
    person = arrive()
    page = person.open(table(slug, seats=2, seed=3, moves=moves).link(0))
    page.wait_for_selector(MY_TURN)
    move = sorted(legal(page))[0]
    assert page.locator("#bubble").is_hidden()
    page.mouse.move(*page.evaluate("(move) => wire.reach(move)", move))
    expect(page.locator("#bubble")).to_be_visible()
    assert page.locator(f'[data-move="{move}"].on').count() >= 1
    page.mouse.move(2, 2)
    expect(page.locator("#bubble")).to_be_hidden()
    assert page.locator("[data-move].on").count() == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(("slug", "moves"), [(BRIDGE, 34), (CITY, 20)])
def test_no_bubble_hides_a_choice(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, moves: int, size: dict[str, object]
) -> None:
    person = arrive(**size)
    page = person.open(table(slug, seats=2, seed=3, moves=moves).link(0))
    page.wait_for_selector(MY_TURN)
    shown = 0
    for thing in page.locator(".table svg [data-move], .table svg[data-move]").all():
        if thing.is_visible():
            thing.evaluate("element => element.focus()")
            if page.locator("#bubble").is_visible():
                shown += 1
                assert page.evaluate(COVERED, thing.get_attribute("data-move")) == []
    assert shown > 2


def test_the_numbers_of_a_score_sheet_light_what_they_count(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    page = arrive().open(table(CITY, seats=1, seed=5, moves=24).link(0))
    row = page.locator(".score.own .score-lines tr:not(.next)").nth(1)
    numbers = row.locator("td[data-tell]")
    districts, stations = numbers.nth(0), numbers.nth(1)
    districts.hover()
    expect(page.locator("#bubble")).to_contain_text(f"Districts: {districts.inner_text()}")
    expect(page.locator(".nsl-light.lit")).to_have_count(int(districts.inner_text()))
    stations.hover()
    expect(page.locator("#bubble")).to_contain_text("Most stations in one district")
    expect(page.locator(".nsl-light.lit:not(.area)")).to_have_count(int(stations.inner_text()))
    page.locator(".score.own .sum").hover()
    expect(page.locator("#bubble")).to_contain_text("+")
    page.mouse.move(2, 2)
    expect(page.locator("#bubble")).to_be_hidden()
    expect(page.locator(".lit")).to_have_count(0)


def test_tiles_and_scorings_tell_what_they_do_also_on_a_phone(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    prepared = table(BRIDGE, seats=3, options={"chapel": "spaces-ahead"})
    page = arrive().open(prepared.link(0))
    page.locator(".scorings figure").first.hover()
    expect(page.locator("#bubble")).to_contain_text("1 pound for each space of your lead")
    page.locator(".bonus [data-tell]").first.hover()
    assert len(page.locator("#bubble p").first.inner_text()) > 20, "more than a name"
    phone = arrive(**PHONE).open(prepared.link(1))
    phone.locator(".tabs [data-tab=scoring]").tap()
    phone.locator(".scorings figure").first.tap()
    expect(phone.locator("#bubble")).to_contain_text("1 pound for each space of your lead")


def test_p_passes(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    person = arrive()
    page = person.open(table(CITY, seats=2).link(0))
    expect(page.locator(".chip kbd")).to_have_text("P")
    before = page.evaluate("wire.answered.length")
    person.until("!document.querySelector('.settling')")
    page.keyboard.press("p")
    if page.locator(".prompt-bar.asking").count():
        page.keyboard.press("Enter")
    person.answered(before)
    expect(page.locator(".prompt-words").first).to_contain_text("You draw nothing for this card.")


def test_points_count_up_and_a_finished_line_is_retraced(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    """With motion: what was seen on the way, and that everything ends as it is."""
    person = arrive(reduced_motion="no-preference")
    page = person.open(table(CITY, seats=1, seed=5).link(0))
    page.evaluate(WATCH)
    chance = Random(1)
    while page.evaluate("!seen.retraced") and not is_over(page):
        page.wait_for_selector(MY_TURN)
        draws = sorted(move for move in legal(page) if move != "pass")
        person.make(chance.choice(draws) if draws else "pass")
    assert page.evaluate("seen.retraced && seen.lit")
    expect(page.locator(".fresh, .lit")).to_have_count(0)
    assert page.evaluate("[...seen.totals].length") > 1
    # Each of them counts at its own time; at the end they say the same.
    expect(page.locator(".seat.own [data-count]")).to_have_count(1)
    person.until(f"new Set([...document.querySelectorAll({TOTALS!r})].map((each) => each.textContent.trim())).size === 1")


WATCH = """() => {
  window.seen = { retraced: false, lit: false, totals: new Set() };
  const look = () => {
    seen.retraced ||= document.querySelector(".settled.fresh") !== null;
    seen.lit ||= document.querySelector(".nsl-light.lit") !== null;
    seen.totals.add(document.querySelector(".score.own .sum b").textContent);
    requestAnimationFrame(look);
  };
  look();
}"""


TOTALS = ".score.own .sum b, .seat.own [data-count], .points .all b"


def test_what_is_lit_comes_softly(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    """A district that lights up is a wash at every moment: never a full colour that hides the map."""
    page = arrive(reduced_motion="no-preference").open(table(CITY, seats=1, seed=5, moves=24).link(0))
    strongest = page.evaluate(
        """async () => {
          const area = document.querySelector(".nsl-light.area");
          const strength = () => (getComputedStyle(area).fill === "none" ? 0 : Number(getComputedStyle(area).fillOpacity));
          const seen = [strength()];
          area.classList.add("lit");
          const end = performance.now() + 400;
          while (performance.now() < end) {
            seen.push(strength());
            await new Promise((resolve) => requestAnimationFrame(resolve));
          }
          return Math.max(...seen);
        }"""
    )
    assert 0.05 < strongest < 0.3
