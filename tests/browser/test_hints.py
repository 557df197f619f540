"""Hints at a live table: asked for with a button or a key, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .person import Person
from .tables import BRIDGE, CITY, Prepared, stored
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server


COVERED = """() => {
  const hint = document.getElementById("hint").getBoundingClientRect();
  return [...document.querySelectorAll(".prompt-bar button, .table [data-move]")].filter((each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return box.width && box.width * box.height < 40000 && x > hint.left && x < hint.right && y > hint.top && y < hint.bottom;
  }).map((each) => each.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize(("slug", "code", "word"), [(BRIDGE, "en", "Good moves"), (CITY, "de", "Gute Züge")])
def test_a_hint_names_good_moves(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared], slug: str, code: str, word: str
) -> None:
    prepared = table(slug, seats=2, bots=1, moves=2)
    page = arrive().page
    page.goto(f"{prepared.link(0)}?lang={code}")
    page.wait_for_selector("[data-act=hint]")
    page.keyboard.press("h")
    panel = page.locator("#hint")
    expect(panel).to_be_visible(timeout=500)  # that it is being thought of is said at once
    expect(panel).to_contain_text(word, timeout=15_000)
    assert 1 <= panel.locator("li").count() <= 3
    assert page.evaluate(COVERED) == [], "no choice and no button is covered"
    expect(panel.locator(".noted")).to_be_visible()
    assert violations(page, "#hint") == []
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert stored(server, prepared.id).hinted != []


def test_elsewhere_there_is_no_such_button(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = arrive().page
    page.goto(table(BRIDGE, seats=2, bots=0).link(0))
    page.wait_for_selector("[data-move]")
    expect(page.locator("[data-act=hint]")).to_have_count(0)
