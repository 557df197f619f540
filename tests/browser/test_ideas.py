"""An exported file thinks by itself: opened from the disk and offline, it says what a hint would say that has no network."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from londinium.bots.search.comparison import Judge
from londinium.kernel.record import load_record
from londinium.kernel.rules import COMPILED
from londinium.study.analysis import Effort, advise, tree_size
from londinium.web.background.hints import told

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY
from .test_accessible import violations
from .test_replay import READY, RECORDS, board, exported
from .words import english_left

if not COMPILED:
    pytest.skip("there is nothing to compare with", allow_module_level=True)

ANSWERED = "#ideas[data-state=answered]"
IDEAS = """() => [...document.querySelectorAll("#ideas .best li")].map((row) =>
    [...row.querySelectorAll("b, span")].map((part) => part.textContent).join(" ").replaceAll("\\u2060", ""))"""


def opened(page: Page, folder: Path, slug: str, code: str, ply: int, eye: str = "all") -> None:
    file = folder / f"{slug}.html"
    file.write_text(exported(slug, code), encoding="utf-8")
    page.goto(f"{file.as_uri()}#ply={ply}&eye={eye}")
    page.wait_for_selector(READY)


def hinted(slug: str, code: str, ply: int) -> list[str]:
    """What a hint without a network says at a ply to whoever decided then: label, gain and what is expected of each move."""
    match = load_record(RECORDS[slug])
    here, seat, effort = match.at(ply), match.plies[ply].seat, Effort(simulations=match.game.study.SIMULATIONS)
    advice = advise(Judge(here.game, tree_size(effort)), here, seat, effort)
    assert match.plies[ply].move in [match.moves.parse(one.choice.move) for one in advice], "all that is compared is the same"
    rows = re.findall(r"<li>(.*?)</li>", told(advice, here, seat, match.words(code)).markup)
    return [unescape(re.sub("<[^>]*>", "", row.replace("<span>", " "))) for row in rows]


# In Next Station a turn begins with a card: whoever asks before it comes is led to the decision.
@pytest.mark.parametrize(
    ("slug", "code", "device", "ply", "decided"), [(BRIDGE, "en", DESKTOP, 25, 25), (CITY, "de", PHONE, 40, 41)]
)
def test_it_thinks_without_a_network(
    arrive: Callable[..., Person], tmp_path: Path, slug: str, code: str, device: dict[str, Any], ply: int, decided: int
) -> None:
    match = load_record(RECORDS[slug])
    page, asked = arrive(offline=True, **device).page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    opened(page, tmp_path, slug, code, ply)
    button, panel = page.locator(".dock [data-do=ask]"), page.locator("#ideas")
    expect(button).to_be_enabled()
    # Stopped in the middle, it can be asked again.
    page.evaluate("() => ['.dock [data-do=ask]', '[data-do=stopThinking]'].map((each) => document.querySelector(each).click())")
    expect(panel).to_have_attribute("data-state", "open")
    panel.locator("[data-do=askHere]").click()
    page.wait_for_selector(ANSWERED)
    expect(page.locator(".dock .place")).to_have_attribute("data-ply", str(decided))
    assert page.evaluate(IDEAS) == hinted(slug, code, decided)
    played = match.plies[decided]
    expect(panel.locator(".own [data-of]")).to_have_attribute("data-of", str(played.move))
    expect(panel.locator(".verdict")).not_to_be_empty()
    # With the eyes of whoever was asked, the best idea is marked where it would be made.
    expect(page.locator(f"[data-eye='{played.seat}']")).to_have_attribute("aria-pressed", "true")
    best = match.moves.text(int(panel.locator("[data-idea='0']").get_attribute("data-of") or -1))
    expect(page.locator("#board [data-move].on")).to_have_attribute("data-move", best)
    assert violations(page, "#ideas") == []
    assert violations(page, ".dock") == []
    if code != "en":
        assert english_left(page.evaluate("wire.words()"), code, "Replay") == {}
    # Somebody else who chooses at the same time.
    others = panel.locator("[data-asked][aria-pressed=false]:visible")
    assert others.count() == match.seats - 1
    other = int(others.first.get_attribute("data-asked") or -1)
    others.first.click()
    expect(panel.locator(f"[data-asked='{other}']")).to_have_attribute("aria-pressed", "true")
    page.wait_for_selector(ANSWERED)
    later = next(at for at in range(decided, match.ply) if match.plies[at].seat == other)
    expect(panel.locator(".own [data-of]")).to_have_attribute("data-of", str(match.plies[later].move))
    page.keyboard.press("End")
    expect(panel).to_have_attribute("data-state", "nothing")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#board [data-move]")).to_have_count(0)
    expect(button).to_be_disabled()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    page.emulate_media(media="print")
    expect(button).to_be_hidden()


def test_an_idea_is_drawn_on_its_seats_own_table(arrive: Callable[..., Person], tmp_path: Path) -> None:
    page = arrive(offline=True, silent=True).page
    opened(page, tmp_path, BRIDGE, "en", 44, eye="3")
    panel, drawn = page.locator("#ideas"), page.locator(".ghosts > *")
    expect(page.locator(".dock [data-do=ask]")).to_be_enabled()
    before = board(page)
    page.keyboard.press("h")
    expect(panel.locator("[data-idea='0']")).to_have_attribute("aria-pressed", "true")
    expect(drawn).not_to_have_count(0)
    best = page.evaluate("document.querySelector('.ghosts:not(:empty)').innerHTML")
    # What was played is not among the three best, so it comes behind them, and can be seen, too.
    expect(panel.locator("li:nth-child(4)")).to_have_class("own")
    panel.locator("[data-idea='3']").click()
    assert page.evaluate("document.querySelector('.ghosts:not(:empty)').innerHTML") != best
    page.keyboard.press("ArrowRight")
    expect(panel).to_have_attribute("data-state", "nothing")
    expect(drawn).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(panel).to_have_attribute("data-state", "open")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(panel).to_have_attribute("data-state", "answered")
    page.keyboard.press("h")
    expect(panel).to_be_hidden()
    expect(drawn).to_have_count(0)
    assert board(page) == before, "nothing of an idea stays"


def test_a_browser_that_cannot_says_why(arrive: Callable[..., Person], tmp_path: Path) -> None:
    page = arrive(offline=True, silent=True).page
    page.add_init_script("delete globalThis.Worker")
    opened(page, tmp_path, BRIDGE, "en", 40)
    expect(page.locator(".dock [data-do=ask]")).to_be_enabled()
    page.keyboard.press("h")
    expect(page.locator("#ideas .told")).to_contain_text("WebAssembly")
    assert violations(page, "#ideas") == []
