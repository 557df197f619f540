"""A tournament on a phone, by keyboard, in German: enter, see others come, play, come back; axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .person import PHONE, Person
from .tables import BRIDGE, CITY
from .test_accessible import violations
from .words import english_left, without_other_games

if TYPE_CHECKING:
    from conftest import Server

FORM = {"title": "Pokal", "rounds": "2", "window": "24"}


def check(person: Person) -> None:
    without_other_games(person.page)
    assert violations(person.page) == []
    assert english_left(person.page.evaluate("wire.words()"), "de", "Pokal Zoë Ben") == {}
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"


def test_a_tournament_on_a_phone(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive(locale="de", **PHONE)
    page = person.page
    page.clock.install()
    with server.client() as host, server.client() as ben:
        run = host.post(f"/tournaments/new/{CITY}", data=FORM).url.path
        here = run.partition("/host/")[0]
        page.goto(server.url + here)
        page.locator("#name").focus()
        page.keyboard.type("Zoë")
        page.keyboard.press("Enter")
        expect(page.locator(".cup-own")).to_contain_text("Du spielst als Zoë")
        expect(page.locator(".cup-standings")).not_to_contain_text("Ben")
        assert ben.post(here, data={"do": "enter", "name": "Ben"}).status_code == 200
        page.clock.run_for(9000)
        expect(page.locator(".cup-standings")).to_contain_text("Ben")  # without a reload
        check(person)
        page.locator(".cup-own button").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".table[data-connected] .prompt-words")
        mark = page.locator(".day-mark:visible, .day-tool:visible")
        expect(mark).to_have_count(1)
        mark.click()
        expect(page.locator(".cup-own button")).to_have_text("Runde 1 fortsetzen")
        host.post(run, data={"do": "end"})
        page.clock.run_for(9000)
        expect(page.locator(".day-kind")).to_contain_text("vorbei")
        check(person)
        for path in (run, "/tournaments", f"/tournaments/new/{BRIDGE}"):
            page.goto(server.url + path)
            check(person)
