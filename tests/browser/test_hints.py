"""Hints at a live table: asked for with a button or a key, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .playing import Person
from .tables import BRIDGE, CITY, Prepared, stored
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server


@pytest.mark.parametrize(("slug", "code", "word"), [(BRIDGE, "en", "Good moves"), (CITY, "de", "Gute Züge")])
def test_a_hint_names_good_moves(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared], slug: str, code: str, word: str
) -> None:
    prepared = table(slug, seats=2, bots=1, hints=True, moves=2)
    page = arrive().page
    page.goto(f"{prepared.link(0)}?lang={code}")
    page.wait_for_selector("[data-act=hint]")
    page.keyboard.press("h")
    bubble = page.locator("#bubble.hint")
    expect(bubble).to_contain_text(word, timeout=15_000)
    assert 1 <= bubble.locator("li").count() <= 3
    assert violations(page, "#bubble") == []
    assert stored(server, prepared.id).hinted != []


def test_elsewhere_there_is_no_such_button(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    page = arrive().page
    page.goto(table(BRIDGE, seats=2, bots=1).link(0))
    page.wait_for_selector("[data-move]")
    expect(page.locator("[data-act=hint]")).to_have_count(0)
