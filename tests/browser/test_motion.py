"""Nothing explodes, nothing flies through other things, nothing moves that did not change: every thing of a table is looked at in
every frame of whole matches. And every mark of a drawing moves things as it says.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .drawn import PUPPET, TIMELESS, film
from .person import ALONE, Person
from .tables import BRIDGE, OURS, Prepared

SCRIPT = Path(__file__).parent / "motion.js"
MOST = 1.6
"""So many times its size a thing may seem on its way."""


def moving(arrive: Callable[..., Person], **settings: Any) -> Page:
    """A page in which things move."""
    person = arrive(**{"reduced_motion": "no-preference", **settings})
    person.context.add_init_script(path=SCRIPT)
    return person.page


@pytest.mark.parametrize("slug", OURS)
def test_no_thing_grows_leaves_the_window_or_moves_without_a_reason(
    browser: Browser, table: Callable[..., Prepared], slug: str
) -> None:
    """A whole match against bots, sixty frames for every second of it."""
    seats = 3 if slug == BRIDGE else 2
    context = browser.new_context(**ALONE)
    for script in (TIMELESS, PUPPET, SCRIPT):
        context.add_init_script(path=script)
    context.add_init_script('localStorage.setItem("londinium-pace", "at-once")')
    page = context.new_page()
    page.goto(table(slug, seats=seats, bots=seats - 1).link(0))
    page.evaluate("time.pass(100)")
    page.wait_for_selector(".table[data-connected]")
    wrong = []
    for name, state in film(slug, seats):
        page.evaluate("([state, most]) => motion.look(state, most)", [state, MOST])
        wrong += [f"{name}: {each}" for each in page.evaluate("motion.wrong.splice(0)")]
    assert page.locator(".table.over").count() == 1
    assert wrong == []
    assert page.evaluate("motion.frames") > 2000
    assert page.evaluate("motion.moved.size") > 5, "things do move"
    context.close()


def marks(page: Page) -> dict[str, Any]:
    page.wait_for_selector(".table[data-connected] .prompt-words")
    slot = page.evaluate("""() => [...document.querySelectorAll("[data-fragment]")].filter((each) => each.getClientRects().length)
      .sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0].dataset.fragment""")
    found: dict[str, Any] = page.evaluate("(slot) => motion.marks(slot)", slot)
    return found


def test_every_mark_moves_things_as_it_says(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    prepared = table(BRIDGE, seats=2, seed=5)
    page = moving(arrive)
    page.goto(prepared.link(0))
    seen = marks(page)
    assert seen["stone"] == [], "what did not change does not move"
    assert seen["flown"] == [420]
    assert seen["growth"] <= MOST, "what was ten times as wide is not blown up"
    assert seen["card"] == [160], "the new face comes in the second half of turning over"
    assert seen["new"] == [180], "it lands"
    assert seen["marker"] == [3 * 140], "it hops from space to space"
    assert sorted(seen["turned"]) == ["-120", "120"], "what stands on the wheel stays upright"
    assert seen["above"] == 2, "the back of the card, and what sinks"
    assert seen["left"] == 0
    # Where things are to be calm, nothing turns, flies or hops.
    page = moving(arrive, reduced_motion="reduce")
    page.goto(prepared.link(0))
    seen = marks(page)
    assert seen["above"] == 0
    assert {*seen["flown"], *seen["marker"], *seen["new"]} == {120}, "old and new cross-fade"
    assert seen["card"] == []
