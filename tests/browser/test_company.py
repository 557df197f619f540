"""From an invitation to the table: two phones and a desktop. Who comes is said and moves nothing; who is muted is not heard."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY, Prepared
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

SHARES = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); };"
PLACES = """() => JSON.stringify([...document.querySelectorAll(".table *")]
  .map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]))"""
HOSTILE = "<img src=x onerror=alert(1)> https://evil.example javascript:alert(1)"


def sit_down(person: Person, link: str, name: str) -> Page:
    page = person.page
    page.goto(link)
    page.locator("#name").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".table[data-connected] .prompt-words")
    return page


def say(page: Page, words: str) -> None:
    page.locator("#words").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator(".chat li").last).to_contain_text(words)


def test_from_an_invitation_to_a_table_in_company(arrive: Callable[..., Person], server: Server) -> None:
    ann, ben, cleo = arrive(), arrive(**PHONE), arrive(**PHONE)
    host = ann.page
    host.add_init_script(SHARES)
    host.goto(f"{server.url}/new/{BRIDGE}?with=friends")
    host.locator("[name=name0]").fill("Ann")
    host.locator("[name=seat2]").select_option("friend")
    host.locator("form .main").click()
    link = host.locator("#link-for-all").input_value()
    expect(host.locator(".one-link .qr svg")).to_be_visible()
    host.get_by_role("button", name="Share the link").click()
    assert host.evaluate("shared.url") == link
    expect(host.locator(".came")).to_have_text("2 seats are still free.")
    assert violations(host) == []

    bens = sit_down(ben, link, "Ben")
    expect(host.locator(".came")).to_have_text("1 seat is still free.")  # by itself
    expect(host.locator(".invite .people li").nth(1)).to_contain_text("Ben")
    host.get_by_role("link", name="Go to the table").click()
    host.wait_for_selector(".table[data-connected] .prompt-words")
    expect(bens.locator("#news")).to_be_hidden()
    before = host.evaluate(PLACES)
    cleos = sit_down(cleo, link, "Friend")  # as the seat is called already: another name may be longer
    note = host.locator("#news[role=status]")
    expect(note).to_have_text("Friend has sat down.")
    expect(note).to_have_css("pointer-events", "none")
    assert host.evaluate(PLACES) == before, "nothing moves when somebody comes"
    expect(bens.locator("#news")).to_have_text("Friend has sat down.")

    host.locator("[data-open=people]").click()
    expect(host.locator(".free-link")).to_be_hidden()
    expect(cleos.locator("#news")).to_be_hidden()


def test_a_rematch_next_day(arrive: Callable[..., Person], table: Callable[..., Prepared], server: Server) -> None:
    """A finished match of three; their browsers are closed, and come back with what they kept."""
    prepared, kept = table(BRIDGE, seats=3, names=("Ann", "Ben", "Cleo"), moves=10_000), []
    for seat in range(3):
        person = arrive(**(PHONE if seat else {}))
        person.open(prepared.link(seat))
        kept.append(person.context.storage_state())
        person.context.close()
    ann, ben, cleo = (arrive(storage_state=state, **(PHONE if seat else {})).page for seat, state in enumerate(kept))
    for page in (ann, ben, cleo):
        page.clock.install(time=datetime.now() + timedelta(days=1))
        page.goto(server.url)
    ben.get_by_role("link", name="Your matches").first.tap()
    ben.locator(".matches").get_by_role("button", name="Rematch").first.tap()
    ben.wait_for_selector(".table[data-connected] .prompt-words")
    for page in (ann, cleo):
        page.reload()
        waits = page.locator(".waits.mine", has_text="Ben")
        expect(waits).to_contain_text("Your turn")
        assert violations(page, ".waits") == []
        waits.get_by_role("link").first.click()
        page.wait_for_selector(".table[data-connected] .prompt-words")
    assert len({page.url.split("/table/")[1].split("/")[0] for page in (ann, ben, cleo)} - {prepared.id}) == 1
    ann.locator("[data-open=people]").click()
    for name in ("Ann", "Ben", "Cleo"):
        expect(ann.locator("#people")).to_contain_text(name)


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everybody_answers_for_themselves_whether_a_match_becomes_a_puzzle(
    arrive: Callable[..., Person], table: Callable[..., Prepared], window: dict[str, Any]
) -> None:
    prepared = table(BRIDGE, seats=2, names=("Ann", "Ben"), moves=10_000, puzzles=True)
    anns, bens = (arrive(**window).open(prepared.link(seat)) for seat in range(2))
    for page in (anns, bens):
        page.locator(".prompt-bar [data-open=final]").first.click()
    asked = anns.locator(".consent")
    expect(asked).to_contain_text("Ann has not agreed")
    assert violations(anns, ".consent") == []
    asked.get_by_role("button", name="I agree, for all my matches").press("Enter")
    expect(asked).to_contain_text("Ann agrees")
    expect(asked).to_contain_text("Ben has not agreed")
    expect(asked.get_by_role("button", name="Withdraw")).to_be_focused()
    expect(bens.locator(".consent").get_by_role("button", name="I agree")).to_be_visible()  # not for him
    bens.locator("#final [data-act=rematch]").click()
    bens.wait_for_selector(".table:not(.over)[data-connected]")
    expect(anns.locator("#final .go").first).to_contain_text("Go to the rematch")
    expect(asked).to_contain_text("Ann agrees")  # also when the end is drawn anew
    asked.get_by_role("button", name="Withdraw").click()
    expect(asked).to_contain_text("Ann has not agreed")
    spectator = arrive(**window).open(prepared.link(None))
    spectator.locator(".prompt-bar [data-open=final]").first.click()
    expect(spectator.locator("#final .sheets")).to_be_visible()
    expect(spectator.locator(".consent")).to_have_count(0)


def test_who_is_muted_is_not_heard_and_the_host_ends_the_talk(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    prepared = table(BRIDGE, seats=3, names=("Ann", "Ben", "Cleo"), host=0)
    host, bens, cleos = (arrive(**(PHONE if seat else {})).open(prepared.link(seat)) for seat in range(3))
    for page in (host, bens, cleos):
        page.locator("[data-open=people]").click()
    say(cleos, HOSTILE)
    expect(host.locator(".chat li").last).to_contain_text(HOSTILE)
    assert host.locator(".chat a, .chat img, .chat script").count() == 0
    assert violations(host, "#people") == []
    host.get_by_role("button", name="Mute Cleo").press("Enter")
    expect(host.locator(".chat li", has_text="evil.example")).to_be_hidden()
    say(cleos, "hello?")
    say(bens, "hello!")
    expect(host.locator(".chat li:visible").last).to_contain_text("hello!")
    expect(host.locator(".chat li", has_text="hello?")).to_be_hidden()
    host.reload()  # the browser keeps it
    host.wait_for_selector(".table[data-connected]")
    say(cleos, "again")
    say(bens, "yes")
    expect(host.locator(".badge")).to_have_text("1")
    host.locator("[data-open=people]").click()
    expect(host.locator(".chat li", has_text="again")).to_be_hidden()
    host.get_by_role("button", name="Unmute Cleo").click()
    expect(host.locator(".chat li", has_text="again")).to_be_visible()
    host.get_by_role("button", name="Switch the chat off").click()
    for page in (host, bens, cleos):
        expect(page.locator("#say")).to_be_hidden()
        expect(page.locator(".no-chat")).to_be_visible()
        expect(page.locator(".chat li", has_text="hello")).to_have_count(0)


def test_two_who_want_the_same_meet_by_keyboard_and_by_touch(arrive: Callable[..., Person], server: Server) -> None:
    ann, ben = arrive(), arrive(**PHONE)
    page = ann.page
    page.goto(f"{server.url}/seats")
    assert violations(page) == []
    page.locator("#name").fill("Ann")
    page.keyboard.press("Enter")
    assert page.url.endswith("/seats"), "a name alone takes no seat"
    button = page.get_by_role("button", name="Play with someone: Next Station: London")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/wait")
    assert violations(page) == []
    waits = ben.page
    waits.goto(f"{server.url}/seats")
    row = waits.locator(".open-seats li", has_text="Ann")
    expect(row).to_contain_text("Next Station: London")  # by itself, as soon as she was noted
    waits.locator("#name").fill("Ben")
    row.get_by_role("button").tap()
    for each in (page, waits):
        each.wait_for_selector(".table[data-connected] .prompt-words")
    assert page.url.split("/table/")[1].split("/")[0] == waits.url.split("/table/")[1].split("/")[0]
    assert page.locator(f"body.{CITY}").count() == 1
