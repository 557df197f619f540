"""Nothing explodes, nothing flies through other things, nothing moves that did not change: every thing of a table is looked at in
every frame of whole matches. And every mark of a drawing moves things as it says.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from .playing import DESKTOP, Person
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
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str
) -> None:
    """A match against quick bots, going on as soon as everything has come to rest, with every frame of it looked at."""
    seats = 3 if slug == BRIDGE else 2
    page = moving(arrive, pace="calm", **DESKTOP)
    page.goto(table(slug, seats=seats, bots=seats - 1, seed=7).link(0))
    page.wait_for_selector(".table[data-connected] .prompt-words")
    page.evaluate("(most) => motion.record(most)", MOST)
    page.set_default_timeout(70_000)
    seen: dict[str, Any] = page.evaluate("(seed) => motion.play(seed)", 11)
    assert seen["wrong"] == []
    assert seen["moves"] > 5
    assert seen["frames"] > 300


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
