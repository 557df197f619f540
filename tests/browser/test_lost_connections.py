"""The connection breaks, the server dies: the page comes back by itself, and every choice counts exactly once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from londinium.table.events import Moved

from .person import MY_TURN, Person, legal, log_lines
from .tables import BRIDGE, CITY, OURS, Prepared, prepare, stored

if TYPE_CHECKING:
    from conftest import Server

MARK = "document.body.dataset.same = 'yes'"


def is_same_page(person: Person) -> bool:
    """Whether it has not been loaded again."""
    return bool(person.page.evaluate("document.body.dataset.same === 'yes'"))


def moves_of(server: Server, table: Prepared, seat: int) -> list[str]:
    """The moves of a seat as they are stored, without those taken back."""
    found = (row.event for row in stored(server, table.id).rows)
    return [event.move for event in found if isinstance(event, Moved) and event.seat == seat]


@pytest.mark.parametrize("slug", OURS)
def test_a_socket_that_was_cut_comes_back_and_catches_up(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str
) -> None:
    prepared = table(slug, seats=2)
    ann, ben = arrive(), arrive()
    for seat, person in enumerate((ann, ben)):
        person.open(prepared.link(seat))
        person.page.evaluate(MARK)
    ben.page.evaluate("wire.sockets.at(-1).close()")
    ben.page.wait_for_selector(".table:not([data-connected])", state="attached")
    ann.make(sorted(legal(ann.page))[-1])
    ben.page.wait_for_selector(".table[data-connected]")
    ben.until("wire.sockets.length === 2")
    expect(ben.page.locator(".table [data-fragment=log] li[data-ply]")).to_have_count(len(log_lines(ann.page)))
    assert is_same_page(ben)


def test_a_browser_that_was_offline_comes_back_without_a_reload(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    prepared = table(CITY, seats=2)
    ann, ben = arrive(), arrive()
    ann.open(prepared.link(0))
    ben.open(prepared.link(1))
    ben.page.evaluate(MARK)
    ben.forgives = True
    ben.context.set_offline(True)
    ben.page.evaluate("wire.sockets.at(-1).close()")
    expect(ben.page.locator("#lost")).to_be_visible()
    move = sorted(legal(ben.page))[-1]
    ben.choose(move)  # decided while nobody hears it
    ann.make(sorted(legal(ann.page))[-1])
    ben.context.set_offline(False)
    expect(ben.page.locator("#lost")).to_be_hidden(timeout=15_000)
    ben.until("wire.answered.length === 1")
    assert ben.page.evaluate("wire.answered[0].kind") == "ack"
    assert ben.page.evaluate("wire.asked.map((asked) => asked.move)") == [move]
    expect(ann.page.locator(".table [data-fragment=log] li[data-ply]")).to_have_count(len(log_lines(ben.page)))
    assert is_same_page(ben)


@pytest.mark.parametrize("heard", [False, True], ids=["never-arrived", "answer-lost"])
def test_the_server_is_killed_in_mid_choice(
    arrive: Callable[..., Person], start_server: Callable[..., Server], heard: bool
) -> None:
    """A choice that nobody acknowledged is made again by the page itself, and applied once: whether it had arrived or not."""
    server = start_server("--no-limits")
    prepared = prepare(server, BRIDGE, seats=3, moves=1)
    ann, ben = arrive(), arrive()
    ann.open(prepared.link(1))
    ben.open(prepared.link(2))
    ann.page.wait_for_selector(MY_TURN)
    for person in (ann, ben):
        person.page.evaluate(MARK)
        person.forgives = True
    move = sorted(legal(ann.page))[-1]
    if heard:
        # The server applies it, but its answer is lost on the way.
        ann.page.evaluate("wire.deaf = true")
        ann.choose(move)
        expect(ben.page.locator("[data-fragment=log]").first).to_contain_text("Xaver")
        server.kill()
    else:
        server.kill()
        expect(ann.page.locator("#lost")).to_be_visible()
        ann.choose(move)
    ann.page.evaluate("wire.deaf = false")
    expect(ben.page.locator("#lost")).to_be_visible()
    server.start()
    for person in (ann, ben):
        expect(person.page.locator("#lost")).to_be_hidden(timeout=20_000)
    ann.until("wire.answered.length === 1")
    assert ann.page.evaluate("wire.answered[0].kind") == "ack"
    assert ann.page.evaluate("new Set(wire.asked.map((asked) => asked.id)).size") == 1
    assert ann.page.evaluate("wire.asked.length") == (2 if heard else 1)
    assert moves_of(server, prepared, 1) == [move]
    expect(ann.page.locator(".table.my-turn")).to_have_count(0)
    for person, name in ((ann, "You"), (ben, "Xaver")):
        line = person.page.locator("[data-fragment=log]:not(dialog *) li", has_text="face down").filter(has_text=f"{name}:")
        expect(line).to_have_count(1)
        assert is_same_page(person)
    # And the table goes on.
    ben.make(sorted(legal(ben.page))[-1])
    server.stop()


def test_a_question_that_is_open_when_the_server_dies_is_still_open_afterwards(
    arrive: Callable[..., Person], start_server: Callable[..., Server]
) -> None:
    server = start_server("--no-limits")
    prepared = prepare(server, BRIDGE, seats=3, moves=2)
    ann = arrive()
    ann.forgives = True
    page = ann.open(prepared.link(2))
    move = sorted(legal(page))[-1]
    ann.point_at(move)
    expect(page.locator(".prompt-bar.asking")).to_be_visible()
    server.kill()
    expect(page.locator("#lost")).to_be_visible()
    server.start()
    expect(page.locator("#lost")).to_be_hidden(timeout=20_000)
    expect(page.locator(".prompt-bar.asking")).to_be_visible()
    page.locator("[data-act=confirm]").click()
    ann.until("wire.answered.length === 1")
    assert moves_of(server, prepared, 2) == [move]
    server.stop()
