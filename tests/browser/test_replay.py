"""A replay in a real Chromium: on a page of the server, and as one file without any network."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

import londinium
from londinium.kernel.record import load_record
from londinium.study.replay import stops
from londinium.web.pages.standalone import standalone

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY, Prepared
from .test_accessible import violations
from .words import english_left

if TYPE_CHECKING:
    from conftest import Server

GAMES = Path(londinium.__file__).parent / "games"
RECORDS = {
    BRIDGE: GAMES / "old_london_bridge" / "records" / "four-mixed-base.record",
    CITY: GAMES / "next_station_london" / "records" / "four-greedy-both-modules.record",
}
DEVICES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}
READY = ".table[data-ready]"


@cache
def exported(slug: str, code: str) -> str:
    return standalone(load_record(RECORDS[slug]), code)


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    """The address of an exported file."""

    def write(slug: str, code: str = "en") -> str:
        path = tmp_path / f"{slug}-{code}.html"
        path.write_text(exported(slug, code), encoding="utf-8")
        return path.as_uri()

    return write


def ply(page: Page) -> int:
    return int(page.locator(".dock .place").get_attribute("data-ply") or "-1")


def at(page: Page, expected: int) -> None:
    expect(page.locator(".dock .place")).to_have_attribute("data-ply", str(expected))


def eye(page: Page) -> str | None:
    return page.locator("[data-eye][aria-pressed=true]").get_attribute("data-eye")


def board(page: Page) -> str:
    """Everything that is drawn, without the marks of what is new, and without the log, which is always whole."""
    drawn: str = page.evaluate(
        """() => [...document.querySelectorAll("#board [data-fragment]:not([data-fragment=log])")]
             .map((slot) => slot.dataset.fragment + slot.innerHTML).join("")
             .replace(/ ?\\b(fresh|changed)\\b/g, "").replaceAll(' class=""', "")"""
    )
    return drawn


@pytest.mark.parametrize("slug", RECORDS)
def test_by_keyboard(arrive: Callable[..., Person], file: Callable[..., str], slug: str) -> None:
    page, plies = arrive(offline=True, silent=True).page, stops(load_record(RECORDS[slug]))
    page.goto(file(slug))
    page.wait_for_selector(READY)
    page.keyboard.press("d")
    expect(page.locator(".dock .place")).to_have_text(f"0 / {len(plies) - 1}")
    at(page, plies[0])
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, plies[step])
    there = board(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    at(page, plies[3])
    assert board(page) == there, "back is where one was"
    page.keyboard.press("End")
    at(page, plies[-1])
    page.keyboard.press("Home")
    at(page, plies[0])
    assert eye(page) == "all"
    page.keyboard.press("2")
    expect(page.locator("[data-eye='1']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    assert eye(page) == "2"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert eye(page) == "0"
    page.keyboard.press("0")
    assert eye(page) == "all"
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(5):
        page.keyboard.press("+")
    expect(page.locator("#speed")).to_have_value("8")
    page.keyboard.press(" ")
    expect(page.locator(".dock.playing")).to_be_visible()
    page.wait_for_function(f"Number(document.querySelector('.dock .place').dataset.ply) >= {plies[4]}")
    page.keyboard.press(" ")
    expect(page.locator(".dock.playing")).to_have_count(0)


@pytest.mark.parametrize("slug", RECORDS)
def test_any_way_to_a_step_shows_the_same(arrive: Callable[..., Person], file: Callable[..., str], slug: str) -> None:
    """Scrubbed to, jumped to from the log, come to step by step, opened by a link: a place looks the same."""
    page, plies = arrive(offline=True, silent=True).page, stops(load_record(RECORDS[slug]))
    address, step = file(slug), 41
    page.goto(f"{address}#ply={plies[step]}&eye=1")
    page.wait_for_selector(READY)
    at(page, plies[step])
    assert eye(page) == "1"
    linked = board(page)
    page.keyboard.press("d")
    page.keyboard.press("Home")
    for _ in range(step):
        page.keyboard.press("ArrowRight")
    at(page, plies[step])
    assert board(page) == linked
    page.locator("#scrub").fill("120")
    at(page, plies[120])
    page.locator("#scrub").fill(str(step))
    assert board(page) == linked
    page.keyboard.press("End")
    page.locator("[data-open=book]").click()
    lines = page.locator("#book [data-step]")
    told = [int(line) for line in lines.evaluate_all("lines => lines.map((line) => line.dataset.step)")]
    jumped = min(told, key=lambda other: abs(other - step))
    page.locator(f"#book [data-step='{jumped}']").first.click()
    at(page, plies[jumped])
    page.locator("#scrub").fill(str(step))
    assert board(page) == linked
    page.locator(f"#book [data-step='{jumped}']").first.click()
    step = jumped
    expect(page.locator("#book [aria-current=step]").first).to_be_in_viewport()
    page.wait_for_function(f"location.hash === '#ply={plies[step]}&eye=1'")
    page.evaluate(f"location.hash = '#ply={plies[7]}&eye=3'")
    at(page, plies[7])
    assert eye(page) == "3"


def test_playing_to_the_end_shows_the_score_sheets(arrive: Callable[..., Person], file: Callable[..., str]) -> None:
    page, plies = arrive(offline=True, silent=True).page, stops(load_record(RECORDS[CITY]))
    page.goto(f"{file(CITY, 'de')}#ply={plies[-4]}")
    page.wait_for_selector(READY)
    page.locator("#speed").select_option("8")
    page.locator("[data-do=play]").click()
    expect(page.locator("#final")).to_be_visible()
    expect(page.locator("#final .outcome")).to_contain_text("151")
    at(page, plies[-1])
    page.keyboard.press("Escape")
    page.locator("[data-do=play]").click()
    # It begins again, and goes on at once.
    page.wait_for_function(f"Number(document.querySelector('.dock .place').dataset.ply) < {plies[-4]}")


def test_cards_to_come_lie_in_their_places(arrive: Callable[..., Person], file: Callable[..., str]) -> None:
    """All eleven are seen, those that have come and those that may still come, in the order of the deck."""
    for device in DEVICES.values():
        page = arrive(offline=True, silent=True, **device).page
        page.goto(f"{file(CITY)}#ply=40")
        page.wait_for_selector(READY)
        boxes = [card.bounding_box() for card in page.locator(".deck .k").all()]
        assert len(boxes) == 11
        places = [(round(box["y"]), round(box["x"])) for box in boxes if box is not None and box["width"] > 0]
        assert len(places) == 11
        assert places == sorted(places)


def test_nobody_thinks_in_a_match_that_is_over(arrive: Callable[..., Person], file: Callable[..., str]) -> None:
    page = arrive(offline=True, silent=True).page
    page.goto(f"{file(CITY)}#ply={stops(load_record(RECORDS[CITY]))[2]}")
    page.wait_for_selector(READY)
    seen = page.locator("[data-fragment] svg:has(use[href$='-thinking'])")
    assert seen.count() > 0
    assert not any(each.is_visible() for each in seen.all())


def test_things_fly(arrive: Callable[..., Person], file: Callable[..., str]) -> None:
    """One step on, what stood elsewhere flies; a jump does not let everything fly at once."""
    page = arrive(offline=True, silent=True, reduced_motion="no-preference").page
    page.goto(file(BRIDGE))
    page.wait_for_selector(READY)
    page.keyboard.press("End")
    assert page.evaluate("document.querySelectorAll('.flying').length") == 0
    page.keyboard.press("Home")
    flights = 0
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        flights += page.evaluate("document.querySelectorAll('.flying').length")
    assert flights > 0


# The same tables on the other device: test_accessible.py.
@pytest.mark.parametrize(("slug", "code", "device"), [(BRIDGE, "de", "desktop"), (CITY, "it", "phone")])
def test_the_file_needs_nothing_and_is_accessible(
    arrive: Callable[..., Person], file: Callable[..., str], slug: str, code: str, device: str
) -> None:
    person = arrive(offline=True, **DEVICES[device])
    page, asked = person.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{file(slug, code)}#ply=90")
    page.wait_for_selector(READY)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    below = page.locator(".dock").bounding_box()
    assert below is not None
    assert below["y"] + below["height"] <= page.evaluate("innerHeight") + 1, "what steps is in sight"
    found = {"board": violations(page)}
    texts = page.evaluate("wire.words()")
    for name in ("menu", "help", "final"):
        page.evaluate(f"document.querySelector('#menu').close(); document.querySelector('#{name}').show()")
        found[name] = violations(page, f"#{name}")
        page.evaluate(f"document.querySelector('#{name}').close()")
    for tab in page.locator("[role=tab]:visible").all()[1:]:
        tab.click()
        found[tab.inner_text()] = violations(page, "main")
    assert {where: problems for where, problems in found.items() if problems} == {}
    assert english_left(texts, code, "Replay") == {}
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize("slug", RECORDS)
@pytest.mark.parametrize("code", ["en", "de"])
def test_from_the_table_to_its_replay(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, code: str
) -> None:
    person, over = arrive(locale=code), table(slug, seats=3, moves=1000)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = person.open(over.link(1))
    page.locator(".prompt-bar [data-open=final]").click()
    page.locator(f"#final a[href^='/replay/{over.id}']:not([href*=study], [href*='/film'])").click()
    page.wait_for_selector(READY)
    assert eye(page) == "1", "with one's own eyes"
    page.locator("[data-do=on]").click()
    page.locator("[data-do=on]").click()
    here = ply(page)
    page.locator("[data-do=link]:visible").first.click()
    expect(page.locator("#notice")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/replay/{over.id}#ply={here}&eye=1")
    page.locator("[data-open=menu]").click()
    page.locator("#menu a[href*='lang=it']").click()
    page.wait_for_url(re.compile("lang=it"))
    page.wait_for_selector(f"html[lang=it] {READY}")
    at(page, here)
    assert eye(page) == "1", "the place goes along"
    with page.expect_download() as download:
        page.locator("[data-open=menu]").click()
        page.locator("#menu [formaction$=file]").click()
    assert download.value.suggested_filename == f"{slug}-{over.id}.html"
    assert '<html lang="it">' in download.value.path().read_text(encoding="utf-8")
    friend = arrive(**PHONE).page
    friend.goto(link)
    friend.wait_for_selector(READY)
    at(friend, here)


def test_a_record_file_is_replayed(arrive: Callable[..., Person], server: Server) -> None:
    page, record = arrive(locale="fr").page, RECORDS[BRIDGE]
    page.goto(f"{server.url}/open")
    page.locator("#file").set_input_files(record)
    page.locator("form .main").click()
    page.wait_for_selector(READY)
    page.keyboard.press("3")
    expect(page.locator("[data-eye='2']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("d")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    here = stops(load_record(record))[3]
    at(page, here)
    page.wait_for_url(re.compile(rf"#ply={here}&"))
    page.locator("[data-open=menu]").click()
    page.locator("#menu [formaction*='lang=de']").click()
    page.wait_for_selector(f"html[lang=de] {READY}")
    at(page, here)


@pytest.mark.parametrize("slug", RECORDS)
def test_without_scripts_there_are_steps_too(arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str) -> None:
    over = table(slug, seats=2, moves=1000)
    page = arrive(java_script_enabled=False, silent=True).page
    page.goto(f"{over.url}/replay/{over.id}")
    page.locator("noscript button, form.floating-note button").first.click()
    expect(page.locator(".record h1")).to_be_visible()
    last = page.locator(".steps").inner_text()
    page.locator(".steps button").nth(1).click()
    assert page.locator(".steps").inner_text() != last
    expect(page.locator(".by-day")).to_be_visible()
