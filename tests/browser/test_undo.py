"""What can be taken back, what cannot, and that the page asks before the latter."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person, legal, log_lines
from .tables import BRIDGE, CITY, Prepared

UNDO = "[data-act=undo]"
ASKING = ".prompt-bar.asking"


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_a_choice_is_taken_back_until_all_have_chosen(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str
) -> None:
    """Both games let all choose at the same time: a choice is one's own until the last one has chosen."""
    prepared = table(slug, seats=3, bots=1)
    ann, ben = arrive(), arrive()
    ann.open(prepared.link(0))
    ben.open(prepared.link(1))
    first, second = ann, ben
    offered, lines = legal(first.page), log_lines(first.page)
    move, other = sorted(offered)[-1], sorted(offered)[-2]
    expect(first.page.locator(UNDO)).to_have_count(0)
    first.make(move)
    expect(first.page.locator(".table.my-turn")).to_have_count(0)
    first.page.locator(UNDO).click()
    expect(first.page.locator(".table.my-turn")).to_have_count(1)
    expect(first.page.locator(".table [data-fragment=log] li[data-ply]")).to_have_count(len(lines))
    assert legal(first.page) == offered
    # By its key, too.
    first.make(other)
    first.page.keyboard.press("z")
    expect(first.page.locator(".table.my-turn")).to_have_count(1)

    first.make(move)
    second.until("wire.offered().length && Object.values(wire.offers).every((offer) => offer.asks)")
    final = sorted(legal(second.page))[-1]
    second.point_at(final)
    expect(second.page.locator(ASKING)).to_be_visible()
    assert second.page.evaluate("wire.asked.length") == 0, "nothing is sent before the confirmation"
    second.page.keyboard.press("Escape")
    expect(second.page.locator(ASKING)).to_have_count(0)
    expect(second.page.locator(".table.my-turn")).to_have_count(1)
    second.point_at(final)
    second.page.locator("[data-act=cancel]").click()
    expect(second.page.locator(ASKING)).to_have_count(0)
    assert second.page.evaluate("wire.asked.length") == 0
    second.make(final)
    for person in (first, second):
        expect(person.page.locator(UNDO)).to_have_count(0)


def test_whoever_wants_no_questions_gets_none(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    prepared = table(BRIDGE, seats=3, moves=2)
    page = (person := arrive()).open(prepared.link(2))
    assert page.evaluate("Object.values(wire.offers).every((offer) => offer.asks)")
    page.locator("[data-open=menu]").click()
    page.locator("[data-setting=ask]").uncheck()
    page.locator("#menu [data-close]").click()
    page.reload()
    page.wait_for_selector(".table.my-turn")
    move = sorted(legal(page))[0]
    person.point_at(move)
    person.until("wire.answered.length === 1")
    assert page.evaluate("wire.asked[0].move") == move


def test_a_turn_of_several_steps_is_taken_back_step_by_step(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    """At the bridge a player takes a tile, then decides on: back to the last reveal, and not beyond."""
    prepared = table(BRIDGE, seats=2, moves=2, seed=12)
    people = [arrive(), arrive()]
    for seat, person in enumerate(people):
        person.open(prepared.link(seat))
    acting = next(person for person in people if person.page.locator(".table.my-turn").count())
    made = 0
    before = len(log_lines(acting.page))
    while acting.page.locator(".table.my-turn").count() and made < 6:
        offers = acting.page.evaluate("wire.offers")
        mild = sorted(move for move, offer in offers.items() if not offer.get("asks"))
        if not mild:
            break
        acting.make(mild[0])
        made += 1
    assert made, "some step of a turn can be taken back"
    for _ in range(made):
        acting.page.locator(UNDO).click()
        acting.until("wire.answered.every((answer) => answer.kind === 'ack') && wire.settled()")
    expect(acting.page.locator(".table [data-fragment=log] li[data-ply]")).to_have_count(before)
    expect(acting.page.locator(UNDO)).to_have_count(0)
