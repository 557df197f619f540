"""Who sits where: leaving and coming back, chat, spectators, bots, the sign in the tab's title."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from londinium.table.events import Moved

from .person import MY_TURN, Person, is_over, legal
from .tables import BRIDGE, CITY, OURS, Prepared, prepare, stored

if TYPE_CHECKING:
    from conftest import Server

MARKUP = "<img src=x onerror=alert(1)>"


def test_a_bot_plays_on_for_whoever_leaves_until_they_come_back(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    prepared = table(BRIDGE, seats=3)
    ann, ben = arrive(), arrive()
    page = ann.open(prepared.link(0))
    ben.open(prepared.link(1))
    page.locator("[data-open=people]").click()
    page.locator("#people [data-act=leave]").click()
    expect(page.locator(".prompt-bar [data-act=return]")).to_be_visible()
    expect(page.locator("[data-move]:visible")).to_have_count(0)
    assert not page.title().startswith("●")
    # The bot has chosen for Ann, and everybody can read whose it is.
    expect(ben.page.locator("[data-fragment=log] li", has_text="Zoë")).not_to_have_count(0)
    expect(ben.page.locator("#people li").first).to_contain_text("a bot plays for them")
    ben.make(sorted(legal(ben.page))[-1])
    page.keyboard.press("Escape")  # the drawer lies above the bar
    page.locator(".prompt-bar [data-act=return]").click()
    expect(page.locator("[data-act=return]")).to_have_count(0)
    expect(ben.page.locator("#people li").first).not_to_contain_text("a bot plays for them")


def test_chat_between_two_shows_markup_as_text(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    prepared = table(CITY, seats=2, names=("Zoë", "Xaver"), joined=False)
    ann, ben = arrive(), arrive()
    for seat, (person, name) in enumerate(((ann, "<b>Ann</b>"), (ben, MARKUP))):
        person.page.goto(prepared.link(seat))
        person.page.locator("#name").fill(name)
        person.page.keyboard.press("Enter")
        person.page.wait_for_selector(MY_TURN)
    ann.page.locator("[data-open=people]").click()
    ann.page.locator("#words").fill(f"{MARKUP} & <script>alert(2)</script>")
    ann.page.keyboard.press("Enter")
    expect(ben.page.locator(".badge")).to_have_text("1")
    ben.page.locator("[data-open=people]").click()
    expect(ben.page.locator(".badge")).to_have_text("")
    expect(ben.page.locator(".chat li:not(.coming)")).to_have_text(f"B<b>Ann</b> {MARKUP} & <script>alert(2)</script>")
    ben.page.locator("#words").fill("fine")
    ben.page.keyboard.press("Enter")
    for person in (ann, ben):
        expect(person.page.locator(".chat li").last).to_contain_text(f"{MARKUP} fine")
        expect(person.page.locator("#people .people")).to_contain_text(MARKUP)
        assert person.page.locator("img[src=x], #people b b, .chat b b, .table b b").count() == 0
    ann.make(sorted(legal(ann.page))[-1])
    ben.page.goto(f"{prepared.link(1)}/text")
    assert ben.page.locator("img[src=x]").count() == 0
    expect(ben.page.get_by_text(f"{MARKUP} & <script>")).to_be_visible()


@pytest.mark.parametrize("slug", OURS)
def test_spectators_see_the_table_but_can_do_nothing(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str
) -> None:
    prepared = table(slug, seats=2, public=True, moves=6)
    person, player = arrive(), arrive()
    page = person.page
    page.goto(f"{prepared.url}/watch")
    page.locator(f"a[href='/watch/{prepared.id}']").click()
    page.wait_for_selector(".table[data-connected] .prompt-words")
    expect(page.locator("[data-move], [data-act=undo], [data-act=leave]")).to_have_count(0)
    assert legal(page) == set()
    assert not page.title().startswith("●")
    # They hear what happens, and may speak under a name.
    lines = page.locator("[data-fragment=log] li").count()
    sit_where_somebody_decides(prepared, player)
    player.make(sorted(legal(player.page))[-1])
    expect(page.locator("[data-fragment=log] li")).not_to_have_count(lines)
    page.locator("[data-open=people]").click()
    page.locator("#speaker").fill("Wat")
    page.locator("#words").fill("well played")
    page.keyboard.press("Enter")
    expect(player.page.locator(".chat li:not(.coming)")).to_contain_text("Wat well played")


def sit_where_somebody_decides(prepared: Prepared, player: Person) -> None:
    for link in prepared.seats:
        player.open(f"{prepared.url}/t/{link}")
        if player.page.locator(".table.my-turn").count():
            return
    raise AssertionError("nobody has to decide")


def test_the_title_says_whose_turn_it_is(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    prepared = table(CITY, seats=2)
    ann, ben = arrive(), arrive()
    ann.open(prepared.link(0))
    ben.open(prepared.link(1))
    expect(ann.page).to_have_title("● Your turn – Next Station: London")
    icon = ann.page.locator("link[rel=icon]").get_attribute("href")
    ann.make(sorted(legal(ann.page))[-1])
    expect(ann.page).to_have_title("Next Station: London")
    assert ann.page.locator("link[rel=icon]").get_attribute("href") != icon
    ben.make(sorted(legal(ben.page))[-1])
    expect(ann.page).to_have_title("● Your turn – Next Station: London")


def test_bots_alone_play_for_whoever_watches(arrive: Callable[..., Person], server: Server) -> None:
    prepared = prepare(server, CITY, seats=2, bots=2)
    begun = stored(server, prepared.id).number
    page = arrive().open(prepared.link(None))
    page.wait_for_selector(".table.over", timeout=30_000)
    assert begun < 10, "nobody watched, so nobody played"
    assert stored(server, prepared.id).is_over


def test_bots_take_their_time(arrive: Callable[..., Person], server: Server) -> None:
    """A bot that is alone to act waits, so that people can follow; one that chooses at the same time as others does not."""
    pace = 200
    prepared = prepare(server, BRIDGE, seats=3, bots=2, pace=pace)
    person = arrive()
    page = person.open(prepared.link(0))
    waits: list[int] = []
    while len(waits) < 2:
        page.wait_for_selector(MY_TURN)
        person.make(sorted(legal(page))[-1])
        page.wait_for_selector(MY_TURN)
        waits = [
            after.at - before.at
            for before, after in pairwise(stored(server, prepared.id).rows)
            if isinstance(after.event, Moved) and after.event.seat > 0 and not after.event.move.startswith("play")
        ]
    assert min(waits) >= pace * 0.9


def test_a_seat_is_taken_over_and_the_old_link_renewed(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    """A new link for one's seat: the page goes there by itself, and the old address opens nothing any more."""
    prepared = table(BRIDGE, seats=2)
    person, thief = arrive(), arrive()
    thief.forgives = True
    page = person.open(prepared.link(0))
    thief.open(prepared.link(0))
    page.locator("[data-open=menu]").click()
    page.locator("[data-act=renew-link]").click()
    page.wait_for_url(lambda url: url != prepared.link(0))
    page.wait_for_selector(MY_TURN)
    expect(thief.page.locator("#lost .for-good")).to_be_visible()
    thief.page.goto(prepared.link(0))
    expect(thief.page.locator("h1")).to_have_text("Nothing here")
    assert not is_over(page)


def test_a_friend_who_lost_the_link_gets_a_new_one_from_the_host(
    arrive: Callable[..., Person], table: Callable[..., Prepared]
) -> None:
    prepared = table(CITY, seats=2, host=0, minutes_ago=2)
    host, friend = arrive(), arrive()
    friend.forgives = True
    page = host.open(prepared.link(0))
    page.locator("[data-open=people]").click()
    with host.context.expect_page() as opened:
        page.get_by_role("button", name="New link for this seat").click()
    link = opened.value.locator("input[readonly]").first.input_value()
    # The lost one is void; the new one asks for a name, and then it is void too.
    friend.page.goto(prepared.link(1))
    expect(friend.page.locator("h1")).to_have_text("Nothing here")
    friend.page.goto(link)
    friend.page.locator("#name").fill("Ben")
    friend.page.keyboard.press("Enter")
    friend.page.wait_for_selector(MY_TURN)
    assert friend.page.url != link
    expect(page.locator("#people")).to_contain_text("Ben")
    expect(page.get_by_role("button", name="New link for this seat")).to_have_count(0)
