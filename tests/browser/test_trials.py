"""Trying it from a step of a replay, in a real Chromium: the button says from where, and leads there, from every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Route, expect

from londinium.kernel.match import Match
from londinium.kernel.registry import game
from londinium.study.replay import decisions, nearest_decision, stops

from .person import DESKTOP, MY_TURN, PHONE, Person
from .tables import BRIDGE, CITY, Prepared, stored
from .test_replay import READY, RECORDS

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Server

OWN, OTHER = 1, 0


def whole(page: Page) -> None:
    """Stop at every decision."""
    page.wait_for_selector(READY)
    page.keyboard.press("d")


def go(page: Page, step: int, ply: int) -> None:
    page.locator("#scrub").fill(str(step))
    expect(page.locator(".dock .place")).to_have_attribute("data-ply", str(ply))


EVERY_STEP = """(selector) => {
    document.addEventListener("submit", (event) => event.preventDefault());
    const [scrub, button] = [document.getElementById("scrub"), document.querySelector(selector)];
    return Array.from({ length: Number(scrub.max) + 1 }, (_, step) => {
        scrub.value = step;
        scrub.dispatchEvent(new Event("input", { bubbles: true }));
        button.click();
        const { ply, eye } = Object.fromEntries(new FormData(document.getElementById("source")));
        return [document.querySelector(".dock .place").dataset.ply, button.querySelector("small").textContent, ply, eye];
    });
}"""
"""What a button says at each step, and which point in the match and which seat it would send."""


@pytest.mark.parametrize(("slug", "device"), [(BRIDGE, DESKTOP), (CITY, PHONE)])
def test_every_step_says_and_sends_the_nearest_own_decision(
    arrive: Callable[..., Person], table: Callable[..., Prepared], server: Server, slug: str, device: dict[str, Any]
) -> None:
    over = table(slug, seats=3, moves=1000)
    match = stored(server, over.id).match
    page, found, plies = arrive(**device).page, decisions(match, match.words("en")), stops(match)
    page.goto(over.link(OWN))
    address = f"{over.url}/replay/{over.id}"
    for seat, button, whose in (
        (OWN, "", "from your decision"),
        (OTHER, str(OTHER), f"from the decision of {match.names[OTHER]}"),
    ):
        page.goto(f"{address}?of={seat}")
        whole(page)
        expected = []
        for ply in plies:
            near = nearest_decision(found, ply, [seat])
            assert near is not None
            expected.append([str(ply), f"{whose} · {near.part}", str(near.ply), str(seat)])
        assert page.evaluate(EVERY_STEP, f"#menu [data-try='{button}']") == expected
    for step in (len(plies) // 2, len(plies) - 1):
        page.goto(f"{address}?step={step}")
        whole(page)
        go(page, step, plies[step])
        page.locator("[data-open=menu]").click()
        page.locator("#menu [data-try='']").click()
        page.wait_for_url(f"**/table/*/{OWN}")
        page.wait_for_selector(MY_TURN)
        trial = stored(server, page.url.split("/")[-2])
        assert [seat.kind for seat in trial.seats].index("person") == OWN
        assert trial.match.names == match.names


def begun_in_a_position(slug: str) -> Match:
    match = game(slug).match(seats=2, seed=3)
    for _ in range(12):
        match.push(match.legal(match.to_act[0])[0])
    match = game(slug).position(match.position_text(), seed=3, names=["Ann", "Ben"])
    while not match.is_over:
        match.push(match.legal(match.to_act[0])[0])
    return match


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_records_that_began_in_a_position_too(arrive: Callable[..., Person], server: Server, slug: str, tmp_path: Path) -> None:
    match = begun_in_a_position(slug)
    file = tmp_path / "begun.record"
    file.write_text(match.record, encoding="utf-8")
    page = arrive(**PHONE).page
    for eye, step in (("all", 0), ("0", -1)):
        page.goto(f"{server.url}/open")
        page.locator("#file").set_input_files(file)
        page.locator("form .main").click()
        page.wait_for_selector(READY)
        plies = stops(match)
        page.evaluate(f"location.hash = '#ply={plies[step]}&eye={eye}'")
        expect(page.locator(".dock .place")).to_have_attribute("data-ply", str(plies[step]))
        page.locator("[data-open=menu]").click()
        page.locator("#menu [data-try='']").click()
        page.wait_for_url("**/table/*/*" if eye == "all" else f"**/table/*/{eye}")
        page.wait_for_selector(MY_TURN)
        trial = stored(server, page.url.split("/")[-2]).match
        assert trial.position_at(0).states.tobytes() == match.position_at(0).states.tobytes()


def test_a_replay_that_is_still_on_its_way_leads_nowhere(arrive: Callable[..., Person], server: Server) -> None:
    """Not to a page of an error: what the form would send is not known yet."""
    page, waiting = arrive(**DESKTOP).page, list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/open/eyes/*", hold)
    page.goto(f"{server.url}/open")
    page.locator("#file").set_input_files(RECORDS[BRIDGE])
    page.locator("form .main").click()
    while not waiting:
        page.wait_for_timeout(20)
    page.locator("[data-open=menu]").click()
    expect(page.locator("#menu [data-try]:visible")).to_have_count(0)
    page.locator("#menu [data-set-up]").click()
    waiting[0].continue_()
    page.wait_for_selector(READY)
    expect(page.locator("#menu [data-try='']")).to_be_visible()
