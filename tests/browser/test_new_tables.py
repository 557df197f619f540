"""From the home page to a table: at once, through the form, with a wrong link, with a record file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from londinium.kernel.registry import game as find_game

from .person import MY_TURN, Person
from .tables import BRIDGE, CITY, OURS, Prepared, stored

if TYPE_CHECKING:
    from conftest import Server


@pytest.mark.parametrize("slug", OURS)
def test_the_first_decision_is_two_clicks_away(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    person = arrive()
    page = person.page
    page.goto(server.url)
    page.locator(f'form[action="/play/{slug}"] button').first.click()
    page.wait_for_selector(MY_TURN)
    before = page.evaluate("wire.answered.length")
    person.point_at(str(page.evaluate("wire.offered().find(wire.reach)")))
    person.until(f"document.querySelector('.prompt-bar.asking') || wire.answered.length > {before}")
    if not page.locator(".prompt-bar.asking").count():
        person.answered(before)
    # The home page knows the way back.
    page.goto(server.url)
    page.locator(".continue a").first.click()
    page.wait_for_selector(".table[data-connected]")


def choices(slug: str) -> list[dict[str, str]]:
    """Options so that every choice of every one of them occurs."""
    options = find_game(slug).options
    most = max(len(option.choices) for option in options)
    return [{option.name: option.choices[i % len(option.choices)] for option in options} for i in range(most)]


@pytest.mark.parametrize("slug", OURS)
def test_a_table_with_every_option(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    page = arrive().page
    clocks = ["none", "budget-5", "budget-15", "budget-30", "days-1", "days-3", "days-7"]
    for i, wish in enumerate(choices(slug)):
        page.goto(f"{server.url}/new/{slug}")
        page.locator("[name=seat1]").select_option("greedy" if i % 2 else "random")
        page.locator("[name=seat2]").select_option("busy")
        for name, choice in wish.items():
            if page.locator(f"select[name=option-{name}]").count():
                page.locator(f"select[name=option-{name}]").select_option(choice)
            else:
                page.locator(f"input[name=option-{name}][value={choice}]").check()
        page.locator("#clock").select_option(clocks[i % len(clocks)])
        if i % 2:
            page.locator("[name=public]").check()
        page.locator("form .main").click()
        page.wait_for_selector(".table[data-connected]")
        settings = stored(server, page.url.split("/table/")[1].split("/")[0]).settings
        assert settings.options == wish
        assert settings.public == bool(i % 2)
        assert (settings.clock is None) == (i % len(clocks) == 0)
        assert len(settings.kinds) == 3


@pytest.mark.parametrize("slug", OURS)
def test_wrong_input_keeps_the_form(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    person = arrive()
    person.forgives = True
    page, game = person.page, find_game(slug)
    option = game.options[0]
    page.goto(f"{server.url}/new/{slug}")
    page.locator("[name=name0]").fill("Ann & <Co>")
    page.locator("[name=seat1]").select_option("me")
    page.locator("[name=seat2]").select_option("busy")
    page.locator("#clock").select_option("days-3")
    page.locator("[name=public]").check()
    chosen = page.locator(f"[name=option-{option.name}]")
    if chosen.count() > 1:
        page.locator(f"[name=option-{option.name}][value={option.choices[-1]}]").check()
    else:
        chosen.select_option(option.choices[-1])
    box = next(path for path in (game.folder / "box" / "box.toml", game.folder / "box" / "city.txt") if path.exists())
    page.locator("#box").set_input_files(box)
    page.locator("form .main").click()
    expect(page.locator("#error-seats")).to_contain_text("you can only sit in one seat")
    assert page.locator("[name=name0]").input_value() == "Ann & <Co>"
    assert page.locator("[name=seat2]").input_value() == "busy"
    assert page.locator("#clock").input_value() == "days-3"
    assert page.locator("[name=public]").is_checked()
    expect(page.locator("form")).to_contain_text(box.name)
    page.locator("[name=seat1]").select_option("nobody")
    page.locator("form .main").click()
    page.wait_for_selector(".table[data-connected]")
    settings = stored(server, page.url.split("/table/")[1].split("/")[0]).settings
    assert settings.names[0] == "Ann & <Co>"
    assert settings.options[option.name] == option.choices[-1]
    assert settings.box is not None
    assert settings.box.text.strip() == box.read_text(encoding="utf-8").strip()


def test_a_box_that_is_none_is_refused_beside_its_field(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    person.forgives = True
    page = person.page
    page.goto(f"{server.url}/new/{BRIDGE}")
    for content in (b"this is no box", bytes(range(128, 256)), b""):
        page.locator("#box").set_input_files({"name": "my.toml", "mimeType": "text/plain", "buffer": content})
        page.locator("form .main").click()
        expect(page.locator("#error-box")).to_be_visible()


@pytest.mark.parametrize("path", ["t/nothing.0.0.AAAAAAAAAAAA", "t/%00", "invite/x~y", "watch/nothing", "new/chess", "xyz"])
def test_a_wrong_link_gives_a_clear_page(arrive: Callable[..., Person], server: Server, path: str) -> None:
    person = arrive()
    person.forgives = True
    answer = person.page.goto(f"{server.url}/{path}")
    assert answer is not None
    assert answer.status == 404
    expect(person.page.locator("h1")).to_have_text("Nothing here")
    person.page.locator("main a.button").click()
    expect(person.page.locator(".home")).to_be_visible()


def test_a_tampered_link_opens_no_other_seat(arrive: Callable[..., Person], table: Callable[..., Prepared]) -> None:
    prepared = table(BRIDGE, seats=2)
    person = arrive()
    person.forgives = True
    token = prepared.seats[0]
    name, seat, renewal, mark = token.split(".")
    assert seat == "0"
    other_sign = ("A" if mark[0] != "A" else "B") + mark[1:]
    for tampered in (f"{name}.1.{renewal}.{mark}", f"{name}.0.1.{mark}", f"{name}.0.{renewal}.{other_sign}", token[:-1]):
        for page in ("", "/text", "/record"):
            answer = person.page.goto(f"{prepared.url}/t/{tampered}{page}")
            assert answer is not None
            assert answer.status == 404
            expect(person.page.locator("h1")).to_have_text("Nothing here")


def test_a_file_that_is_no_record_says_what_is_wrong(arrive: Callable[..., Person], server: Server) -> None:
    person = arrive()
    person.forgives = True
    page = person.page
    for content in (b"hello", b"\xff\xfe\x00", b"game: chess\n", (find_game(CITY).folder / "box" / "city.txt").read_bytes()):
        page.goto(f"{server.url}/open")
        page.locator("#file").set_input_files({"name": "<my>.record", "mimeType": "text/plain", "buffer": content})
        page.locator("form .main").click()
        expect(page.locator("[role=alert]")).to_be_visible()
        expect(page.locator("#file")).to_be_visible()


def test_light_and_dark_are_kept(arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared]) -> None:
    person = arrive(color_scheme="light")
    page = person.page
    paper = "getComputedStyle(document.body).backgroundColor"
    page.goto(server.url)
    light = page.evaluate(paper)
    with page.expect_navigation():
        page.locator("footer a[href*='scheme=dark']").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.goto(f"{server.url}/rules")
    assert page.evaluate(paper) == dark
    person.open(table(BRIDGE, seats=2).link(0))
    assert page.evaluate(paper) == dark
    page.locator("[data-open=menu]").click()
    with page.expect_navigation():
        page.locator("#menu a[href*='scheme=system']").click()
    page.wait_for_selector(".table[data-connected]")
    assert page.evaluate(paper) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == dark
