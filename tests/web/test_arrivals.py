"""Coming to a seat with an invitation: it works once, and whoever sits down gets a link that the host has never seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Browser, expect

from .test_pages import form_fields, token_of

if TYPE_CHECKING:
    from conftest import Server

BOARD = 'data-fragment="prompt"'


def invite(host: httpx.Client, *names: str) -> tuple[str, list[str]]:
    """A table with the host and friends: the page of the links, and the friends' links."""
    seats = {f"seat{seat}": "friend" for seat in range(1, len(names) + 1)}
    page = host.post("/new/old-london-bridge", data={"seat0": "me", "name0": "Ann", **seats})
    assert page.url.path.startswith("/invite/")
    return page.url.path, re.findall(r'value="http[^"]+(/t/[^".]+\.\d\.[^"]+)"', page.text)


def sit_down(friend: httpx.Client, link: str, name: str) -> httpx.Response:
    joining = friend.get(link)
    return friend.post(f"{link}/join", data={**form_fields(joining.text, 'name="name"'), "name": name})


def test_whoever_sits_down_gets_a_link_of_their_own(server: Server) -> None:
    with server.client() as host, server.client() as friend:
        page, [link] = invite(host, "Bob")
        table = sit_down(friend, link, "Bob")
        assert BOARD in table.text
        assert table.url.path != link, "the new link is in the address, also where no cookie is kept"
        assert table.url.path in friend.get("/").text, "the home page offers to continue"
        assert link not in friend.get("/").text
        invited = host.get(page)
        assert "Taken by Bob" in invited.text
        assert link not in invited.text
        assert table.url.path not in invited.text
        assert "/t/" in invited.text, "the host's own seat is still there"
        refused = host.get(link)
        assert refused.status_code == 404, "the host's copy opens nothing any more"
        assert "An invitation works only once" in refused.text
        for path in (f"{link}/text", f"{link}/record"):
            assert host.get(path).status_code == 404
        assert host.post(f"{link}/join", data={"name": "Eve"}).status_code == 404
        assert host.post(f"{link}/act", data={"do": "leave", "id": "x"}).status_code == 404
        assert BOARD in friend.get(table.url.path).text, "and the friend's link is none the worse for it"


def test_back_and_reload_lead_to_the_new_link(server: Server) -> None:
    with server.client() as host, server.client() as friend:
        _, [link] = invite(host, "Bob")
        fields = {**form_fields(friend.get(link).text, 'name="name"'), "name": "Bob"}
        table = friend.post(f"{link}/join", data=fields)
        assert friend.get(link).url.path == table.url.path, "back to the invitation"
        assert friend.get(f"{link}/text").url.path == f"{table.url.path}/text"
        assert friend.post(f"{link}/join", data=fields).url.path == table.url.path, "the same form once more"
        assert BOARD in friend.get(table.url.path).text, "nothing was renewed a second time"
        friend.cookies.clear()
        assert friend.post(f"{link}/join", data=fields).url.path == table.url.path, "a double click knows no cookie yet"
        friend.cookies.clear()
        assert friend.post(f"{link}/join", data={"name": "Bob"}).status_code == 404, "but only the form that was sent before"


def test_the_text_board_is_kept_to(server: Server) -> None:
    with server.client() as host, server.client() as friend:
        _, [link] = invite(host, "Bob")
        joining = friend.get(f"{link}/text")
        table = friend.post(f"{link}/join", data={**form_fields(joining.text, 'name="name"'), "name": "Bob"})
        assert re.fullmatch(r"/t/[\w.-]+/text", table.url.path)
        assert token_of(table) != link.split("/")[2]


def test_a_name_that_is_none_uses_no_invitation_up(server: Server) -> None:
    with server.client() as host, server.client() as friend:
        _, [link] = invite(host, "Bob")
        assert 'id="name" name="name" value=""' in friend.get(link).text, "nobody is called Friend by accident"
        wrong = sit_down(friend, link, "   ")
        assert wrong.status_code == 422
        assert 'class="error"' in wrong.text
        assert BOARD in sit_down(friend, link, "Bob").text


def test_each_friend_has_a_seat(server: Server) -> None:
    with server.client() as host, server.client() as bob, server.client() as cleo:
        page, [first, second] = invite(host, "Bob", "Cleo")
        sit_down(bob, first, "Bob")
        halfway = host.get(page).text
        assert "Taken by Bob" in halfway
        assert second in halfway
        assert bob.get(page).text.count(second) >= 1, "whoever has this address has these links"
        sit_down(cleo, second, "Cleo")
        assert "Taken by Cleo" in host.get(page).text
        assert cleo.get(first).status_code == 404


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_a_friend_arrives_in_a_browser(browser: Browser, server: Server, script: bool) -> None:
    with server.client() as host:
        _, [link] = invite(host, "Bob")
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    page.goto(server.url + link)
    page.locator("#name").fill("Bob")
    page.locator("button.main").click()
    page.wait_for_url(lambda url: not url.endswith("/join") and link not in url)
    seat = page.url
    page.go_back()
    assert page.url == seat, "the invitation leads on to the seat"
    page.reload()
    assert page.url == seat
    if script:
        expect(page.locator(".table[data-connected]")).to_have_count(1)
    page.goto(server.url)
    page.locator(".continue a").click()
    assert page.url == seat
    context.close()
